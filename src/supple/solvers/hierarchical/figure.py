"""The arrays of a problem, in body heights, in the order in which the kernel takes them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from supple.core.pose import world_pose
from supple.kernels.fitting.kinds import PLACE, POSE, TURN
from supple.solvers.hierarchical.problem import LimbAsks, PointAsks, Problem

TRAVEL = 8.5**2  # choice: one body height of travel costs as much as 8.5 radians, 5 radians a metre for a person
HEAVY = 1e6  # what a missed body height, or a broken radian, costs beside a radian of change
_LEVER = 0.1  # body heights that a radian of a missed orientation counts


class Columns(NamedTuple):
    """Which coordinates free joints have."""

    col: np.ndarray  # (J,) int64, the first column or -1
    width: np.ndarray  # (J,) int64
    hinge: np.ndarray  # (J, 3)
    size: int


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A problem as the kernel wants it; lengths in body heights, so that results do not depend on units."""

    order: np.ndarray  # (n,) joints that matter, parents first
    joints: np.ndarray  # (m,) those that may turn
    columns: Columns
    offsets: np.ndarray  # (1 or F, J, 3)
    limbs: tuple[np.ndarray, ...]  # bases, middles, ends, axes, modes, places, goals, tips, weights
    points: tuple[np.ndarray, ...]
    limits: tuple[np.ndarray, ...]


def figure_of(problem: Problem, hybrid: bool) -> Figure:
    """The figure of a problem: limbs that are asked closed, or every joint of theirs a coordinate."""
    if not hybrid:
        problem = opened(problem)
    parents = problem.motion.skeleton.parents
    ends = [limb for n, limb in enumerate(problem.limbs) if problem.asks.asked[:, n].any()]
    turning = set(np.flatnonzero(problem.free).tolist()) | {
        j for limb in ends for j in (limb.base, limb.middle, limb.end)
    }
    riders = {int(j) for j in np.unique(problem.asks.riders) if j >= 0}
    matter = turning | set(problem.points.joint.tolist()) | riders
    for j in list(matter):
        while j >= 0:
            matter.add(int(j))
            j = int(parents[j])
    limited = np.isin(problem.limits.joint, list(turning))
    limits = problem.limits.only(limited)
    heights = (np.ascontiguousarray(side[:, limited]) for side in (problem.low, problem.high))
    return Figure(
        order=np.array(sorted(matter), np.int64),
        joints=np.array(sorted(turning), np.int64),
        columns=_columns(problem),
        offsets=_offsets(problem),
        limbs=_limb_arrays(problem),
        points=_point_arrays(problem),
        limits=(*limits.arrays, *heights),
    )


def _columns(problem: Problem) -> Columns:
    joints = len(problem.motion.skeleton)
    col, width, hinge = np.full(joints, -1), np.zeros(joints, np.int64), np.zeros((joints, 3))
    at = 3
    middles = {limb.middle: limb.axis for limb in problem.limbs}
    for j in np.flatnonzero(problem.free).tolist():
        col[j], width[j] = at, 1 if j in middles else 3
        if j in middles:
            hinge[j] = middles[j]
        at += width[j]
    return Columns(col, width, hinge, at)


def _offsets(problem: Problem) -> np.ndarray:
    motion = problem.motion
    offsets = motion.skeleton.offsets[None] if motion.offsets is None else motion.offsets
    return np.ascontiguousarray(offsets / problem.size)


def _limb_arrays(problem: Problem) -> tuple[np.ndarray, ...]:
    limbs, asks = problem.limbs, problem.asks
    numbers = (np.array([getattr(limb, name) for limb in limbs], np.int64) for name in ("base", "middle", "end"))
    axes = np.array([limb.axis for limb in limbs]).reshape(-1, 3)
    lengths = (asks.places / problem.size, asks.goals, asks.tips / problem.size)
    return (*numbers, axes, asks.least_bends, asks.modes, asks.riders, *lengths, asks.weights)


def _point_arrays(problem: Problem) -> tuple[np.ndarray, ...]:
    points, turn = problem.points, problem.points.kind == TURN
    goal = np.where(turn[:, None], points.goal, points.goal / problem.size)
    weight = np.where(turn[:, None], points.weight * _LEVER**2, points.weight)
    return points.kind, points.joint, points.point / problem.size, points.axis, goal, np.ascontiguousarray(weight)


def opened(problem: Problem) -> Problem:
    """The same problem with open limbs: their joints are coordinates, what they are asked are penalties."""
    asks, points, free = problem.asks, problem.points, problem.free.copy()
    rows = [points]
    pose = world_pose(problem.motion)
    for number, limb in enumerate(problem.limbs):
        if asks.asked[:, number].any():
            free[[limb.base, limb.middle, limb.end]] = True
            there = asks.in_world(number, pose.positions, pose.rotations)
            rows += _limb_wishes(asks, number, limb.end, *there)
    none = np.zeros((len(asks.modes), len(problem.limbs)), np.int64)
    return replace(problem, free=free, asks=replace(asks, modes=none), points=stacked(rows))


def _limb_wishes(asks: LimbAsks, number: int, end: int, places: np.ndarray, goals: np.ndarray) -> list[PointAsks]:
    asked, tips = asks.asked[:, number], asks.tips[:, number]
    wishes, weights = [], asks.weights[:, number]
    for tip in np.unique(tips[asked], axis=0):
        here = asked & (tips == tip).all(axis=1)
        goal = np.pad(places, ((0, 0), (0, 1)))
        wishes.append(wish(PLACE, end, tip, goal, weights * here))
    posed = asks.modes[:, number] == POSE
    if posed.any():
        wishes.append(wish(TURN, end, np.zeros(3), goals, weights * posed))
    return wishes


def wish(
    kind: int, joint: int, point: np.ndarray, goal: np.ndarray, weight: np.ndarray, axis: np.ndarray | None = None
) -> PointAsks:
    """One wish of a point, with its goals (F, 4) and weights (F,) or (F, 3)."""
    look = np.zeros((1, 3)) if axis is None else axis[None]
    weights = np.broadcast_to(weight.reshape(len(goal), 1, -1), (len(goal), 1, 3))
    return PointAsks(np.array([kind]), np.array([joint]), point[None], look, goal[:, None], weights)


def stacked(rows: list[PointAsks]) -> PointAsks:
    """All wishes as one."""
    first = (np.concatenate([getattr(r, name) for r in rows]) for name in ("kind", "joint", "point", "axis"))
    return PointAsks(*first, *(np.concatenate([getattr(r, n) for r in rows], axis=1) for n in ("goal", "weight")))
