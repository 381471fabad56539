"""Where every joint is in the world."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.arrays import frozen, rebuilt, sealed
from supple.core.motion import Motion, first_moving_frame
from supple.core.streams import Stream
from supple.errors import InvalidValueError


@dataclass(frozen=True, slots=True, eq=False)
class WorldPose:
    """World positions and orientations of all joints, end sites included, in the skeleton's order."""

    positions: np.ndarray  # (F, J, 3) [m]
    rotations: np.ndarray  # (F, J, 4) joint to world

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        object.__setattr__(self, "positions", sealed(self.positions, ("F", "J", 3), "positions"))
        object.__setattr__(self, "rotations", sealed(self.rotations, ("F", "J", 4), "rotations"))

    def __repr__(self) -> str:
        return f"<WorldPose: {self.positions.shape[0]} frames of {self.positions.shape[1]} joints>"


def world_pose(motion: Motion) -> WorldPose:
    """Pose a whole clip, in compiled code."""
    if not isinstance(motion, Motion):
        raise InvalidValueError(f"only a motion can be posed; got {type(motion).__name__}.")
    return posed_with(motion, motion.root_positions, motion.rotations)


def posed_with(motion: Motion, root: np.ndarray, rotations: np.ndarray) -> WorldPose:
    """The pose that the bones of a motion have with another path (F, 3) and rotations (F, J, 4); nothing is checked.

    For what a solver is working on, which is no motion yet.
    """
    from supple.kernels import fk  # the compiler is loaded only when something is posed

    places, turned, skeleton = np.zeros((*rotations.shape[:2], 3)), np.zeros(rotations.shape), motion.skeleton
    if motion.offsets is None:
        fk.pose_clip(root, rotations, skeleton.offsets, skeleton.parents, places, turned)
    else:
        fk.pose_stretching_clip(root, rotations, motion.offsets, skeleton.parents, places, turned)
    return WorldPose(frozen(places), frozen(turned))


def posed_frames(motion: Motion | Stream, frames: np.ndarray | slice) -> np.ndarray:
    """World positions (n, J, 3) of a few chosen frames, without loading the compiler.

    For looking at a file (its height, its up axis, left and right); :func:`world_pose` is the
    one for whole clips.
    """
    rotations, roots = motion.rotations[frames], motion.root_positions[frames]
    offsets = np.broadcast_to(motion.skeleton.offsets, (*rotations.shape[:2], 3))
    if motion.offsets is not None:
        offsets = motion.offsets[frames]
    positions, turned = np.zeros(offsets.shape), quaternions.to_matrix(rotations)
    positions[:, 0] = roots
    for j in range(1, len(motion.skeleton)):
        parent = turned[:, motion.skeleton.parents[j]]
        positions[:, j] = positions[:, motion.skeleton.parents[j]] + (parent @ offsets[:, j, :, None])[..., 0]
        turned[:, j] = parent @ turned[:, j]
    return positions


def world_rotations(motion: Motion, frame: int) -> np.ndarray:
    """(J, 4) joint to world in one frame, without loading the compiler."""
    turned = motion.rotations[frame].copy()
    for j in range(1, len(turned)):
        turned[j] = quaternions.multiply(turned[motion.skeleton.parents[j]], turned[j])
    return turned


def sample_frames(motion: Motion | Stream, count: int = 64) -> np.ndarray:
    """At most ``count`` frame numbers spread evenly over the moving part of a clip."""
    first = first_moving_frame(motion)
    return np.unique(np.linspace(first, motion.frames - 1, min(count, motion.frames - first)).round().astype(int))
