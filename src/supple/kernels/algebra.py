"""Small dense algebra that allocates nothing and calls no library: a solver's inner loops, one per frame and thread."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import OUT_MATRIX, OUT_VECTOR, dense
from supple.kernels.jit import types as numba_types


@dense()
def dot(a, b, size):
    """The sum of products of the first ``size`` entries."""
    total = 0.0
    for i in range(size):
        total += a[i] * b[i]
    return total


@dense(OUT_MATRIX, numba_types.int64, returns=numba_types.boolean)
def cholesky(a, size):
    r"""Turn the lower triangle of ``a`` into L with :math:`A = L L^T`, in place.

    False where A is not positive definite. Only the lower triangle of the first ``size`` rows is read and written.
    """
    for i in range(size):
        for j in range(i + 1):
            rest = a[i, j] - dot(a[i], a[j], j)
            if i != j:
                a[i, j] = rest / a[j, j]
            elif rest > 0.0:
                a[i, i] = np.sqrt(rest)
            else:
                return False
    return True


@dense(OUT_MATRIX, OUT_VECTOR, numba_types.int64)
def solve_lower(lower, b, size):
    """``b`` becomes ``L^-1 b``."""
    for i in range(size):
        b[i] = (b[i] - dot(lower[i], b, i)) / lower[i, i]


@dense(OUT_MATRIX, OUT_VECTOR, numba_types.int64)
def solve_upper(lower, b, size):
    """``b`` becomes ``L^-T b``; columns of L are walked by rows, which is how they lie in memory."""
    for i in range(size - 1, -1, -1):
        b[i] /= lower[i, i]
        for k in range(i):
            b[k] -= lower[i, k] * b[i]


@dense()
def remove_directions(v, basis, rank, size):
    """Take the part of ``v`` along the first ``rank`` orthonormal rows of ``basis`` away from it."""
    for q in range(rank):
        share = dot(v, basis[q], size)
        for i in range(size):
            v[i] -= share * basis[q, i]


@dense()
def add_direction(row, basis, rank, size, smallest_sq):
    """Make ``row`` the next of the orthonormal ``basis`` unless what is new in it is too short; returns the new rank.

    It is freed of the basis twice: once is not enough when it lies almost inside.
    """
    fresh = basis[rank]
    for i in range(size):
        fresh[i] = row[i]
    remove_directions(fresh, basis, rank, size)
    remove_directions(fresh, basis, rank, size)
    length_sq = dot(fresh, fresh, size)
    if length_sq <= smallest_sq:
        return rank
    scale = 1.0 / np.sqrt(length_sq)
    for i in range(size):
        fresh[i] *= scale
    return rank + 1
