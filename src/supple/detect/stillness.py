"""When one point stands still against the ground, from its speed alone.

What is slow is decided by the swing next to it: a threshold is a share of the greatest speed within half a second, so
that a creeping step and a sprint are judged alike. Ends are moments between samples.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core.runs import runs_of
from supple.detect.settings import ContactRule

_SPIKE = 0.06  # [s] faster moments that are shorter than this are faults of the capture, no swing
_SETTLING = 0.03  # [s] whatever lands is at rest so soon, if it comes to rest at all
_SETTLED = 0.025  # [s] before the first move a point that rests is slow
_EVEN, _RATIOS = (0.5, 0.5), (0.3, 0.72)  # 0.5 is that of a speed that grows evenly, 0.7 that of its square
_AROUND = 0.5  # [s] before and after it leaves, which is enough to see it
_CALM = 0.025  # [s] of the mean over which heels are seen to leave
_SWAY = 0.4  # of the least threshold: what sways or shakes so little rests
_CREEP, _PEELED = 0.12, 0.35  # of the threshold: a point that is faster than this does not rest


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


class Watched(NamedTuple):
    """A point over N moments, against the ground."""

    speed: np.ndarray  # (N,) [m/s]
    swing: np.ndarray  # (N,) how fast its limb swings around each moment [m/s]
    path: np.ndarray  # (N, 3) [m]
    valid: np.ndarray  # (N,) bool
    rate: float  # [Hz]
    slowest: float  # [m/s] thresholds are not below this
    near: float  # [m] what counts as the same place


class Ends(NamedTuple):
    """Where the end of a contact lies."""

    leave: float  # share of the speed of the swing at which the point is gone
    onset: float = 0.0  # [s] how far before the threshold the first move is looked for
    peels: bool = False  # it begins to move more and more slowly the nearer to rest, not at once


def still_spans(point: Watched, ends: Ends, rule: ContactRule) -> list[Still]:
    """Where a point stands."""
    land, leave = (np.maximum(share * point.swing, point.slowest) for share in (rule.land, ends.leave))
    runs = _bridged(runs_of(point.valid & (point.speed < leave)), point, rule.bridge * point.rate)
    core = point.speed < rule.core * np.minimum(land, leave)
    found = []
    for first, last in runs:
        if core[first:last].any():
            span = _ended(point, (land, leave), ends, first, last, first + int(np.argmax(core[first:last])))
            if span.stop - span.start >= rule.least or (span.open_start and span.open_stop):
                found.append(span)
    return found


def _ended(
    point: Watched, limits: tuple[np.ndarray, np.ndarray], ends: Ends, first: int, last: int, core: int
) -> Still:
    """The span of a run of slow samples, of which ``core`` is a very slow one."""
    land, leave = limits
    open_start = first == 0 or not point.valid[first - 1]
    open_stop = last == len(point.speed) or not point.valid[last]
    start, stop = first / point.rate, (last - 1) / point.rate
    if not open_start:
        settles = ends._replace(onset=min(ends.onset, _SETTLING), peels=False)
        start = _landing(point, land, core, settles)
    if not open_stop:
        stop = _leaving(point, last, leave[last - 1], ends)
    return Still(start, stop, open_start, open_stop)


def _landing(point: Watched, land: np.ndarray, core: int, ends: Ends) -> float:
    """When the speed falls below its threshold on the way to the core; where asked, on to when the fall has ended."""
    at, speed = core, point.speed
    while at > 0 and speed[at - 1] < land[at]:
        at -= 1
    backwards = point._replace(speed=speed[::-1])
    return (len(speed) - 1) / point.rate - _leaving(backwards, len(speed) - at, land[at], ends)


def _leaving(point: Watched, last: int, threshold: float, ends: Ends) -> float:
    """When the speed grows past its threshold; where asked, back to when the same growth began.

    A point that rests until it goes leaves when it begins to move. One that creeps before it goes rolls over the edge
    of what it belongs to, which is still on the ground: it leaves when the threshold is passed.
    """
    speed, rate = point.speed, point.rate
    if ends.peels:
        speed, last = _calmed(speed, last, threshold, rate)
    passed = _crossing(speed, last - 1, last, threshold)
    if ends.onset == 0.0:
        return passed / rate
    reach = round(_AROUND * rate)
    half = _slower(speed, last - 1, 0.5 * threshold, reach)
    quarter = _slower(speed, int(half), 0.25 * threshold, reach)
    back = min(_onset(passed, half, quarter, _RATIOS if ends.peels else _EVEN), ends.onset * rate)
    before = max(0, int(passed - back - _SETTLED * rate))
    creep = max(0.0, speed[before] - _SWAY * point.slowest)
    rests = _between(1.0 - creep / ((_PEELED if ends.peels else _CREEP) * threshold), 0.0, 1.0)
    return (passed - rests * back) / rate


def _calmed(speed: np.ndarray, last: int, threshold: float, rate: float) -> tuple[np.ndarray, int]:
    """The speed without what is quicker than the peeling of a heel, and where that passes the threshold."""
    from scipy.ndimage import gaussian_filter1d

    calm, around = speed.copy(), slice(max(0, last - round(_AROUND * rate)), last + round(_AROUND * rate))
    calm[around] = gaussian_filter1d(speed[around], _CALM * rate, mode="nearest")
    while last < len(calm) - 1 and calm[last] < threshold:
        last += 1
    while last > 1 and calm[last - 1] >= threshold:
        last -= 1
    return calm, last


def _slower(speed: np.ndarray, at: int, threshold: float, reach: int) -> float:
    """The last moment up to a sample at which the speed is at the threshold, at most ``reach`` samples before."""
    first = max(0, at - reach)
    below = np.flatnonzero(speed[first : at + 1] <= threshold)
    at = first + int(below[-1]) if below.size else first
    return _crossing(speed, at, at + 1, threshold)


def _between(value: float, least: float, most: float) -> float:
    """A single number within bounds; NumPy takes twenty times as long for it, and this is asked a lot."""
    return max(least, min(most, value))


def _onset(whole: float, half: float, quarter: float, ratios: tuple[float, float]) -> float:
    """How long before the threshold a growth began that is a power of time, from when it was at half and quarter."""
    ratio = _between((half - quarter) / max(whole - half, 1e-9), *ratios)
    return (whole - half) / (1.0 - ratio)


def _crossing(speed: np.ndarray, below: int, above: int, threshold: float) -> float:
    """The moment between two neighbouring samples when the speed is at the threshold."""
    if not 0 <= above < len(speed) or speed[above] <= speed[below]:
        return float(below)
    share = _between(float((threshold - speed[below]) / (speed[above] - speed[below])), 0.0, 1.0)
    return below + share * (above - below)


def _bridged(runs: list[tuple[int, int]], point: Watched, longest: float) -> list[tuple[int, int]]:
    """Runs joined over short gaps in which the point stays where it is."""
    joined: list[tuple[int, int]] = []
    for first, last in runs:
        if joined and _stays(point, joined[-1][1] - 1, first, longest):
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return joined


def _stays(point: Watched, end: int, first: int, longest: float) -> bool:
    between = slice(end, first + 1)
    if first - end - 1 > longest or not point.valid[between].all():
        return False
    return bool(np.linalg.norm(point.path[between] - point.path[end], axis=1).max() <= point.near)
