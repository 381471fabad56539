"""Heel, ball and toe of feet whose skeleton has no joints there, placed from the figure's shape and the floor.

The foot is looked at where it stands lowest in the clip. There the sole is a level plane: the floor where it is known,
else the height of the foot's lowest joint. The heel is on it, behind the ankle; a ball or toe without a joint is ahead.
How far, is measured by the foot's own length from ankle to ball where it has one, else by the figure's height.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from supple.constraints.names import Effector
from supple.core import quaternions
from supple.core.pose import WorldPose
from supple.core.roles import SIDES, figure_height
from supple.core.skeleton import Skeleton

# An average foot, as measured on skeletons of people: ankle to ball is 1, along the sole.
_HEEL_BEHIND = 0.37  # from below the ankle back to where the heel touches
_TOE_AHEAD = 1.48  # from below the ankle to the tip of the toes
# The same foot by the figure's height.
_BALL_AHEAD = 0.077
_ANKLE_HEIGHT = 0.046
_LOW_ANKLE = 0.020  # joints of some files lie flat; a sole is never nearer to the ankle than this
_HIGH_ANKLE = 0.120  # a floor further below than this is not the one that the foot stands on
_SHORT = 0.020  # an ankle above its ball says nothing about the way forward
_STANCE = 5.0  # percent of the frames in which the foot is lowest


class _Stance(NamedTuple):
    """A foot in the S frames where it stands, in the world."""

    below: np.ndarray  # (S, 3) the ankle let down on the sole
    ahead: np.ndarray  # (S, 3) from there to the ball, along the sole


def place_foot_points(
    skeleton: Skeleton, roles: Mapping[str, str], pose: WorldPose, *, floor: float | None = None, first: int = 0
) -> dict[str, Effector]:
    """``left_heel``, ``left_ball``, ``left_toe`` and those of the right foot, for every foot with an ankle.

    A ball or toe that is a joint is that joint. ``pose`` is of the whole clip, which counts from frame ``first`` on;
    ``floor`` is its height [m] where it is known.
    """
    moving = WorldPose(pose.positions[first:], pose.rotations[first:])
    points: dict[str, Effector] = {}
    for side in SIDES:
        if f"{side}_ankle" in roles:
            points |= _foot(side, skeleton, roles, moving, floor)
    return points


def _foot(
    side: str, skeleton: Skeleton, roles: Mapping[str, str], pose: WorldPose, floor: float | None
) -> dict[str, Effector]:
    joints = {
        part: skeleton.index(roles[f"{side}_{part}"])
        for part in ("ankle", "ball", "toe_end")
        if f"{side}_{part}" in roles
    }
    frames = _lowest(pose.positions[:, list(joints.values()), 1].mean(axis=1))
    height = figure_height(skeleton, pose.positions[frames], roles)
    stance = _stance(joints, _forward(skeleton, roles, pose.positions[frames]), pose.positions[frames], height, floor)

    def point(along: float, carrier: int) -> Effector:
        """A point of the sole in the frame of the joint that carries it."""
        way = stance.below + along * stance.ahead - pose.positions[frames, carrier]
        turned = quaternions.conjugate(pose.rotations[frames, carrier])
        x, y, z = np.median(quaternions.rotate(turned, way), axis=0).tolist()
        return Effector(carrier, (x, y, z))

    ankle, ball, toe = joints["ankle"], joints.get("ball"), joints.get("toe_end")
    return {
        f"{side}_heel": point(-_HEEL_BEHIND, ankle),
        f"{side}_ball": point(1.0, ankle) if ball is None else Effector(ball),
        f"{side}_toe": point(_TOE_AHEAD, ankle if ball is None else ball) if toe is None else Effector(toe),
    }


def _lowest(heights: np.ndarray) -> np.ndarray:
    return np.flatnonzero(heights <= np.percentile(heights, _STANCE))


def _stance(
    joints: Mapping[str, int], forward: np.ndarray, positions: np.ndarray, height: float, floor: float | None
) -> _Stance:
    below = positions[:, joints["ankle"]].copy()
    below[:, 1] = _sole(joints, positions, height, floor)
    return _Stance(below, _ahead(joints, forward, positions, height))


def _sole(joints: Mapping[str, int], positions: np.ndarray, height: float, floor: float | None) -> np.ndarray:
    """(S,) height of the sole [m]."""
    ankle = positions[:, joints["ankle"], 1]
    if floor is not None and 0.0 < np.median(ankle) - floor < _HIGH_ANKLE * height:
        return np.full(len(ankle), floor)
    if len(joints) == 1:
        return ankle - _ANKLE_HEIGHT * height
    return np.minimum(positions[:, list(joints.values()), 1].min(axis=1), ankle - _LOW_ANKLE * height)


def _ahead(joints: Mapping[str, int], forward: np.ndarray, positions: np.ndarray, height: float) -> np.ndarray:
    """(S, 3) from below the ankle to the ball, level [m]."""
    for part, share in (("ball", 1.0), ("toe_end", 1.0 / _TOE_AHEAD)):
        if part in joints:
            way = share * (positions[:, joints[part]] - positions[:, joints["ankle"]]) * (1.0, 0.0, 1.0)
            if np.median(np.linalg.norm(way, axis=1)) > _SHORT * height:
                return way
    return forward * _BALL_AHEAD * height


def _forward(skeleton: Skeleton, roles: Mapping[str, str], positions: np.ndarray) -> np.ndarray:
    """(S, 3) where the hips face, level and of length one; +Z for a figure without hips."""
    if not {"left_hip", "right_hip"} <= roles.keys():
        return np.broadcast_to([0.0, 0.0, 1.0], (len(positions), 3))
    left, right = (positions[:, skeleton.index(roles[f"{side}_hip"])] for side in SIDES)
    forward = np.cross(left - right, [0.0, 1.0, 0.0])
    length = np.linalg.norm(forward, axis=1, keepdims=True)
    return np.where(length > 0.0, forward / np.where(length > 0.0, length, 1.0), [0.0, 0.0, 1.0])
