r"""The iteration of resolved motion rate control on one pose, until it settles or a cap is reached.

In every round: errors and rows of the tasks at the present pose, errors cut to a fixed length (intermediate goals, so
that the linear model holds), one step in strict order of the levels, and a share of it taken:

.. math:: \Delta x_k \leftarrow \min\bigl(1, c / \lVert\Delta x_k\rVert\bigr)\,\Delta x_k, \qquad
          \theta \leftarrow \theta + s\,W\,\Delta(J W, \Delta x, z)

W scales the columns by the joints' weights; z pulls towards a reference pose, and is measured in the same scaled
coordinates. It settles when neither the norm of the errors nor that of the pull changes any more, for a few rounds in a
row: not when they are small, because weaker levels may never be. This is the scheme of the sources, for comparison.
"""

from __future__ import annotations

import numpy as np

from supple.kernels import fk, jacobians
from supple.kernels.algebra import dot
from supple.kernels.comparison_steps import naive_step, transpose_step
from supple.kernels.dof_kinds import SLIDE
from supple.kernels.jit import CUBE, INT, INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, array_out, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.prioritized import prioritized_step
from supple.kernels.pull import pull_to
from supple.kernels.step import take_step
from supple.kernels.tasks import MASKS, task_rows

DAMPED, TRANSPOSE, NAIVE = 0, 1, 2
_PATIENCE = 5  # rounds in a row without change


@dense()
def _cut(errors, row_start, level_start, longest):
    """Shorten the errors of each level, together, so that no task of it asks for more than ``longest``.

    choice: together, because tasks of equal priority that were cut one by one would settle on another compromise.
    """
    task = 0
    for level in range(level_start.shape[0] - 1):
        largest_sq, first = 0.0, task
        while task < row_start.shape[0] - 1 and row_start[task] < level_start[level + 1]:
            size_sq = 0.0
            for i in range(row_start[task], row_start[task + 1]):
                size_sq += errors[i] * errors[i]
            largest_sq = max(largest_sq, size_sq)
            task += 1
        if largest_sq > longest * longest:
            scale = longest / np.sqrt(largest_sq)
            for i in range(row_start[first], row_start[task]):
                errors[i] *= scale


@dense()
def _wish(root, rotations, goal_root, goal_rotations, dof_start, dof_kind, dof_axes, weights, pull_root, wish):
    """The pull to a reference pose in scaled coordinates; what has no weight does not move."""
    pull_to(root, rotations, goal_root, goal_rotations, dof_start, dof_kind, dof_axes, wish)
    for d in range(wish.shape[0]):
        idle = weights[d] == 0.0 or (dof_kind[d] == SLIDE and not pull_root)
        wish[d] = 0.0 if idle else wish[d] / weights[d]


@dense()
def _record(errors, level_start, history, iteration):
    """Keep the norm of each level's errors."""
    for level in range(level_start.shape[0] - 1):
        total = 0.0
        for i in range(level_start[level], level_start[level + 1]):
            total += errors[i] * errors[i]
        history[iteration, level] = np.sqrt(total)


@dense()
def _stepped(
    method, stride, damping_sq, gain, pull_gain, weights, rows, errors, level_start,
    wish, taken, gram, small, kept, along, right, own, step,
):  # fmt: skip
    """Write the share of the method's step that is taken, in the pose's own coordinates."""
    for d in range(wish.shape[0]):
        wish[d] *= pull_gain
        for i in range(rows.shape[0]):
            rows[i, d] *= weights[d]
    if method == TRANSPOSE:
        transpose_step(rows, errors, level_start, gain, wish, taken, right, own, step)
    elif method == NAIVE:
        naive_step(rows, errors, level_start, damping_sq, wish, taken, gram, right, own, step)
    else:
        prioritized_step(rows, errors, level_start, damping_sq, wish, gram, small, kept, along, right, step)
    for d in range(step.shape[0]):
        step[d] *= stride * weights[d]


@dense(
    INT, numba_types.float64, numba_types.float64, VECTOR, numba_types.float64, numba_types.float64,
    numba_types.boolean, numba_types.float64, numba_types.float64, INT,
    MATRIX, INTS, INTS, INTS, MATRIX, VECTOR, VECTOR, MATRIX, VECTOR, MATRIX,
    INTS, INTS, MATRIX, MATRIX, INTS, MATRIX, INTS, INTS, MATRIX, VECTOR, CUBE, INTS, MASKS, INTS,
    OUT_VECTOR, OUT_MATRIX,
    OUT_MATRIX, OUT_MATRIX, OUT_MATRIX, OUT_VECTOR, OUT_MATRIX, OUT_VECTOR, OUT_MATRIX, OUT_VECTOR, OUT_MATRIX,
    OUT_MATRIX, OUT_MATRIX, array_out(1, numba_types.int64), OUT_VECTOR, OUT_VECTOR, OUT_VECTOR, OUT_VECTOR, OUT_MATRIX,
    returns=numba_types.UniTuple(numba_types.int64, 2),
)  # fmt: skip
def settle(
    method, stride, longest, damping_sq, gain, pull_gain, pull_root, still_error, still_pull, cap,
    offsets, parents, dof_start, dof_kind, dof_axes, weights, masses, centres, goal_root, goal_rotations,
    kind, joint, point, axis, reference, goal, support_start, support_joint, support_point, share, basis, row_start,
    recruited, level_start,
    root, rotations,
    positions, turned, axes, loads, moments, errors, rows, wish, taken,
    gram, small, kept, along, right, own, step, history,
):  # fmt: skip
    """Change ``root`` and ``rotations`` until the pose settles; returns how many steps it took, and 1 if it did.

    ``stride``: the share of a step that is taken; ``longest`` [m] miss that a step is asked to close; ``damping_sq``
    (L,) [m^2]; ``gain`` of the transpose, 0 for the best; ``pull_gain`` of the lowest level, towards ``goal_root``
    and ``goal_rotations``; ``still_error`` [m] and ``still_pull`` [rad]: changes below these are none. Tasks are
    ordered by level, level k has the rows ``level_start[k]`` to ``level_start[k + 1]``. ``history`` (N, L) gets the
    norms of the errors of the first N rounds. The rest is room to work, ``taken`` (R + 1, D) for the tasks' directions.
    """
    before_error, before_pull, quiet = np.inf, np.inf, 0
    for iteration in range(cap + 1):
        fk.pose_frame(root, rotations, offsets, parents, positions, turned)
        jacobians.world_axes(turned, parents, dof_start, dof_kind, dof_axes, axes)
        jacobians.gather_mass(positions, turned, parents, masses, centres, loads, moments)
        task_rows(
            positions, turned, parents, dof_start, dof_kind, axes, loads, moments,
            kind, joint, point, axis, reference, goal, support_start, support_joint, support_point, share,
            basis, row_start, recruited, errors, rows,
        )  # fmt: skip
        _wish(root, rotations, goal_root, goal_rotations, dof_start, dof_kind, dof_axes, weights, pull_root, wish)
        if iteration < history.shape[0]:
            _record(errors, level_start, history, iteration)
        error = np.sqrt(dot(errors, errors, errors.shape[0]))
        pull = np.sqrt(dot(wish, wish, wish.shape[0]))
        unchanged = abs(error - before_error) <= still_error and abs(pull - before_pull) <= still_pull
        quiet = quiet + 1 if unchanged else 0
        if quiet == _PATIENCE:
            return iteration, 1
        if iteration == cap:
            break
        before_error, before_pull = error, pull
        _cut(errors, row_start, level_start, longest)
        _stepped(
            method, stride, damping_sq, gain, pull_gain, weights, rows, errors, level_start,
            wish, taken, gram, small, kept, along, right, own, step,
        )  # fmt: skip
        take_step(step, dof_start, dof_kind, dof_axes, root, rotations)
    return cap, 0
