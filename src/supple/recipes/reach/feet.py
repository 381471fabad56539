"""Feet that stand by while hands reach: toes on the ground, with the shuffle they have; heels flat that would sink.

A ball of a foot that is near the ground is put on it, one that is well above it keeps its height, with a smooth passage
between: so feet that lift stay as they are. Sideways nothing changes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.constraints.names import Names
from supple.core import quaternions
from supple.core.pose import WorldPose
from supple.recipes.measures.scene import point_path

_LOW = 0.012  # of the figure's height: a ball that is not higher above the floor is put on it


class FootGoals(NamedTuple):
    """Where an ankle should be, and how it should be turned."""

    places: np.ndarray  # (F, 3) [m]
    turns: np.ndarray  # (F, 4)


def foot_goals(pose: WorldPose, names: Names, side: str, floor: float, size: float) -> FootGoals:
    """The ankle's goals that bring the ball of one foot to its height and keep the heel out of the ground."""
    from supple.kernels.online.settling import settle

    ankle = names.joint(f"{side}_ankle")
    heel, ball = (point_path(pose, names.effector(f"{side}_{part}"), slice(None)) for part in ("heel", "ball"))
    height = np.zeros(len(ball))
    settle(np.ascontiguousarray(ball[:, 1] - floor), _LOW * size, height)
    rise = np.maximum(heel[:, 1], floor) - floor - height
    turns = quaternions.multiply(_tilt(heel - ball, rise), pose.rotations[:, ankle])
    own = quaternions.rotate(quaternions.conjugate(pose.rotations[:, ankle]), ball - pose.positions[:, ankle])
    there = np.stack([ball[:, 0], floor + height, ball[:, 2]], axis=1)
    return FootGoals(there - quaternions.rotate(turns, own), turns)


def _tilt(way: np.ndarray, rise: np.ndarray) -> np.ndarray:
    """(F, 4) the turns that make ``way`` (F, 3) rise by ``rise`` (F,) [m], about a level axis."""
    length, level = np.linalg.norm(way, axis=1), np.linalg.norm(way[:, [0, 2]], axis=1)
    rise = np.clip(rise, -length, length)
    share = np.sqrt(length**2 - rise**2) / np.where(level > 1e-6 * length, level, 1.0)
    goal = np.stack([share * way[:, 0], rise, share * way[:, 2]], axis=1)
    return np.where((level > 1e-6 * length)[:, None], quaternions.arc(way, goal), quaternions.IDENTITY)
