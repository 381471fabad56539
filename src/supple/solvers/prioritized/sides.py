"""What is looked at to see whether a motion jumps: where joints are, and how limbs lie about their own axis.

A limb that is stretched out can turn about itself with every joint where it was: skin would show what places do not. So
joints that can turn unseen carry a short arm across their bone, and its end is looked at like a place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from supple.core.arrays import frozen
from supple.core.motion import Motion
from supple.core.pose import WorldPose
from supple.core.quaternions import rotate
from supple.core.remembering import by_identity
from supple.core.skeleton import Skeleton
from supple.solvers.prioritized.frames import Poses

_ARM = 0.03  # of the height, 5 cm of a person: about as thick as a limb is
_FREE = ("ball", "universal")  # other joints turn about no axis of a bone that they move

_Vector = list[float]  # of three


class Sides(NamedTuple):
    """Arms across bones."""

    joint: np.ndarray  # (S,) int64
    arm: np.ndarray  # (S, 3) in the joint's frame [m]


NO_SIDES = Sides(np.zeros(0, np.int64), np.zeros((0, 3)))


@lru_cache(maxsize=4)  # somebody who drags solves one motion again and again
def sides_of(skeleton: Skeleton, size: float) -> Sides:
    """The sides of all joints that can turn without another joint being moved; ``size`` is the body's height [m].

    In plain numbers: arrays of three cost more to make than all that is worked out here.
    """
    offsets, long, found = skeleton.offsets.tolist(), _ARM * size, list[tuple[int, _Vector]]()
    carried: list[list[_Vector]] = [[] for _ in offsets]
    for bone, parent in zip(offsets[1:], skeleton.parents[1:].tolist(), strict=True):
        carried[parent].append(bone)
    for j, freedom in enumerate(skeleton.freedoms):
        if freedom.kind in _FREE:
            found += [(j, arm) for arm in _arms(offsets[j], carried[j], long)]
    arms = np.array([arm for _, arm in found]).reshape(-1, 3)
    return Sides(frozen(np.array([j for j, _ in found], np.int64)), frozen(long * arms))


def _arms(own: _Vector, bones: Sequence[_Vector], long: float) -> tuple[_Vector, ...]:
    """Directions across the bones of a joint; none where one of them shows how it turns, two where none shows it."""
    longest = max(bones, key=lambda bone: math.hypot(*bone), default=own)
    bare = not bones or math.hypot(*longest) < long  # it carries nothing, or what is where it is itself
    along = _unit(own if bare else longest)
    if not bare and max(math.hypot(*_cross(bone, along)) for bone in bones) >= long:
        return ()
    least = min(range(3), key=lambda axis: abs(along[axis]))
    across = _unit(_cross(along, [float(axis == least) for axis in range(3)]))
    return (across, along) if bare else (across,)


def _cross(a: _Vector, b: _Vector) -> _Vector:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def _unit(v: _Vector) -> _Vector:
    length = math.hypot(*v)
    return [part / length for part in v] if length > 0.0 else [1.0, 0.0, 0.0]


@by_identity(2)
def seen_in(pose: WorldPose, sides: Sides) -> np.ndarray:
    """(F, J + S, 3) places of joints, and where sides point to from theirs, in a pose [m]; read-only."""
    return frozen(np.concatenate([pose.positions, rotate(pose.rotations[:, sides.joint], sides.arm)], axis=1))


def seen_of(motion: Motion, poses: Poses, sides: Sides, frames: np.ndarray | None = None) -> np.ndarray:
    """(n, J + S, 3) the same in some frames (n,) of poses, or in all."""
    from supple.kernels.side_places import side_places

    skeleton, some = motion.skeleton, np.arange(len(poses.root)) if frames is None else np.ascontiguousarray(frames)
    offsets = skeleton.offsets[None] if motion.offsets is None else motion.offsets
    out = np.zeros((len(some), len(skeleton) + len(sides.joint), 3))
    side_places(some, poses.root, poses.rotations, offsets, skeleton.parents, *sides, out)
    return out
