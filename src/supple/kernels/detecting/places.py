"""Where points are during spans of samples, and how far one is above the others of its foot."""

from __future__ import annotations

import numpy as np

from supple.kernels.detecting.ordering import middle
from supple.kernels.jit import CUBE, INTS, OUT_MATRIX, OUT_VECTOR, VECTOR, kernel


@kernel(CUBE, INTS, INTS, INTS, OUT_VECTOR, OUT_MATRIX)
def middle_places(positions, points, firsts, stops, work, places):
    """``places`` (S, 3): the middle of where a point (N, P, 3) is over samples [first, stop); NaN of no samples."""
    for s in range(points.shape[0]):
        first, stop = firsts[s], min(stops[s], positions.shape[0])
        for c in range(3):
            for t in range(first, stop):
                work[t - first] = positions[t, points[s], c]
            places[s, c] = middle(work[: max(0, stop - first)])


@kernel()
def _level(heights, at, work):
    """The middle of the heights at a moment that are known; NaN where fewer than two are."""
    count = 0
    for k in range(heights.shape[1]):
        if np.isfinite(heights[at, k]):
            work[count] = heights[at, k]
            count += 1
    return middle(work[:count]) if count > 1 else np.nan


@kernel(CUBE, VECTOR, INTS, INTS, INTS, INTS, OUT_MATRIX, OUT_VECTOR, OUT_VECTOR)
def middle_lifts(positions, stand, points, columns, firsts, stops, heights, work, lifts):
    """``lifts`` (S,): how far spans of points are above the others of their foot that stand; NaN where none does.

    ``stand`` (P,) is how high each point is when it stands, ``columns`` (S,) which of ``heights`` (N, K), which is NaN
    all over, is that of the point; K is at most N. ``work`` is (2 N,).
    """
    count, spans = positions.shape[0], points.shape[0]
    levels, gaps = work[:count], work[count:]
    for s in range(spans):
        for t in range(firsts[s], min(stops[s], count)):
            heights[t, columns[s]] = positions[t, points[s], 1] - stand[points[s]]
    for t in range(count):
        levels[t] = _level(heights, t, gaps)
    for s in range(spans):
        many = 0
        for t in range(firsts[s], min(stops[s], count)):
            lift = heights[t, columns[s]] - levels[t]
            if np.isfinite(lift):
                gaps[many] = lift
                many += 1
        lifts[s] = middle(gaps[:many])
