"""How high a swinging foot goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.recipes.individualise.bending import with_bends

_STRETCHED = 0.999  # of thigh and shank: the longest that a leg gets
_SOFT = 0.15  # of a swing at either end, over which the change comes and goes


def flight_heights(positions: np.ndarray, ankle: int, swings: Sequence[slice]) -> np.ndarray:
    """(n,) how high the ankle goes above the line from where the foot leaves to where it comes down [m]."""
    return np.array([float(_above(positions[:, ankle, 1], swing).max()) for swing in swings])


def lowered(
    motion: Motion, joints: Mapping[str, int], side: str, swings: Sequence[slice], wanted: Sequence[float]
) -> Motion:
    """The motion with the ankle of one leg going as high as ``wanted`` [m] in each swing, where it goes higher."""
    pose = world_pose(motion)
    heights = pose.positions[:, joints[f"{side}_ankle"], 1]
    drop = np.zeros(motion.frames)
    for swing, height in zip(swings, wanted, strict=True):
        above = _above(heights, swing)
        if (top := float(above.max())) > height > 0.0:
            drop[swing] = (1.0 - height / top) * above * _window(len(above))
    return _leg(motion, pose, joints, side, -drop[:, None] * np.array([0.0, 1.0, 0.0]))


def _above(heights: np.ndarray, swing: slice) -> np.ndarray:
    own = heights[swing]
    return np.asarray(own - np.linspace(own[0], own[-1], len(own)))


def _window(count: int) -> np.ndarray:
    """From 0 to 1 and back, level at the ends."""
    u = np.minimum(np.linspace(0.0, 1.0, count), np.linspace(1.0, 0.0, count)) / _SOFT
    u = np.clip(u, 0.0, 1.0)
    return np.asarray(u * u * (3.0 - 2.0 * u))


def _leg(motion: Motion, pose: WorldPose, joints: Mapping[str, int], side: str, shift: np.ndarray) -> Motion:
    """One leg with its ankle moved by ``shift`` (F, 3) [m]: the knee bends, the leg turns, the foot lies as it lay."""
    hip, knee, ankle = (pose.positions[:, joints[f"{side}_{part}"]] for part in ("hip", "knee", "ankle"))
    thigh, shank = (np.linalg.norm(bone, axis=1) for bone in (knee - hip, ankle - knee))
    ways = ankle - hip, ankle + shift - hip
    lengths = [np.minimum(np.linalg.norm(way, axis=1), _STRETCHED * (thigh + shank)) for way in ways]
    bends = [np.arccos(np.clip((d**2 - thigh**2 - shank**2) / (2.0 * thigh * shank), -1.0, 1.0)) for d in lengths]
    still = np.zeros(motion.frames)
    more = np.where(np.any(shift != 0.0, axis=1), bends[1] - bends[0], 0.0)
    bent = with_bends(motion, pose, joints, side, {"hip": still, "knee": more, "foot": still})
    return _pointed(bent, joints, side, ways[1], np.any(shift != 0.0, axis=1))


def _pointed(motion: Motion, joints: Mapping[str, int], side: str, way: np.ndarray, where: np.ndarray) -> Motion:
    """The leg turned as a whole so that it points along ``way`` (F, 3) in the frames ``where``."""
    pose, skeleton = world_pose(motion), motion.skeleton
    hip, ankle = joints[f"{side}_hip"], joints[f"{side}_ankle"]
    turn = quaternions.arc(pose.positions[:, ankle] - pose.positions[:, hip], way)
    turn[~where] = quaternions.IDENTITY
    rotations = motion.rotations.copy()
    parent = quaternions.conjugate(pose.rotations[:, skeleton.parents[hip]])
    rotations[:, hip] = quaternions.multiply(parent, quaternions.multiply(turn, pose.rotations[:, hip]))
    shank = quaternions.multiply(turn, pose.rotations[:, skeleton.parents[ankle]])
    rotations[:, ankle] = quaternions.multiply(quaternions.conjugate(shank), pose.rotations[:, ankle])
    return motion.with_rotations(quaternions.normalized(rotations))
