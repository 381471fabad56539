r"""Frames that were solved one by one, made to go together in time.

Under conflict the best pose of a frame may lie far from that of the next: a knee straightens within a frame, or one of
two equally good postures takes over from the other. So over the frames of a run

.. math:: \sum_f \Bigl(|e_f|^2 + \mu^2 |a_f|^2\Bigr)
          + \nu \sum_f \sum_j w_{j,f}\,|\Delta^2 (x_{j,f} - x^{source}_{j,f})|^2

is minimised, with all that is met as equations in every frame: Newton steps in their null spaces, one banded system for
the whole run. What cannot be met gives way a little where that saves a jerk; what is met stays met.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.constraints.plan import Plan
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.core.threads import one_blas_thread
from supple.kernels.dof_kinds import SLIDE
from supple.kernels.posing.slots import make_arena
from supple.solvers.prioritized.banded import Band, Frames, band_of
from supple.solvers.prioritized.figure import Figure
from supple.solvers.prioritized.frames import Poses, Problem
from supple.solvers.prioritized.rough import jerk_weights, roughness, roughness_ratio

_STIFF = 10.0  # how much more a miss counts here than where a frame is solved by itself
_GENTLE = 2.0  # the first weight of roughness; second differences of frames are what a viewer sees, at any rate
_STRONGER = 4.0
_TRIES = 4  # weights
_ROUNDS = 12
_FIRST_SHIFT, _LEAST_SHIFT = 0.01, 3e-5  # on the diagonal, of the height squared
_STIFFNESS = (1e2, 3e3, 1e5)  # of limits, against a miss of the same length
_SETTLED = 0.01  # fall of the cost, as a share of what roughness costs: nothing more to gain
_SLOW = 0.2  # a fall that is not worth another round where nothing jumps any more
_HELD = 1e-6  # of the height: what is met stays met
_SMOOTH = 1.2  # ratio of jumps above which a run is smoothed
_MISSED_LAST = 1_000_000  # more than there are levels


def smooth_runs(
    motion: Motion,
    plan: Plan,
    figure: Figure,
    problem: Problem,
    working: np.ndarray,
    poses: Poses,
    source: WorldPose,
    asked: np.ndarray,
) -> int:
    """Smooth every run of solved frames that jumps more than source and goals do, in place; returns the rounds taken.

    ``asked`` (F, K, 3) is how far the goals are from the source.
    """
    rounds = 0
    with one_blas_thread():
        for run in runs_of(poses.steps > 0):
            span = _Run(motion, plan, figure, problem, working, poses, source, run)
            weight = _GENTLE
            ratio = span.ratio(asked)
            for _ in range(_TRIES):
                if ratio <= _SMOOTH:
                    break
                kept = poses.root[run].copy(), poses.rotations[run].copy()
                rounds += span.settle(weight / _STIFF, asked)
                weight *= _STRONGER
                before, ratio = ratio, span.ratio(asked)
                if ratio > before:  # what jumps is not what roughness costs, such as a glitch of the source, turned
                    poses.root[run], poses.rotations[run] = kept
                    break
    return rounds


def runs_of(mask: np.ndarray) -> list[np.ndarray]:
    """The runs of consecutive frames in a mask (F,)."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [np.arange(first, stop) for first, stop in zip(edges[::2], edges[1::2], strict=True)]


class _Run:
    """Consecutive frames that are solved together."""

    def __init__(
        self,
        motion: Motion,
        plan: Plan,
        figure: Figure,
        problem: Problem,
        working: np.ndarray,
        poses: Poses,
        source: WorldPose,
        frames: np.ndarray,
    ) -> None:
        self.motion, self.plan, self.figure, self.working = motion, plan, figure, working
        self.poses, self.source, self.frames = poses, source, frames
        self.problem = _missed_last(problem, plan, poses)
        self.arena = make_arena(problem.sizes)
        self.weights = jerk_weights(source.positions, frames)
        self.shift = _FIRST_SHIFT * plan.size**2

    def ratio(self, asked: np.ndarray) -> float:
        """How much more the run jumps than source and goals."""
        return roughness_ratio(self.source.positions, self._positions(), asked, self.frames, self.plan.size)

    def settle(self, weight: float, asked: np.ndarray) -> int:
        """Newton rounds at one weight of roughness, first with soft limits, then with stiff ones; returns how many."""
        stay = np.zeros((len(self.frames), self.problem.sizes.columns))
        count, before = 0, np.inf
        for stiffness in _STIFFNESS:
            self.problem.parts[3][0][2] = stiffness
            cost = self._cost(self._shifted(stay), weight)
            if abs(cost - before) < _SETTLED * self._roughness(weight):  # no joint is beyond its limit
                break
            count += self._settle(cost, weight, asked)
            before = self._cost(self._shifted(stay), weight)
        return count

    def _settle(self, cost: float, weight: float, asked: np.ndarray) -> int:
        idle = 0
        for count in range(_ROUNDS):
            before, rough = cost, self._roughness(weight)
            cost = self._round(cost, weight)
            fall = (before - cost) / max(rough, np.finfo(float).tiny)
            idle = idle + 1 if fall < _SETTLED else 0
            if idle == 2 or (fall < _SLOW and self.ratio(asked) <= _SMOOTH):
                return count + 1
        return _ROUNDS

    def _round(self, cost: float, weight: float) -> float:
        """One step that lowers the cost, if there is one; returns the cost."""
        band = self._band(weight)
        kept = self.poses.root[self.frames].copy(), self.poses.rotations[self.frames].copy()
        for _ in range(8):
            step = band.solved(self.shift)
            if step is not None:
                own = self._shifted(step)
                fallen = self._cost(own, weight)
                if fallen < cost and own[1] < _HELD * self.plan.size:
                    self.shift *= 0.4
                    return fallen
                self.poses.root[self.frames], self.poses.rotations[self.frames] = kept
            self.shift = max(5.0 * self.shift, _LEAST_SHIFT * self.plan.size**2)
        return cost

    def _band(self, weight: float) -> Band:
        """The quadratic model of all frames, without the shift."""
        from supple.kernels.posing.models import model_frames

        sizes, frames, count = self.problem.sizes, self.frames, len(self.working)
        basis, rank = np.zeros((count, sizes.rows + 1, sizes.columns)), np.zeros(count, np.int64)
        hessian, downhill = np.zeros((count, sizes.columns, sizes.columns)), np.zeros((count, sizes.columns))
        axes, positions = np.zeros((count, sizes.columns, 3)), np.zeros((count, sizes.joints, 3))
        model_frames(
            frames, self.working, self.problem.parts, self.arena, self.poses.missed, self.poses.slack,
            self.poses.root, self.poses.rotations, basis, rank, hessian, downhill, axes, positions,
        )  # fmt: skip
        moved = _point_rows(self.figure, self.motion.skeleton.parents, axes[frames], positions[frames])
        away = positions[frames] - self.source.positions[frames]
        weights = weight * self.weights
        return band_of(Frames(basis[frames], rank[frames], hessian[frames], downhill[frames], moved, away, weights))

    def _shifted(self, step: np.ndarray) -> tuple[float, float]:
        """Take a step (n, D) and bring back what is held; returns the frames' own cost and the largest error held."""
        from supple.kernels.posing.models import shift_frames

        every = np.zeros((len(self.working), step.shape[1]))
        every[self.frames] = step
        cost, left = np.zeros(len(self.working)), np.zeros(len(self.working))
        shift_frames(
            self.frames, self.working, self.problem.parts, self.arena, self.poses.missed, self.poses.slack,
            every, self.poses.root, self.poses.rotations, cost, left,
        )  # fmt: skip
        return float(cost.sum()), float(left.max())

    def _cost(self, own: tuple[float, float], weight: float) -> float:
        return own[0] + self._roughness(weight)

    def _roughness(self, weight: float) -> float:
        away = self._positions()[self.frames] - self.source.positions[self.frames]
        return weight * float(np.sum(self.weights * np.sum(roughness(away) ** 2, axis=-1)))

    def _positions(self) -> np.ndarray:
        bent = replace(self.motion, root_positions=self.poses.root, rotations=self.poses.rotations)
        return world_pose(bent).positions


def _missed_last(problem: Problem, plan: Plan, poses: Poses) -> Problem:
    """The problem with levels that are missed after all others, and a smaller weight of the pull."""
    over_time, static, source, body = problem.parts
    level = np.where(poses.missed, plan.level + _MISSED_LAST, plan.level)
    sizes = body[0] * np.array([1.0, 1.0 / _STIFF, 0.0])
    return problem._replace(parts=((level, *over_time[1:]), static, source, (sizes, *body[1:])))


def _point_rows(figure: Figure, parents: np.ndarray, axes: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """(n, 3 J, D) how all joints move with the columns, from their world axes (n, D, 3) and places (n, J, 3)."""
    start = figure.layout.start
    owner = np.repeat(np.arange(len(parents)), np.diff(start))
    above = np.zeros((len(parents), len(owner)), bool)
    for j, parent in enumerate(parents):
        above[j] = above[parent] if parent >= 0 else False
        above[j, start[j] : start[j + 1]] = True
    arms = np.swapaxes(positions[:, :, None] - positions[:, owner][:, None], 2, 3)  # (n, J, 3, D)
    x, y, z = (axes[:, None, :, k] for k in range(3))
    turned = np.empty_like(arms)
    for k, (a, b, first, second) in enumerate(((y, z, 2, 1), (z, x, 0, 2), (x, y, 1, 0))):
        np.multiply(a, arms[:, :, first], out=turned[:, :, k])
        turned[:, :, k] -= b * arms[:, :, second]
    slides = figure.layout.kind == SLIDE
    turned[..., slides] = np.swapaxes(axes[:, slides], 1, 2)[:, None]
    turned *= above[None, :, None]
    return turned.reshape(len(axes), -1, len(owner))
