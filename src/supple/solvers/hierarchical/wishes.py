"""From the plan of an edit to what limbs and points are asked, in a motion as it is by now."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.constraints.plan import Plan
from supple.constraints.targets import frame_goals
from supple.core import quaternions
from supple.core.pose import WorldPose
from supple.core.skeleton import Skeleton
from supple.kernels import task_kinds
from supple.kernels.fitting import kinds
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.hierarchical.figure import stacked, wish
from supple.solvers.hierarchical.holds import Hold, LimbHolds, Turned, limb_asks
from supple.solvers.hierarchical.problem import LimbAsks, PointAsks, no_points

_WEAKER = 0.03  # choice: what a wish counts beside one of the next stronger priority: feet stay, a hand reaches yet
_LEAST = 1e-4


@dataclass(frozen=True, slots=True)
class Split:
    """Which tasks of a plan are met by closing a limb, and which as penalties."""

    closed: tuple[tuple[int, ...], ...]  # for each limb the tasks of its end
    others: tuple[int, ...]


def split_tasks(plan: Plan, skeleton: Skeleton, limbs: tuple[Limb, ...]) -> Split:
    """A limb is closed if all that is asked of it are whole places, and orientations beside them, of its end."""
    stops, closed, taken = skeleton.subtree_stops(), [], set()
    for limb in limbs:
        inside = [k for k in range(len(plan.kind)) if limb.base <= plan.joint[k] < stops[limb.base]]
        ends = [k for k in inside if limb.end <= plan.joint[k] < stops[limb.end] and _closable(plan, k)]
        whole = len(ends) == len(inside) and _recruits(plan, ends, limb) and _has_places(plan, ends)
        closed.append(tuple(ends) if whole else ())
        taken |= set(closed[-1])
    return Split(tuple(closed), tuple(k for k in range(len(plan.kind)) if k not in taken))


def _closable(plan: Plan, k: int) -> bool:
    return bool(plan.rows[k] == 3 and plan.kind[k] in (task_kinds.POINT, task_kinds.TURN))


def _recruits(plan: Plan, tasks: list[int], limb: Limb) -> bool:
    return all(plan.recruited[k, [limb.base, limb.middle, limb.end]].all() for k in tasks)


def _has_places(plan: Plan, tasks: list[int]) -> bool:
    """Whether an orientation never stands alone."""
    points = [k for k in tasks if plan.kind[k] == task_kinds.POINT]
    turns = [k for k in tasks if plan.kind[k] == task_kinds.TURN]
    return not (plan.asked[:, turns].any(axis=1) & ~plan.asked[:, points].any(axis=1)).any()


def asks_of(plan: Plan, split: Split, limbs: tuple[Limb, ...], pose: WorldPose) -> tuple[LimbAsks, PointAsks]:
    """What is asked of limbs and points; places that ride with the body are taken from ``pose``."""
    goal = _world_goals(plan, pose)
    weights = _weights(plan)
    return _limb_asks(plan, split, limbs, pose, goal, weights), _point_asks(plan, split, goal, weights)


def _world_goals(plan: Plan, pose: WorldPose) -> np.ndarray:
    """(F, K, 4) places and orientations in the world."""
    goals = frame_goals(plan, np.arange(len(plan.asked)), pose)
    out = goals.goal.copy()
    for k in range(len(plan.kind)):
        if plan.kind[k] == task_kinds.TURN:
            riding = goals.reference[:, k] >= 0
            above = pose.rotations[riding, goals.reference[riding, k]]
            out[riding, k] = quaternions.multiply(above, out[riding, k])
            continue
        for s in range(plan.support_start[k], plan.support_start[k + 1]):
            j = plan.support_joint[s]
            there = pose.positions[:, j] + quaternions.rotate(pose.rotations[:, j], plan.support_point[:, s])
            out[:, k, :3] += plan.share[:, s, None] * there
    return out


def _weights(plan: Plan) -> np.ndarray:
    """(F, K) what a miss counts: less for every stronger level in the same frame; nothing where it is not asked."""
    out = np.zeros(plan.asked.shape)
    for f in np.flatnonzero(plan.asked.any(axis=1)):
        asked = np.flatnonzero(plan.asked[f])
        _, rank = np.unique(plan.level[f, asked], return_inverse=True)
        out[f, asked] = np.maximum(_WEAKER**rank, _LEAST)
    return out


def _limb_asks(
    plan: Plan, split: Split, limbs: tuple[Limb, ...], pose: WorldPose, goal: np.ndarray, weights: np.ndarray
) -> LimbAsks:
    holds = []
    for tasks in split.closed:
        points = [k for k in tasks if plan.kind[k] == task_kinds.POINT]
        turns = [k for k in tasks if plan.kind[k] == task_kinds.TURN]
        holds.append(
            LimbHolds(
                tuple(_hold(plan, k, goal, weights) for k in points),
                tuple(Turned(int(plan.joint[k]), goal[:, k], plan.asked[:, k]) for k in turns),
                _rider(plan, points, limbs, split),
            )
        )
    return limb_asks(limbs, holds, pose)


def _hold(plan: Plan, k: int, goal: np.ndarray, weights: np.ndarray) -> Hold:
    return Hold(int(plan.joint[k]), plan.point[k], goal[:, k, :3], plan.asked[:, k], plan.level[:, k], weights[:, k])


def _rider(plan: Plan, points: list[int], limbs: tuple[Limb, ...], split: Split) -> np.ndarray:
    """(F,) the joint that the only place of a limb rides with; -1 where there are none or several.

    One that hangs on a closed limb is taken where it is by now, level by level: it is no coordinate.
    """
    out = np.full(len(plan.asked), -1)
    if len(points) != 1:
        return out
    for s in range(plan.support_start[points[0]], plan.support_start[points[0] + 1]):
        joint = int(plan.support_joint[s])
        inside = any(limb.base <= joint <= limb.end for limb, tasks in zip(limbs, split.closed, strict=True) if tasks)
        if not inside:
            out[plan.share[:, s] == 1.0] = joint
    return out


_KINDS = {task_kinds.POINT: kinds.PLACE, task_kinds.TURN: kinds.TURN, task_kinds.AIM: kinds.AIM}


def _point_asks(plan: Plan, split: Split, goal: np.ndarray, weights: np.ndarray) -> PointAsks:
    rows = [no_points(len(goal))]
    for k in split.others:
        along = (plan.basis[k, : plan.rows[k]] != 0.0).any(axis=0) if plan.kind[k] == task_kinds.POINT else np.ones(3)
        weight = weights[:, k, None] * along
        kind = _KINDS[int(plan.kind[k])]
        rows.append(wish(kind, int(plan.joint[k]), plan.point[k], goal[:, k], weight, plan.axis[k]))
    return stacked(rows)
