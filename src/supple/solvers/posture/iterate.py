"""Run the classic iteration on frames of a plan, each from a start pose of its own."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.constraints.plan import Plan
from supple.core.dofs import DofLayout, dof_layout
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.solvers.posture.settings import Classic
from supple.solvers.posture.tasks import FrameTasks, frame_tasks, without_ramps

_KEPT = 11  # of the room to work, the one row of whole numbers


class Settled(NamedTuple):
    """Where the iteration ended in each of N frames."""

    motion: Motion
    iterations: np.ndarray  # (N,) int64
    settled: np.ndarray  # (N,) bool: it stopped before the cap
    histories: tuple[np.ndarray, ...]  # per frame (iterations + 1, L) [m]: the norm of each level's errors


def iterate(
    motion: Motion,
    plan: Plan,
    classic: Classic,
    weights: np.ndarray | None = None,
    start: Motion | None = None,
    towards: Motion | None = None,
) -> Settled:
    """Solve every frame of ``motion`` for its tasks.

    Frames start from ``start`` and are pulled ``towards`` poses; both are the motion's own by default. ``weights``
    (J,) say how easily joints move.
    """
    layout, plan = dof_layout(motion.skeleton), without_ramps(plan, world_pose(motion))
    weights = np.ones(len(motion.skeleton)) if weights is None else weights
    columns = np.repeat(np.asarray(weights, float), np.diff(layout.start))
    first, source = start or motion, towards or motion
    roots, rotations = first.root_positions.copy(), first.rotations.copy()
    counts, ends, histories = [], [], []
    for f in range(motion.frames):
        asked = frame_tasks(plan, f, layout)
        count, end, history = _frame(source, f, plan, asked, layout, classic, columns, roots[f], rotations[f])
        counts.append(count)
        ends.append(bool(end))
        histories.append(history[: count + 1])
    moved = motion.with_root_positions(roots).with_rotations(rotations)
    return Settled(moved, np.array(counts, np.int64), np.array(ends, bool), tuple(histories))


def _frame(
    source: Motion, frame: int, plan: Plan, asked: FrameTasks, layout: DofLayout, classic: Classic,
    weights: np.ndarray, root: np.ndarray, rotations: np.ndarray,
) -> tuple[int, int, np.ndarray]:  # fmt: skip
    """Change ``root`` and ``rotations`` in place; the iterations, whether it settled, and the errors on the way."""
    from supple.kernels import classic_loop

    methods = {"damped": classic_loop.DAMPED, "transpose": classic_loop.TRANSPOSE, "naive": classic_loop.NAIVE}
    levels, size = len(asked.level_start) - 1, plan.size
    history = np.zeros((classic.max_iterations + 1, levels))
    count, end = classic_loop.settle(
        methods[classic.step], classic.stride, classic.goal_step * size, np.full(levels, (classic.damping * size) ** 2),
        classic.gain, classic.pull, classic.pull_root, classic.still * size, classic.still_pull, classic.max_iterations,
        source.local_offsets(frame), source.skeleton.parents, layout.start, layout.kind, layout.axes,
        weights, plan.body.masses, plan.body.centres, source.root_positions[frame], source.rotations[frame],
        *asked.tasks, asked.recruited, asked.level_start, root, rotations,
        *_room(len(source.skeleton), len(layout), int(asked.level_start[-1])), history,
    )  # fmt: skip
    return count, end, history


def _room(joints: int, columns: int, rows: int) -> list[np.ndarray]:
    """Room to work, in the kernel's order."""
    shapes: tuple[tuple[int, ...], ...] = (
        (joints, 3), (joints, 4), (columns, 3), (joints,), (joints, 3), (rows,), (rows, columns), (columns,),
        (rows + 1, columns), (rows, rows), (rows, rows), (rows,), (rows,), (rows,), (columns,), (columns,),
    )  # fmt: skip
    room = [np.zeros(shape) for shape in shapes]
    room[_KEPT] = np.zeros(rows, np.int64)
    return room
