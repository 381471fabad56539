"""A symmetric positive definite band matrix: the solution of a system, in place."""

from __future__ import annotations

from supple.kernels.jit import OUT_MATRIX, OUT_VECTOR, dense

WIDTH = 9  # of the band from the diagonal on; known to the compiler, which then unrolls the loops
SPARE = WIDTH - 1  # rows after the last, which are empty


@dense(OUT_MATRIX, OUT_VECTOR)
def solve_band(band, b):
    r"""``b`` becomes the solution x of A x = b, by :math:`A = L D L^T`; ``band`` is used up.

    ``band`` (n + SPARE, WIDTH) holds ``A[i + k, i]`` at ``[i, k]``, columns of the lower triangle, and zeros beyond;
    ``b`` is (n + SPARE,). Each column is taken out of all that follow at once: these sums do not wait for each other.
    """
    n = b.shape[0] - SPARE
    for i in range(n):
        inverse, value = 1.0 / band[i, 0], b[i]
        band[i, 0] = inverse
        for j in range(1, WIDTH):
            share = band[i, j] * inverse
            b[i + j] -= share * value
            for k in range(j, WIDTH):
                band[i + j, k - j] -= share * band[i, k]
    for i in range(n - 1, -1, -1):
        rest = b[i]
        for k in range(1, WIDTH):
            rest -= band[i, k] * b[i + k]
        b[i] = rest * band[i, 0]
