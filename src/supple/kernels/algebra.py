"""Small dense algebra that allocates nothing and calls no library: a solver's inner loops, one per frame and thread."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import MATRIX, OUT_MATRIX, OUT_VECTOR, dense
from supple.kernels.jit import types as numba_types


@dense()
def dot(a, b, size):
    """The sum of products of the first ``size`` entries."""
    total = 0.0
    for i in range(size):
        total += a[i] * b[i]
    return total


@dense()
def gram_block(rows, i, j, size, gram):
    """The products of rows ``i`` to ``i + 2`` with rows ``j`` to ``j + 2``: each number that is loaded serves three."""
    aa, ab, ac, ba, bb, bc, ca, cb, cc = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for c in range(size):
        x, y, z = rows[i, c], rows[i + 1, c], rows[i + 2, c]
        u, v, w = rows[j, c], rows[j + 1, c], rows[j + 2, c]
        aa, ab, ac = aa + x * u, ab + x * v, ac + x * w
        ba, bb, bc = ba + y * u, bb + y * v, bc + y * w
        ca, cb, cc = ca + z * u, cb + z * v, cc + z * w
    gram[i, j], gram[i, j + 1], gram[i, j + 2] = aa, ab, ac
    gram[i + 1, j], gram[i + 1, j + 1], gram[i + 1, j + 2] = ba, bb, bc
    gram[i + 2, j], gram[i + 2, j + 1], gram[i + 2, j + 2] = ca, cb, cc


@dense(MATRIX, numba_types.int64, numba_types.int64, OUT_MATRIX)
def fill_gram(rows, count, size, gram):
    """The products of the first ``count`` rows with each other: the lower triangle, and a few numbers above it."""
    whole = count - count % 3
    for i in range(0, whole, 3):
        for j in range(0, i + 1, 3):
            gram_block(rows, i, j, size, gram)
    for i in range(whole, count):
        for j in range(i + 1):
            gram[i, j] = dot(rows[i], rows[j], size)


@dense()
def solve_two(lower, b, i, j, size):
    """Rows ``i`` and ``j`` of ``b``, which may be one, become ``L^-1`` times themselves.

    Two columns at a time: of four sums at once each number that is loaded serves two.
    """
    for c in range(0, size - 1, 2):
        ic, ie, jc, je = 0.0, 0.0, 0.0, 0.0
        for k in range(c):
            ic += b[i, k] * lower[c, k]
            ie += b[i, k] * lower[c + 1, k]
            jc += b[j, k] * lower[c, k]
            je += b[j, k] * lower[c + 1, k]
        first, second, between = 1.0 / lower[c, c], 1.0 / lower[c + 1, c + 1], lower[c + 1, c]
        ic, jc = (b[i, c] - ic) * first, (b[j, c] - jc) * first
        ie, je = (b[i, c + 1] - ie - ic * between) * second, (b[j, c + 1] - je - jc * between) * second
        b[i, c], b[i, c + 1] = ic, ie
        b[j, c], b[j, c + 1] = jc, je
    if size % 2 == 1:
        c, ic, jc = size - 1, 0.0, 0.0
        for k in range(c):
            ic += b[i, k] * lower[c, k]
            jc += b[j, k] * lower[c, k]
        ic, jc = (b[i, c] - ic) / lower[c, c], (b[j, c] - jc) / lower[c, c]
        b[i, c], b[j, c] = ic, jc


@dense()
def end_two(a, i, j):
    """The last entries of rows ``i`` and ``j`` of a Cholesky factor, ``j`` the next or the same; false for no root."""
    ii, ij, jj = 0.0, 0.0, 0.0
    for k in range(i):
        ii += a[i, k] * a[i, k]
        ij += a[i, k] * a[j, k]
        jj += a[j, k] * a[j, k]
    rest = a[i, i] - ii
    if not rest > 0.0:
        return False
    a[i, i] = np.sqrt(rest)
    if i == j:
        return True
    a[j, i] = (a[j, i] - ij) / a[i, i]
    rest = a[j, j] - jj - a[j, i] * a[j, i]
    if not rest > 0.0:
        return False
    a[j, j] = np.sqrt(rest)
    return True


@dense(OUT_MATRIX, numba_types.int64, returns=numba_types.boolean)
def cholesky(a, size):
    r"""Turn the lower triangle of ``a`` into L with :math:`A = L L^T`, in place.

    False where A is not positive definite. Only the lower triangle of the first ``size`` rows is read and written.
    """
    for i in range(0, size, 2):
        j = min(i + 1, size - 1)
        solve_two(a, a, i, j, i)
        if not end_two(a, i, j):
            return False
    return True


@dense(OUT_MATRIX, OUT_MATRIX, numba_types.int64, numba_types.int64)
def solve_lower_rows(lower, b, count, size):
    """Each of the first ``count`` rows of ``b`` becomes ``L^-1`` times itself."""
    for i in range(0, count, 2):
        solve_two(lower, b, i, min(i + 1, count - 1), size)


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
