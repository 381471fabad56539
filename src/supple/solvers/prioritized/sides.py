"""What is looked at to see whether a motion jumps: where joints are, and how limbs lie about their own axis.

A limb that is stretched out can turn about itself with every joint where it was: skin would show what places do not. So
joints that can turn unseen carry a short arm across their bone, and its end is looked at like a place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core.motion import Motion
from supple.core.pose import WorldPose
from supple.core.quaternions import rotate
from supple.core.skeleton import Skeleton
from supple.solvers.prioritized.frames import Poses

_ARM = 0.03  # of the height, 5 cm of a person: about as thick as a limb is
_FREE = ("ball", "universal")  # other joints turn about no axis of a bone that they move


class Sides(NamedTuple):
    """Arms across bones."""

    joint: np.ndarray  # (S,) int64
    arm: np.ndarray  # (S, 3) in the joint's frame [m]


NO_SIDES = Sides(np.zeros(0, np.int64), np.zeros((0, 3)))


def sides_of(skeleton: Skeleton, size: float) -> Sides:
    """The sides of all joints that can turn without another joint being moved; ``size`` is the body's height [m]."""
    parents, found = skeleton.parents.tolist(), list[tuple[int, np.ndarray]]()
    for j, freedom in enumerate(skeleton.freedoms):
        if freedom.kind not in _FREE:
            continue
        bones = skeleton.offsets[[k for k, parent in enumerate(parents) if parent == j] or [j]]
        bare = np.linalg.norm(bones, axis=1).max() < _ARM * size  # what it carries is where it is itself
        along = _unit(skeleton.offsets[j] if bare else bones[np.argmax(np.linalg.norm(bones, axis=1))])
        if bare or np.linalg.norm(bones - np.outer(bones @ along, along), axis=1).max() < _ARM * size:
            across = _unit(np.cross(along, np.eye(3)[np.argmin(np.abs(along))]))
            found += [(j, _ARM * size * arm) for arm in ((across, along) if bare else (across,))]
    joints = np.array([j for j, _ in found], np.int64)
    return Sides(joints, np.array([arm for _, arm in found]).reshape(-1, 3))


def _unit(v: np.ndarray) -> np.ndarray:
    length = float(np.linalg.norm(v))
    return np.asarray(v / length) if length > 0.0 else np.array([1.0, 0.0, 0.0])


def seen_in(pose: WorldPose, sides: Sides) -> np.ndarray:
    """(F, J + S, 3) places of joints, and where sides point to from theirs, in a pose [m]."""
    return np.concatenate([pose.positions, rotate(pose.rotations[:, sides.joint], sides.arm)], axis=1)


def seen_of(motion: Motion, poses: Poses, sides: Sides, frames: np.ndarray | None = None) -> np.ndarray:
    """(n, J + S, 3) the same in some frames (n,) of poses, or in all."""
    from supple.kernels.side_places import side_places

    skeleton, some = motion.skeleton, np.arange(len(poses.root)) if frames is None else np.ascontiguousarray(frames)
    offsets = skeleton.offsets[None] if motion.offsets is None else motion.offsets
    out = np.zeros((len(some), len(skeleton) + len(sides.joint), 3))
    side_places(some, poses.root, poses.rotations, offsets, skeleton.parents, *sides, out)
    return out
