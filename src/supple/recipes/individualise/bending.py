"""Legs bent by more or less than they are, seen from the side; feet keep how they lie."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import WorldPose

_UP = np.array([0.0, 1.0, 0.0])


def with_bends(
    motion: Motion, pose: WorldPose, joints: Mapping[str, int], side: str, more: Mapping[str, np.ndarray]
) -> Motion:
    """The motion with ``hip`` and ``knee`` of one leg flexed by so much more, the toes of its ``foot`` raised [rad].

    All turn about the level line across the pelvis. What lies between hip and knee turns with the thigh.
    """
    left = across(pose, joints)
    turns = {"hip": more["hip"], "knee": more["hip"] - more["knee"], "ankle": more["foot"]}
    world = {part: _turned(pose, joints[f"{side}_{part}"], left, -angle) for part, angle in turns.items()}
    rotations = motion.rotations.copy()
    above = quaternions.identity(motion.frames)
    for part in turns:
        joint = joints[f"{side}_{part}"]
        parent = pose.rotations[:, motion.skeleton.parents[joint]]
        turned = quaternions.multiply(above, parent)  # the parent turns with the part above
        rotations[:, joint] = quaternions.multiply(quaternions.conjugate(turned), world[part])
        above = quaternions.multiply(world[part], quaternions.conjugate(pose.rotations[:, joint]))
    return motion.with_rotations(quaternions.normalized(rotations))


def across(pose: WorldPose, joints: Mapping[str, int]) -> np.ndarray:
    """(F, 3) the level line across the pelvis, towards the left."""
    left = pose.positions[:, joints["left_hip"]] - pose.positions[:, joints["right_hip"]]
    left = left - np.sum(left * _UP, axis=1, keepdims=True) * _UP
    return np.asarray(left / np.maximum(np.linalg.norm(left, axis=1, keepdims=True), 1e-12))


def _turned(pose: WorldPose, joint: int, axis: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """(F, 4) a joint's world rotation after a turn about an axis of the world."""
    return quaternions.multiply(quaternions.exp(angle[:, None] * axis), pose.rotations[:, joint])
