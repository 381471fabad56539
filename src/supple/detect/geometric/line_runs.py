"""Neighbouring displacements about the same axis, as one line: the bulk of algorithm 4, in one tight loop."""

from __future__ import annotations

import numpy as np

from supple.detect.geometric.displacements import Displacements
from supple.detect.geometric.pieces import Piece
from supple.detect.geometric.settings import Measures


def line_runs(found: Displacements, at: np.ndarray, measures: Measures) -> list[Piece]:
    """Lines of the displacements numbered ``at``, each joined to the one before if it turns about the mean line so far.

    Choice: an axis counts in the mean by the square of its turn, as its error falls with the turn. The rules are those
    of :mod:`lines`; numbers are spelled out, since this loop takes most of the time.
    """
    runs: list[Piece] = []
    last, first, weight = -2, -2, 0.0
    x = y = z = u = v = w = 0.0  # origin and direction of the run
    least, most = measures.same_cos, measures.same**2
    numbers = (at, *found.origin[at].T, *found.direction[at].T, found.sigma[at] ** 2)
    for i, a, b, c, d, e, f, own in zip(*(array.tolist() for array in numbers), strict=True):
        if i == last + 1:
            p, q, r = a - x, b - y, c - z
            cosine = u * d + v * e + w * f
            if (cosine >= least or cosine <= -least) and p * p + q * q + r * r - (p * u + q * v + r * w) ** 2 < most:
                weight += own
                share = own / weight
                x, y, z = x + share * p, y + share * q, z + share * r
                turn = share if cosine > 0.0 else -share
                rest = 1.0 - share
                u, v, w = rest * u + turn * d, rest * v + turn * e, rest * w + turn * f
                length = (u * u + v * v + w * w) ** 0.5
                u, v, w, last = u / length, v / length, w / length, i
                continue
        if first >= 0:
            runs.append(Piece("line", first, last, (x, y, z), (u, v, w), weight))
        first, last, weight, x, y, z, u, v, w = i, i, own, a, b, c, d, e, f
    if first >= 0:
        runs.append(Piece("line", first, last, (x, y, z), (u, v, w), weight))
    return runs
