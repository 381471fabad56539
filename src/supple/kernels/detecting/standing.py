"""Which still spans of a point are spans in which it stands; see :mod:`supple.detect.standing`."""

from __future__ import annotations

import numpy as np

from supple.kernels.detecting.ordering import share_of
from supple.kernels.jit import INT, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, array_in, kernel, types

SLOPE = 0.35  # a way that is flatter than this may follow a ramp
MOST = 0.9  # of the time a point that stays is near its place

_REAL, _FLAGS = types.float64, array_in(1, types.boolean)


@kernel()
def over(path, valid, first, stop, place, dip, clear):
    """True for a way over samples [first, stop) that is not below the place of a sample, or that clears it."""
    below = False
    for t in range(first, stop):
        if valid[t]:
            x, y, z = path[t, 0] - path[place, 0], path[t, 1] - path[place, 1], path[t, 2] - path[place, 2]
            if y > clear:
                return True
            below = below or y < -max(dip, SLOPE * np.hypot(x, z))
    return not below


@kernel(MATRIX, _FLAGS, _REAL, VECTOR, INT, _REAL, _REAL, returns=types.boolean)
def stands(path, valid, rate, span, look, dip, clear):
    """False where the point comes up to the pause and goes down from it; of an open end nothing is known."""
    count = path.shape[0]
    if span[2] != 0.0 or span[3] != 0.0:
        return True
    first = max(0, min(int(np.rint(span[0] * rate)), count - 1))
    last = max(0, min(int(np.rint(span[1] * rate)), count - 1))
    if over(path, valid, max(0, first - look), first, first, dip, clear):
        return True
    return over(path, valid, last + 1, min(count, last + 1 + look), last, dip, clear)


@kernel()
def samples(span, rate, count):
    """First and stop of the samples of a span."""
    return min(count, int(span[0] * rate)), min(count, int(span[1] * rate) + 1)


@kernel()
def stays(path, rate, span, farthest, work):
    """False for what slides along slowly: most of the time it is within ``farthest`` [m] of its place."""
    first, stop = samples(span, rate, path.shape[0])
    middle = first + (stop - first) // 2
    most = 0.0
    for t in range(first, stop):
        x, y, z = path[t, 0] - path[middle, 0], path[t, 1] - path[middle, 1], path[t, 2] - path[middle, 2]
        work[t] = np.sqrt(x * x + y * y + z * z)
        most = max(most, work[t])
    return most <= farthest or share_of(work[first:stop], MOST) <= farthest


@kernel()
def below_body(path, centre, rate, span, margin):
    """False for what is above the body's middle, such as the feet of a handstand."""
    first, stop = samples(span, rate, path.shape[0])
    total = 0.0
    for t in range(first, stop):
        total += path[t, 1] - centre[t]
    return total / (stop - first) < margin


@kernel(
    MATRIX, _FLAGS, VECTOR, _REAL, INT, _REAL, _REAL, _REAL, _REAL, INT, OUT_VECTOR, OUT_MATRIX, returns=INT
)  # fmt: skip
def keep_standing(path, valid, centre, rate, look, dip, clear, farthest, margin, found, work, rows):
    """Move those of the first ``found`` rows that stand to the front; their number. ``work`` is (N,)."""
    kept = 0
    for k in range(found):
        row = rows[k]
        if not stands(path, valid, rate, row, look, dip, clear) or not stays(path, rate, row, farthest, work):
            continue
        if below_body(path, centre, rate, row, margin):
            for c in range(4):
                rows[kept, c] = row[c]
            kept += 1
    return kept
