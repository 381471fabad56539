"""From a motion and an edit to the bent motion and its report."""

from __future__ import annotations

import os
import time
from dataclasses import replace

import numpy as np

from supple.constraints.compile import compile_edit
from supple.constraints.model import Edit
from supple.constraints.names import Names
from supple.constraints.plan import Plan
from supple.constraints.targets import Goals
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.solvers.prioritized.figure import Figure, figure_of
from supple.solvers.prioritized.frames import Poses, Progress, problem_of, solve_frames, source_poses
from supple.solvers.prioritized.free import goals_of
from supple.solvers.prioritized.outcomes import outcomes
from supple.solvers.prioritized.rough import asked_displacement
from supple.solvers.prioritized.smoothing import smooth_runs
from supple.solvers.result import Report, Result


def solve(
    motion: Motion, edit: Edit, names: Names, progress: Progress | None = None, threads: int | None = None
) -> Result:
    """The motion bent to the wishes, and how it went.

    Every frame is solved from its source pose, so results do not depend on other frames, on the number of ``threads``
    or on where a clip begins.
    """
    began = time.perf_counter()
    source = world_pose(motion)
    plan = compile_edit(motion, edit, names, source)
    acting = plan.activity > 0.0
    if not acting.any():
        return Result(motion, Report(seconds=time.perf_counter() - began, iterations=0))
    figure = figure_of(motion, plan, edit, names)
    clip = _Clip(motion, plan, figure, edit.settings.max_iterations, threads or os.cpu_count() or 1)
    goals = goals_of(plan, source, clip.posed)
    poses = clip.solved(np.flatnonzero(acting.any(axis=1)), acting, goals, progress)
    problem = problem_of(motion, plan, figure, goals)
    smooth_runs(motion, plan, figure, problem, acting, poses, source, asked_displacement(plan, goals, source))
    bent = rebuilt(motion, figure, poses)
    report = Report(
        seconds=time.perf_counter() - began,
        iterations=int(poses.steps.sum()),
        constraints=outcomes(plan, edit, problem, acting, poses, world_pose(bent)),
    )
    return Result(bent, report)


class _Clip:
    """The frames of one motion, to be solved with these or those tasks."""

    def __init__(self, motion: Motion, plan: Plan, figure: Figure, cap: int, threads: int) -> None:
        self.motion, self.plan, self.figure, self.cap, self.threads = motion, plan, figure, cap, threads

    def solved(self, frames: np.ndarray, working: np.ndarray, goals: Goals, progress: Progress | None = None) -> Poses:
        poses = source_poses(self.motion, self.plan, self.figure)
        problem = problem_of(self.motion, self.plan, self.figure, goals)
        solve_frames(problem, frames, working, poses, self.cap, self.threads, progress)
        return poses

    def posed(self, frames: np.ndarray, working: np.ndarray, goals: Goals) -> WorldPose:
        """The pose of some frames (n,) under some of the tasks."""
        bent = rebuilt(self.motion, self.figure, self.solved(frames, working, goals))
        pose = world_pose(bent)
        return WorldPose(pose.positions[frames], pose.rotations[frames])


def rebuilt(motion: Motion, figure: Figure, poses: Poses) -> Motion:
    """The motion with the poses that were solved; every other number stays the file's own."""
    changed = poses.steps > 0
    if not changed.any():
        return motion
    where = changed[:, None] & figure.moving
    rotations = np.where(where[..., None], poses.rotations, motion.rotations)
    root = np.where(changed[:, None] & figure.travels, poses.root, motion.root_positions)
    return replace(motion, root_positions=root, rotations=rotations)
