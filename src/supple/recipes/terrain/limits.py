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


def limit_asks(motions: Sequence[Motion], limits: Sequence[HeightLimit], joints: Sequence[int]) -> PointAsks:
    """What limits ask of joints: in every frame in which one is under a limit in any of ``motions``, and about it.

    Who ducks bows, and is under the lintel earlier than who does not; so more than one motion is looked at.
    """
    from scipy.ndimage import minimum_filter1d  # loads SciPy

    frames = motions[0].frames
    heights = np.min([heights_above(motion, limits) for motion in motions], axis=0)
    margin = max(1, round(_MARGIN_S / motions[0].frame_time))
    rows = [no_points(frames)]
    for joint in joints:
        height = minimum_filter1d(heights[:, joint], 2 * margin + 1, mode="nearest")
        asked = np.isfinite(height)
        if asked.any():
            goal = np.zeros((frames, 4))
            goal[:, 1] = np.where(asked, height, 0.0)
            rows.append(wish(BELOW, joint, np.zeros(3), goal, np.where(asked, 1.0, 0.0)))
    return stacked(rows)


def heights_above(motion: Motion, limits: Sequence[HeightLimit]) -> np.ndarray:
    """(F, J) the lowest limit over each joint [m]; infinite where there is none."""
    x, _, z = np.moveaxis(world_pose(motion).positions, -1, 0)
    height = np.full(x.shape, np.inf)
    for limit in limits:
        height = np.where(limit.covers(x, z), np.minimum(height, limit.max_height_m), height)
    height[: motion.rest_rows] = np.inf
    return height


def over_limits(motion: Motion, limits: Sequence[HeightLimit]) -> np.ndarray:
    """(F, J) by how much joints are above the limits over them [m]; 0 where they are not."""
    return np.maximum(0.0, world_pose(motion).positions[..., 1] - heights_above(motion, limits))


def topmost(motion: Motion) -> list[int]:
    """Joints whose height matters: those that are well above the hips most of the time."""
    middle = np.median(world_pose(motion).positions[..., 1], axis=0)
    return [j for j in range(len(motion.skeleton)) if middle[j] > middle[0] + 0.2 * (middle.max() - middle[0])]
