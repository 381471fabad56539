"""One prioritized step of a pose: kinematics, the rows of five tasks, and five levels served in order."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from supple.core.dofs import dof_layout
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.kernels.task_kinds import POINT, Tasks

LEVELS, ROWS = 5, 3


def point_tasks(skeleton: Skeleton) -> Tasks:
    """A point of the last joints of the tree for each level, which goes to a place in the world."""
    joints = np.linspace(len(skeleton) // 2, len(skeleton) - 1, LEVELS).astype(np.int64)
    return Tasks(
        kind=np.full(LEVELS, POINT), joint=joints, point=np.full((LEVELS, 3), 0.1), axis=np.zeros((LEVELS, 3)),
        reference=np.full(LEVELS, -1), goal=np.ones((LEVELS, 4)), support_start=np.zeros(LEVELS + 1, np.int64),
        support_joint=np.zeros(0, np.int64), support_point=np.zeros((0, 3)), share=np.zeros(0),
        basis=np.tile(np.eye(3), (LEVELS, 1, 1)), row_start=np.arange(0, ROWS * LEVELS + 1, ROWS),
    )  # fmt: skip


def step_loop(motion: Motion) -> Callable[[], int]:
    """A step for every frame in compiled code; the call returns the sum of their ranks."""
    from supple.kernels import fk, jacobians
    from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, array_out, dense, types
    from supple.kernels.prioritized import prioritized_step
    from supple.kernels.tasks import MASKS, task_rows

    tasks_in = (INTS, INTS, MATRIX, MATRIX, INTS, MATRIX, INTS, INTS, MATRIX, VECTOR, CUBE, INTS)
    work_in = (OUT_MATRIX, OUT_MATRIX, OUT_MATRIX, OUT_VECTOR, OUT_MATRIX, OUT_MATRIX, OUT_MATRIX, OUT_VECTOR)

    @dense(MATRIX, CUBE, MATRIX, INTS, INTS, INTS, MATRIX, VECTOR, MATRIX, *tasks_in, MASKS, VECTOR, VECTOR,
           *work_in, OUT_VECTOR, OUT_VECTOR, array_out(1, types.int64), returns=types.int64)  # fmt: skip
    def every_frame(
        root, rotations, offsets, parents, start, dof_kind, dof_axes, loads, moments,
        kind, joint, point, axis, reference, goal, support_start, support_joint, support_point, share, basis, row_start,
        recruited, damping_sq, wish,
        positions, turned, axes, errors, rows, factor, small, along, right, step, kept,
    ):  # fmt: skip
        ranks = 0
        for f in range(rotations.shape[0]):
            fk.pose_frame(root[f], rotations[f], offsets, parents, positions, turned)
            jacobians.world_axes(turned, parents, start, dof_kind, dof_axes, axes)
            task_rows(
                positions, turned, parents, start, dof_kind, axes, loads, moments,
                kind, joint, point, axis, reference, goal, support_start, support_joint, support_point, share, basis,
                row_start, recruited, errors, rows,
            )  # fmt: skip
            ranks += prioritized_step(
                rows, errors, row_start, damping_sq, wish, factor, small, kept, along, right, step
            )
        return ranks

    skeleton, layout = motion.skeleton, dof_layout(motion.skeleton)
    count, columns, height = len(skeleton), len(layout), ROWS * LEVELS
    body = (motion.root_positions, motion.rotations, skeleton.offsets, skeleton.parents)
    given = (layout.start, layout.kind, layout.axes, np.zeros(count), np.zeros((count, 3)), *point_tasks(skeleton))
    asked = (np.ones((LEVELS, columns), bool), np.full(LEVELS, 1e-4), np.zeros(columns))
    shapes = [(count, 3), (count, 4), (columns, 3), height, (height, columns), (height, height), (height, height),
              height, height, columns]  # fmt: skip
    work = [*(np.zeros(shape) for shape in shapes), np.zeros(height, np.int64)]
    return lambda: every_frame(*body, *given, *asked, *work)
