"""Rows of samples, put beside each other in the unknowns of their span, and sums of their squares in bands."""

from __future__ import annotations

from supple.kernels.jit import CUBE, INT, INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, array_in, dense

_PLACES = array_in(2, INTS.dtype)


@dense(INTS, INTS, INTS, INTS, CUBE, INTS, INT, MATRIX, CUBE, CUBE, CUBE, OUT_VECTOR)
def put(offsets, widths, spans, starts, basis, take, first, scale, zero, one, two, flat):
    """Add scaled derivatives times the four basis functions of each sample to its rows.

    The rows of sample ``n`` begin at ``offsets[n]`` of ``flat`` and are ``widths[n]`` long; ``starts`` is where each
    control point stands among all unknowns. Derivatives (., ., nd) by a displacement, its rate and its second one are
    those of ``take[n]``, from row ``first`` on, times ``scale`` (m, R); of ``basis`` (3, m, 4) or (1, m, 4) as many
    count as there are.
    """
    rates = len(basis) > 1
    for n in range(len(offsets)):
        begin, source = starts[spans[n]], take[n]
        for r in range(scale.shape[1]):
            row, share = first + r, scale[n, r]
            for k in range(4):
                at = offsets[n] + r * widths[n] + starts[spans[n] + k] - begin
                here = share * basis[0, n, k]
                if rates:
                    rate, bend = share * basis[1, n, k], share * basis[2, n, k]
                    for d in range(zero.shape[2]):
                        flat[at + d] += (
                            here * zero[source, row, d] + rate * one[source, row, d] + bend * two[source, row, d]
                        )
                else:
                    for d in range(zero.shape[2]):
                        flat[at + d] += here * zero[source, row, d]


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


@dense(INT, MATRIX, OUT_MATRIX)
def add_lower(start, square, bands):
    """Add the lower half of a symmetric block (m, m) to bands (n, band + 1), each row of which is one column."""
    size = len(square)
    for j in range(size):
        for i in range(j, size):
            bands[start + j, i - j] += square[j, i]
