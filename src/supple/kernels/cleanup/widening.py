"""Needs of single frames held a little longer, so that what smooths them does not take them away."""

from __future__ import annotations

from supple.kernels.jit import INT, MATRIX, OUT_MATRIX, kernel
from supple.kernels.vectors import dot, row_of


@kernel(MATRIX, INT, OUT_MATRIX)
def furthest_rows(rows, half, out):
    """For each of ``rows`` (n, 3) the longest that is at most ``half`` rows away; of equal ones the first."""
    best, size, seen = -1, 0.0, 0  # -1: all that was seen is zero
    for at in range(rows.shape[0]):
        first, stop = max(0, at - half), min(rows.shape[0], at + half + 1)
        if 0 <= best < first:  # the longest is not in the window any more: it is looked for in all of it
            best, size, seen = -1, 0.0, first
        for k in range(seen, stop):
            length_sq = dot(row_of(rows, k), row_of(rows, k))
            if length_sq > size:
                best, size = k, length_sq
        seen = stop
        for i in range(3):
            out[at, i] = rows[best, i] if best >= 0 else 0.0
