"""From a motion and an edit to the bent motion and its report."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from supple.constraints.compile import compile_edit
from supple.constraints.model import Edit, Footplant
from supple.constraints.names import Names
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.solvers.prioritized.clip import Clip, far_travel, rebuilt
from supple.solvers.prioritized.figure import figure_of
from supple.solvers.prioritized.frames import Progress
from supple.solvers.prioritized.free import goals_of
from supple.solvers.prioritized.outcomes import outcomes
from supple.solvers.prioritized.passes import in_passes
from supple.solvers.prioritized.rough import asked_displacement
from supple.solvers.result import Report, Result

_DISTURBED = "The changes were filtered after the only pass, which disturbs wishes; with passes = 2 they hold again."


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
    """
    began = time.perf_counter()
    source = world_pose(motion)
    plan = compile_edit(motion, edit, names, source)
    chosen = chosen_frames(motion, frames)[:, None]
    acting = (plan.activity > 0.0) & chosen
    if not acting.any():
        return Result(motion, Report(seconds=time.perf_counter() - began, iterations=0))
    figure = figure_of(motion, plan, edit, names)
    asked, root = asked_displacement(plan, source), motion.root_positions
    if figure.travels:
        root = root + far_travel(plan, asked, motion.frame_time)
    clip = Clip(motion, plan, figure, edit.settings.max_iterations, threads or os.cpu_count() or 1, asked, root)
    goals = goals_of(plan, source, clip.posed, acting)
    if frames is None:
        steady = np.isin(plan.constraint, [k for k, wish in enumerate(edit.constraints) if isinstance(wish, Footplant)])
        poses, problem = in_passes(clip, edit.settings, acting, goals, source, asked, steady, progress)
    else:
        poses, problem = clip.solved(np.flatnonzero(acting.any(axis=1)), acting, goals, progress), clip.problem(goals)
    bent = rebuilt(motion, figure, poses)
    report = Report(
        seconds=time.perf_counter() - began,
        iterations=int(poses.steps.sum()),
        constraints=outcomes(replace(plan, asked=plan.asked & chosen), edit, problem, acting, poses, world_pose(bent)),
        notes=(_DISTURBED,) if frames is None and edit.settings.filter_s > 0.0 and edit.settings.passes == 1 else (),
    )
    return Result(bent, report)


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
