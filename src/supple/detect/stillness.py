"""When one point stands still against the ground, from its speed alone.

What is slow is decided by the swing next to it: a threshold is a share of the greatest speed within half a second, so
that a creeping step and a sprint are judged alike. Ends are moments between samples.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.detect.settings import ContactRule

_SPIKE = 0.06  # [s] faster moments that are shorter than this are faults of the capture, no swing
_SETTLED = 0.025  # [s] before the first move a point that rests is slow
_CREEP = 0.35  # of the threshold: a point that is faster than this does not rest


class Still(NamedTuple):
    """A while in which a point stands, in seconds from the first frame; open ends are those of what was seen."""

    start: float
    stop: float
    open_start: bool = False  # it stood already when it was first seen
    open_stop: bool = False

    @property
    def middle(self) -> float:
        """The moment in the middle."""
        return 0.5 * (self.start + self.stop)


def swing_speed(speed: np.ndarray, rate: float, reach: float) -> np.ndarray:
    """(N,) the greatest speed that lasts, within ``reach`` seconds of each moment."""
    from scipy.ndimage import maximum_filter1d, minimum_filter1d

    lasting = minimum_filter1d(speed, max(1, round(_SPIKE * rate)), mode="nearest")
    return np.asarray(maximum_filter1d(lasting, 2 * max(1, round(reach * rate)) + 1, mode="nearest"))


def still_spans(
    speed: np.ndarray, swing: np.ndarray, path: np.ndarray, valid: np.ndarray, rate: float, slowest: float,
    rule: ContactRule, *, onset: float, near: float,
) -> list[Still]:  # fmt: skip
    """Where a point stands. ``speed`` (N,) is against the ground, ``swing`` (N,) that of its limb around each moment.

    ``path`` (N, 3) is against the ground as well. Ends are where the thresholds are passed, or up to ``onset`` [s] nearer
    to the middle, where the same growth of speed began. ``near`` [m] is what counts as the same place after a gap.
    """
    land, leave = (np.maximum(share * swing, slowest) for share in (rule.land, rule.leave))
    runs = _runs(valid & (speed < leave))
    runs = _bridged(runs, valid, path, near, rule.bridge * rate)
    found = []
    for first, last in runs:
        inside = np.flatnonzero(speed[first:last] < rule.core * land[first:last])
        if not inside.size:
            continue
        span = _ends(speed, land, leave, first, last, first + int(inside[0]), valid, rate, onset)
        if span.stop - span.start >= rule.least or (span.open_start and span.open_stop):
            found.append(span)
    return found


def _ends(
    speed: np.ndarray, land: np.ndarray, leave: np.ndarray, first: int, last: int, core: int, valid: np.ndarray,
    rate: float, onset: float,
) -> Still:  # fmt: skip
    open_start = first == 0 or not valid[first - 1]
    open_stop = last == len(speed) or not valid[last]
    start, stop = first / rate, (last - 1) / rate
    if not open_start:
        start = _landing(speed, land, core, rate, onset)
    if not open_stop:
        stop = _leaving(speed, last, leave[last - 1], rate, onset)
    return Still(start, stop, open_start, open_stop)


def _landing(speed: np.ndarray, land: np.ndarray, core: int, rate: float, onset: float) -> float:
    """When the speed falls below its threshold on the way to the core; where asked, on to when the fall has ended."""
    at = core
    while at > 0 and speed[at - 1] < land[at]:
        at -= 1
    return (len(speed) - 1) / rate - _leaving(speed[::-1], len(speed) - at, land[at], rate, onset)


def _leaving(speed: np.ndarray, last: int, threshold: float, rate: float, onset: float) -> float:
    """When the speed grows past its threshold; where asked, back to when the same growth began.

    A point that rests until it goes leaves when it begins to move. One that creeps before it goes rolls over the edge
    of what it belongs to, which is still on the ground: it leaves when the threshold is passed.
    """
    passed = _crossing(speed, last - 1, last, threshold)
    if onset == 0.0:
        return passed / rate
    half = last - 1
    while half > 0 and speed[half] > 0.5 * threshold:
        half -= 1
    slower = _crossing(speed, half, half + 1, 0.5 * threshold)
    back = min(2.0 * (passed - slower), onset * rate)
    before = max(0, int(passed - back - _SETTLED * rate))
    rests = np.clip(1.0 - speed[before] / (_CREEP * threshold), 0.0, 1.0)
    return (passed - rests * back) / rate


def _crossing(speed: np.ndarray, below: int, above: int, threshold: float) -> float:
    """The moment between two neighbouring samples when the speed is at the threshold."""
    if not 0 <= above < len(speed) or speed[above] <= speed[below]:
        return float(below)
    share = np.clip((threshold - speed[below]) / (speed[above] - speed[below]), 0.0, 1.0)
    return below + float(share) * (above - below)


def _runs(mask: np.ndarray) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _bridged(
    runs: list[tuple[int, int]], valid: np.ndarray, path: np.ndarray, near: float, longest: float
) -> list[tuple[int, int]]:
    """Runs joined over short gaps after which the point is where it was."""
    joined: list[tuple[int, int]] = []
    for first, last in runs:
        if joined:
            before, end = joined[-1]
            short = first - end <= longest and valid[end:first].all()
            if short and np.linalg.norm(path[first] - path[end - 1]) <= near:
                joined[-1] = (before, last)
                continue
        joined.append((first, last))
    return joined
