"""The ground as a field of heights over the level plane, and the few words that describe one.

``flat``, a height such as ``0.12``, ``stairs:rise=0.17,run=0.29``, ``ramp:deg=8``. All numbers are metres but angles,
which are degrees. Stairs and ramps begin at ``start`` along ``heading_deg`` (0 is +Z, 90 is +X) from the origin and go
on for ``steps`` or ``length``, else for ever; ``height`` is that of the ground before them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from supple.core.documents import nearest
from supple.errors import DocumentError

_STEEPEST = 80.0  # [deg] of a ramp
_FORMS = ("a height such as 0.12", "flat", "stairs:rise=0.17,run=0.29", "ramp:deg=8")
_FAR = 1e6  # [m] a height beyond is a slip, and so is any other number
_SHORTEST = 1e-3  # [m]
_ROUNDING = 1e-9  # of a step: its edge belongs to it


@dataclass(frozen=True, slots=True)
class Heights:
    """Ground height [m] over x and z [m], which may be arrays; see :meth:`normal` for its slope."""

    source: str
    height: float = 0.0
    heading_deg: float = 0.0
    start: float = 0.0
    rise: float = 0.0  # of a step
    run: float = 0.0  # of a step; 0: no stairs
    slope: float = 0.0  # of a ramp
    length: float = float("inf")  # along the heading

    def __call__(self, x: Any, z: Any) -> Any:
        """The height of the ground at x, z."""
        along = np.clip(self._along(x, z), 0.0, self.length)
        if self.run:
            steps = np.floor(along / self.run + 1.0 + _ROUNDING) * (self._along(x, z) >= 0.0)
            return self.height + self.rise * np.minimum(steps, self.length / self.run)
        return self.height + self.slope * along

    def normal(self, x: Any, z: Any) -> np.ndarray:
        """(..., 3) the unit normal of the ground at x, z; treads of stairs are level."""
        along = self._along(x, z)
        slope = np.where((along > 0.0) & (along < self.length), self.slope, 0.0)
        ahead_x, ahead_z = self._ahead()
        n = np.stack([-slope * ahead_x, np.ones(slope.shape), -slope * ahead_z], axis=-1)
        return np.asarray(n / np.linalg.norm(n, axis=-1, keepdims=True))

    @property
    def is_flat(self) -> bool:
        """True for a level plane."""
        return not self.run and not self.slope

    def _ahead(self) -> tuple[float, float]:
        angle = np.radians(self.heading_deg)
        return float(np.sin(angle)), float(np.cos(angle))

    def _along(self, x: Any, z: Any) -> np.ndarray:
        ahead_x, ahead_z = self._ahead()
        return np.asarray(np.asarray(x) * ahead_x + np.asarray(z) * ahead_z - self.start)


def parse_heights(text: str, others: tuple[str, ...] = ()) -> Heights:
    """The ground that a text describes; :class:`DocumentError` says what is wrong with it, and what is allowed.

    ``others`` are the forms that the caller knows beside these, for messages.
    """
    word, _, rest = text.strip().partition(":")
    word = word.strip().lower()
    if (level := _number(word)) is not None and not rest and abs(level) < _FAR:
        return Heights(text, height=level)
    if word not in _SHAPES:
        forms = ", ".join((*_FORMS, *others))
        raise DocumentError(f"floor {text!r}: this is no shape of ground, and no height. Give one of: {forms}.")
    make, needed, allowed = _SHAPES[word]
    return make(text, options_of(text, rest, needed, allowed))


def options_of(
    text: str, rest: str, needed: tuple[str, ...], allowed: tuple[str, ...] = (), what: str = "floor"
) -> dict[str, float]:
    """The numbers of ``key=number`` pieces; all of ``needed`` have to be there. ``what`` stands in messages."""
    found: dict[str, float] = {}
    for part in filter(None, (piece.strip() for piece in rest.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in needed + allowed:
            raise DocumentError(f"{what} {text!r}: there is no option {key!r}. {nearest(key, needed + allowed)}")
        number = _number(value)
        if not equals or number is None:
            raise DocumentError(f"{what} {text!r}: {key} needs a number, such as {key}=0.3; found {value!r}.")
        if key in found:
            raise DocumentError(f"{what} {text!r}: {key} is there twice. Leave one of them out.")
        if not abs(number) < _FAR:
            raise DocumentError(f"{what} {text!r}: {key} must lie below {_FAR:g}; found {value}.")
        found[key] = number
    if missing := [key for key in needed if key not in found]:
        raise DocumentError(f"{what} {text!r}: {missing[0]} is missing. Write {' and '.join(needed)}.")
    return found


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


def refuse_short(text: str, key: str, metres: float) -> None:
    """Refuse a length of ground that no foot could tell from none."""
    if metres < _SHORTEST:
        raise DocumentError(f"floor {text!r}: {key} must be at least {_SHORTEST:g} m; found {metres:g}.")


def _flat(text: str, given: dict[str, float]) -> Heights:
    return Heights(text, **given)


def _stairs(text: str, given: dict[str, float]) -> Heights:
    run, steps = given["run"], given.pop("steps", float("inf"))
    refuse_short(text, "run", run)
    if steps != float("inf") and (steps < 1.0 or steps != int(steps)):
        raise DocumentError(f"floor {text!r}: steps must be a whole number from 1; found {steps:g}.")
    return Heights(text, length=steps * run, **given)


def _ramp(text: str, given: dict[str, float]) -> Heights:
    angle, length = given.pop("deg"), given.get("length", 1.0)
    if abs(angle) > _STEEPEST:
        raise DocumentError(f"floor {text!r}: deg must lie between -{_STEEPEST:g} and {_STEEPEST:g}; found {angle:g}.")
    refuse_short(text, "length", length)
    return Heights(text, slope=float(np.tan(np.radians(angle))), **given)


_PLACE = ("heading_deg", "start", "height")
_SHAPES: dict[str, tuple[Callable[[str, dict[str, float]], Heights], tuple[str, ...], tuple[str, ...]]] = {
    "flat": (_flat, (), ("height",)),
    "stairs": (_stairs, ("rise", "run"), ("steps", *_PLACE)),
    "ramp": (_ramp, ("deg",), ("length", *_PLACE)),
}
