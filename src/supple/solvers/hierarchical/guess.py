"""A first guess: the root goes along with the places that feet and hands are asked to be at."""

from __future__ import annotations

import numpy as np

from supple.core import quaternions
from supple.core.pose import world_pose
from supple.solvers.hierarchical.problem import Problem
from supple.solvers.hierarchical.splines import spread_levels

_NOTHING = 1e-9  # body heights


def root_shift(problem: Problem, spacings: list[float]) -> np.ndarray:
    """(F, 3) the mean of what limbs are shifted by, each interpolated through the frames in which it is not asked.

    Only limbs of the lowest rank (feet, where there are any) count. Frames far from everything asked are not shifted.
    """
    asked = problem.asks.asked & (problem.asks.riders < 0)  # what rides with the body does not pull it along
    if not asked.any():
        return np.zeros((len(asked), 3))
    ranks = [limb.rank for n, limb in enumerate(problem.limbs) if asked[:, n].any()]
    steady = [n for n, limb in enumerate(problem.limbs) if asked[:, n].any() and limb.rank == min(ranks)]
    frames = np.flatnonzero(asked[:, steady].any(axis=1))
    shifts = np.mean([_shift(problem, n)[frames] for n in steady], axis=0)
    return spread_levels(frames, shifts, len(asked), spacings)


def _shift(problem: Problem, number: int) -> np.ndarray:
    """(F, 3) by how much one limb's tip has to move, straight on between the frames that are asked."""
    asks, pose, end = problem.asks, world_pose(problem.motion), problem.limbs[number].end
    tip = pose.positions[:, end] + quaternions.rotate(pose.rotations[:, end], asks.tips[:, number])
    known = np.flatnonzero(asks.asked[:, number] & (asks.riders[:, number] < 0))
    place, _ = asks.in_world(number, pose.positions, pose.rotations)
    moved = (place - tip)[known]
    moved[np.abs(moved) < _NOTHING * problem.size] = 0.0
    at = np.arange(len(asks.modes))
    return np.stack([np.interp(at, known, moved[:, i]) for i in range(3)], axis=1)
