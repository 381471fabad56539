"""Second differences of paths over time, by their lengths: what a viewer sees as a jump."""

from __future__ import annotations

import numpy as np

from supple.kernels import vectors
from supple.kernels.jit import CUBE, INT, MATRIX, OUT_MATRIX, VECTOR, dense


@dense()
def _bend(paths, f, j):
    """The second difference of path j about frame f."""
    before, here, after = vectors.row_in(paths, f - 1, j), vectors.row_in(paths, f, j), vectors.row_in(paths, f + 1, j)
    return vectors.plus(before, vectors.plus(after, vectors.scaled(-2.0, here)))


@dense()
def _length(v):
    return np.sqrt(vectors.dot(v, v))


@dense(CUBE, INT, INT, OUT_MATRIX)
def jump_lengths(paths, start, stop, out):
    """Write how far paths (F, J, 3) jump about the frames from ``start`` to ``stop``, into ``out`` (n, J)."""
    for f in range(start, stop):
        for j in range(paths.shape[1]):
            out[f - start, j] = _length(_bend(paths, f, j))


@dense(CUBE, CUBE, INT, VECTOR, MATRIX, OUT_MATRIX)
def jump_shares(paths, source, start, whole, added, out):
    """Write jumps of paths (F, J, 3) about frames from ``start`` on as shares of what is allowed, into ``out`` (n, J).

    The larger counts of two: of the whole jump in ``whole`` (J,), and of what is added to that of ``source`` (F, J, 3)
    in ``added`` (n, J).
    """
    for n in range(out.shape[0]):
        for j in range(out.shape[1]):
            bend = _bend(paths, start + n, j)
            own = _bend(source, start + n, j)
            out[n, j] = max(_length(bend) / whole[j], _length(vectors.minus(bend, own)) / added[n, j])


@dense(MATRIX, INT, OUT_MATRIX)
def largest_about(numbers, reach, out):
    """Write the largest of numbers (n, J) within ``reach`` rows of each, into ``out`` (n, J)."""
    count = numbers.shape[0]
    for n in range(count):
        for j in range(numbers.shape[1]):
            out[n, j] = numbers[n, j]
        for k in range(max(n - reach, 0), min(n + reach + 1, count)):
            for j in range(numbers.shape[1]):
                out[n, j] = max(out[n, j], numbers[k, j])
