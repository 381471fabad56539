"""A symmetric positive definite band matrix: its Cholesky factor and the solution of a system, in place."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import OUT_MATRIX, OUT_VECTOR, dense


@dense(OUT_MATRIX, OUT_VECTOR)
def solve_band(band, b):
    """``b`` (n,) becomes the solution x of A x = b; ``band`` (n, w) holds ``A[i, i - k]`` at ``[i, k]`` and is used up.

    Entries of a row before its first column are not read.
    """
    n, width = band.shape
    for i in range(n):
        first = max(0, i - width + 1)
        rest = b[i]
        for j in range(first, i):
            entry = band[i, i - j]
            for k in range(max(first, j - width + 1), j):
                entry -= band[i, i - k] * band[j, j - k]
            entry *= band[j, 0]  # the inverse of the diagonal
            band[i, i - j] = entry
            rest -= entry * b[j]
        square = band[i, 0]
        for k in range(first, i):
            square -= band[i, i - k] * band[i, i - k]
        band[i, 0] = 1.0 / np.sqrt(square)
        b[i] = rest * band[i, 0]
    for i in range(n - 1, -1, -1):
        b[i] *= band[i, 0]
        for j in range(max(0, i - width + 1), i):
            b[j] -= band[i, i - j] * b[i]
