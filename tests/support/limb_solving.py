"""Limbs of a motion that reach for targets, by the working copy that the cleanup has."""

from typing import NamedTuple

import numpy as np

from supple.core.pose import world_pose
from supple.solvers.cleanup.working import limb_set, working_copy


class Solved(NamedTuple):
    """What limbs do to reach."""

    rotations: np.ndarray  # (F, J, 4) local
    scales: np.ndarray  # (F, L) of their bones


def solve_limbs(motion, limbs, targets, displacement, settings):
    """Local rotations and scales with which the active limbs reach, the root moved by (F, 3) [m]."""
    clip, rows = working_copy(motion), limb_set(motion.skeleton, limbs).rows
    scales = clip.reach(world_pose(motion), rows, targets, np.ascontiguousarray(displacement), settings.manner)
    return Solved(clip.rotations, scales)


def stretched_offsets(motion, limbs, scales):
    """Offsets (F, J, 3) with the bones of limbs scaled by (F, L); the motion's own where all scales are one."""
    clip = working_copy(motion)
    clip.stretch(limb_set(motion.skeleton, limbs).bones, scales)
    return clip.offsets
