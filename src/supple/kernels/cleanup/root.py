"""Where the root has to be for all active limbs to reach, frame by frame, and how its way becomes smooth."""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.balls import nearest_of
from supple.kernels.cleanup.hinge import length_at, reach_of
from supple.kernels.cleanup.limb import FLAGS, point_of, quat_of
from supple.kernels.jit import CUBE, INT, INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, dense, kernel, types
from supple.kernels.vectors import dot, minus, plus, rotated, row_of


@dense()
def are_near(f, positions, bases, ends, active, places, factor, there):
    """Whether no active limb has to be longer than it is: then all of them reach, for none is longer than straight."""
    for limb in range(bases.shape[0]):
        if active[f, limb]:
            hip = point_of(positions, f, bases[limb])
            line, own = (
                minus(point_of(places, f, limb), plus(hip, there)),
                minus(point_of(positions, f, ends[limb]), hip),
            )
            if dot(line, line) > factor * factor * dot(own, own):
                return False
    return True


@dense(
    CUBE, CUBE, INTS, INTS, INTS, MATRIX, INTS, FLAGS, CUBE, types.float64, MATRIX, OUT_MATRIX
)  # fmt: skip
def bring_within_reach(
    positions, turned, bases, middles, ends, axes, ranks, active, places, factor, moved, out
):  # fmt: skip
    """The displacements ``out`` (F, 3) nearest to ``moved`` (F, 3) with which all active limbs reach in every frame.

    A limb reaches ``factor`` times its length in the frame. Limbs of rank 0 come first where not all can reach. The
    rest is as in :func:`supple.kernels.cleanup.limb.reach`. Frames do not know of each other.
    """
    count = bases.shape[0]
    centres, radii, grown = np.zeros((count, 3)), np.zeros(count), np.zeros(count)
    for f in range(positions.shape[0]):
        there = row_of(moved, f)
        if are_near(f, positions, bases, ends, active, places, factor, there):
            for i in range(3):
                out[f, i] = there[i]
            continue
        n, first = 0, 0
        for part in range(2):
            for limb in range(count):
                if active[f, limb] and (ranks[limb] == 0) == (part == 0):
                    hip, knee = point_of(positions, f, bases[limb]), point_of(positions, f, middles[limb])
                    centre = minus(point_of(places, f, limb), plus(hip, there))
                    centres[n, 0], centres[n, 1], centres[n, 2] = centre[0], centre[1], centre[2]
                    axis = rotated(quat_of(turned, f, middles[limb]), row_of(axes, limb))
                    lower = minus(point_of(positions, f, ends[limb]), knee)
                    c, p = reach_of(minus(knee, hip), lower, axis)
                    radii[n] = factor * length_at(0.0, c, p)
                    n += 1
            if part == 0:
                first = n
        point = nearest_of(centres, radii, n, first, grown)
        out[f, 0], out[f, 1], out[f, 2] = plus(there, point)


@kernel()
def mean_at(rows, at, weights):
    """The weighed mean of the neighbours of row ``at`` among ``rows`` (n, 3), as many as there are.

    ``weights`` (2 m + 1,) reach m rows to either side. Sums are taken in one order, so that a window of the rows gives
    the bits of the whole clip.
    """
    half = weights.shape[0] // 2
    x, y, z, total = 0.0, 0.0, 0.0, 0.0
    for k in range(max(-half, -at), min(half, rows.shape[0] - 1 - at) + 1):
        weight = weights[half + k]
        x += weight * rows[at + k, 0]
        y += weight * rows[at + k, 1]
        z += weight * rows[at + k, 2]
        total += weight
    return x / total, y / total, z / total


@kernel(MATRIX, INT, VECTOR, OUT_VECTOR)
def smooth_at(rows, at, weights, out):
    """:func:`mean_at` as ``out`` (3,)."""
    out[0], out[1], out[2] = mean_at(rows, at, weights)


@kernel(MATRIX, VECTOR, OUT_MATRIX)
def smooth_rows(rows, weights, out):
    """:func:`mean_at` of all rows, as ``out`` (n, 3); among zeros it is zero."""
    half = weights.shape[0] // 2
    seen, last = 0, -half - 1  # the last row that is not zero
    for at in range(rows.shape[0]):
        while seen < min(rows.shape[0], at + half + 1):
            if rows[seen, 0] != 0.0 or rows[seen, 1] != 0.0 or rows[seen, 2] != 0.0:
                last = seen
            seen += 1
        if last < at - half:
            out[at, 0], out[at, 1], out[at, 2] = 0.0, 0.0, 0.0
            continue
        out[at, 0], out[at, 1], out[at, 2] = mean_at(rows, at, weights)
