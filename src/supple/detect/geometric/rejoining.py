"""Lines and points that noise has broken, joined where all their frames together keep one line or point still.

Not in the thesis. A small turn about a far axis (a door's handle) places the axis so badly in single displacements that
neighbours seem to be different lines; over all frames it is known well.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import numpy as np

from supple.detect.geometric.connection import Tolerance
from supple.detect.geometric.displacements import Path
from supple.detect.geometric.instants import Instants
from supple.detect.geometric.judging import most_stray
from supple.detect.geometric.lines import merged
from supple.detect.geometric.piece_fits import piece_fits
from supple.detect.geometric.pieces import Piece, missing_between
from supple.detect.geometric.points import outlasts
from supple.detect.geometric.settings import Measures

_Pair = tuple[int, int]  # numbers of two pieces


def rejoined(
    kind: Literal["line", "point"],
    pieces: list[Piece],
    path: Path,
    matrices: np.ndarray,
    instants: Instants,
    tolerance: Tolerance,
    measures: Measures,
    speed: float | None,
) -> list[Piece]:
    """The pieces with lasting ones joined to a kind as long as that goes; what is short between them vanishes.

    Lines join to a line if they are parallel, and to a point, with each other or with points, if they are not.
    """
    while pairs := _neighbours(kind, pieces, tolerance, measures):
        a, b = [pieces[i] for i, _ in pairs], [pieces[j] for _, j in pairs]
        joined = [merged(one, other)._replace(kind=kind) for one, other in zip(a, b, strict=True)]
        fits = piece_fits([*joined, *a, *b], path, matrices, instants, measures.lag)
        count = len(pairs)
        parallel = np.abs(np.sum(fits.direction[count : 2 * count] * fits.direction[2 * count :], axis=1))
        good = [
            (a[k].kind != b[k].kind or a[k].kind == "point" or (parallel[k] >= measures.same_cos) == (kind == "line"))
            and fits.stray[k] <= most_stray(joined[k], measures, speed)
            and tolerance.connects(missing_between(a[k], b[k]), measures.lag, float(fits.stray[k]))
            for k in range(count)
        ]
        if not any(good):
            break
        pieces = _replaced(pieces, pairs, joined, good)
    return pieces


def _neighbours(kind: str, pieces: list[Piece], tolerance: Tolerance, measures: Measures) -> list[_Pair]:
    """Pairs of lasting pieces that may join, with nothing that lasts between, near enough in time."""
    kinds = ("line",) if kind == "line" else ("line", "point")
    lasting = [k for k, piece in enumerate(pieces) if piece.frames(measures.lag) >= measures.min_frames]
    return [
        (i, j)
        for i, j in pairwise(lasting)
        if pieces[i].kind in kinds
        and pieces[j].kind in kinds
        and missing_between(pieces[i], pieces[j]) - measures.lag < tolerance.frames
        and not (kind == "point" and _one_outlasts(pieces[i], pieces[j], measures))
    ]


def _one_outlasts(a: Piece, b: Piece, measures: Measures) -> bool:
    return outlasts(a, b, measures) or outlasts(b, a, measures)


def _replaced(pieces: list[Piece], pairs: list[_Pair], joined: list[Piece], good: list[bool]) -> list[Piece]:
    """The pieces with pairs joined, each piece at most once."""
    out, until = [], 0
    for (i, j), piece, join in zip(pairs, joined, good, strict=True):
        if join and i >= until:
            out += [*pieces[until:i], piece]
            until = j + 1
    return out + pieces[until:]
