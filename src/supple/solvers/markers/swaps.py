"""Two markers that trade labels for a while: both jump in the same frame, each to where the other was going."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from supple.solvers.markers.outliers import median_of

_JUMP = 0.025  # [m] off its own path, at least; times the body's size
_TIMES = 6.0  # ... and this many times what is usual for the marker
_FASTEST = 14.4  # [m/s] on a body of size 1: a path that goes faster has jumped
_NEARER = 0.4  # how much nearer it must be to the other's path
_MOST = 12  # markers that jump in one frame: when more do, the capture itself jumps


class Swap(NamedTuple):
    """The labels of two markers are exchanged in the frames [start, stop)."""

    first: str
    second: str
    start: int
    stop: int


def find_swaps(labels: tuple[str, ...], points: np.ndarray, frame_time: float, size: float) -> list[Swap]:
    """Swaps in a capture (F, M, 3). Of the two ways round, the one that holds for longer is taken as right."""
    if len(points) < 4:
        return []
    events: dict[tuple[int, int], list[int]] = {}
    ahead = predicted(points, frame_time, size)
    off = np.linalg.norm(points - ahead, axis=2)
    jumps = np.nan_to_num(off) > np.maximum(size * _JUMP, _TIMES * median_of(off))
    for f in np.flatnonzero(jumps.sum(axis=1) >= 2):
        who = np.flatnonzero(jumps[f])
        if len(who) > _MOST:
            continue
        for a, b in combinations(who.tolist(), 2):
            if _traded(points[f], ahead[f], off[f], a, b):
                events.setdefault((a, b), []).append(int(f))
    return [swap for pair, frames in events.items() for swap in _spans(labels, pair, frames, len(points))]


def predicted(points: np.ndarray, frame_time: float, size: float) -> np.ndarray:
    """Where each marker would be if it went on as before, NaN where that is not known.

    Where a path jumped just before, the frame before the jump does not count.
    """
    ahead = np.full_like(points, np.nan)
    ahead[1:] = points[:-1]
    going = 2.0 * points[1:-1] - points[:-2]
    step = np.linalg.norm(points[1:-1] - points[:-2], axis=2)
    smooth = np.isfinite(going).all(axis=2) & (np.nan_to_num(step) < size * _FASTEST * frame_time)
    ahead[2:][smooth] = going[smooth]
    return ahead


def _traded(points: np.ndarray, ahead: np.ndarray, off: np.ndarray, a: int, b: int) -> bool:
    to_b, to_a = np.linalg.norm(points[a] - ahead[b]), np.linalg.norm(points[b] - ahead[a])
    return bool(to_b < _NEARER * off[a] and to_a < _NEARER * off[b])


def _spans(labels: tuple[str, ...], pair: tuple[int, int], frames: list[int], count: int) -> list[Swap]:
    edges = [0, *frames, count]
    parts = list(pairwise(edges))
    odd, even = parts[1::2], parts[0::2]
    wrong = odd if sum(b - a for a, b in odd) <= sum(b - a for a, b in even) else even
    return [Swap(labels[pair[0]], labels[pair[1]], a, b) for a, b in wrong if b > a]


def swapped_by_pose(labels: tuple[str, ...], points: np.ndarray, posed: np.ndarray, far: np.ndarray) -> list[Swap]:
    """Swaps that the solved pose (F, M, 3) shows: two markers that are ``far`` (F, M) off, and fit when exchanged."""
    found: dict[tuple[int, int], list[int]] = {}
    for f in np.flatnonzero(far.sum(axis=1) >= 2):
        for a, b in combinations(np.flatnonzero(far[f]).tolist()[:_MOST], 2):
            straight = np.linalg.norm(points[f, a] - posed[f, a]) + np.linalg.norm(points[f, b] - posed[f, b])
            crossed = np.linalg.norm(points[f, a] - posed[f, b]) + np.linalg.norm(points[f, b] - posed[f, a])
            if crossed < _NEARER * straight:
                found.setdefault((a, b), []).append(int(f))
    out = []
    for (a, b), frames in found.items():
        for run in np.split(np.array(frames), np.flatnonzero(np.diff(frames) > 1) + 1):
            out.append(Swap(labels[a], labels[b], int(run[0]), int(run[-1]) + 1))
    return out


def undone(labels: tuple[str, ...], points: np.ndarray, swaps: list[Swap]) -> np.ndarray:
    """The capture (F, M, 3) with labels put back."""
    out = points.copy()
    for swap in swaps:
        a, b, span = labels.index(swap.first), labels.index(swap.second), slice(swap.start, swap.stop)
        out[span, a], out[span, b] = out[span, b].copy(), out[span, a].copy()
    return out
