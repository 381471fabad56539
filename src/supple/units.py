"""Lengths of the world outside, in metres."""

from __future__ import annotations

from supple.errors import InvalidValueError

METRES_PER: dict[str, float] = {
    "m": 1.0,
    "dm": 0.1,
    "cm": 0.01,
    "mm": 0.001,
    "in": 0.0254,
    "ft": 0.3048,
    "cmu": 0.0254 / 0.45,  # the CMU database: a unit is 1/0.45 inch = 56.444 mm
}

_SPELLINGS = {
    "metre": "m", "metres": "m", "meter": "m", "meters": "m",
    "decimetre": "dm", "decimetres": "dm", "decimeter": "dm", "decimeters": "dm",
    "centimetre": "cm", "centimetres": "cm", "centimeter": "cm", "centimeters": "cm",
    "millimetre": "mm", "millimetres": "mm", "millimeter": "mm", "millimeters": "mm",
    "inch": "in", "inches": "in", '"': "in", "foot": "ft", "feet": "ft",
}  # fmt: skip


def metres_per(unit: str) -> float:
    """Metres in one ``unit``: a name such as ``"cm"`` or ``"inches"``, or a number as text."""
    name = unit.strip().lower()
    name = _SPELLINGS.get(name, name)
    if name in METRES_PER:
        return METRES_PER[name]
    try:
        scale = float(name)
    except ValueError:
        scale = float("nan")
    if not 0.0 < scale < float("inf"):
        known = ", ".join(METRES_PER)
        raise InvalidValueError(f"{unit!r} is no unit of length. Use one of {known}, or metres per unit as a number.")
    return scale


def unit_name(metres: float) -> str:
    """The short name of a unit of so many metres, or the number itself: ``"cm"``, ``"0.07 m"``."""
    for name, scale in METRES_PER.items():
        if abs(metres - scale) <= 1e-3 * scale:
            return name
    return f"{metres:g} m"
