"""One motion with its plan and figure, to be solved with these or those tasks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from supple.constraints.plan import Plan
from supple.constraints.targets import Goals
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
    asks: np.ndarray  # (F, K) bool: whether a task may ask for more than the source does
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

    def leave_undone(self, poses: Poses) -> None:
        """Put the source's root back in frames that were brought along and then not solved."""
        poses.root[~poses.done] = self.motion.root_positions[~poses.done]

    def solved(self, frames: np.ndarray, working: np.ndarray, goals: Goals) -> Poses:
        """All poses, with some frames (n,) solved from the source under the tasks at ``working`` (F, K)."""
        poses = self.poses(frames)
        self.solve(self.problem(goals), frames, working, poses, FROM_NEIGHBOUR_FIRST, None)
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
        state = self._state(frames, working)
        if begin == FROM_NEIGHBOUR_FIRST:  # from the source, which is all that is asked for where nothing leaves it
            poses.done[frames[state == 0]] = True
            frames, state = frames[state > 0], state[state > 0]
        ends = np.flatnonzero((np.diff(frames) != 1) | (np.diff(state) != 0)) + 1
        parts = [frames[first:stop] for first, stop in pairwise((0, *ends.tolist(), len(frames)))]
        solve_frames(problem, parts, working, poses, self.cap, begin, self.threads, progress)

    def _state(self, frames: np.ndarray, working: np.ndarray) -> np.ndarray:
        """(n,) which of three leave the source in some frames (n,), as bits: points, the body, and wishes of another
        kind, of which nobody knows how far they are from it.
        """
        asks, points = (working & self.asks)[frames], self.plan.kind == POINT
        out = asks[:, points].any(axis=1) + 2 * asks[:, ~points].any(axis=1)
        if self.root is not self.motion.root_positions:
            away = np.abs(self.root[frames] - self.motion.root_positions[frames]).max(axis=1)
            out += 4 * (away > _SATISFIED * self.plan.size)
        return np.asarray(out)

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
        return bool((working & self.asks)[frames].any())


def asking(plan: Plan, asked: np.ndarray) -> np.ndarray:
    """(F, K) bool: where a task may ask for more than the source does; rounding asks nothing.

    ``asked`` (F, K, 3) is how far goals are from the source [m], where that is known.
    """
    far = np.abs(asked) > _SATISFIED * plan.size
    return np.asarray(far[..., 0] | far[..., 1] | far[..., 2] | (plan.kind != POINT))


def rebuilt(motion: Motion, figure: Figure, poses: Poses) -> Motion:
    """The motion with the poses that were solved, which become its own; every other number stays the file's."""
    if not poses.steps.any() and (poses.root == motion.root_positions).all():
        return motion
    root = poses.root if figure.travels else motion.root_positions.copy()
    return motion.with_poses(root, poses.rotations)


def far_travel(plan: Plan, asked: np.ndarray, frame_time: float) -> np.ndarray | None:
    """(F, 3) how far the strongest wishes take the body as a whole, where they agree about it; else 0 [m].

    None where that is nowhere.

    Around there a climb of several steps is a small way for the legs. It is made smooth over time, because wishes that
    take turns do not agree to the millimetre.
    """
    if np.abs(asked).max(initial=0.0) * np.sqrt(3.0) <= _NEAR * plan.size:
        return None
    active = plan.activity > 0.0
    strongest = np.where(active, plan.level, np.iinfo(plan.level.dtype).max).min(axis=1, keepdims=True)
    points = active & (plan.level == strongest) & (plan.kind == POINT)
    some = asked * points[..., None]
    if np.abs(some).max(initial=0.0) * np.sqrt(3.0) <= _NEAR * plan.size:
        return None
    count = np.maximum(points.sum(axis=1), 1)
    mean = np.sum(some, axis=1) / count[:, None]
    way, ways = np.linalg.norm(mean, axis=1), np.sum(np.linalg.norm(asked, axis=2) * points, axis=1) / count
    share = np.clip((way / plan.size - _NEAR) / (_FAR - _NEAR), 0.0, 1.0)
    share[(points.sum(axis=1) < 2) | (way < _AGREED * ways)] = 0.0
    if not share.any():
        return None
    from scipy.ndimage import gaussian_filter1d

    blur = _BLUR_S / frame_time
    return np.asarray(gaussian_filter1d(share[:, None] * mean, blur, axis=0, mode="nearest", truncate=_TAILS))
