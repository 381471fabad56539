r"""A Newton step of one level under the equations of the stronger ones.

.. math:: \begin{pmatrix} H & J_c^T \\ J_c & 0 \end{pmatrix} \begin{pmatrix} \delta \\ -\nu \end{pmatrix} =
          \begin{pmatrix} J_k^T e_k + \mu^2 a \\ e_c \end{pmatrix}, \qquad
          H = J_k^T J_k - e_k \cdot \partial^2 x_k + \nu \cdot \partial^2 x_c + \mu^2 I

Without the second derivatives (Gauss-Newton) a level that cannot be met makes steps that overshoot for ever: its miss
is a force that stays.
"""

from __future__ import annotations

from supple.kernels.algebra import cholesky, dot, solve_lower, solve_lower_rows, solve_upper
from supple.kernels.curvature import add_task_curvature
from supple.kernels.jit import dense
from supple.kernels.posing import slots
from supple.kernels.posing.arena import cube, ints, masks, matrix, vector
from supple.kernels.posing.locks import add_lock_curvature
from supple.kernels.posing.meet import multipliers

_WEAK = 1e-9  # of the longest row, squared: dependent rows have no share of their own


@dense()
def fill_downhill(level, frame):
    """Where the cost of a level falls: its errors through its rows, and the pull, weighed."""
    level_start, errors, rows = ints(frame, slots.LEVEL_START), vector(frame, slots.ERRORS), matrix(frame, slots.ROWS)
    pull, downhill = vector(frame, slots.PULL), vector(frame, slots.DOWNHILL)
    weight = vector(frame, slots.SIZES)[1]
    for c in range(downhill.shape[0]):
        downhill[c] = weight * pull[c]
    for i in range(level_start[level], level_start[level + 1]):
        for c in range(downhill.shape[0]):
            downhill[c] += rows[i, c] * errors[i]


@dense()
def fill_hessian(level, stiff, frame):
    """The lower triangle of H without the pull's part, at what :func:`fill_downhill` found.

    Squares of the stronger rows are added, ``stiff`` times: they change nothing where these hold, and make the matrix
    definite where only they are stiff.
    """
    level_start, row_start = ints(frame, slots.LEVEL_START), ints(frame, slots.ROW_START)
    errors, right, forces = vector(frame, slots.ERRORS), vector(frame, slots.RIGHT), vector(frame, slots.FORCES)
    hard, stop = level_start[level], level_start[level + 1]
    matrix(frame, slots.HESSIAN)[:] = 0.0
    multipliers(hard, vector(frame, slots.DOWNHILL), frame)
    for i in range(stop):
        forces[i] = right[i] if i < hard else -errors[i]
    for k in range(ints(frame, slots.COUNTS)[slots.COUNT_TASKS]):
        if row_start[k] < stop:
            _add_curvature(k, forces[row_start[k] : row_start[k + 1]], frame)
    for i in range(ints(frame, slots.COUNTS)[slots.COUNT_LOCKS]):
        add_lock_curvature(i, forces[i], frame)
    add_squares(0, hard, stiff, frame)
    add_squares(hard, stop, 1.0, frame)


@dense()
def _add_curvature(k, force, frame):
    add_task_curvature(
        k, force, matrix(frame, slots.POSITIONS), matrix(frame, slots.TURNED), ints(frame, slots.PARENTS),
        ints(frame, slots.DOF_START), ints(frame, slots.DOF_KIND), matrix(frame, slots.AXES),
        vector(frame, slots.LOADS), matrix(frame, slots.MOMENTS),
        ints(frame, slots.KIND), ints(frame, slots.JOINT), matrix(frame, slots.POINT), matrix(frame, slots.AXIS),
        ints(frame, slots.REFERENCE), matrix(frame, slots.GOAL), ints(frame, slots.SUPPORT_START),
        ints(frame, slots.SUPPORT_JOINT), matrix(frame, slots.SUPPORT_POINT), vector(frame, slots.SHARE),
        cube(frame, slots.BASIS), ints(frame, slots.ROW_START), masks(frame, slots.RECRUITED),
        matrix(frame, slots.HESSIAN),
    )  # fmt: skip


@dense()
def add_squares(first, stop, weight, frame):
    """Add J^T J of some rows to the lower triangle, weighed."""
    rows, hessian = matrix(frame, slots.ROWS), matrix(frame, slots.HESSIAN)
    for i in range(first, stop):
        row = rows[i]
        for a in range(row.shape[0]):
            value = weight * row[a]
            if value != 0.0:
                for b in range(a + 1):
                    hessian[a, b] += value * row[b]


@dense()
def factored(shift, frame):
    """Cholesky of the Hessian with a shift that grows until it is definite; returns the shift."""
    hessian, factor, weight = matrix(frame, slots.HESSIAN), matrix(frame, slots.FACTOR), vector(frame, slots.SIZES)[1]
    size = factor.shape[0]
    while True:
        for i in range(size):
            for j in range(i + 1):
                factor[i, j] = hessian[i, j]
            factor[i, i] += weight + shift
        if cholesky(factor, size):
            return shift
        shift = max(4.0 * shift, 2.2 * weight)


@dense()
def newton_step(hard, frame):
    """Solve the KKT system by its Schur complement: ``DOWNHILL`` becomes the step."""
    errors, rows, gram = vector(frame, slots.ERRORS), matrix(frame, slots.ROWS), matrix(frame, slots.GRAM)
    right, factor = vector(frame, slots.RIGHT), matrix(frame, slots.FACTOR)
    downhill, solved = vector(frame, slots.DOWNHILL), matrix(frame, slots.SOLVED)
    size, longest = downhill.shape[0], 0.0
    for i in range(hard):
        for c in range(size):
            downhill[c] += errors[i] * rows[i, c]
            solved[i, c] = rows[i, c]
    solve_lower(factor, downhill, size)
    solve_lower_rows(factor, solved, hard, size)
    for i in range(hard):
        for j in range(i + 1):
            gram[i, j] = dot(solved[i], solved[j], size)
        longest = max(longest, gram[i, i])
        right[i] = errors[i] - dot(solved[i], downhill, size)
    for i in range(hard):
        gram[i, i] += _WEAK * longest
    if hard > 0 and longest > 0.0 and cholesky(gram, hard):
        solve_lower(gram, right, hard)
        solve_upper(gram, right, hard)
        for i in range(hard):
            for c in range(size):
                downhill[c] += right[i] * solved[i, c]
    solve_upper(factor, downhill, size)
