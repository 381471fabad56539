"""Poses of a plan's frames, each solved from the source or from what its neighbour was changed by."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.constraints.plan import Plan
from supple.constraints.targets import Goals
from supple.core.motion import Motion
from supple.core.progress import Progress
from supple.kernels.posing.slots import FROM_GIVEN, FROM_NEIGHBOUR, Sizes, make_arena
from supple.solvers.prioritized.figure import Figure

PULL = 0.0176  # of the height, per radian: how far a miss may grow to save a turn, where it cannot be met anyway
_CHUNK = 64  # frames that one call solves: between two, others may see progress or cancel
_ALONE_S = 0.003  # [s] of work before others are asked to help: to wake them costs about as much as they would save


class Problem(NamedTuple):
    """A plan on a figure as kernels take it."""

    parts: tuple[tuple[np.ndarray, ...], ...]  # see supple.kernels.posing.problem
    sizes: Sizes


@dataclass(slots=True, eq=False)
class Poses:
    """The poses of all frames, as they are being solved, and what is known of each."""

    root: np.ndarray  # (F, 3)
    rotations: np.ndarray  # (F, J, 4)
    steps: np.ndarray  # (F,) int64
    capped: np.ndarray  # (F,) bool: a search was cut short
    missed: np.ndarray  # (F, K) bool: missed, or the weakest and met by a stretch alone
    slack: np.ndarray  # (F, K, 3)
    side: np.ndarray  # (F, N) int64: -1 or 1 where a limit holds a joint
    done: np.ndarray  # (F,) bool: it was solved, or there was nothing to solve

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """What kernels write, in their order."""
        return self.root, self.rotations, self.steps, self.capped, self.missed, self.slack, self.side


def source_poses(motion: Motion, plan: Plan, figure: Figure) -> Poses:
    """The source's poses, to start from."""
    frames, tasks = plan.activity.shape
    return Poses(
        motion.root_positions.copy(),
        motion.rotations.copy(),
        np.zeros(frames, np.int64),
        np.zeros(frames, bool),
        np.zeros((frames, tasks), bool),
        np.zeros((frames, tasks, 3)),
        np.zeros(figure.low.shape, np.int64),
        np.zeros(frames, bool),
    )


def solve_frames(
    problem: Problem,
    parts: Sequence[np.ndarray],
    working: np.ndarray,
    poses: Poses,
    cap: int,
    begin: int = FROM_GIVEN,
    threads: int = 1,
    progress: Progress | None = None,
) -> None:
    """Solve the frames of some ``parts`` (n,) in place, with the tasks that ``working`` (F, K) names.

    ``begin`` says where searches begin, see :func:`supple.kernels.posing.clip.solve_frames`; a part is cut into chunks,
    whose first frames have no neighbour to begin from.
    """
    from supple.kernels.posing import clip

    chunks = [part[at : at + _CHUNK] for part in parts for at in range(0, len(part), _CHUNK)]
    done, total, threads = 0, sum(len(part) for part in parts), min(threads, len(chunks))
    arenas = deque(make_arena(problem.sizes) for _ in range(threads))  # a chunk takes one and gives it back

    def solve(some: np.ndarray) -> int:
        arena = arenas.pop()
        try:
            clip.solve_frames(some, cap, begin, working, problem.parts, arena, *poses.arrays)
        finally:
            arenas.append(arena)
        poses.done[some] = True
        return len(some)

    def solve_all() -> Generator[int, None, None]:
        began = time.perf_counter()
        for k, chunk in enumerate(chunks):
            if threads > 1 and len(chunks) - k > 1 and time.perf_counter() - began > _ALONE_S:
                with ThreadPoolExecutor(threads) as pool:
                    yield from pool.map(solve, chunks[k:])
                return
            yield solve(chunk)

    with closing(solve_all()) as counts:
        for count in counts:
            done += count
            if progress is not None:
                progress(done, total)


def solve_following(problem: Problem, frames: np.ndarray, working: np.ndarray, poses: Poses, cap: int) -> None:
    """Solve ``frames`` (n,) one after the other in place, each from what the one before was changed by."""
    from supple.kernels.posing import clip

    clip.solve_frames(
        np.ascontiguousarray(frames), cap, FROM_NEIGHBOUR, working, problem.parts, make_arena(problem.sizes),
        *poses.arrays,
    )  # fmt: skip


def problem_of(motion: Motion, plan: Plan, figure: Figure, goals: Goals) -> Problem:
    """A plan on a figure as kernels take it; goals are those of all frames."""
    layout, skeleton, limits = figure.layout, motion.skeleton, figure.limits
    offsets = skeleton.offsets[None] if motion.offsets is None else motion.offsets
    sizes = np.array([plan.size, (PULL * plan.size) ** 2, 0.0])
    over_time = (plan.level, goals.goal, goals.reference, plan.support_point, plan.share)
    static = (plan.kind, plan.joint, plan.point, plan.axis, plan.basis, plan.turning, plan.rows, plan.support_start,
              plan.support_joint, figure.recruited)  # fmt: skip
    source = (offsets, motion.root_positions, motion.rotations, figure.low, figure.high)
    body = (sizes, skeleton.parents, layout.start, layout.kind, layout.axes, figure.scale, plan.body.masses,
            plan.body.centres, *limits.arrays)  # fmt: skip
    counts = Sizes(
        joints=len(skeleton),
        columns=len(layout),
        tasks=len(plan.kind),
        supports=len(plan.support_joint),
        limits=len(limits),
        vertices=len(limits.polygon),
        rows=int(plan.rows.sum()) + len(limits),
    )
    return Problem((over_time, static, source, body), counts)
