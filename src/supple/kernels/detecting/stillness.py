"""Spans in which one point is slow, with ends between samples; see :mod:`supple.detect.stillness`."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import INT, MATRIX, OUT_MATRIX, VECTOR, array_in, kernel, types

SETTLING = 0.03  # [s] whatever lands is at rest so soon, if it comes to rest at all
SETTLED = 0.025  # [s] before the first move a point that rests is slow
AROUND = 0.5  # [s] before and after it leaves, which is enough to see it
SWAY = 0.4  # of the least threshold: what sways or shakes so little rests
CREEP, PEELED = 0.12, 0.35  # of the threshold: a point that is faster than this does not rest
# of the times from a quarter of a speed to its half and on to the whole: 0.5 is that of a speed that grows evenly, 0.7
# that of its square
EVEN, LEAST, MOST = 0.5, 0.3, 0.72

_REAL, _FLAGS = types.float64, array_in(1, types.boolean)


@kernel()
def share(value):
    """A value within 0 and 1."""
    return max(0.0, min(1.0, value))


@kernel()
def crossing(speed, below, threshold):
    """The moment from a sample to the next when the speed is at the threshold; the sample, where it does not grow."""
    above = below + 1
    if above >= speed.shape[0] or speed[above] <= speed[below]:
        return float(below)
    step = (threshold - speed[below]) / (speed[above] - speed[below])
    return below + share(step)


@kernel()
def slower(speed, at, threshold, reach):
    """The last moment up to a sample at which the speed is at the threshold, at most ``reach`` samples before."""
    first = max(0, at - reach)
    while at > first and not speed[at] <= threshold:
        at -= 1
    return crossing(speed, at, threshold)


@kernel()
def calm_down(speed, last, threshold, bell, around, calm):
    """Smooth the speed about a moment; returns where that passes the threshold.

    ``calm`` (N,) is the speed before, and after but in ``around`` samples on both sides.
    """
    count, reach = speed.shape[0], bell.shape[0] // 2
    first, stop = max(0, last - around), min(count, last + around)
    for t in range(first, stop):
        total = speed[t] * bell[reach]
        for j in range(reach, 0, -1):
            before, after = max(first, t - j), min(stop - 1, t + j)
            total += (speed[before] + speed[after]) * bell[reach - j]
        calm[t] = total
    while last < count - 1 and calm[last] < threshold:
        last += 1
    while last > 1 and calm[last - 1] >= threshold:
        last -= 1
    return last


@kernel()
def suddenness(growth, bend, onset):
    """How much of a growth lies within the onset, if it has a beginning; 0 of one that doubles in equal times."""
    return min(1.0, onset / max(growth, 1e-9)) * share((1.0 - bend) / (1.0 - MOST))


@kernel()
def leaving(speed, last, threshold, rate, slowest, onset, peels, jumps):
    """When the speed grows past its threshold [s]; where an onset is asked for, back to when the same growth began.

    A point that rests until it goes leaves when it begins to move. One that creeps before it goes rolls over the edge
    of what it belongs to, which is still on the ground: it leaves when the threshold is passed. Where ``jumps`` are
    looked for, a creep that ends in one does not count: then the capture slides or shakes, and the foot does not roll.
    """
    passed = crossing(speed, last - 1, threshold)
    if onset == 0.0:
        return passed / rate
    reach = int(np.rint(AROUND * rate))
    half = slower(speed, last - 1, 0.5 * threshold, reach)
    quarter = slower(speed, int(half), 0.25 * threshold, reach)
    low, high = (LEAST, MOST) if peels else (EVEN, EVEN)
    bend = (half - quarter) / max(passed - half, 1e-9)
    growth = (passed - half) / (1.0 - max(low, min(high, bend)))
    back = min(growth, onset * rate)
    before = max(0, int(passed - back - SETTLED * rate))
    creep = max(0.0, speed[before] - SWAY * slowest)
    rests = share(1.0 - creep / ((PEELED if peels else CREEP) * threshold))
    if jumps and not peels:
        rests = max(rests, suddenness(growth, bend, onset * rate))
    return (passed - rests * back) / rate


@kernel()
def keeps_place(path, valid, end, first, longest, near):
    """True where a point stays in its place from one sample to another, and was seen all the while."""
    if first - end - 1 > longest:
        return False
    for t in range(end, first + 1):
        x, y, z = path[t, 0] - path[end, 0], path[t, 1] - path[end, 1], path[t, 2] - path[end, 2]
        if not valid[t] or not np.sqrt(x * x + y * y + z * z) <= near:
            return False
    return True


@kernel()
def next_run(speed, leave, valid, at):
    """First and stop of the next run of slow samples from a sample on; both are the number of samples at the end."""
    count = speed.shape[0]
    while at < count and not (valid[at] and speed[at] < leave[at]):
        at += 1
    first = at
    while at < count and valid[at] and speed[at] < leave[at]:
        at += 1
    return first, at


@kernel()
def slow_core(speed, limits, core, first, last):
    """The first sample of a run that is much slower than both limits; ``last`` where there is none."""
    for t in range(first, last):
        if speed[t] < core * min(limits[0, t], limits[1, t]):
            return t
    return last


@kernel()
def _end(speed, backwards, calm, limits, valid, rate, slowest, onset, peels, bell, first, last, core, jumps, row):
    """The span of a run of slow samples, of which ``core`` is a very slow one."""
    count = speed.shape[0]
    open_start = first == 0 or not valid[first - 1]
    open_stop = last == count or not valid[last]
    row[0], row[1] = first / rate, (last - 1) / rate
    row[2], row[3] = 1.0 if open_start else 0.0, 1.0 if open_stop else 0.0
    if not open_start:
        at, land = core, limits[0]
        while at > 0 and speed[at - 1] < land[at]:
            at -= 1
        settles = leaving(backwards, count - at, land[at], rate, slowest, min(onset, SETTLING), False, jumps)
        row[0] = (count - 1) / rate - settles
    if not open_stop:
        threshold = limits[1, last - 1]
        if not peels:
            row[1] = leaving(speed, last, threshold, rate, slowest, onset, False, jumps)
            return
        around = int(np.rint(AROUND * rate))
        at = calm_down(speed, last, threshold, bell, around, calm)
        row[1] = leaving(calm, at, threshold, rate, slowest, onset, True, jumps)
        for t in range(max(0, last - around), min(count, last + around)):
            calm[t] = speed[t]


@kernel()
def lasts(row, least):
    """True of a span that is long enough, or open at both ends, so that nobody knows how long it is."""
    return row[1] - row[0] >= least or (row[2] != 0.0 and row[3] != 0.0)


@kernel()
def _ended(
    speed, backwards, calm, limits, valid, rate, slowest, onset, peels, bell, first, last, core, least, row
):  # fmt: skip
    """1 where the span of a run is long enough, by where its speed jumps or else by its thresholds alone."""
    for jumps in (True, False):
        _end(
            speed, backwards, calm, limits, valid, rate, slowest, onset, peels, bell, first, last, core, jumps, row
        )  # fmt: skip
        if lasts(row, least):
            return 1
    return 0


@kernel(
    VECTOR, VECTOR, MATRIX, _FLAGS, _REAL, _REAL, _REAL, _REAL, _REAL, _REAL, _REAL, types.boolean, _REAL, _REAL,
    VECTOR, OUT_MATRIX, OUT_MATRIX, returns=INT,
)  # fmt: skip
def still_rows(
    speed, swing, path, valid, rate, slowest, near, land, leave, core, onset, peels, least, bridge, bell, work, rows
):
    """Where a point stands: start, stop [s] and whether each is open go into ``rows`` (N // 2 + 1, 4); their number.

    ``land`` and ``leave`` are shares of the swing (N,), ``bridge`` [samples] is how long a gap may be in which the
    point stays in its place, ``bell`` the low-pass of speeds that peel. ``work`` is (4, N).
    """
    count, found = speed.shape[0], 0
    backwards, calm, limits = work[0], work[1], work[2:]
    for t in range(count):
        backwards[t], calm[t] = speed[count - 1 - t], speed[t]
        limits[0, t], limits[1, t] = max(land * swing[t], slowest), max(leave * swing[t], slowest)
    first, last = next_run(speed, limits[1], valid, 0)
    while first < count:
        after, stop = next_run(speed, limits[1], valid, last)
        if after < count and keeps_place(path, valid, last - 1, after, bridge, near):
            last = stop
            continue
        start = slow_core(speed, limits, core, first, last)
        if start < last:
            found += _ended(
                speed, backwards, calm, limits, valid, rate, slowest, onset, peels, bell, first, last, start, least,
                rows[found],
            )  # fmt: skip
        first, last = after, stop
    return found
