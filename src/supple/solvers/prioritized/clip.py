"""One motion with its plan and figure, to be solved with these or those tasks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from supple.constraints.plan import Plan
from supple.constraints.targets import Goals
from supple.core.arrays import frozen
from supple.core.motion import Motion
from supple.core.pose import WorldPose, posed_with
from supple.core.progress import Progress
from supple.kernels.posing.slots import FROM_NEIGHBOUR_FIRST
from supple.kernels.task_kinds import POINT
from supple.solvers.prioritized.figure import Figure
from supple.solvers.prioritized.frames import Poses, Problem, problem_of, solve_frames, source_poses
from supple.solvers.prioritized.keeping import attracted

_NEAR, _FAR = 0.05, 0.15  # of the height: from nothing to all of it
_BLUR_S = 0.15  # [s]
_TAILS = 4.0  # times that: what is farther away has no say
FAR_TRAVEL_SEES_S = _TAILS * _BLUR_S  # [s] on either side
_AGREED = 0.7  # of the mean length is that of the mean
_SATISFIED = 1e-10  # of the height: asks for nothing


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """The frames of one motion."""

    motion: Motion
    plan: Plan
    figure: Figure
    cap: int  # steps
    threads: int
    asked: np.ndarray  # (F, K, 3) how far goals are from the source [m]
    root: np.ndarray  # (F, 3) where the root is attracted to [m]

    def problem(self, goals: Goals) -> Problem:
        """What the kernels take, for some goals of all frames."""
        problem = problem_of(self.motion, self.plan, self.figure, goals)
        return attracted(problem, self.root, self.motion.rotations)

    def poses(self, frames: np.ndarray) -> Poses:
        """The source's, to start from; in frames (n,) to be solved brought along where all of the body goes far."""
        poses = source_poses(self.motion, self.plan, self.figure)
        poses.root[frames] = self.root[frames]
        return poses

    def solved(self, frames: np.ndarray, working: np.ndarray, goals: Goals, progress: Progress | None = None) -> Poses:
        """All poses, with some frames (n,) solved from the source under the tasks at ``working`` (F, K)."""
        poses = self.poses(frames)
        self.solve(self.problem(goals), frames, working, poses, FROM_NEIGHBOUR_FIRST, progress)
        return poses

    def solve(
        self,
        problem: Problem,
        frames: np.ndarray,
        working: np.ndarray,
        poses: Poses,
        begin: int,
        progress: Progress | None,
    ) -> None:
        """Solve some frames (n,) from the poses as they are, or their neighbours', in place.

        What is solved together is counted from where wishes leave the source, so that it does not matter where a clip
        begins.
        """
        parts = self._parts(frames, working)
        solve_frames(problem, parts, working, poses, self.cap, begin, self.threads, progress)

    def _parts(self, frames: np.ndarray, working: np.ndarray) -> list[np.ndarray]:
        """Frames (n,) in runs: cut where points leave the source or are back, where the body does, and where the first
        wish of another kind, of which nobody knows how far it is from the source, begins or the last one ends.
        """
        asks, points = self._asks(frames, working), self.plan.kind == POINT
        travels = np.abs(self.root[frames] - self.motion.root_positions[frames]).max(axis=1) > self._nothing
        state = np.column_stack((travels, asks[:, points].any(axis=1), asks[:, ~points].any(axis=1)))
        ends = (np.diff(frames) != 1) | (state[1:] != state[:-1]).any(axis=1)
        return np.split(frames, np.flatnonzero(ends) + 1)

    def posed(self, frames: np.ndarray, working: np.ndarray, goals: Goals) -> WorldPose | None:
        """The pose of some frames (n,) under some of the tasks; None where it is the source's."""
        if not self._leaves(frames, working):
            return None
        poses = self.solved(frames, working, goals)
        pose = posed_with(self.motion, poses.root, poses.rotations)
        return WorldPose(pose.positions[frames], pose.rotations[frames])

    def _leaves(self, frames: np.ndarray, working: np.ndarray) -> bool:
        """Whether tasks at ``working`` (F, K) may ask for more in some frames (n,) than the source does."""
        if (self.root[frames] != self.motion.root_positions[frames]).any():
            return True
        return bool(self._asks(frames, working).any())

    def _asks(self, frames: np.ndarray, working: np.ndarray) -> np.ndarray:
        """(n, K) whether a task may ask for more in some frames (n,) than the source does; rounding asks nothing."""
        far = np.abs(self.asked[frames]).max(axis=2, initial=0.0) > self._nothing
        return np.asarray(working[frames] & (far | (self.plan.kind != POINT)))

    @property
    def _nothing(self) -> float:
        """[m] what is no way at all."""
        return _SATISFIED * self.plan.size


def rebuilt(motion: Motion, figure: Figure, poses: Poses) -> Motion:
    """The motion with the poses that were solved; every other number stays the file's own."""
    if not poses.steps.any() and (poses.root == motion.root_positions).all():
        return motion
    rotations = frozen(np.where(figure.moving[:, None], poses.rotations, motion.rotations))
    root = poses.root if figure.travels else motion.root_positions
    return replace(motion, root_positions=root, rotations=rotations)


def far_travel(plan: Plan, asked: np.ndarray, frame_time: float) -> np.ndarray:
    """(F, 3) how far the strongest wishes take the body as a whole, where they agree about it; else 0 [m].

    Around there a climb of several steps is a small way for the legs. It is made smooth over time, because wishes that
    take turns do not agree to the millimetre.
    """
    active = plan.activity > 0.0
    strongest = np.where(active, plan.level, np.iinfo(plan.level.dtype).max).min(axis=1, keepdims=True)
    points = active & (plan.level == strongest) & (plan.kind == POINT)
    some = asked * points[..., None]
    if np.abs(some).max(initial=0.0) * np.sqrt(3.0) <= _NEAR * plan.size:
        return np.zeros((len(asked), 3))
    count = np.maximum(points.sum(axis=1), 1)
    mean = np.sum(some, axis=1) / count[:, None]
    way, ways = np.linalg.norm(mean, axis=1), np.sum(np.linalg.norm(asked, axis=2) * points, axis=1) / count
    share = np.clip((way / plan.size - _NEAR) / (_FAR - _NEAR), 0.0, 1.0)
    share[(points.sum(axis=1) < 2) | (way < _AGREED * ways)] = 0.0
    if not share.any():
        return np.zeros_like(mean)
    from scipy.ndimage import gaussian_filter1d

    blur = _BLUR_S / frame_time
    return np.asarray(gaussian_filter1d(share[:, None] * mean, blur, axis=0, mode="nearest", truncate=_TAILS))
