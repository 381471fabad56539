r"""One step that serves several tasks in strict order.

With the tasks' rows :math:`J_k` and errors :math:`e_k`, the strongest first,

.. math:: \tilde J_k = J_k P_{k-1}, \qquad
          \Delta_k = \Delta_{k-1} + \tilde J_k^T(\tilde J_k \tilde J_k^T + \lambda_k^2 I)^{-1}(e_k - J_k \Delta_{k-1}),
          \qquad P_k = I - Q_k^T Q_k,

where the rows of :math:`Q_k` are an orthonormal basis of all rows so far, and at the end :math:`P_L` times what is
left of a wish is added. Damping never enters the projectors, so that a weaker task leaves a stronger one alone to
first order whatever :math:`\lambda` is. Rows that depend on others (two points of one rigid foot always do) are left
out of the basis.
"""

from __future__ import annotations

from supple.kernels.algebra import add_direction, cholesky, dot, remove_directions, solve_lower, solve_upper
from supple.kernels.jit import INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, dense
from supple.kernels.jit import types as numba_types

_DEPENDENT_SQ = 1e-8  # a row whose new part is 1e-4 of the level's longest row is dependent


@dense()
def serve_level(rows, errors, first, stop, damping_sq, basis, rank, projected, gram, right, step):
    """Add the damped least squares step of one level, inside what the basis leaves free."""
    size, count = step.shape[0], stop - first
    for i in range(count):
        for c in range(size):
            projected[i, c] = rows[first + i, c]
        remove_directions(projected[i], basis, rank, size)
        length_sq = dot(rows[first + i], rows[first + i], size)
        if dot(projected[i], projected[i], size) <= _DEPENDENT_SQ * length_sq:
            projected[i, :] = (
                0.0  # stronger levels have it all; what is left is rounding, which little damping would blow up
            )
    for i in range(count):
        for j in range(i + 1):
            gram[i, j] = dot(projected[i], projected[j], size)
        gram[i, i] += damping_sq
        right[i] = errors[first + i] - dot(rows[first + i], step, size)
    if not cholesky(gram, count):
        return
    solve_lower(gram, right, count)
    solve_upper(gram, right, count)
    for i in range(count):
        for c in range(size):
            step[c] += right[i] * projected[i, c]


@dense()
def close_level(rows, first, stop, basis, rank, size):
    """Add the directions of one level to the basis; returns the new rank."""
    longest = 0.0
    for i in range(first, stop):
        longest = max(longest, dot(rows[i], rows[i], size))
    for i in range(first, stop):
        rank = add_direction(rows[i], basis, rank, size, _DEPENDENT_SQ * longest)
    return rank


@dense()
def add_wish(wish, basis, rank, step):
    """Add what the lowest level would do, inside what all tasks leave free."""
    size, rest = step.shape[0], basis[rank]
    for c in range(size):
        rest[c] = wish[c] - step[c]
    remove_directions(rest, basis, rank, size)
    for c in range(size):
        step[c] += rest[c]


@dense(
    MATRIX, VECTOR, INTS, VECTOR, VECTOR, OUT_MATRIX, OUT_MATRIX, OUT_MATRIX, OUT_VECTOR, OUT_VECTOR,
    returns=numba_types.int64,
)  # fmt: skip
def prioritized_step(rows, errors, level_start, damping_sq, wish, basis, projected, gram, right, step):
    """Write the step (D,) and return how many directions the tasks take.

    ``rows`` (R, D) and ``errors`` (R,) ordered by level; level k has the rows ``level_start[k]`` to
    ``level_start[k + 1]`` and the damping ``damping_sq[k]``, above zero; ``wish`` (D,) is what the lowest level
    would do. The rest is room to work: ``basis`` (R + 1, D), ``projected`` (R, D), ``gram`` (R, R), ``right`` (R,).
    """
    size, rank = step.shape[0], 0
    step[:] = 0.0
    for level in range(level_start.shape[0] - 1):
        first, stop = level_start[level], level_start[level + 1]
        serve_level(rows, errors, first, stop, damping_sq[level], basis, rank, projected, gram, right, step)
        rank = close_level(rows, first, stop, basis, rank, size)
    add_wish(wish, basis, rank, step)
    return rank
