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
from supple.solvers.hierarchical.problem import LimbAsks, PointAsks, no_points

_WEAKER = 0.1  # choice: what a wish counts beside one of the next stronger priority
_LEAST = 1e-3
_NEVER = np.iinfo(np.int64).max


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
    frames, count = len(goal), len(limbs)
    modes, places, tips = (
        np.zeros((frames, count), np.int64),
        np.zeros((frames, count, 3)),
        np.zeros((frames, count, 3)),
    )
    riders = np.full((frames, count), -1)
    goals, heavy = np.tile([1.0, 0.0, 0.0, 0.0], (frames, count, 1)), np.zeros((frames, count))
    for n, limb in enumerate(limbs):
        points = [k for k in split.closed[n] if plan.kind[k] == task_kinds.POINT]
        if not points:
            continue
        tip, place, asked = _strongest(plan, points, limb, pose, goal)
        turn = _end_turn(plan, split.closed[n], limb, pose, goal, tip, place, asked)
        leg = limb.rank == 0
        posed = asked[:, 0] & (asked[:, 1] | turn[1] | leg)
        modes[:, n] = np.where(posed, kinds.POSE, np.where(asked[:, 0], kinds.TIP, kinds.FREE))
        ankles = place - quaternions.rotate(turn[0][:, None], tip)
        both = np.where(asked[:, 1, None], 0.5 * (ankles[:, 0] + ankles[:, 1]), ankles[:, 0])
        places[:, n] = np.where(posed[:, None], both, place[:, 0])
        tips[:, n] = np.where(posed[:, None], 0.0, tip[:, 0])
        goals[:, n] = turn[0]
        heavy[:, n] = weights[:, list(split.closed[n])].max(axis=1)
        riders[:, n] = _rider(plan, points, limbs, split)
        _seen_from_riders(riders[:, n], pose, places[:, n], goals[:, n])
    return LimbAsks(modes, riders, places, goals, tips, heavy)


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


def _seen_from_riders(riders: np.ndarray, pose: WorldPose, places: np.ndarray, goals: np.ndarray) -> None:
    """Write places (F, 3) and goals (F, 4) of one limb as its riders see them."""
    some = np.flatnonzero(riders >= 0)
    back = quaternions.conjugate(pose.rotations[some, riders[some]])
    places[some] = quaternions.rotate(back, places[some] - pose.positions[some, riders[some]])
    goals[some] = quaternions.multiply(back, goals[some])


def _strongest(
    plan: Plan, points: list[int], limb: Limb, pose: WorldPose, goal: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Tips in the end's frame and places (F, 2, 3) of the two strongest places of a limb, and (F, 2) if asked."""
    level = np.where(plan.asked[:, points], plan.level[:, points], _NEVER)
    level = np.concatenate([level, np.full((len(level), 1), _NEVER)], axis=1)
    order = np.argsort(level, axis=1, kind="stable")[:, :2]
    asked = np.take_along_axis(level, order, axis=1) < _NEVER
    numbers = np.array([*points, points[0]])[order]
    at = np.arange(len(goal))[:, None]
    joint = plan.joint[numbers]
    here = pose.positions[at, joint] + quaternions.rotate(pose.rotations[at, joint], plan.point[numbers])
    away = here - pose.positions[:, [limb.end]]
    back = quaternions.conjugate(pose.rotations[:, limb.end])[:, None]
    return quaternions.rotate(back, away), goal[at, numbers, :3], asked


def _end_turn(
    plan: Plan, tasks: tuple[int, ...], limb: Limb, pose: WorldPose, goal: np.ndarray, tip: np.ndarray,
    place: np.ndarray, asked: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """(F, 4) how a limb's end is turned, and (F,) whether somebody says so: by two places, or by an orientation."""
    own = pose.rotations[:, limb.end]
    line = quaternions.rotate(own, tip[:, 1] - tip[:, 0])
    arc = quaternions.arc(line, place[:, 1] - place[:, 0])
    out = np.where(asked[:, 1, None], quaternions.multiply(arc, own), own)
    told = np.zeros(len(goal), bool)
    for k in (k for k in tasks if plan.kind[k] == task_kinds.TURN):
        here = plan.asked[:, k]
        below = quaternions.multiply(quaternions.conjugate(pose.rotations[:, plan.joint[k]]), own)
        out = np.where(here[:, None], quaternions.multiply(goal[:, k], below), out)
        told |= here
    return quaternions.normalized(out), told


_KINDS = {task_kinds.POINT: kinds.PLACE, task_kinds.TURN: kinds.TURN, task_kinds.AIM: kinds.AIM}


def _point_asks(plan: Plan, split: Split, goal: np.ndarray, weights: np.ndarray) -> PointAsks:
    rows = [no_points(len(goal))]
    for k in split.others:
        along = (plan.basis[k, : plan.rows[k]] != 0.0).any(axis=0) if plan.kind[k] == task_kinds.POINT else np.ones(3)
        weight = weights[:, k, None] * along
        kind = _KINDS[int(plan.kind[k])]
        rows.append(wish(kind, int(plan.joint[k]), plan.point[k], goal[:, k], weight, plan.axis[k]))
    return stacked(rows)
