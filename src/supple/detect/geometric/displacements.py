"""How a joint's frame moves from one frame of the clip to another, and what of it keeps still meanwhile.

The displacement of a pose W is the local one, W_i^-1 W_k. The global one, W_k W_i^-1, would make the residuals grow
with the distance to the origin (appendix A of the thesis).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.pose import WorldPose

_NO_TURN = 1e-12  # sine of half an angle below which there is no axis


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """The pose of one joint over time, in the world or in the frame of another joint."""

    positions: np.ndarray  # (F, 3) [m]
    rotations: np.ndarray  # (F, 4) joint to world or reference


@dataclass(frozen=True, slots=True, eq=False)
class Displacements:
    """n displacements, of the frames i to i + lag.

    A displacement x -> R x + t has the fixed points of (R - 1) p = -t. The singular values of R - 1, for a turn by the
    angle a, are always (2 sin(a/2), 2 sin(a/2), 0), and the null vector is the axis: so no decomposition is
    computed, and the tests compare with one.
    """

    sigma: np.ndarray  # (n,) the largest singular value of R - 1
    moved: np.ndarray  # (n,) residual when nothing turns: how far the joint moved [m]
    slid: np.ndarray  # (n,) residual when it turns about its axis: how far it moved along the axis [m]
    origin: np.ndarray  # (n, 3) the point of the axis that is nearest to the joint [m]
    direction: np.ndarray  # (n, 3) of the axis, unit; the turn about it is positive
    arm: np.ndarray  # (n,) distance of the axis from the joint [m]


def joint_path(pose: WorldPose, joint: int, reference: int | None = None, first: int = 0) -> Path:
    """The path of a joint from frame ``first`` on, seen from another joint where ``reference`` is given."""
    positions, rotations = pose.positions[first:, joint], pose.rotations[first:, joint]
    if reference is None:
        return Path(positions, rotations)
    back = quaternions.conjugate(pose.rotations[first:, reference])
    away = positions - pose.positions[first:, reference]
    return Path(quaternions.rotate(back, away), quaternions.multiply(back, rotations))


def displacements(path: Path, lag: int = 1) -> Displacements:
    r"""All displacements over ``lag`` frames.

    Of the turn by :math:`a` about the unit axis :math:`u`, with the joint moving by :math:`d`, the axis passes through

    .. math:: m + \tfrac12 \cot\tfrac{a}{2} \; u \times d,

    :math:`m` being the middle of the joint's way. (The nearest point of the thesis's least-norm solution, moved by
    half of the slide, so that a motion that runs backwards has the same axes.)
    """
    before, after = path.rotations[:-lag], path.rotations[lag:]
    turn = quaternions.multiply(quaternions.conjugate(before), after)
    turn = np.where(turn[:, :1] < 0.0, -turn, turn)  # the short way
    sine = np.sqrt(np.sum(turn[:, 1:] ** 2, axis=1))
    turns = sine > _NO_TURN
    safe = np.where(turns, sine, 1.0)
    axis = np.where(turns[:, None], turn[:, 1:] / safe[:, None], (1.0, 0.0, 0.0))
    direction = quaternions.rotate(before, axis)
    step = path.positions[lag:] - path.positions[:-lag]
    out = 0.5 * np.where(turns, turn[:, 0] / safe, 0.0)[:, None] * _cross(direction, step)
    return Displacements(
        sigma=2.0 * sine,
        moved=np.sqrt(np.sum(step**2, axis=1)),
        slid=np.abs(np.sum(step * direction, axis=1)),
        origin=0.5 * (path.positions[lag:] + path.positions[:-lag]) + out,
        direction=direction,
        arm=np.sqrt(np.sum(out**2, axis=1)),
    )


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    ax, ay, az, bx, by, bz = *a.T, *b.T
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=1)
