"""Why a wish is missed: what holds back the movement that it asks for."""

from __future__ import annotations

import numpy as np

from supple.constraints import model
from supple.constraints.plan import Plan
from supple.core.threads import one_blas_thread
from supple.kernels.limit_kinds import RANGE
from supple.kernels.posing import slots
from supple.solvers.prioritized.frames import Poses, Problem
from supple.solvers.result import called

LIMITS, REACH = "joint limits", "reach"
_HOLDS = 0.25  # share of the wished movement that somebody holds back, from which they are named
_FREE = 0.01  # share of a miss that can move at all, below which the limb is stretched out


def blamed(
    plan: Plan, edit: model.Edit, problem: Problem, working: np.ndarray, poses: Poses, number: int, frame: int
) -> tuple[str, ...]:
    r"""Who stands in the way of constraint ``number`` in a frame, the strongest hold first.

    The movement that it asks for, :math:`J_k^T e_k`, is shared out over the rows of stronger tasks and of limits that
    joints are at, but for what equals pull back: the part of their own :math:`J_i^T e_i` that is against it. Where a
    miss asks for next to no movement, the limb is stretched out: that is ``"reach"``.
    """
    seen = _Seen(problem, working, poses, frame)
    mine = [i for i, k in enumerate(seen.order) if plan.constraint[k] == number]
    if not mine:
        return ()
    own = np.concatenate([seen.part(i) for i in mine])
    level = min(seen.level_of(i) for i in mine)
    stronger = np.arange(seen.level_start[level])
    errors, rows = seen.errors[own], seen.rows
    wish = rows[own].T @ errors
    asked = float(np.linalg.norm(errors)) * float(np.linalg.norm(rows[own], ord=2))
    equals = [i for i in range(len(seen.order)) if i not in mine and seen.level_of(i) == level]
    if np.linalg.norm(wish) <= _FREE * asked or not (stronger.size or equals):
        return (REACH,)
    total = float(np.linalg.norm(wish))
    back = {i: max(0.0, -float(seen.pull(i) @ wish) / total) for i in equals}
    with one_blas_thread():  # threads that wait for each other take longer than so small a system
        shares = np.linalg.lstsq(rows[stronger].T, wish, rcond=1e-6)[0]
    shares *= max(0.0, 1.0 - sum(back.values()) / total)
    names = {i: called(edit, int(plan.constraint[k])) for i, k in enumerate(seen.order)}
    holders = [(seen.part(i), name) for i, name in names.items() if i not in mine]
    holders += [(np.array([i]), REACH if straight else LIMITS) for i, straight in enumerate(seen.straight)]
    holds: dict[str, float] = {}
    for part, name in holders:
        if part[-1] < len(stronger):
            holds[name] = holds.get(name, 0.0) + float(np.linalg.norm(rows[part].T @ shares[part]))
    for i, pulled in back.items():
        holds[names[i]] = holds.get(names[i], 0.0) + pulled
    named = [name for name in sorted(holds, key=lambda n: -holds[n]) if holds[name] > _HOLDS * total]
    return tuple(named) or (REACH,)


class _Seen:
    """A solved frame, as it lies in its arena."""

    def __init__(self, problem: Problem, working: np.ndarray, poses: Poses, frame: int) -> None:
        from supple.kernels.posing.models import see_frame

        arena = slots.make_arena(problem.sizes)
        see_frame(frame, working, problem.parts, arena, poses.root, poses.rotations)
        counts = slots.part(arena, slots.COUNTS)
        self.order = slots.part(arena, slots.ORDER)[: counts[slots.COUNT_TASKS]]
        self.row_start = slots.part(arena, slots.ROW_START)
        self.level_start = slots.part(arena, slots.LEVEL_START)[: counts[slots.COUNT_LEVELS] + 2]
        self.errors, self.rows = slots.part(arena, slots.ERRORS), slots.part(arena, slots.ROWS)
        locks = slots.part(arena, slots.LOCKED)[: counts[slots.COUNT_LOCKS]]
        low = slots.part(arena, slots.LOCKED_SIDE)[: len(locks)] < 0
        self.straight = (slots.part(arena, slots.LIMIT_KIND)[locks] == RANGE) & low  # a knee or elbow stretched out

    def part(self, task: int) -> np.ndarray:
        return np.arange(*self.row_start[task : task + 2])

    def pull(self, task: int) -> np.ndarray:
        """The movement that a task still asks for."""
        part = self.part(task)
        return np.asarray(self.rows[part].T @ self.errors[part])

    def level_of(self, task: int) -> int:
        return int(np.searchsorted(self.level_start[1:], self.row_start[task], side="right"))
