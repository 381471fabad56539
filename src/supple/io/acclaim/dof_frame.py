"""The ``axis`` and ``dof`` of a new bone, from how its joint may turn and does turn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.angles import perpendicular, solve
from supple.core.freedom import Freedom

_EXACT = 1e-9  # [rad] a turn that is further from what the degrees of freedom allow needs all three
_LETTERS = ("rx", "ry", "rz")
_BALL = ("rx", "ry", "rz")


@dataclass(frozen=True, slots=True, eq=False)
class DofFrame:
    """A frame (4,) relative to the joint's and the degrees of freedom in it, in the order of the file."""

    frame: np.ndarray
    dofs: tuple[str, ...]
    limits: tuple[tuple[float, float], ...]  # [rad]
    widened: bool = False


def dof_frame(freedom: Freedom, turns: np.ndarray) -> DofFrame:
    """Keep the joint's own axes and limits where ``turns`` (F, 4) keep to them, else let it turn any way."""
    free = DofFrame(quaternions.identity(), _BALL, ())
    if freedom.kind == "ball" and not len(freedom.axes):
        return free
    if not perpendicular(freedom.axes):
        return DofFrame(free.frame, free.dofs, (), True)
    if solve(freedom.axes, turns).misfit.max() > _EXACT:
        return DofFrame(free.frame, free.dofs, (), True)
    letters, frame = _letters(freedom.axes)
    limits = tuple((float(low), float(high)) for low, high in reversed(freedom.limits.tolist()))
    return DofFrame(frame, tuple(_LETTERS[k] for k in reversed(letters)), limits)


def _letters(axes: np.ndarray) -> tuple[list[int], np.ndarray]:
    """Which coordinate axis of which frame each axis is; the joint's own frame where that will do."""
    letters = [int(np.argmax(axis)) for axis in axes]
    if all(axis[k] == 1.0 for axis, k in zip(axes, letters, strict=True)):
        return letters, quaternions.identity()
    if len(axes) == 3:
        right = np.dot(np.cross(axes[2], axes[1]), axes[0]) > 0.0
        letters = [2, 1, 0] if right else [2, 0, 1]
    else:
        letters = [2, 0][-len(axes) :]
    matrix = np.zeros((3, 3))
    for k, axis in zip(letters, axes, strict=True):
        matrix[:, k] = axis
    if len(axes) == 1:
        matrix[:, 1] = _perpendicular_to(axes[0])
        matrix[:, 2] = np.cross(matrix[:, 0], matrix[:, 1])
    elif len(axes) == 2:
        matrix[:, 1] = np.cross(matrix[:, 2], matrix[:, 0])
    return letters, quaternions.from_matrix(matrix)


def _perpendicular_to(axis: np.ndarray) -> np.ndarray:
    other = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    unit: np.ndarray = other / np.linalg.norm(other)
    return unit
