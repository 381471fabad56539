"""Goals over the whole clip: in ramps, mixed with where each wish would find the body without itself.

choice: in a frame where several groups of wishes ramp (a group: wishes that come and go together, or hold one point),
each group is mixed with the pose that all the others lead to, these with the pose without any that ramps. So the
weakest trace of a wish asks for what is there anyway, and nothing jumps where it begins or ends.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from supple.constraints.plan import Plan
from supple.constraints.targets import Goals, frame_goals, source_goals
from supple.core.pose import WorldPose

# frames (n,), working (F, K), goals -> their pose; None where it is the source's
PosedWith = Callable[[np.ndarray, np.ndarray, Goals], WorldPose | None]


def goals_of(plan: Plan, source: WorldPose, posed: PosedWith, acting: np.ndarray | None = None) -> Goals:
    """The goals of all frames (F, K, 4). ``posed`` solves some frames with some of the tasks.

    ``acting`` (F, K) says which tasks are at work: all that are active, or fewer in a preview.
    """
    acting = plan.activity > 0.0 if acting is None else acting
    ramping = acting & (plan.activity < 1.0)
    goals = source_goals(plan, source)
    frames = np.flatnonzero(ramping.any(axis=1))
    if not frames.size:
        return goals
    without = acting & ~ramping
    free = posed(frames, without, goals)
    if free is not None:
        goals = _replaced(goals, frames, frame_goals(plan, frames, free), ramping)
    if ramping.any(axis=0).sum() == 1:  # alone
        return goals
    groups = ramp_groups(plan, (plan.activity > 0.0) & (plan.activity < 1.0))
    mixed = goals
    for group in groups if len(groups) > 1 else []:
        others = ramping & ~group
        some = np.flatnonzero((ramping & group).any(axis=1) & others.any(axis=1))
        if some.size:
            free = posed(some, acting & ~(ramping & group), goals)
            fresh = Goals(*(part[some] for part in source_goals(plan, source)))
            fresh = fresh if free is None else frame_goals(plan, some, free)
            mixed = _replaced(mixed, some, fresh, ramping & group)
    return mixed


def ramp_groups(plan: Plan, ramping: np.ndarray) -> list[np.ndarray]:
    """(K,) bool of each group of tasks that ramp together: with the same activity, or on the same point."""
    left = np.flatnonzero(ramping.any(axis=0)).tolist()
    groups = []
    while left:
        group = [left.pop(0)]
        for k in group:
            kin = [i for i in left if _together(plan, k, i)]
            left = [i for i in left if i not in kin]
            group += kin
        groups.append(np.isin(np.arange(len(plan.kind)), group))
    return groups


def _together(plan: Plan, k: int, other: int) -> bool:
    same_point = plan.joint[k] == plan.joint[other] and bool((plan.point[k] == plan.point[other]).all())
    return same_point or bool((plan.activity[:, k] == plan.activity[:, other]).all())


def _replaced(goals: Goals, frames: np.ndarray, fresh: Goals, where: np.ndarray) -> Goals:
    """Goals with those of some frames (n,) taken from fresh ones (n, K), where a mask (F, K) says so."""
    goal, mask = goals.goal.copy(), where[frames]
    goal[frames] = np.where(mask[..., None], fresh.goal, goal[frames])
    return Goals(goal, goals.reference)
