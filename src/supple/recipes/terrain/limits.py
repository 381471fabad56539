"""Doorways and beams: heights that the figure has to stay under, over a part of the ground."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.io.documents.limits import HeightLimit
from supple.kernels.fitting.kinds import BELOW
from supple.solvers.hierarchical.figure import stacked, wish
from supple.solvers.hierarchical.problem import PointAsks, no_points

_MARGIN_S = 0.1  # [s] before and after: what ducks does so before the door


def limit_asks(motion: Motion, limits: Sequence[HeightLimit], joints: Sequence[int]) -> PointAsks:
    """What limits ask of the points of a motion: in every frame in which a point is under one, and shortly about it."""
    pose, frames = world_pose(motion), motion.frames
    rows = [no_points(frames)]
    margin = max(1, round(_MARGIN_S / motion.frame_time))
    for joint in joints:
        x, _, z = pose.positions[:, joint].T
        height = np.full(frames, np.inf)
        for limit in limits:
            under = (x >= limit.x_m[0]) & (x <= limit.x_m[1]) & (z >= limit.z_m[0]) & (z <= limit.z_m[1])
            height = np.where(_widened(under, margin), np.minimum(height, limit.max_height_m), height)
        if np.isfinite(height).any():
            asked = np.isfinite(height)
            goal = np.zeros((frames, 4))
            goal[:, 1] = np.where(asked, height, 0.0)
            rows.append(wish(BELOW, joint, np.zeros(3), goal, np.where(asked, 1.0, 0.0)))
    return stacked(rows)


def _widened(under: np.ndarray, margin: int) -> np.ndarray:
    return np.asarray(np.convolve(under, np.ones(2 * margin + 1), mode="same") > 0.5)


def topmost(motion: Motion) -> list[int]:
    """Joints whose height matters: those that are well above the hips most of the time."""
    middle = np.median(world_pose(motion).positions[..., 1], axis=0)
    return [j for j in range(len(motion.skeleton)) if middle[j] > middle[0] + 0.2 * (middle.max() - middle[0])]
