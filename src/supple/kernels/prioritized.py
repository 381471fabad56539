r"""One step that serves several tasks in strict order.

With the tasks' rows :math:`J_k` and errors :math:`e_k`, the strongest first,

.. math:: \tilde J_k = J_k P_{k-1}, \qquad
          \Delta_k = \Delta_{k-1} + \tilde J_k^T(\tilde J_k \tilde J_k^T + \lambda_k^2 I)^{-1}(e_k - J_k \Delta_{k-1}),
          \qquad P_k = I - Q_k^T Q_k,

where the rows of :math:`Q_k` are an orthonormal basis of all rows so far, and at the end :math:`P_L` times what is
left of a wish is added. Damping never enters the projectors, so that a weaker task leaves a stronger one alone to
first order whatever :math:`\lambda` is. Rows that depend on others (two points of one rigid foot always do) are left
out of the basis.

No basis is made. With :math:`J = L Q` and so :math:`J J^T = L L^T`, all of it happens in as many dimensions as there
are rows: level k with its part :math:`L_k` of the factor, and what is asked of it after the stronger ones
:math:`r_k`, adds :math:`z_k = (L_k^T L_k + \lambda_k^2 I)^{-1} L_k^T r_k` to the coordinates z of the step in Q. Then

.. math:: \Delta = w + J^T L^{-T} L^{-1} (L z - J w).

Products of rows lose half of the digits of what is almost dependent; where that is much, the last line is done again
with the step in place of the wish w, which brings them back.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.algebra import add_direction, cholesky, dot, fill_gram, solve_lower, solve_upper
from supple.kernels.jit import INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, array_out, dense
from supple.kernels.jit import types as numba_types

DEPENDENT_SQ = 1e-8  # a row whose new part is 1e-4 of the level's longest row is dependent
_LOST = 1e-4  # of a squared length: with less than that left, the step is refined


@dense()
def _factor_row(factor, i, kept, first, stop):
    """Row i of the factor in the columns ``first`` to ``stop``, from the products there; its squared length."""
    length_sq = 0.0
    for q in range(first, stop):
        other = kept[q]
        value = (factor[i, other] - dot(factor[i], factor[other], q)) / factor[other, q]
        factor[i, q] = value
        length_sq += value * value
    return length_sq


@dense()
def _factor_level(factor, first, stop, kept, before):
    """Factor the rows of one level; returns the new rank and the least share of a squared length that was left.

    Columns of the factor are the rows that are kept; a number is written at or before the place where it was read.
    """
    rank, least, longest = before, 1.0, 0.0
    for i in range(first, stop):
        longest = max(longest, factor[i, i])
    for i in range(first, stop):
        own = factor[i, i]
        left = own - _factor_row(factor, i, kept, 0, before)
        if left <= DEPENDENT_SQ * own:
            factor[i, before:stop] = 0.0  # stronger levels have it all: the rest is rounding
            continue
        left -= _factor_row(factor, i, kept, before, rank)
        factor[i, rank:stop] = 0.0
        if left > DEPENDENT_SQ * longest:
            factor[i, rank], kept[rank] = np.sqrt(left), i
            least = min(least, left / own)
            rank += 1
    return rank, least


@dense()
def _serve_level(factor, errors, first, stop, damping_sq, before, rank, small, along):
    """Coordinates ``along`` of one level's damped step, in the columns from ``before`` to ``rank``."""
    count = rank - before
    own = along[before:rank]
    own[:] = 0.0
    for a in range(count):
        small[a, : a + 1] = 0.0
        small[a, a] = damping_sq
    for i in range(first, stop):
        asked = errors[i] - dot(factor[i], along, before)
        for a in range(count):
            share = factor[i, before + a]
            own[a] += share * asked
            for b in range(a + 1):
                small[a, b] += share * factor[i, before + b]
    if cholesky(small, count):
        solve_lower(small, own, count)
        solve_upper(small, own, count)
    else:
        own[:] = 0.0


@dense()
def _add_rest(rows, factor, kept, rank, asked, right, step):
    """Add the shortest change after which the kept rows times the step are what is ``asked``."""
    size = step.shape[0]
    for q in range(rank):
        right[q] = asked[q] - dot(rows[kept[q]], step, size)
    for q in range(rank):
        right[q] = (right[q] - dot(factor[kept[q]], right, q)) / factor[kept[q], q]
    for q in range(rank - 1, -1, -1):
        share, row = right[q] / factor[kept[q], q], kept[q]
        for p in range(q):
            right[p] -= factor[row, p] * share
        for c in range(size):
            step[c] += share * rows[row, c]


@dense(
    MATRIX, VECTOR, INTS, VECTOR, VECTOR,
    OUT_MATRIX, OUT_MATRIX, array_out(1, numba_types.int64), OUT_VECTOR, OUT_VECTOR, OUT_VECTOR,
    returns=numba_types.int64,
)  # fmt: skip
def prioritized_step(rows, errors, level_start, damping_sq, wish, factor, small, kept, along, right, step):
    """Write the step (D,) and return how many directions the tasks take.

    ``rows`` (R, D) and ``errors`` (R,) ordered by level; level k has the rows ``level_start[k]`` to
    ``level_start[k + 1]`` and the damping ``damping_sq[k]``, above zero; ``wish`` (D,) is what the lowest level
    would do. The rest is room to work: ``factor`` and ``small`` (R, R), ``kept``, ``along`` and ``right`` (R,).
    """
    levels, rank, least = level_start.shape[0] - 1, 0, 1.0
    fill_gram(rows, level_start[levels], step.shape[0], factor)
    for level in range(levels):
        first, stop, before = level_start[level], level_start[level + 1], rank
        rank, left = _factor_level(factor, first, stop, kept, before)
        least = min(least, left)
        _serve_level(factor, errors, first, stop, damping_sq[level], before, rank, small, along)
    for q in range(rank - 1, -1, -1):
        along[q] = dot(factor[kept[q]], along, q + 1)
    for c in range(step.shape[0]):
        step[c] = wish[c]
    for _ in range(2 if least < _LOST else 1):
        _add_rest(rows, factor, kept, rank, along, right, step)
    return rank


@dense()
def close_level(rows, first, stop, basis, rank, size):
    """Add the directions of one level to an orthonormal basis; returns the new rank."""
    longest = 0.0
    for i in range(first, stop):
        longest = max(longest, dot(rows[i], rows[i], size))
    for i in range(first, stop):
        rank = add_direction(rows[i], basis, rank, size, DEPENDENT_SQ * longest)
    return rank
