"""Nothing below the ground: free feet are lifted, toes bend up."""

from __future__ import annotations

import numpy as np

from supple.core.pose import WorldPose
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
    active = rise > _CLEAR
    if not active.any():
        return None
    positions = pose.positions[:, figure.ends]
    positions[..., 1] += np.where(active, rise, 0.0)
    return Targets(active, positions, pose.rotations[:, figure.ends])


def bent_toes(figure: Figure, pose: WorldPose, rotations: np.ndarray, ground: Ground) -> np.ndarray | None:
    """(F, J, 4) local turns with toes whose tips were in the ground bent up; None: there are none."""
    from supple.kernels.cleanup.ground import bend_toes

    if (figure.toes < 0).all():
        return None
    frames, limbs = len(rotations), np.flatnonzero(figure.toes >= 0)
    tips, out = np.zeros((frames, len(figure.toes), 3)), None
    tips[:, limbs] = pose.positions[:, figure.toe_tips[limbs]]
    bent = np.ascontiguousarray(rotations[:, figure.toes])
    for _ in range(1 if ground.is_flat else _ROUNDS):
        heights = ground.heights(tips[..., 0], tips[..., 2])
        turned = bend_toes(
            0, frames, figure.toes, figure.toe_tips, pose.positions, figure.toe_axes, pose.rotations, rotations,
            heights, bent, tips,
        )  # fmt: skip
        if turned == 0:
            break
        out = rotations.copy()
        out[:, figure.toes[limbs]] = bent[:, limbs]
    return out
