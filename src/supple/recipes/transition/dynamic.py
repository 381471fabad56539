"""Whole clips matched moment by moment, where their feet do not say how: dynamic time warping by likeness."""

from __future__ import annotations

import numpy as np

from supple.errors import InvalidValueError
from supple.recipes.transition.likeness import Likeness
from supple.recipes.transition.warping import Warp

_LOOKS = 15.0  # [1/s] moments that are matched
_MOST = 1000  # of each clip, at most
_EVERY = 4  # a pair of so many is kept, so that the pace changes slowly
_STEPS = ((1, 1), (1, 2), (2, 1))  # at most twice as fast, or half as fast


def dynamic_warp(like: Likeness, frame_time: float) -> Warp:
    """The pairs of moments most alike, from both beginnings to both ends, never backwards."""
    frames = len(like.a), len(like.b)
    step = max(1, round(1.0 / (_LOOKS * frame_time)), -(-max(frames) // _MOST))
    counts = [max(2, (n - 1) // step + 1) for n in frames]
    if max(counts) - 1 > 2 * (min(counts) - 1):
        longer, shorter = (n * frame_time for n in (max(frames), min(frames)))
        raise InvalidValueError(
            f"one clip takes {longer:.3g} s and the other {shorter:.3g} s: more than twice as long cannot be matched. "
            "Cut the longer one (`supple trim`)."
        )
    rows, columns = (np.linspace(0, n - 1, k).round().astype(int) for n, k in zip(frames, counts, strict=True))
    path = _path(like.apart(rows, columns) ** 2)
    kept = [*path[:-1:_EVERY], path[-1]]
    if len(kept) > 2 and path.index(kept[-1]) - path.index(kept[-2]) < _EVERY:
        del kept[-2]
    return Warp(*(np.array([ends[p[k]] for p in kept], float) for k, ends in enumerate((rows, columns))))


def _path(costs: np.ndarray) -> list[tuple[int, int]]:
    """The cheapest way from corner to corner."""
    n, m = costs.shape
    total = np.full((n, m), np.inf)
    came = np.zeros((n, m), np.int64)
    total[0, 0] = costs[0, 0]
    for i in range(1, n):
        ways = np.full((len(_STEPS), m), np.inf)
        for k, (di, dj) in enumerate(_STEPS):
            if i >= di:
                ways[k, dj:] = total[i - di, : m - dj] + 0.5 * (di + dj) * costs[i, dj:]
        came[i] = np.argmin(ways, axis=0)
        total[i] = np.min(ways, axis=0)
    path = [(n - 1, m - 1)]
    while path[-1] != (0, 0):
        i, j = path[-1]
        di, dj = _STEPS[int(came[i, j])]
        path.append((i - di, j - dj))
    return path[::-1]
