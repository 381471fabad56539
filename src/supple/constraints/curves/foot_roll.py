"""What keeps a standing foot from rolling about the line from its heel to its ball: a third point, beside that line."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.constraints.curves.activity import frames_within
from supple.constraints.curves.footplant import PlantedFoot, PlantTimes
from supple.constraints.curves.shape import PathPoint, shaped_path
from supple.core.quaternions import about_axis, normalized, rotate

_BESIDE = 0.2  # of the foot's length: a joint nearer than this to the line hardly tells how the foot rolls


class FootRoll(NamedTuple):
    """Where the third point goes, and the way in which it would leave if the foot rolled."""

    path: np.ndarray  # (n, 3) [m] over the frames of the planted foot
    aside: np.ndarray  # (3,) unit, square to the standing foot's heel, ball and third point


def point_beside(heel: np.ndarray, ball: np.ndarray) -> np.ndarray | None:
    """The third point (3,) of a foot with these points (3,), all in the frame of the joint that carries the heel.

    choice: the joint itself, which is the ankle. Where it lies on the line, as for a limb whose joints are heel and
    ball, a point beside the heel, half a foot's length away. None for a foot without length.
    """
    along = ball - heel
    length = float(np.linalg.norm(along))
    if length == 0.0:
        return None
    if np.linalg.norm(np.cross(along, heel)) > _BESIDE * length**2:
        return np.zeros(3)
    side = np.cross(along, np.eye(3)[np.argmin(np.abs(along))])
    return np.asarray(heel + 0.5 * length * side / np.linalg.norm(side))


def foot_roll(
    times: np.ndarray, foot: PlantedFoot, source: np.ndarray, events: PlantTimes, *, turn: float = 0.0
) -> FootRoll | None:
    """The path of the third point of a planted foot whose ``source`` (3, F, 3) is heel, ball and third point.

    The point is carried along with heel and ball as if the three were one body, so that the foot rolls as the source
    does; while both are down it stays at its mean place. None where the three are in line: there is no roll then.
    """
    carried = source[2].copy()
    part = slice(foot.start, foot.stop)
    carried[part] = _carried(foot, source[:, part], turn)
    begin, end = max(events.heel_strike, events.toe_strike), min(events.heel_off, events.toe_off)
    first, stop = frames_within(times, begin, end)
    flat = slice(first, stop) if stop > first else slice(min(first, foot.stop - 1), min(first, foot.stop - 1) + 1)
    still = carried[flat].mean(axis=0)
    heel, ball = (path[flat.start - foot.start] for path in (foot.heel, foot.ball))
    aside = np.cross(ball - heel, still - heel)
    size = float(np.linalg.norm(aside))
    if size == 0.0:
        return None
    span = (min(times[foot.start], begin), max(times[foot.stop - 1], end))
    path = shaped_path(times, carried, carried, span, [PathPoint(begin, end, at=still)], "condensed").path
    return FootRoll(path, aside / size)


def _carried(foot: PlantedFoot, source: np.ndarray, turn: float) -> np.ndarray:
    """(n, 3) by the turn that was asked for, and from there the shortest way to the foot's new direction."""
    spin = about_axis("y", foot.activity * turn)
    along, arm = rotate(spin, source[1] - source[0]), rotate(spin, source[2] - source[0])
    return np.asarray(foot.heel + rotate(_shortest(along, foot.ball - foot.heel), arm))


def _shortest(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Quaternions (n, 4) that take directions (n, 3) to others."""
    lengths = np.linalg.norm(a, axis=-1, keepdims=True) * np.linalg.norm(b, axis=-1, keepdims=True)
    half = np.concatenate([lengths + np.sum(a * b, axis=-1, keepdims=True), np.cross(a, b)], axis=-1)
    return normalized(half)
