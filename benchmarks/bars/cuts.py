"""A cut of a clip with its edit shifted along, to see whether results depend on where a clip begins."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from benchmarks.bars.cases import Case
from supple.constraints.model import Constraint, PlaceGoal, Position, Preserve, Profile


def cut(case: Case, first: int, last: int) -> Case:
    """The frames ``first`` to ``last`` (closed) of a case; its goals must lie inside."""
    motion = case.motion.with_frames(first, last + 1)
    shift = first * case.motion.frame_time
    goals = tuple(replace(goal, when=_earlier(goal.when, shift)) for goal in case.goals)
    wishes = tuple(_shifted(wish, shift) for wish in case.edit.constraints)
    edit = msgspec.structs.replace(case.edit, constraints=wishes)
    return replace(case, name=f"{case.name} [{first}f-{last}f]", motion=motion, edit=edit, goals=goals)


def _shifted(wish: Constraint, shift: float) -> Constraint:
    match wish:
        case Position(goals=goals):
            return msgspec.structs.replace(wish, goals=tuple(_moved(goal, shift) for goal in goals))
        case Preserve(span=None):
            return wish
    raise NotImplementedError(f"the cases have no {type(wish).__name__}")


def _moved(goal: PlaceGoal, shift: float) -> PlaceGoal:
    return msgspec.structs.replace(goal, when=_earlier(goal.when, shift))


def _earlier(when: Profile, shift: float) -> tuple[float, float, float, float]:
    t0, t1, t2, t3 = (float(t) - shift for t in when)
    return t0, t1, t2, t3
