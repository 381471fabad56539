r"""Consecutive frames that are solved together.

.. math:: \sum_f \Bigl(|e_f|^2 + \mu^2 |a_f|^2\Bigr)
          + \nu \sum_f \sum_j w_{j,f}\,|\Delta^2 (x_{j,f} - x^{source}_{j,f})|^2

is minimised over the frames of a span, with all that is met as equations in every frame: Newton steps in their null
spaces, one banded system for all frames. x are places of joints and sides of limbs
(:mod:`supple.solvers.prioritized.sides`). What cannot be met gives way a little where that saves a jerk; what is met
stays met. Frames beside the span stay as they are, and count in the second differences that reach out to them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from supple.constraints.plan import Plan
from supple.core.arrays import frozen
from supple.core.motion import Motion, first_moving_frame
from supple.core.progress import Enough, Progress, part_of
from supple.core.remembering import by_identity
from supple.kernels.posing.slots import make_arena
from supple.solvers.prioritized.banded import Band, Frames, band_of
from supple.solvers.prioritized.figure import Figure
from supple.solvers.prioritized.frames import Poses, Problem
from supple.solvers.prioritized.rough import ALLOWED, Allowed, bends, sharper
from supple.solvers.prioritized.sides import NO_SIDES, Sides, seen_of

_STIFF = 50.0  # how much more a miss counts here than where a frame is solved by itself
_ROUNDS = 12
_FIRST_SHIFT, _LEAST_SHIFT = 0.01, 3e-5  # on the diagonal, of the height squared
_STRICT_TRIES = 4  # each with more weight where it jumps
_SHARPER_TRIES = 5
_BACK_TRIES = 8  # from where a few steps of its own do not lead back to what is held
_UNASKED = 0.1  # what a frame of a ramp counts, whose misses nobody asks about: there it is that wishes give way
_STIFFNESS = (1e2, 3e3, 1e5)  # of limits, against a miss of the same length
_SETTLED = 0.01  # fall of the cost, as a share of what roughness costs: nothing more to gain
_SLOW = 0.2  # a fall that is not worth another round where nothing jumps any more
_HELD = 1e-6  # of the height: what is met stays met
_MET = 6e-5  # of the height, 0.1 mm of a person: wishes that say nearly the same may miss as much of each other
_SOFT_LAST = 1_000_000  # more than there are levels


Pose = tuple[np.ndarray, np.ndarray, np.ndarray]  # roots, rotations and places of some frames


def _never() -> bool:
    return False


class Solved(NamedTuple):
    """What was solved, frame by frame."""

    motion: Motion
    plan: Plan
    figure: Figure
    problem: Problem
    working: np.ndarray  # (F, K) bool
    sides: Sides
    seen: np.ndarray  # (F, P, 3) places and sides of the source [m]
    asked: np.ndarray  # (F, K, 3) how far the goals are from the source [m]
    steady: np.ndarray  # (K,) bool: tasks that give way only where they cannot be met, not where it is a stretch


def without_sides(solved: Solved) -> Solved:
    """The same where only places are looked at."""
    return solved._replace(sides=NO_SIDES, seen=_first_of(solved.seen, len(solved.motion.skeleton)))


@by_identity(2)  # of a source that is solved again and again
def _first_of(seen: np.ndarray, count: int) -> np.ndarray:
    return frozen(np.ascontiguousarray(seen[:, :count]))


class Span:
    """Some frames of a run, whose poses are changed in place."""

    def __init__(
        self,
        solved: Solved,
        poses: Poses,
        places: np.ndarray,  # (F, P, 3) and sides of the poses, changed with them
        frames: np.ndarray,  # (n,)
        weights: np.ndarray,  # (n + 2, P) of second differences about the frames and beside them
        giving: np.ndarray | None = None,  # (F, K) tasks that may give way; else those missed, or met by a stretch
        pull: float = 1.0,  # times what the pull to the source counts else
    ) -> None:
        self.solved, self.poses, self.places, self.frames = solved, poses, places, frames
        self.weights = weights / _STIFF
        self.first = first_moving_frame(solved.motion)
        self.soft = (_giving_way(solved, poses) if giving is None else giving) | _ramping(solved)
        self.problem = _soft_last(solved.problem, solved.plan, self.soft, pull)
        self.arena, self.slack = make_arena(solved.problem.sizes), poses.slack
        self.counts = np.where(_asked(solved, self.soft)[frames], 1.0, _UNASKED)
        self.shift = _FIRST_SHIFT * solved.plan.size**2

    @property
    def roughness_weights(self) -> np.ndarray:
        """(n + 2, P) of second differences, as they are given."""
        return self.weights * _STIFF

    def smooth(self, allowed: Allowed, enough: float, progress: Progress | None = None) -> bool:
        """Newton rounds, first with soft limits, then with stiff ones, till no jump is over a share of those allowed.

        Returns whether that helped: poses that jump more than before are not kept.
        """

        def ratio() -> float:
            return float(allowed.shares(self.places, self.frames).max())

        kept, before = self.pose(), ratio()
        self.settle(lambda: ratio() <= enough, progress)
        helped = ratio() < before
        if not helped:  # what jumps is not what roughness costs, such as a glitch of the source, turned
            self.take_back(kept)
        return helped

    def hold(self, slack: np.ndarray, allowed: Allowed, progress: Progress | None = None) -> bool:
        """Let tasks miss what ``slack`` (F, K, 3) says and no more; whether that can be, and nothing jumps for it.

        If not, or where somebody has enough in between, all stays as it is.
        """
        kept, most = self.pose(), max(float(allowed.shares(self.places, self.frames).max()), ALLOWED)
        self.slack = slack
        _, left = self._shifted(np.zeros((len(self.frames), self.problem.sizes.columns)))
        try:
            held = left <= _HELD * self.solved.plan.size and self._smoothed(allowed, most, progress)
        except Enough:
            self.take_back(kept)
            raise
        if not held:
            self.take_back(kept)
            return False
        self.bring_inside()
        return True

    def _smoothed(self, allowed: Allowed, most: float, progress: Progress | None) -> bool:
        """Newton rounds, with ever more weight where it jumps, till no jump is over ``most``; whether that is so."""

        def shares() -> np.ndarray:
            return allowed.shares(self.places, self.frames)

        for number in range(_STRICT_TRIES if self.weights.any() else 0):
            if shares().max() <= most:
                break
            self.settle(lambda: bool(shares().max() <= most), part_of(progress, number, _STRICT_TRIES))
            self.weights = self.weights * sharper(shares())
        return bool(shares().max() <= most)

    def settle_sharper(self, allowed: Allowed, enough: Callable[[], bool], progress: Progress | None = None) -> bool:
        """Newton rounds, each time with more weight where it jumps, till it is ``enough``; whether it is.

        If so, joints are inside their limits.
        """
        for number in range(_SHARPER_TRIES):
            self.settle(enough, part_of(progress, number, _SHARPER_TRIES))
            if enough():
                self.bring_inside()
                self.costs()
                return enough()
            self.weights = self.weights * sharper(allowed.shares(self.places, self.frames))
        return False

    def bring_inside(self) -> None:
        """Put joints on the limits that soft ones let them pass."""
        from supple.kernels.posing.models import bring_inside

        bring_inside(
            self.frames, self.solved.working, self.problem.parts, self.arena, self.soft, self.slack,
            self.poses.root, self.poses.rotations,
        )  # fmt: skip

    def costs(self) -> np.ndarray:
        """(n,) what misses and the pull of every frame cost; ``places`` become those of the poses."""
        self.problem.parts[3][0][2] = _STIFFNESS[-1]
        return self._moved(np.zeros((len(self.frames), self.problem.sizes.columns)))[0]

    def brought_back(self) -> float:
        """Bring back what is held, wherever the poses were put; what they cost then, infinite if that cannot be."""
        self.problem.parts[3][0][2] = _STIFFNESS[-1]
        for _ in range(_BACK_TRIES):
            cost, left = self._shifted(np.zeros((len(self.frames), self.problem.sizes.columns)))
            if left < _HELD * self.solved.plan.size:
                return cost + self._roughness()
        return np.inf

    def settle(self, smooth: Callable[[], bool] = _never, progress: Progress | None = None) -> None:
        """Newton rounds, first with soft limits, then with stiff ones, till all is ``smooth`` or settled.

        Whoever has enough in between gets the poses as they were.
        """
        stay, before, kept = np.zeros((len(self.frames), self.problem.sizes.columns)), np.inf, self.pose()
        try:
            for number, stiffness in enumerate(_STIFFNESS):
                self.problem.parts[3][0][2] = stiffness
                cost = self._shifted(stay)[0] + self._roughness()
                if abs(cost - before) < _SETTLED * self._roughness():  # no joint is beyond its limit
                    break
                before = self._descend(cost, smooth, part_of(progress, number, len(_STIFFNESS)))
        except Enough:
            self.take_back(kept)
            raise

    def _descend(self, cost: float, smooth: Callable[[], bool], progress: Progress | None) -> float:
        """Rounds as long as they are worth it; returns the cost."""
        idle = 0
        for number in range(_ROUNDS):
            if progress is not None:
                progress(number, _ROUNDS)
            before, rough = cost, self._roughness()
            cost = self._round(cost)
            fall = (before - cost) / max(rough, np.finfo(float).tiny)
            idle = idle + 1 if fall < _SETTLED else 0
            if idle == 2 or (fall < _SLOW and smooth()):
                break
        return cost

    def _round(self, cost: float) -> float:
        """One step that lowers the cost, if there is one; returns the cost."""
        band, kept = self._band(), self.pose()
        for _ in range(8):
            step = band.solved(self.shift)
            if step is not None:
                own, left = self._shifted(step)
                fallen = own + self._roughness()
                if fallen < cost and left < _HELD * self.solved.plan.size:
                    self.shift *= 0.4
                    return fallen
                self.take_back(kept)
            self.shift = max(5.0 * self.shift, _LEAST_SHIFT * self.solved.plan.size**2)
        return cost

    def _band(self) -> Band:
        """The quadratic model of all frames, without the shift."""
        from supple.kernels.posing.models import model_frames

        sizes, count = self.problem.sizes, len(self.frames)
        basis, rank = np.zeros((count, sizes.rows + 1, sizes.columns)), np.zeros(count, np.int64)
        hessian, downhill = np.zeros((count, sizes.columns, sizes.columns)), np.zeros((count, sizes.columns))
        axes, positions = np.zeros((count, sizes.columns, 3)), np.zeros((count, sizes.joints, 3))
        model_frames(
            self.frames, self.solved.working, self.problem.parts, self.arena, self.soft, self.slack,
            self.poses.root, self.poses.rotations, basis, rank, hessian, downhill, axes, positions,
        )  # fmt: skip
        moved = self._rows(axes)
        hessian *= self.counts[:, None, None]
        downhill *= self.counts[:, None]
        return band_of(Frames(basis, rank, hessian, downhill, moved, self._bent(), self.weights))

    def _rows(self, axes: np.ndarray) -> np.ndarray:
        """(n, 3 P, D) how places and sides move with the columns, from the axes of these in the world (n, D, 3)."""
        from supple.kernels.joint_rows import joint_rows

        solved, layout = self.solved, self.solved.figure.layout
        out = np.zeros((len(axes), 3 * self.places.shape[1], len(layout)))
        parents, places = solved.motion.skeleton.parents, self.places[self.frames]
        joint_rows(axes, places, solved.sides.joint, parents, layout.start, layout.kind, out)
        return out

    def _shifted(self, step: np.ndarray) -> tuple[float, float]:
        cost, left = self._moved(step)
        return float(self.counts @ cost), float(left.max())

    def _moved(self, step: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Take a step (n, D) and bring back what is held; returns the frames' own costs and the largest errors held."""
        from supple.kernels.posing.models import shift_frames

        cost, left = np.zeros(len(self.frames)), np.zeros(len(self.frames))
        positions = np.zeros((len(self.frames), self.problem.sizes.joints, 3))
        shift_frames(
            self.frames, self.solved.working, self.problem.parts, self.arena, self.soft, self.slack,
            step, self.poses.root, self.poses.rotations, cost, left, positions,
        )  # fmt: skip
        self.places[self.frames] = seen_of(self.solved.motion, self.poses, self.solved.sides, self.frames)
        return cost, left

    def _bent(self) -> np.ndarray:
        """(n + 2, P, 3) second differences of how far joints are from the source, about the frames and beside them."""
        first, last = max(int(self.frames[0]) - 2, 0), int(self.frames[-1]) + 3
        away = self.places[first:last] - self.solved.seen[first:last]
        return bends(away, self.frames - first, self.first - first)

    def _roughness(self) -> float:
        return float(np.sum(self.weights * np.sum(self._bent() ** 2, axis=-1)))

    def pose(self) -> Pose:
        """The poses as they are, to be taken back to."""
        own = self.frames
        return self.poses.root[own].copy(), self.poses.rotations[own].copy(), self.places[own].copy()

    def take_back(self, kept: Pose) -> None:
        """Back to poses that were."""
        own = self.frames
        self.poses.root[own], self.poses.rotations[own], self.places[own] = kept


def missed_tasks(solved: Solved, poses: Poses) -> np.ndarray:
    """(F, K) tasks that cannot be met."""
    return np.asarray(poses.missed & (np.abs(poses.slack) > _MET * solved.plan.size).any(axis=2))


def _giving_way(solved: Solved, poses: Poses) -> np.ndarray:
    """(F, K) tasks that are missed, or met by a stretch alone; not those that miss a hair of a stronger one."""
    apart = (np.abs(poses.slack) > _HELD * solved.plan.size).any(axis=2)
    return np.asarray(missed_tasks(solved, poses) | (poses.missed & ~solved.steady & ~apart))


def _ramping(solved: Solved) -> np.ndarray:
    """(F, K) tasks whose ramp may be bent: those that come or go, but for the strongest of each frame."""
    plan, working = solved.plan, solved.working
    strongest = np.where(working, plan.level, np.iinfo(plan.level.dtype).max).min(axis=1, keepdims=True)
    return np.asarray(working & (plan.activity < 1.0) & (plan.level > strongest))


def _asked(solved: Solved, soft: np.ndarray) -> np.ndarray:
    """(F,) bool: frames in which something that gives way is fully active, or nothing gives way at all."""
    full = solved.working & (solved.plan.activity >= 1.0)
    return np.asarray((soft & full).any(axis=1) | ~soft.any(axis=1))


def costs_of(solved: Solved, poses: Poses, places: np.ndarray, frames: np.ndarray) -> np.ndarray:
    """(n,) what misses and the pull of some frames cost; ``places`` (F, P, 3) become those of the poses."""
    return Span(solved, poses, places, frames, np.zeros((len(frames) + 2, places.shape[1]))).costs()


def _soft_last(problem: Problem, plan: Plan, soft: np.ndarray, pull: float) -> Problem:
    """The problem with tasks that may be missed after all others, and a smaller weight of the pull.

    choice: weaker tasks that are met stay met while a stronger one that is missed gives way to smoothness; what it
    misses is no more than roughness is worth, and was decided in strict order before.
    """
    over_time, static, source, body = problem.parts
    level = np.where(soft, plan.level + _SOFT_LAST, plan.level)
    sizes = body[0] * np.array([1.0, pull / _STIFF, 0.0])
    return problem._replace(parts=((level, *over_time[1:]), static, source, (sizes, *body[1:])))
