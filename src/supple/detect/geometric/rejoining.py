"""Lines and points that noise has broken, joined where all their frames together keep one line or point still.

Not in the thesis. A small turn about a far axis (a door's handle) places the axis so badly in single displacements that
neighbours seem to be different lines; over all frames it is known well.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from supple.detect.geometric.displacements import Path
from supple.detect.geometric.instants import Instants
from supple.detect.geometric.judging import most_stray
from supple.detect.geometric.lines import merged
from supple.detect.geometric.piece_fits import piece_fits
from supple.detect.geometric.pieces import Piece, dot, gap_to_line, missing_between
from supple.detect.geometric.places import Places
from supple.detect.geometric.points import outlasts
from supple.detect.geometric.settings import Measures

_Pair = tuple[int, int]  # numbers of two pieces


def rejoined(
    kind: Literal["line", "point"],
    pieces: list[Piece],
    path: Path,
    places: Places,
    instants: Instants,
    measures: Measures,
    speed: float | None,
) -> list[Piece]:
    """The pieces with lasting ones joined to a kind as long as that goes; what is short between them vanishes.

    Lines join to a line if they are parallel, and to a point, with each other or with points, if they are not.
    """
    refused: set[tuple[Piece, Piece]] = set()
    while pairs := _neighbours(kind, pieces, measures, refused):
        both = [(pieces[i], pieces[j]) for i, j in pairs]
        joined = [merged(a, b)._replace(kind=kind) for a, b in both]
        fits = piece_fits(joined, path, places.matrices, instants, measures.lag)
        rows = zip(both, joined, fits.stray.tolist(), strict=True)
        good = [_joins(*pair, union, stray, measures, speed) for pair, union, stray in rows]
        refused.update(pair for pair, ok in zip(both, good, strict=True) if not ok)
        pieces = _replaced(pieces, pairs, joined, good)
    return pieces


def _joins(a: Piece, b: Piece, joined: Piece, stray: float, measures: Measures, speed: float | None) -> bool:
    """True if a fit to both keeps still what should be, and time does not part them."""
    connected = measures.tolerance.connects(missing_between(a, b), measures.lag, stray)
    return connected and stray <= most_stray(joined, measures, speed)


def _neighbours(kind: str, pieces: list[Piece], measures: Measures, refused: set[tuple[Piece, Piece]]) -> list[_Pair]:
    """Pairs of lasting pieces that may join, with nothing that lasts between."""
    lasting = [k for k, piece in enumerate(pieces) if piece.frames(measures.lag) >= measures.min_frames]
    may = _may_be_a_line if kind == "line" else _may_be_a_point
    return [
        (i, j)
        for i, j in pairwise(lasting)
        if may(pieces[i], pieces[j], measures) and (pieces[i], pieces[j]) not in refused
    ]


def _may_be_a_line(a: Piece, b: Piece, measures: Measures) -> bool:
    """Cheap and, in distance, generous; a fit to all frames decides."""
    if a.kind != "line" or b.kind != "line" or abs(dot(a.direction, b.direction)) < measures.same_cos:
        return False
    return gap_to_line(b.origin, a) < 3.0 * measures.bridge


def _may_be_a_point(a: Piece, b: Piece, measures: Measures) -> bool:
    """Lines must differ in direction, else they would be one line."""
    if "space" in (a.kind, b.kind) or outlasts(a, b, measures) or outlasts(b, a, measures):
        return False
    return a.kind != b.kind or a.kind == "point" or abs(dot(a.direction, b.direction)) < measures.same_cos


def _replaced(pieces: list[Piece], pairs: list[_Pair], joined: list[Piece], good: list[bool]) -> list[Piece]:
    """The pieces with pairs joined, each piece at most once."""
    out, until = [], 0
    for (i, j), piece, join in zip(pairs, joined, good, strict=True):
        if join and i >= until:
            out += [*pieces[until:i], piece]
            until = j + 1
    return out + pieces[until:]
