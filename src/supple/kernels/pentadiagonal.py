"""A symmetric positive definite system of five diagonals with many right sides: one sweep down and one up."""

from __future__ import annotations

from supple.kernels.jit import OUT_MATRIX, dense


@dense(OUT_MATRIX, OUT_MATRIX)
def solve_rows(bands, rows):
    r"""``rows`` (n, C) become the solution X of A X = rows, by :math:`A = L D L^T`; ``bands`` (3, n) are used up.

    ``bands`` hold ``A[i + k, i]`` at ``[k, i]``, and zeros beyond the last row.
    """
    count, columns = rows.shape
    for i in range(count):
        first, second = bands[1, i] / bands[0, i], bands[2, i] / bands[0, i]
        if i + 1 < count:
            bands[0, i + 1] -= first * bands[1, i]
            bands[1, i + 1] -= second * bands[1, i]
            for c in range(columns):
                rows[i + 1, c] -= first * rows[i, c]
        if i + 2 < count:
            bands[0, i + 2] -= second * bands[2, i]
            for c in range(columns):
                rows[i + 2, c] -= second * rows[i, c]
        bands[1, i], bands[2, i] = first, second
    for i in range(count - 1, -1, -1):
        inverse = 1.0 / bands[0, i]
        for c in range(columns):
            rows[i, c] *= inverse
        if i + 1 < count:
            for c in range(columns):
                rows[i, c] -= bands[1, i] * rows[i + 1, c]
        if i + 2 < count:
            for c in range(columns):
                rows[i, c] -= bands[2, i] * rows[i + 2, c]
