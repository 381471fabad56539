"""Joints that turn farther than they may."""

from __future__ import annotations

import numpy as np

from supple.core.body.joint_limits import JointLimits, limit_angles
from supple.solvers.spacetime.groups import Group
from supple.solvers.spacetime.motion_rows import Posed, pulled
from supple.solvers.spacetime.scene import Scene


def over_ranges(scene: Scene, turns: np.ndarray) -> np.ndarray:
    """(S, N) how far turns (S, n, 4) at the samples are beyond each range, signed [rad]."""
    if scene.problem.ranges is None:
        return np.zeros((len(turns), 0))
    values = limit_angles(scene.problem.ranges, turns)
    return np.asarray(values - np.clip(values, *scene.bounds))


def bent_groups(scene: Scene, pose: Posed, slopes: bool) -> list[Group]:
    """A group for each range that a joint is beyond at some sample."""
    groups: list[Group] = []
    ranges = scene.problem.ranges
    if ranges is None or scene.problem.weights.bend == 0.0:
        return []
    over = over_ranges(scene, pose.turned.turns)
    for n in np.flatnonzero(over.any(axis=0)):
        here = np.flatnonzero(over[:, n])
        weight = np.sqrt(scene.problem.weights.bend * scene.share[here])
        group = Group(here, (weight * over[here, n])[:, None])
        if slopes:
            rows = np.zeros((len(here), 1, scene.problem.figure.nv))
            start = 3 + 3 * int(ranges.joint[n])
            rows[:, 0, start : start + 3] = weight[:, None] * _slopes(ranges, int(n), pose.turned.turns[here])
            group.by_d = pulled(scene.tree, pose, rows, here)
        groups.append(group)
    return groups


def _slopes(ranges: JointLimits, n: int, turns: np.ndarray) -> np.ndarray:
    from supple.kernels.spacetime.bending import limit_slopes_of_clip

    own = ranges.only(np.arange(len(ranges)) == n)
    out = np.zeros((len(turns), 1, 3))
    limit_slopes_of_clip(np.ascontiguousarray(turns), *own.arrays, out)
    return out[:, 0]
