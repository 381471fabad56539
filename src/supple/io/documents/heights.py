"""The ground in a few words, such as ``stairs:rise=0.17,run=0.29``, or as a file with a grid of heights."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from supple.core import ground
from supple.core.documents import nearest, shown
from supple.core.ground import Height
from supple.errors import DocumentError
from supple.io.documents.height_grids import SUFFIXES, read_grid

_FAR = 1e6  # [m] a larger number is a slip
_NEED = None  # has no default
_KEYS: dict[str, dict[str, float | None]] = {
    "flat": {"height": 0.0},
    "stairs": {"rise": _NEED, "run": _NEED, "start": 0.0, "count": math.inf},
    "ramp": {"deg": _NEED, "start": 0.0, "length": math.inf},
    "waves": {"height": _NEED, "length": _NEED},
}
_POSITIVE = ("run", "length", "count")


def parse_heights(text: str, source: str = "floor") -> Height:
    """The ground that a text means: its height above every place.

    ``flat``, ``flat:height=0.1`` or just a height [m]; ``stairs:rise=,run=[,start=,count=]``,
    ``ramp:deg=[,start=,length=]`` and ``waves:height=,length=`` go along +z; or the path of a grid, CSV or npz.
    """
    kind, _, rest = text.strip().partition(":")
    if _is_number(kind) and not rest:
        return _made["flat"]({"height": _number(kind, "height", source)})
    if kind in _KEYS:
        return _made[kind](_numbers(kind, rest, source))
    if Path(text).suffix.lower() in SUFFIXES:
        return read_grid(Path(text))
    raise DocumentError(
        f"{source} = {shown(text)}: there is no such ground. {nearest(kind, tuple(_KEYS))} "
        f"Or give a height in metres, or a file with the suffix {' or '.join(SUFFIXES)}."
    )


def _numbers(kind: str, rest: str, source: str) -> dict[str, float]:
    keys, given = _KEYS[kind], {}
    for item in filter(None, (part.strip() for part in rest.split(","))):
        key, equals, value = (part.strip() for part in item.partition("="))
        if key not in keys or not equals:
            raise DocumentError(
                f"{source}: {kind}: {shown(item)} is not understood. Known: {', '.join(keys)}, as key=number."
            )
        given[key] = _number(value, key, f"{source}: {kind}")
    values = {key: given.get(key, default) for key, default in keys.items()}
    if missing := [key for key, value in values.items() if value is None]:
        raise DocumentError(
            f"{source}: {kind}: {missing[0]} is missing. Write {kind}:{missing[0]}=..., in metres or degrees."
        )
    return {key: float(value) for key, value in values.items() if value is not None}


def _number(value: str, key: str, source: str) -> float:
    number = float(value) if _is_number(value) else math.nan
    if not abs(number) < _FAR or (key in _POSITIVE and number <= 0.0) or (key == "deg" and abs(number) >= 80.0):
        allowed = (
            "a positive number"
            if key in _POSITIVE
            else "a slope of less than 80 degrees"
            if key == "deg"
            else "a number"
        )
        raise DocumentError(f"{source}: {key} = {shown(value)}: {allowed} is needed.")
    return number


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


_made: dict[str, Callable[[dict[str, float]], Height]] = {
    "flat": lambda n: ground.plane(n["height"]),
    "stairs": lambda n: ground.stairs(n["rise"], n["run"], n["start"], n["count"]),
    "ramp": lambda n: ground.ramp(math.tan(math.radians(n["deg"])), n["start"], n["length"]),
    "waves": lambda n: ground.waves(n["height"], n["length"]),
}
