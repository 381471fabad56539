"""What keeps a standing foot from rolling about the line of its heel and its ball: how it is turned about that line."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.constraints.curves.activity import frames_within
from supple.constraints.curves.footplant import PlantedFoot, PlantTimes
from supple.constraints.curves.shape import PathPoint, shaped_path
from supple.core.quaternions import about_axis, conjugate, mean, multiply, normalized, rotate


class FootRoll(NamedTuple):
    """How a planted foot is turned over its frames, and the line that it must not roll about."""

    turns: np.ndarray  # (n, 4)
    line: np.ndarray  # (3,) unit, from heel to ball, in the frame of the turned foot


def foot_roll(
    times: np.ndarray,
    foot: PlantedFoot,
    heel: np.ndarray,
    ball: np.ndarray,
    turns: np.ndarray,
    events: PlantTimes,
    *,
    turn: float = 0.0,
) -> FootRoll | None:
    """The turns of a planted foot whose heel, ball (F, 3) and turns (F, 4) are the source's.

    It is turned along with heel and ball as one body, so that it rolls as the source does; while both are down it stays
    at its mean turn, which it comes to and leaves smoothly. None for a foot without length, which has no line.
    """
    part = slice(foot.start, foot.stop)
    carried = _carried(foot, ball[part] - heel[part], turns[part], turn)
    begin, end = max(events.heel_strike, events.toe_strike), min(events.heel_off, events.toe_off)
    flat = _frames(times[part], begin, end)
    along = foot.ball - foot.heel
    length = float(np.linalg.norm(along[flat.start]))
    if length == 0.0:
        return None
    line = along[flat.start] / length
    away = multiply(carried, conjugate(mean(carried[flat])))
    roll = _about(line, np.copysign(1.0, away[flat.start, 0]) * away)
    path = np.stack([roll, 0.0 * roll, 0.0 * roll], axis=-1)
    span = (min(times[foot.start], begin), max(times[foot.stop - 1], end))
    still = shaped_path(times[part], path, path, span, [PathPoint(begin, end, at=np.zeros(3))], "condensed")
    rolled = multiply(_turns_about(along, still.path[:, 0] - roll), carried)
    return FootRoll(rolled, rotate(conjugate(rolled[flat.start]), line))


def _carried(foot: PlantedFoot, along: np.ndarray, turns: np.ndarray, turn: float) -> np.ndarray:
    """(n, 4) by the turn that was asked for, and from there the shortest way to the foot's new direction."""
    spin = about_axis("y", foot.activity * turn)
    return multiply(_shortest(rotate(spin, along), foot.ball - foot.heel), multiply(spin, turns))


def _frames(times: np.ndarray, begin: float, end: float) -> slice:
    """The frames of a closed time, or the one that follows a time between two frames."""
    first, stop = frames_within(times, begin, end)
    first = min(first, len(times) - 1)
    return slice(first, max(stop, first + 1))


def _shortest(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Turns (n, 4) that take directions (n, 3) to others."""
    lengths = np.linalg.norm(a, axis=-1, keepdims=True) * np.linalg.norm(b, axis=-1, keepdims=True)
    half = np.concatenate([lengths + np.sum(a * b, axis=-1, keepdims=True), np.cross(a, b)], axis=-1)
    return normalized(half)


def _about(line: np.ndarray, turns: np.ndarray) -> np.ndarray:
    """The part of turns (n, 4) about a line, continuous in time (n,) [rad]."""
    return np.asarray(np.unwrap(2.0 * np.arctan2(turns[:, 1:] @ line, turns[:, 0])))


def _turns_about(axes: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Turns (n, 4) about axes (n, 3) of any length, by angles (n,) [rad]."""
    lengths = np.linalg.norm(axes, axis=-1, keepdims=True)
    unit = axes / np.where(lengths > 0.0, lengths, 1.0)
    return np.concatenate([np.cos(0.5 * angles)[:, None], np.sin(0.5 * angles)[:, None] * unit], axis=-1)
