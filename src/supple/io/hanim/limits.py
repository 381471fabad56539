"""How far a joint may turn, in the words of H-Anim: three upper and three lower limits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core import quaternions
from supple.core.freedom import BALL, Freedom

_FULL_TURN = 2.0 * np.pi  # written for "no limit", which H-Anim cannot say of one axis alone


def freedom_of(lower: np.ndarray, upper: np.ndarray, orientation: np.ndarray) -> Freedom:
    """The freedom that llimit and ulimit (3,) about the axes of limitOrientation state.

    All zero is what files say that state nothing; a range the wrong way round says nothing either.
    """
    stated = len(lower) == 3 and len(upper) == 3 and (lower <= upper).all() and (lower != upper).any()
    if not stated:
        return BALL
    limits = np.stack([lower, upper], axis=1)
    free = np.abs(limits) >= _FULL_TURN - 1e-6
    limits = np.where(free, np.sign(limits) * np.inf, limits)
    return Freedom("ball", quaternions.rotate(orientation, np.eye(3)), limits)


def limits_of(freedom: Freedom, turn: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """llimit, ulimit and limitOrientation (4,) of a freedom whose axes are turned by ``turn`` into the file.

    ``None`` when nothing is limited or the axes do not stand at right angles.
    """
    if not freedom.limited:
        return None
    axes = quaternions.rotate(turn, freedom.axes)
    if np.abs(axes @ axes.T - np.eye(len(axes))).max() > 1e-6:
        return None
    slots = _slots(axes)
    frame, ranges = np.zeros((3, 3)), np.zeros((3, 2))
    for axis, limits, slot in zip(axes, freedom.limits, slots, strict=True):
        frame[:, slot], ranges[slot] = axis, np.clip(limits, -_FULL_TURN, _FULL_TURN)
    orientation = quaternions.from_matrix(_completed(frame, slots))
    return ranges[:, 0], ranges[:, 1], orientation


def _slots(axes: np.ndarray) -> list[int]:
    """Which of x, y, z each axis becomes: the one it is nearest to, so that three make a right-handed frame."""
    slots: list[int] = []
    for axis in np.abs(axes):
        slots.append(max((k for k in range(3) if k not in slots), key=lambda k: axis[k]))
    if len(slots) == 3:
        frame = np.zeros((3, 3))
        frame[:, slots] = axes.T
        if np.linalg.det(frame) < 0.0:
            slots[1], slots[2] = slots[2], slots[1]
    return slots


def _completed(frame: np.ndarray, slots: Sequence[int]) -> np.ndarray:
    """A right-handed frame with the columns that ``slots`` do not fill."""
    if len(slots) == 1:
        second = (slots[0] + 1) % 3
        other = np.eye(3)[second] - frame[:, slots[0]] * frame[second, slots[0]]
        if np.linalg.norm(other) < 0.5:
            other = np.cross(frame[:, slots[0]], np.eye(3)[(second + 1) % 3])
        frame[:, second] = other / np.linalg.norm(other)
        slots = [slots[0], second]
    for k in range(3):
        if k not in slots:
            frame[:, k] = np.cross(frame[:, (k + 1) % 3], frame[:, (k + 2) % 3])
    return frame
