"""One motion with its plan and figure, to be solved with these or those tasks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from supple.constraints.plan import Plan
from supple.constraints.targets import Goals
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.solvers.prioritized.figure import Figure
from supple.solvers.prioritized.frames import Poses, Problem, Progress, problem_of, solve_frames, source_poses


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """The frames of one motion."""

    motion: Motion
    plan: Plan
    figure: Figure
    cap: int  # steps
    threads: int

    def problem(self, goals: Goals) -> Problem:
        """What the kernels take, for some goals of all frames."""
        return problem_of(self.motion, self.plan, self.figure, goals)

    def poses(self) -> Poses:
        """The source's, to start from."""
        return source_poses(self.motion, self.plan, self.figure)

    def solved(self, frames: np.ndarray, working: np.ndarray, goals: Goals, progress: Progress | None = None) -> Poses:
        """All poses, with some frames (n,) solved from the source under the tasks at ``working`` (F, K)."""
        poses = self.poses()
        self.solve(self.problem(goals), frames, working, poses, progress)
        return poses

    def solve(
        self, problem: Problem, frames: np.ndarray, working: np.ndarray, poses: Poses, progress: Progress | None
    ) -> None:
        """Solve some frames (n,) from the poses as they are, in place."""
        solve_frames(problem, frames, working, poses, self.cap, self.threads, progress)

    def posed(self, frames: np.ndarray, working: np.ndarray, goals: Goals) -> WorldPose:
        """The pose of some frames (n,) under some of the tasks."""
        bent = rebuilt(self.motion, self.figure, self.solved(frames, working, goals))
        pose = world_pose(bent)
        return WorldPose(pose.positions[frames], pose.rotations[frames])


def rebuilt(motion: Motion, figure: Figure, poses: Poses) -> Motion:
    """The motion with the poses that were solved; every other number stays the file's own."""
    if not poses.steps.any():
        return motion
    rotations = np.where(figure.moving[:, None], poses.rotations, motion.rotations)
    root = poses.root if figure.travels else motion.root_positions
    return replace(motion, root_positions=root, rotations=rotations)
