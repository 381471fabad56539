"""Single joint limits, made from angles as people state them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.body.anatomy import Anatomical
from supple.kernels.limit_kinds import POLYGON, RANGE, SWING, TWIST

_NOWHERE = np.array([0.0, 0.0, 1.0])
_NO_TURN = np.array(quaternions.IDENTITY)
_QUARTER, _FULL = 0.5 * np.pi, 2.0 * np.pi


class LimitRow(NamedTuple):
    """One limit; see :class:`supple.core.body.joint_limits.JointLimits`."""

    joint: int
    kind: int
    source: str
    axis: np.ndarray  # (3,)
    low: float
    high: float
    centre: np.ndarray = _NOWHERE  # (3,)
    rest: np.ndarray = _NO_TURN  # (4,)
    middle: float = 0.0
    polygon: np.ndarray = np.zeros((0, 2))


def range_row(
    joint: int, source: str, axis: np.ndarray, rest: np.ndarray, ends: np.ndarray, *, at_rest: float = 0.0
) -> LimitRow | None:
    """Angles about an axis from ``ends[0]`` to ``ends[1]`` [rad], ``at_rest`` where the joint's rotation is ``rest``.

    None where the ends say nothing: both open, or a whole turn apart.
    """
    low, high = float(ends[0]), float(ends[1])
    if np.isinf(low) == np.isinf(high) and high - low >= _FULL:
        return None
    middle = _middle(low, high)
    half = 0.5 * (middle - at_rest)
    start = quaternions.multiply(rest, np.array([np.cos(half), *(np.sin(half) * axis)]))
    return LimitRow(joint, RANGE, source, axis, low - middle, high - middle, rest=start, middle=middle)


def swing_row(joint: int, source: str, place: Anatomical, degrees: float) -> LimitRow:
    """A cone around the anatomical direction of a bone, of this half angle."""
    return LimitRow(joint, SWING, source, place.bone, -np.inf, float(np.radians(degrees)), place.centre)


def twist_row(joint: int, source: str, place: Anatomical, degrees: tuple[float, float]) -> LimitRow | None:
    """Turns about a bone from its anatomical position."""
    row = range_row(joint, source, place.bone, place.zero, np.radians(degrees))
    return None if row is None else row._replace(kind=TWIST)


def polygon_row(
    joint: int, source: str, place: Anatomical, towards: np.ndarray, degrees: Sequence[Sequence[float]]
) -> LimitRow:
    """A polygon of directions: degrees along the two directions ``towards`` from where a bone points."""
    x, y = towards
    across = np.cross(place.centre, x)
    frame = quaternions.from_matrix(np.stack([x, across, place.centre], axis=1))
    vertices = np.radians(degrees) * [1.0, 1.0 if across @ y > 0.0 else -1.0]
    if _area(vertices) < 0.0:
        vertices = vertices[::-1]
    return LimitRow(joint, POLYGON, source, place.bone, -np.inf, 0.0, place.centre, frame, polygon=vertices)


def _middle(low: float, high: float) -> float:
    """Where values jump is opposite; a range that is open on one side jumps a right angle beyond the end it has."""
    if np.isinf(low):
        return high - _QUARTER
    return low + _QUARTER if np.isinf(high) else 0.5 * (low + high)


def _area(polygon: np.ndarray) -> float:
    x, y = polygon.T
    return 0.5 * float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))
