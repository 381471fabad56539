"""Nothing below the ground: free feet are lifted, toes bend up."""

from __future__ import annotations

import numpy as np

from supple.core.arrays import frozen
from supple.core.pose import WorldPose
from supple.core.quaternions import rotate
from supple.solvers.cleanup.figure import Figure
from supple.solvers.cleanup.ground import Ground
from supple.solvers.cleanup.targets import Targets

_CLEAR = 1e-12  # [m] less than this below the ground is on it
_ROUNDS = 6  # of toes that bend out of a ground that is not level


def find_tips(figure: Figure, pose: WorldPose) -> np.ndarray:
    """(F, L, 2, 3) where the tips of all limbs are [m]."""
    from supple.kernels.cleanup import ground as kernels

    frames = len(pose.positions)
    tips = np.zeros((frames, len(figure.tips), 2, 3))
    kernels.find_tips(0, frames, figure.ends, figure.tips, pose.positions, pose.rotations, tips)
    return tips


def lifted(figure: Figure, pose: WorldPose, ground: Ground, planted: np.ndarray) -> Targets | None:
    """Poses of free ends with a tip in the ground, moved straight up until it is on it; None: there are none."""
    tips = find_tips(figure, pose)
    below = ground.heights(tips[..., 0], tips[..., 2]) - tips[..., 1]
    rise = np.where(planted, 0.0, below.max(axis=2))
    active = frozen(rise > _CLEAR)
    if not active.any():
        return None
    positions = pose.positions.take(figure.ends, axis=1)
    positions[..., 1] += np.where(active, rise, 0.0)
    return Targets(active, frozen(positions), frozen(pose.rotations.take(figure.ends, axis=1)))


def bend_toes(figure: Figure, pose: WorldPose, rotations: np.ndarray, ground: Ground) -> int:
    """Bend toes whose tips are in the ground up in the local turns ``rotations`` (F, J, 4), which ``pose`` shows.

    Returns in how many frames one was.
    """
    from supple.kernels.cleanup import ground as kernels

    limbs = np.flatnonzero(figure.toes >= 0)
    if not limbs.size:
        return 0
    toes, ends, axes = figure.toes[limbs], figure.toe_tips[limbs], figure.toe_axes[limbs]
    tips = pose.positions.take(toes, axis=1) + rotate(pose.rotations.take(toes, axis=1), ends)
    bent = rotations.take(toes, axis=1)
    below = np.zeros(len(rotations), bool)
    for _ in range(1 if ground.is_flat else _ROUNDS):
        heights = ground.heights(tips[..., 0], tips[..., 2])
        sunk = (tips[..., 1] < heights - _CLEAR).any(axis=1)
        if not sunk.any():
            break
        below |= sunk
        kernels.bend_toes(
            0, len(bent), toes, ends, pose.positions, axes, pose.rotations, rotations, heights, bent, tips
        )
    rotations[:, toes] = bent
    return int(below.sum())
