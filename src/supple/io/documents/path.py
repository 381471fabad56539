"""A path over the ground as a user gives it: ``line``, ``arc:radius=3``, or a CSV or TOML file with ground points."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from supple.core.arrays import rebuilt, sealed
from supple.core.documents import converted, known_table
from supple.core.heights import options_of
from supple.errors import DocumentError, FileError
from supple.io.source import document_text

STARTING_POINT = """\
# A path over the ground: `supple path MOTION PATH.toml -o OUT` walks along it, on a smooth curve through the points.
format = 1

# [x, z] in metres of Supple's world (+Y up); the walk begins at the first point and heads for the second.
points_m = [[0.0, 0.0], [0.0, 2.0], [1.0, 3.5], [3.0, 4.0]]
"""
_WORDS = {"line": ((), ("length",)), "arc": (("radius",), ("deg",))}
_FORMS = "line, arc:radius=3, or a .csv, .toml or .json file with ground points"
_MOST = 100_000  # points
_FAR = 1e5  # [m]
_SMALLEST = 0.01  # [m] of a radius


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PathGiven:
    """A path as it was given: ground points in the world, or an arc from wherever the motion begins."""

    source: str
    points: np.ndarray | None = None  # (N, 2) x and z [m]
    radius: float = np.inf  # [m] of an arc, positive to the left; infinite: a straight line
    length: float = np.inf  # [m] of an arc or a line; infinite: as far as the motion goes

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        if self.points is not None:
            object.__setattr__(self, "points", sealed(self.points, ("N", 2), "points"))


def read_path(text: str) -> PathGiven:
    """The path that a text means; :class:`SuppleError` says what is wrong with it, and what is allowed."""
    suffix = Path(text).suffix.lower()
    if suffix == ".csv":
        return _checked(text, _from_csv(Path(text)))
    if suffix in (".toml", ".json"):
        return _checked(text, _from_document(Path(text)))
    word, _, rest = text.strip().partition(":")
    word = word.strip().lower()
    if word not in _WORDS:
        raise DocumentError(f"path {text!r}: this is no path. Give one of: {_FORMS}.")
    return _arc(text, options_of(text, rest, *_WORDS[word], what="path"))


def _arc(text: str, given: dict[str, float]) -> PathGiven:
    radius, angle, length = (given.get(key, np.inf) for key in ("radius", "deg", "length"))
    if abs(radius) < _SMALLEST:
        raise DocumentError(
            f"path {text!r}: radius must be at least {_SMALLEST} m, or as much to the right (negative)."
        )
    for key, value in (("deg", angle), ("length", length)):
        if value <= 0.0:
            raise DocumentError(f"path {text!r}: {key} must be more than 0; found {value:g}.")
    if angle < np.inf:
        length = abs(radius) * float(np.radians(angle))
    return PathGiven(source=text, radius=radius, length=length)


def _from_csv(path: Path) -> list[Any]:
    lines = document_text(path)[0].splitlines()
    rows = [(number, row) for number, row in enumerate(csv.reader(lines), 1) if any(cell.strip() for cell in row)]
    if rows and [cell.strip().lower() for cell in rows[0][1]] != ["x", "z"]:
        raise FileError(path, f"the first line must be x,z; found {','.join(rows[0][1])[:60]!r}.", line=rows[0][0])
    points = []
    for number, row in rows[1:]:
        try:
            x, z = (float(cell) for cell in row)
        except ValueError:
            raise FileError(path, f"a line has two numbers, x,z; found {','.join(row)[:60]!r}.", line=number) from None
        points.append((x, z))
    return points


def _from_document(path: Path) -> list[Any]:
    data = known_table(*document_text(path), ("format", "points_m"))
    if "points_m" not in data:
        raise DocumentError(f"{path}: the key points_m is missing. It lists ground points, [x, z] in metres.")
    points: list[Any] = converted(data["points_m"], list[tuple[float, float]], "points_m", str(path))
    return points


def _checked(source: str, points: list[Any]) -> PathGiven:
    if not 2 <= len(points) <= _MOST:
        raise DocumentError(f"{source}: a path has from 2 to {_MOST} points; found {len(points)}.")
    places = np.array(points, float)
    far = np.flatnonzero(~(np.abs(places) < _FAR).all(axis=1))
    if len(far):
        x, z = places[far[0]]
        raise DocumentError(
            f"{source}: point {far[0] + 1} must be within {_FAR:g} m of the origin; got [{x:g}, {z:g}]."
        )
    return PathGiven(source=source, points=places)
