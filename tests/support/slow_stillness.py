"""Stillness and standing in plain NumPy and SciPy: what kernels have to say too, to the last bit."""

from __future__ import annotations

import numpy as np

from supple.core.runs import runs_of
from supple.detect.settings import ContactRule
from supple.detect.stillness import Ends, Still, Watched

_SPIKE = 0.06  # [s] faster moments that are shorter than this are faults of the capture, no swing
_SETTLING = 0.03  # [s] whatever lands is at rest so soon, if it comes to rest at all
_SETTLED = 0.025  # [s] before the first move a point that rests is slow
_EVEN, _RATIOS = (0.5, 0.5), (0.3, 0.72)  # 0.5 is that of a speed that grows evenly, 0.7 that of its square
_AROUND = 0.5  # [s] before and after it leaves, which is enough to see it
_CALM = 0.025  # [s] of the mean over which heels are seen to leave
_SWAY = 0.4  # of the least threshold: what sways or shakes so little rests
_CREEP, _PEELED = 0.12, 0.35  # of the threshold: a point that is faster than this does not rest
_LOOK = 0.30  # [s] before landing and after leaving
_SLOPE = 0.35  # a way that is flatter than this may follow a ramp
_ABOVE = 0.10  # [m] feet are never so far above the middle of the body


def swing_speed(speed: np.ndarray, rate: float, reach: float) -> np.ndarray:
    """(N,) the greatest speed that lasts, within ``reach`` seconds of each moment."""
    from scipy.ndimage import maximum_filter1d, minimum_filter1d

    lasting = minimum_filter1d(speed, max(1, round(_SPIKE * rate)), mode="nearest")
    return np.asarray(maximum_filter1d(lasting, 2 * max(1, round(reach * rate)) + 1, mode="nearest"))


def still_spans(point: Watched, ends: Ends, rule: ContactRule) -> list[Still]:
    """Where a point stands."""
    land, leave = (np.maximum(share * point.swing, point.slowest) for share in (rule.land, ends.leave))
    runs = _bridged(runs_of(point.valid & (point.speed < leave)), point, rule.bridge * point.rate)
    core = point.speed < rule.core * np.minimum(land, leave)
    found = []
    for first, last in runs:
        if core[first:last].any():
            at = first + int(np.argmax(core[first:last]))
            by_jumps, by_limits = (
                _ended(point, (land, leave), ends, first, last, at, jumps) for jumps in (True, False)
            )
            found += [span for span in (by_jumps, by_limits) if _lasts(span, rule.least)][:1]
    return found


def _lasts(span: Still, least: float) -> bool:
    """Long enough, or open at both ends."""
    return span.stop - span.start >= least or (span.open_start and span.open_stop)


def _ended(
    point: Watched, limits: tuple[np.ndarray, np.ndarray], ends: Ends, first: int, last: int, core: int, jumps: bool
) -> Still:
    """The span of a run of slow samples, of which ``core`` is a very slow one."""
    land, leave = limits
    open_start = first == 0 or not point.valid[first - 1]
    open_stop = last == len(point.speed) or not point.valid[last]
    start, stop = first / point.rate, (last - 1) / point.rate
    if not open_start:
        settles = ends._replace(onset=min(ends.onset, _SETTLING), peels=False)
        start = _landing(point, land, core, settles, jumps)
    if not open_stop:
        stop = _leaving(point, last, leave[last - 1], ends, jumps)
    return Still(start, stop, open_start, open_stop)


def _landing(point: Watched, land: np.ndarray, core: int, ends: Ends, jumps: bool) -> float:
    """When the speed falls below its threshold on the way to the core; where asked, on to when the fall has ended."""
    at, speed = core, point.speed
    while at > 0 and speed[at - 1] < land[at]:
        at -= 1
    backwards = point._replace(speed=speed[::-1])
    return (len(speed) - 1) / point.rate - _leaving(backwards, len(speed) - at, land[at], ends, jumps)


def _leaving(point: Watched, last: int, threshold: float, ends: Ends, jumps: bool) -> float:
    """When the speed grows past its threshold; where asked, back to when the same growth began.

    A point that rests until it goes leaves when it begins to move. One that creeps before it goes rolls over the edge
    of what it belongs to, which is still on the ground: it leaves when the threshold is passed. Where ``jumps`` are
    looked for, a creep that ends in one does not count: then the capture slides or shakes, and the foot does not roll.
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
    bend = (half - quarter) / max(passed - half, 1e-9)
    growth = (passed - half) / (1.0 - _between(bend, *(_RATIOS if ends.peels else _EVEN)))
    back = min(growth, ends.onset * rate)
    before = max(0, int(passed - back - _SETTLED * rate))
    creep = max(0.0, speed[before] - _SWAY * point.slowest)
    rests = _between(1.0 - creep / ((_PEELED if ends.peels else _CREEP) * threshold), 0.0, 1.0)
    if jumps and not ends.peels:
        rests = max(rests, _suddenness(growth, bend, ends.onset * rate))
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


def _suddenness(growth: float, bend: float, onset: float) -> float:
    """How much of a growth lies within the onset, if it has a beginning; 0 of one that doubles in equal times."""
    return min(1.0, onset / max(growth, 1e-9)) * _between((1.0 - bend) / (1.0 - _RATIOS[1]), 0.0, 1.0)


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


def standing_spans(point: Watched, ends: Ends, rule: ContactRule, centre: np.ndarray, size: float) -> list[Still]:
    """Those that stand, do not slide, and are below the body."""
    return [
        span
        for span in still_spans(point, ends, rule)
        if stands(span, point, rule, size)
        and stays(span, point, rule.slide * size)
        and below_body(span, point, centre, _ABOVE * size)
    ]


def stands(span: Still, point: Watched, rule: ContactRule, size: float) -> bool:
    """False where the point comes up to the pause and goes down from it; of an open end nothing is known."""
    path, valid, rate = point.path, point.valid, point.rate
    first, last = (max(0, min(round(t * rate), len(path) - 1)) for t in (span.start, span.stop))
    look = max(1, round(_LOOK * rate))
    before, after = slice(max(0, first - look), first), slice(last + 1, last + 1 + look)
    if span.open_start or span.open_stop:
        return True
    came = _over(path[before][valid[before]], path[first], rule, size)
    return came or _over(path[after][valid[after]], path[last], rule, size)


def _over(way: np.ndarray, place: np.ndarray, rule: ContactRule, size: float) -> bool:
    """True for a way (n, 3) that is not below a place, or that clears it."""
    x, y, z = (way - place).T
    below = y < -np.maximum(rule.dip * size, _SLOPE * np.hypot(x, z))
    return not below.any() or bool((y > rule.clear * size).any())


def stays(span: Still, point: Watched, farthest: float) -> bool:
    """False for what slides along slowly: most of the time it is within ``farthest`` [m] of its place."""
    path = point.path[int(span.start * point.rate) : int(span.stop * point.rate) + 1]
    away = np.linalg.norm(path - path[len(path) // 2], axis=1)
    return bool(away.max() <= farthest or np.percentile(away, 90.0) <= farthest)


def below_body(span: Still, point: Watched, centre: np.ndarray, margin: float) -> bool:
    """False for what is above the body's middle, such as the feet of a handstand. ``centre`` (N,) is its height."""
    at = slice(int(span.start * point.rate), int(span.stop * point.rate) + 1)
    return bool(np.mean(point.path[at, 1] - centre[at]) < margin)
