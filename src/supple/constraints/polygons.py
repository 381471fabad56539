"""Whether corners make a polygon that a bone can swing in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

Corner = tuple[float, float]  # forward, outward [deg]

_WIDEST = 180.0  # [deg] a bone that points backwards
_LEAST_AREA = 1e-6  # [deg^2] less is a line, and no bone swings in a line


def polygon_fault(corners: Sequence[Corner]) -> str | None:
    """What is wrong with the corners of a swing polygon, which may have dents, but not cross itself."""
    if len(corners) < 3:
        return "a polygon has at least three corners."
    if any(abs(angle) > _WIDEST for corner in corners for angle in corner):
        return f"the angles of corners lie between -{_WIDEST:g} and {_WIDEST:g} degrees."
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    if any(_cross(*a, *b) for a, b in combinations(sides, 2)):
        return "its sides cross each other: give the corners in the order in which they follow around it."
    if 0.5 * abs(sum(_turn((0.0, 0.0), a, b) for a, b in sides)) < _LEAST_AREA:
        return "its corners lie in a line: nothing is inside."
    return None


def _cross(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Whether the inner parts of two sides meet in one point."""
    return _turn(a, b, c) * _turn(a, b, d) < 0.0 and _turn(c, d, a) * _turn(c, d, b) < 0.0


def _turn(a: Corner, b: Corner, c: Corner) -> float:
    """Twice the area of a triangle, positive where its corners go round from forward to outward."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
