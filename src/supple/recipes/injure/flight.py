"""How high a swinging foot goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.recipes.individualise.bending import across, with_bends

_STRETCHED = 0.999  # of thigh and shank: the longest that a leg gets
_UP = np.array([0.0, 1.0, 0.0])
_SOFT = 0.15  # of a swing at either end, over which the change comes and goes


def flight_heights(positions: np.ndarray, ankle: int, swings: Sequence[slice]) -> np.ndarray:
    """(n,) how high the ankle goes above the line from where the foot leaves to where it comes down [m]."""
    return np.array([float(_above(positions[:, ankle, 1], swing).max()) for swing in swings])


def lowered(
    motion: Motion,
    joints: Mapping[str, int],
    side: str,
    swings: Sequence[slice],
    wanted: Sequence[float],
    *,
    by_knee: bool = False,
) -> Motion:
    """The motion with the ankle of one leg going as high as ``wanted`` [m] in each swing, where it goes higher.

    It comes straight down, or with the thigh where it is ``by_knee``: straight down would swing a stiff hip back.
    """
    pose = world_pose(motion)
    heights = pose.positions[:, joints[f"{side}_ankle"], 1]
    drop = np.zeros(motion.frames)
    for swing, height in zip(swings, wanted, strict=True):
        above = _above(heights, swing)
        if (top := float(above.max())) > height > 0.0:
            drop[swing] = (1.0 - height / top) * above * _window(len(above))
    return _leg(motion, pose, joints, side, _by_knee(pose, joints, side, drop) if by_knee else -drop[:, None] * _UP)


def _by_knee(pose: WorldPose, joints: Mapping[str, int], side: str, drop: np.ndarray) -> np.ndarray:
    """(F, 3) how an ankle moves that comes down by ``drop`` (F,) [m] as the shank turns about the knee.

    A shank that turns by an angle a reaches R cos(a - b) up from the knee: the nearer of the two turns is taken, and
    what a shank that hangs straight does not reach is left to the leg as a whole.
    """
    shank = pose.positions[:, joints[f"{side}_ankle"]] - pose.positions[:, joints[f"{side}_knee"]]
    left = across(pose, joints)
    ahead = np.cross(left, shank)[:, 1]
    longest, phase = np.hypot(shank[:, 1], ahead), np.arctan2(ahead, shank[:, 1])
    to = np.arccos(np.clip((shank[:, 1] - drop) / np.maximum(longest, 1e-12), -1.0, 1.0))
    turns = np.angle(np.exp(1j * np.stack([phase + to, phase - to])))  # within half a turn
    turn = np.where(np.abs(turns[0]) < np.abs(turns[1]), *turns)
    shift = quaternions.rotate(quaternions.exp(np.where(drop > 0.0, turn, 0.0)[:, None] * left), shank) - shank
    shift[:, 1] = -drop
    return np.where(drop[:, None] > 0.0, shift, 0.0)


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
