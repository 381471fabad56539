"""What every constraint got, measured from outside, and what stood in the way of those that are missed."""

from __future__ import annotations

import numpy as np

from supple.constraints.measure import Miss, constraint_misses
from supple.constraints.model import Edit
from supple.constraints.plan import Plan
from supple.core.pose import WorldPose
from supple.solvers.prioritized.blame import blamed
from supple.solvers.prioritized.frames import Poses, Problem
from supple.solvers.result import Outcome, Status, called

_MET_MM = 0.06  # per metre of height: 0.1 mm of a person
_MET_DEG = 0.05


def outcomes(
    plan: Plan, edit: Edit, problem: Problem, working: np.ndarray, poses: Poses, pose: WorldPose
) -> tuple[Outcome, ...]:
    """How each constraint of an edit fared in the pose that was solved."""
    misses = constraint_misses(plan, pose, edit)
    return tuple(_outcome(plan, edit, problem, working, poses, number, miss) for number, miss in enumerate(misses))


def nothing_asked(plan: Plan, edit: Edit, pose: WorldPose) -> tuple[Outcome, ...]:
    """What each constraint of an edit got that acts in no frame: there was nothing to meet."""
    return tuple(_got(edit, number, miss) for number, miss in enumerate(constraint_misses(plan, pose, edit)))


def acting_nowhere(plan: Plan, edit: Edit) -> tuple[str, ...]:
    """A note for every constraint that no frame shows, which is not what somebody wrote it for."""
    acting = set(plan.constraint[(plan.activity > 0.0).any(axis=0)].tolist())
    return tuple(
        f"{called(edit, number)} acts in no frame of this clip: nothing was done about it."
        for number in range(len(edit.constraints))
        if number not in acting
    )


def _outcome(
    plan: Plan, edit: Edit, problem: Problem, working: np.ndarray, poses: Poses, number: int, miss: Miss
) -> Outcome:
    allowed = _MET_DEG if miss.unit == "deg" else _MET_MM * plan.size
    status: Status = "met"
    blame: tuple[str, ...] = ()
    if miss.worst > allowed:
        frame = miss.worst_frame
        done = bool(poses.done[frame])
        status = "stalled" if poses.capped[frame] or not done else "infeasible"
        blame = blamed(plan, edit, problem, working, poses, number, frame) if done else ()  # else nobody tried
    return _got(edit, number, miss, status, blame)


def _got(edit: Edit, number: int, miss: Miss, status: Status = "met", blame: tuple[str, ...] = ()) -> Outcome:
    return Outcome(
        name=called(edit, number),
        priority=edit.constraints[number].priority,
        unit=miss.unit,
        worst=miss.worst,
        rms=miss.rms,
        worst_frame=miss.worst_frame,
        status=status,
        blocked_by=blame,
    )
