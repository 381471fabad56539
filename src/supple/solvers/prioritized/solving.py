"""From a motion and an edit to the bent motion and its report."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from supple.constraints.compile import compile_edit
from supple.constraints.model import Edit, Footplant
from supple.constraints.names import Names
from supple.core.machine import cores
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.core.progress import Enough, Progress
from supple.errors import InvalidValueError
from supple.kernels.posing.slots import FROM_NEIGHBOUR_FIRST
from supple.solvers.prioritized.clip import Clip, asking, far_travel, rebuilt
from supple.solvers.prioritized.figure import figure_of
from supple.solvers.prioritized.free import goals_of
from supple.solvers.prioritized.jerking import told
from supple.solvers.prioritized.outcomes import acting_nowhere, nothing_asked, outcomes
from supple.solvers.prioritized.passes import in_passes
from supple.solvers.prioritized.rough import asked_displacement
from supple.solvers.prioritized.window import Window, around, in_clip, put_back
from supple.solvers.result import Outcome, Report, Result


class _Solved(NamedTuple):
    motion: Motion
    steps: int
    found: tuple[Outcome, ...]  # what each wish got
    notes: tuple[str, ...] = ()


_DISTURBED = "The changes were filtered after the only pass, which disturbs wishes; with passes = 2 they hold again."
_STOPPED = "This was stopped before its end: frames that were not solved yet are as they were, and some may jerk."


def solve(
    motion: Motion,
    edit: Edit,
    names: Names,
    progress: Progress | None = None,
    threads: int | None = None,
    frames: Sequence[int] | None = None,
) -> Result:
    """The motion bent to the wishes, and how it went.

    Frames are solved from their source poses or their neighbours', counted from where wishes begin, and together where
    something would jump; so results do not depend on the number of ``threads`` or, to rounding that conflict amplifies,
    on where a clip begins. With ``frames``, as a preview, these alone are solved: nothing is smoothed or filtered, the
    others stay the source's, and the report is about these.

    Where ``progress`` raises :class:`Enough`, this is the best so far, with a note that says so.
    """
    began = time.perf_counter()
    source = _source(motion)
    plan = compile_edit(motion, edit, names, source)
    chosen = chosen_frames(motion, frames)
    if (plan.activity > 0.0)[chosen].any():
        whole = Window(0, motion, plan, figure_of(motion, plan, edit, names), source)
        threads = threads or cores()
        if frames is None:
            solved = _solved(whole, edit, threads, progress)
        else:
            solved = _previewed(whole, edit, chosen, threads, progress)
    else:
        solved = _Solved(motion, 0, nothing_asked(plan, edit, source) if frames is None else ())
    bent, steps, found, notes = solved
    silent = acting_nowhere(plan, edit) if frames is None else ()
    seconds = time.perf_counter() - began
    return Result(bent, Report(seconds=seconds, iterations=steps, constraints=found, notes=(*notes, *silent)))


@lru_cache(maxsize=2)  # somebody who drags solves one motion again and again
def _source(motion: Motion) -> WorldPose:
    return world_pose(motion)


def _solved(whole: Window, edit: Edit, threads: int, progress: Progress | None) -> _Solved:
    """All frames, bent so that nothing jumps."""
    motion, plan, source, acting = whole.motion, whole.plan, whole.source, whole.plan.activity > 0.0
    clip = _clip(whole, edit, threads)
    goals = goals_of(plan, source, clip.posed, acting)
    steady = np.array([isinstance(edit.constraints[k], Footplant) for k in plan.constraint.tolist()], bool)
    passed = in_passes(clip, edit.settings, acting, goals, source, clip.asked, steady, progress)
    poses = passed.poses
    bent = rebuilt(motion, whole.figure, poses)
    found = outcomes(plan, edit, passed.problem, acting, poses, world_pose(bent))
    notes: tuple[str, ...] = ()
    if passed.stopped:
        notes = (_STOPPED,)
    elif edit.settings.filter_s > 0.0 and edit.settings.passes == 1:
        notes = (_DISTURBED,)
    return _Solved(bent, int(poses.steps.sum()), found, (*notes, *told(passed.jerks, motion)))


def _previewed(whole: Window, edit: Edit, chosen: np.ndarray, threads: int, progress: Progress | None) -> _Solved:
    """Some frames (F,) bool alone, each by itself."""
    window = around(whole, chosen)
    motion, plan, some = window.motion, window.plan, window.of(chosen)
    acting, clip = (plan.activity > 0.0) & some, _clip(window, edit, threads)
    goals = goals_of(plan, window.source, clip.posed, acting)
    frames, problem = np.flatnonzero(acting.any(axis=1)), clip.problem(goals)
    poses = clip.poses(frames)
    notes: tuple[str, ...] = ()
    try:
        clip.solve(problem, frames, acting, poses, FROM_NEIGHBOUR_FIRST, progress)
    except Enough:
        clip.leave_undone(poses)
        notes = (_STOPPED,)
    bent = rebuilt(motion, window.figure, poses)
    seen = replace(plan, asked=plan.asked & some)
    found = outcomes(seen, edit, problem, acting, poses, world_pose(bent))
    return _Solved(put_back(whole.motion, window, bent), int(poses.steps.sum()), in_clip(found, window), notes)


def _clip(window: Window, edit: Edit, threads: int) -> Clip:
    motion, plan, figure = window.motion, window.plan, window.figure
    asked, root = asked_displacement(plan, window.source), motion.root_positions
    travel = far_travel(plan, asked, motion.frame_time) if figure.travels else None
    if travel is not None:
        root = root + travel
    return Clip(motion, plan, figure, edit.settings.max_iterations, threads, asked, asking(plan, asked), root)


def chosen_frames(motion: Motion, frames: Sequence[int] | None) -> np.ndarray:
    """(F,) bool: the frames that are to be solved; None is all of them."""
    if frames is None:
        return np.ones(motion.frames, bool)
    outside = [f for f in frames if not 0 <= f < motion.frames]
    if outside:
        raise InvalidValueError(f"frame {outside[0]} is not inside this motion's 0:{motion.frames}.")
    out = np.zeros(motion.frames, bool)
    out[np.asarray(frames, np.int64)] = True
    return out
