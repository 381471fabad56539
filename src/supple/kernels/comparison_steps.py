r"""Two older ways to make a step that serves several tasks in order, with the tasks of ``prioritized_step``.

The Jacobian transpose, inside what stronger levels leave free:

.. math:: \Delta_k = \Delta_{k-1} + \alpha\,\tilde J_k^T r, \qquad r = e_k - J_k \Delta_{k-1}, \qquad
          \alpha = \frac{r \cdot \tilde J_k \tilde J_k^T r}{\lVert \tilde J_k \tilde J_k^T r \rVert^2}

where :math:`\alpha` is the gain that leaves least of the linear miss, so that no chain is too long; one that is
given replaces it. The naive projection solves every task as if it were alone and then cuts its step to what stronger
levels leave free: strict too, but most of what a weaker task asked for may lie in the part that was cut.
"""

from __future__ import annotations

from supple.kernels.algebra import cholesky, dot, fill_gram, remove_directions, solve_lower, solve_upper
from supple.kernels.jit import INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.prioritized import close_level


@dense()
def _uphill(rows, errors, first, stop, basis, rank, right, own, step):
    """``own`` becomes the projected transpose times what is still missed, which is left in ``right``."""
    size = step.shape[0]
    own[:] = 0.0
    for i in range(first, stop):
        right[i - first] = errors[i] - dot(rows[i], step, size)
        for c in range(size):
            own[c] += right[i - first] * rows[i, c]
    remove_directions(own, basis, rank, size)


@dense()
def _best_gain(rows, first, stop, right, own):
    """The share of ``own`` that leaves least of the miss in ``right``; zero where it changes nothing."""
    along, length_sq = 0.0, 0.0
    for i in range(first, stop):
        change = dot(rows[i], own, own.shape[0])
        along += right[i - first] * change
        length_sq += change * change
    return along / length_sq if length_sq > 0.0 else 0.0


@dense()
def _add_wish(wish, basis, rank, step):
    """Add what the lowest level would do, inside what all tasks leave free."""
    size, rest = step.shape[0], basis[rank]
    for c in range(size):
        rest[c] = wish[c] - step[c]
    remove_directions(rest, basis, rank, size)
    for c in range(size):
        step[c] += rest[c]


@dense()
def _alone(rows, errors, first, stop, damping_sq, gram, right, own):
    """``own`` becomes the damped least squares step of one level, as if it were the only one."""
    size, count = own.shape[0], stop - first
    fill_gram(rows[first:stop], count, size, gram)
    for i in range(count):
        gram[i, i] += damping_sq
        right[i] = errors[first + i]
    own[:] = 0.0
    if not cholesky(gram, count):
        return
    solve_lower(gram, right, count)
    solve_upper(gram, right, count)
    for i in range(count):
        for c in range(size):
            own[c] += right[i] * rows[first + i, c]


@dense(
    MATRIX, VECTOR, INTS, numba_types.float64, VECTOR, OUT_MATRIX, OUT_VECTOR, OUT_VECTOR, OUT_VECTOR,
    returns=numba_types.int64,
)  # fmt: skip
def transpose_step(rows, errors, level_start, gain, wish, basis, right, own, step):
    """Write the step (D,); ``gain`` 0 is the best one of each level. ``own`` (D,) is room to work."""
    size, rank = step.shape[0], 0
    step[:] = 0.0
    for level in range(level_start.shape[0] - 1):
        first, stop = level_start[level], level_start[level + 1]
        _uphill(rows, errors, first, stop, basis, rank, right, own, step)
        share = gain if gain > 0.0 else _best_gain(rows, first, stop, right, own)
        for c in range(size):
            step[c] += share * own[c]
        rank = close_level(rows, first, stop, basis, rank, size)
    _add_wish(wish, basis, rank, step)
    return rank


@dense(
    MATRIX, VECTOR, INTS, VECTOR, VECTOR, OUT_MATRIX, OUT_MATRIX, OUT_VECTOR, OUT_VECTOR, OUT_VECTOR,
    returns=numba_types.int64,
)  # fmt: skip
def naive_step(rows, errors, level_start, damping_sq, wish, basis, gram, right, own, step):
    """Write the step (D,) that projects every level's own solution; ``own`` (D,) is room to work."""
    size, rank = step.shape[0], 0
    step[:] = 0.0
    for level in range(level_start.shape[0] - 1):
        first, stop = level_start[level], level_start[level + 1]
        _alone(rows, errors, first, stop, damping_sq[level], gram, right, own)
        remove_directions(own, basis, rank, size)
        for c in range(size):
            step[c] += own[c]
        rank = close_level(rows, first, stop, basis, rank, size)
    _add_wish(wish, basis, rank, step)
    return rank
