"""Rows of samples, put beside each other in the unknowns of their span, and sums of their squares in bands."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, array_in, dense

_PLACES = array_in(2, INTS.dtype)


@dense(INTS, INTS, _PLACES, CUBE, INTS, INTS, MATRIX, CUBE, CUBE, CUBE, OUT_VECTOR)
def put(offsets, widths, blocks, basis, take, lines, scale, zero, one, two, flat):
    """Add scaled derivatives times the four basis functions of each sample to its rows.

    The rows of sample ``n`` begin at ``offsets[n]`` of ``flat`` and are ``widths[n]`` long; ``blocks`` (m, 4) is where
    each control point stands among them. Derivatives (., ., n) by a displacement, its rate and its second one are those
    ``lines`` of ``take[n]``, times ``scale`` (m, R); of ``basis`` (3, m, 4) or (1, m, 4) as many count as there are.
    """
    rates = len(basis) > 1
    for n in range(len(offsets)):
        source = take[n]
        for r in range(scale.shape[1]):
            row, share = lines[r], scale[n, r]
            for k in range(4):
                at = offsets[n] + r * widths[n] + blocks[n, k]
                to, still = flat[at : at + zero.shape[2]], zero[source, row]
                here = share * basis[0, n, k]
                if rates:
                    rate, bend = share * basis[1, n, k], share * basis[2, n, k]
                    turning, pushed = one[source, row], two[source, row]
                    for i in range(len(to)):
                        to[i] += here * still[i] + rate * turning[i] + bend * pushed[i]
                else:
                    for i in range(len(to)):
                        to[i] += here * still[i]


@dense(INTS, INTS, _PLACES, MATRIX, CUBE, OUT_VECTOR)
def put_forces(offsets, widths, places, shares, by, flat):
    """Add what the forces of one contact add: ``places`` (m, 2) of its two forces in a sample's rows, -1 for none."""
    for n in range(len(offsets)):
        for k in range(2):
            if places[n, k] >= 0:
                for r in range(by.shape[1]):
                    at = offsets[n] + r * widths[n] + places[n, k]
                    for i in range(3):
                        flat[at + i] += shares[n, k] * by[n, r, i]


@dense(VECTOR, VECTOR, INTS, INTS, INTS, INTS, INTS, OUT_MATRIX, OUT_VECTOR)
def add_squares(flat, misses, begins, rows, widths, columns, column_begins, bands, gradient):
    """Add half the sums of squares of the rows of all spans to lower bands (n, band + 1), a column in each row.

    The rows of a span begin at ``begins`` of ``flat``, those from ``rows`` to the next one among all; the unknowns that
    they are of begin at ``column_begins`` of ``columns``, in their order.
    """
    most = widths.max()
    room, ends = np.empty(most * most), np.empty(most, dtype=np.int64)
    for span in range(len(begins)):
        first, last, width = rows[span], rows[span + 1], widths[span]
        if first == last:
            continue
        own = flat[begins[span] : begins[span] + (last - first) * width].reshape(last - first, width)
        at = columns[column_begins[span] : column_begins[span] + width]
        square = room[: width * width].reshape(width, width)
        np.dot(own.T, own, square)
        slopes = np.dot(misses[first:last], own)
        stops = 0  # neighbours among all unknowns are added at once
        for j in range(width):
            gradient[at[j]] += slopes[j]
            if j + 1 == width or at[j + 1] != at[j] + 1:
                ends[stops], stops = j + 1, stops + 1
        for j in range(width):
            line, start = bands[at[j]], j
            for n in range(stops):
                if ends[n] <= start:
                    continue
                near = at[start] - at[j]
                to, add = line[near : near + ends[n] - start], square[j, start : ends[n]]
                for i in range(len(add)):
                    to[i] += add[i]
                start = ends[n]
