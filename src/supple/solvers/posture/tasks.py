"""The tasks of one frame of a plan, ordered as the kernel takes them: the strongest level first."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from supple.constraints.plan import Plan
from supple.constraints.targets import frame_goals
from supple.core.dofs import DofLayout
from supple.core.pose import WorldPose
from supple.kernels.task_kinds import Tasks


class FrameTasks(NamedTuple):
    """What one frame is asked."""

    tasks: Tasks
    recruited: np.ndarray  # (K, D) bool
    level_start: np.ndarray  # (L + 1,) int64, the rows of each level


def frame_tasks(plan: Plan, frame: int, layout: DofLayout) -> FrameTasks:
    """The tasks that work in a frame of a plan without ramps."""
    active = np.flatnonzero(plan.activity[frame] > 0.0)
    levels = plan.level[frame, active]
    order = np.argsort(levels, kind="stable")
    k, levels = active[order], levels[order]
    support = [np.arange(plan.support_start[i], plan.support_start[i + 1]) for i in k]
    supports = np.concatenate([*support, np.zeros(0, np.int64)]).astype(np.int64)
    row_start = np.cumsum(np.concatenate([[0], plan.rows[k]]))
    tasks = Tasks(
        kind=plan.kind[k],
        joint=plan.joint[k],
        point=plan.point[k],
        axis=plan.axis[k],
        reference=plan.reference[frame, k],
        goal=plan.goal[frame, k],
        support_start=np.cumsum([0, *map(len, support)]),
        support_joint=plan.support_joint[supports],
        support_point=plan.support_point[frame, supports],
        share=plan.share[frame, supports],
        basis=plan.basis[k],
        row_start=row_start,
    )
    first = np.flatnonzero(np.diff(levels, prepend=levels[:1] - 1))
    columns = np.repeat(np.arange(len(layout.start) - 1), np.diff(layout.start))
    recruited = np.ascontiguousarray(plan.recruited[k][:, columns])
    return FrameTasks(tasks, recruited, np.append(row_start[first], row_start[-1]))


def without_ramps(plan: Plan, source: WorldPose) -> Plan:
    """The plan with ramps settled: goals mixed with where the source has the point, as the sources of the method do."""
    goals = frame_goals(plan, np.arange(len(plan.activity)), source)
    activity = (plan.activity > 0.0).astype(np.float64)
    # bends are in the goals now
    return replace(plan, activity=activity, goal=goals.goal, reference=goals.reference, turns={}, bends={})
