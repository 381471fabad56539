"""Rows of angles as quaternions, in compiled code: bit by bit what ``supple.io.bvh.angles`` makes with NumPy."""

from __future__ import annotations

import numpy as np
from numba import types

from supple.kernels.jit import INTS, MATRIX, OUT_CUBE, VECTOR, array_in, kernel

_PLACES = array_in(2, types.uint64)  # unsigned: no check for negative places
_HALF_DEGREE = 0.5 * (np.pi / 180.0)


@kernel()
def half_sine_cosine(degrees, sines, cosines):
    """Sine and cosine of half an angle, by the table and the series of ``supple.io.bvh.angles.half_sine_cosine``.

    The operations and their order are the same, so that the bits are.
    """
    step = np.rint(degrees)
    f = (degrees - step) * _HALF_DEGREE
    k = np.uint64(np.int32(step) + sines.shape[0] // 2)
    sine, cosine = sines[k], cosines[k]
    square = f * f
    g = (square * (1.0 / 24.0) - 0.5) * square
    f = f + (square * (1.0 / 120.0) - 1.0 / 6.0) * square * f
    return sine + (sine * g + cosine * f), cosine + (cosine * g - sine * f)


@kernel()
def half_row(row, sines, cosines, sine, cosine):
    """Sines and cosines (C,) of half of all numbers of a row (C,); two plain loops, which compile best."""
    large = sines.shape[0] // 2
    for c in range(row.shape[0]):
        degrees = row[c] if abs(row[c]) <= large else 0.0
        sine[c], cosine[c] = half_sine_cosine(degrees, sines, cosines)
    for c in range(row.shape[0]):
        if abs(row[c]) > large:
            sine[c], cosine[c] = half_sine_cosine(np.fmod(row[c], 720.0), sines, cosines)


@kernel()
def multiply_row(columns, axes, counts, hands, sine, cosine, out):
    """The products ``out`` (J, 4) of the turns of all joints in one row; see :func:`fill`.

    One call per row: a call per joint would take longer than its work.
    """
    for j in range(out.shape[0]):
        q, e = out[j], hands[j]
        x, y, z = columns[j, 0], columns[j, 1], columns[j, 2]
        a, b, c = axes[j, 0], axes[j, 1], axes[j, 2]
        sa, ca, sb, cb, sc, cc = sine[x], cosine[x], sine[y], cosine[y], sine[z], cosine[z]
        cacb, sacb, casb, sasb = ca * cb, sa * cb, ca * sb, sa * sb
        if counts[j] == 3:
            q[0] = cacb * cc - e * (sasb * sc)
            q[a] = sacb * cc + e * (casb * sc)
            q[b] = casb * cc - e * (sacb * sc)
            q[c] = cacb * sc + e * (sasb * cc)
        elif counts[j] == 2:
            q[0], q[a], q[b], q[c] = cacb, sacb, casb, e * sasb
        elif counts[j] == 1:
            q[0], q[a], q[b], q[c] = ca, sa, 0.0, 0.0
        else:
            q[0], q[1], q[2], q[3] = 1.0, 0.0, 0.0, 0.0


@kernel()
def leaps(row, before):
    """Whether any number of a row is so far from the row before that three of them could make half a turn."""
    far = 0
    for c in range(row.shape[0]):
        far += abs(row[c] - before[c]) > 59.0
    return far > 0


@kernel()
def crosses(row, before, columns, count, q, p):
    """Whether ``q`` lies in another hemisphere than ``p``, the same joint in the row before.

    That can only be where the angles of the joint together change by half a turn or more.
    """
    far = 0.0
    for k in range(count):
        far += abs(row[columns[k]] - before[columns[k]])
    return far >= 180.0 and (q[0] * p[0] + q[1] * p[1]) + (q[2] * p[2] + q[3] * p[3]) < 0.0


@kernel(MATRIX, _PLACES, _PLACES, INTS, VECTOR, VECTOR, VECTOR, OUT_CUBE)
def fill(rows, columns, axes, counts, hands, sines, cosines, out):
    """Turns of all joints in all rows, hemisphere continuous in time.

    ``rows`` (F, C) [deg], C > 0; for each of J joints ``counts`` (J,) of turns, their ``columns`` (J, 3) in a row,
    their ``axes`` (J, 3) as components of a quaternion with the ones that are left over last, and ``hands`` (J,): 1.0
    where the axes are in right-handed order, else -1.0. ``sines`` and ``cosines`` (2 n + 1,) of half of each whole
    degree from -n to n. ``out`` (F, J, 4), written in full.
    """
    signs, sine, cosine = np.ones(out.shape[1]), np.zeros(rows.shape[1]), np.zeros(rows.shape[1])
    turned = False
    for f in range(out.shape[0]):
        half_row(rows[f], sines, cosines, sine, cosine)
        multiply_row(columns, axes, counts, hands, sine, cosine, out[f])
        if f > 0 and leaps(rows[f], rows[f - 1]):
            for j in range(out.shape[1]):
                # The frame before has got its sign already: taken off again, the two are as their angles say.
                if crosses(rows[f], rows[f - 1], columns[j], counts[j], out[f, j], signs[j] * out[f - 1, j]):
                    signs[j], turned = -signs[j], True
        if turned:
            for j in range(out.shape[1]):
                if signs[j] < 0.0:
                    for i in range(4):
                        out[f, j, i] = -out[f, j, i]
