"""What a report says of a cleanup: how far tips are from their places, and how suddenly joints were turned."""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.hinge import hinge_of
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, OUT_MATRIX, array_in, kernel
from supple.kernels.jit import types as numba_types
from supple.kernels.vectors import dot, minus, plus, rotated, row_of, turn_of


@kernel(INTS, CUBE, CUBE, CUBE, array_in(4), OUT_CUBE)
def find_misses(ends, tips, positions, turned, places, out):
    """Distances ``out`` (N, L, 2) of the tips (L, 2, 3) of joints ``ends`` (L,) from their ``places`` (N, L, 2, 3)."""
    for f in range(out.shape[0]):
        for limb in range(ends.shape[0]):
            joint, turn = row_of(positions[f], ends[limb]), turn_of(turned[f], ends[limb])
            for tip in range(2):
                off = minus(plus(joint, rotated(turn, row_of(tips[limb], tip))), row_of(places[f, limb], tip))
                out[f, limb, tip] = np.sqrt(dot(off, off))


@kernel(array_in(2, numba_types.int64), CUBE, OUT_MATRIX)
def find_worst(spans, misses, out):
    """Of ``misses`` (N, L, 2) in each of ``spans`` (P, 4): limb, tip, start, stop; the worst, the rms, and where it is.

    ``out`` is (P, 3); the first of equal ones is the worst, and where it is counts from the start.
    """
    for k in range(spans.shape[0]):
        limb, tip, start, stop = spans[k, 0], spans[k, 1], spans[k, 2], spans[k, 3]
        worst, at, total = -1.0, start, 0.0
        for f in range(start, stop):
            miss = misses[f, limb, tip]
            total += miss * miss
            if miss > worst:
                worst, at = miss, f
        out[k, 0], out[k, 1], out[k, 2] = worst, np.sqrt(total / (stop - start)), at - start


@kernel(CUBE, CUBE, INTS, INTS, INTS, MATRIX, OUT_MATRIX)
def find_bends(positions, turned, bases, middles, ends, axes, out):
    """Bends ``out`` (N, L) of limbs [rad]; arguments as of :func:`supple.kernels.cleanup.limb.reach`."""
    for f in range(out.shape[0]):
        for limb in range(bases.shape[0]):
            knee, shin = row_of(positions[f], middles[limb]), turn_of(turned[f], middles[limb])
            upper, lower = minus(knee, row_of(positions[f], bases[limb])), minus(row_of(positions[f], ends[limb]), knee)
            out[f, limb] = hinge_of(upper, lower, rotated(shin, row_of(axes, limb)))[2]


@kernel(array_in(4), returns=numba_types.float64)
def largest_bend(changes):
    """The largest second difference of the ``changes`` (N, L, K, 3) from frame to frame."""
    worst = 0.0
    for f in range(1, changes.shape[0] - 1):
        for limb in range(changes.shape[1]):
            for k in range(changes.shape[2]):
                a, b, c = row_of(changes[f - 1, limb], k), row_of(changes[f, limb], k), row_of(changes[f + 1, limb], k)
                bend = minus(minus(c, b), minus(b, a))
                worst = max(worst, dot(bend, bend))
    return np.sqrt(worst)
