"""Lines that last, extended over short ones beside them that keep to them just as well.

Not in the thesis. Where noise has broken a line near its ends, pieces too short to last are left over.
"""

from __future__ import annotations

from supple.detect.geometric.displacements import Path
from supple.detect.geometric.instants import Instants
from supple.detect.geometric.judging import most_stray
from supple.detect.geometric.piece_fits import piece_fits
from supple.detect.geometric.pieces import Piece, dot, gap_to_line, missing_between
from supple.detect.geometric.places import Places
from supple.detect.geometric.settings import Measures

_AS_WELL = 2.0  # times its own stray: what strays more belongs to another movement


def extended(
    pieces: list[Piece], path: Path, places: Places, instants: Instants, measures: Measures, speed: float | None
) -> list[Piece]:
    """The pieces with lasting lines as long as their own noise allows; lines that will not count stay as they are."""
    refused: set[tuple[Piece, Piece]] = set()
    while pairs := _candidates(pieces, measures, refused):
        own, longer = [pieces[k] for k, _ in pairs], [_union(pieces, pair) for pair in pairs]
        strays = piece_fits(own + longer, path, places.matrices, instants, measures.lag).stray.tolist()
        good = [
            pair
            for pair, before, after in zip(pairs, strays, strays[len(own) :], strict=False)
            if after <= min(_AS_WELL * before, most_stray(pieces[pair[0]], measures, speed))
            and _connected(pieces, pair, after, measures)
        ]
        refused.update((pieces[k], pieces[j]) for k, j in set(pairs) - set(good))
        pieces = _replaced(pieces, good)
    return pieces


def _candidates(pieces: list[Piece], measures: Measures, refused: set[tuple[Piece, Piece]]) -> list[tuple[int, int]]:
    """A lasting line, and a short one beside it that is parallel."""
    lasting = [piece.kind == "line" and piece.frames(measures.lag) >= measures.min_frames for piece in pieces]
    pairs = [(k, j) for k in range(len(pieces)) if lasting[k] for j in (k - 1, k + 1) if 0 <= j < len(pieces)]
    return [
        (k, j)
        for k, j in pairs
        if not lasting[j]
        and pieces[j].kind == "line"
        and abs(dot(pieces[k].direction, pieces[j].direction)) >= measures.same_cos
        and gap_to_line(pieces[j].origin, pieces[k]) < measures.bridge
        and (pieces[k], pieces[j]) not in refused
    ]


def _union(pieces: list[Piece], pair: tuple[int, int]) -> Piece:
    one, other = pieces[min(pair)], pieces[max(pair)]
    return pieces[pair[0]]._replace(first=one.first, last=other.last)


def _connected(pieces: list[Piece], pair: tuple[int, int], stray: float, measures: Measures) -> bool:
    missing = missing_between(pieces[min(pair)], pieces[max(pair)])
    return measures.tolerance.connects(missing, measures.lag, stray)


def _replaced(pieces: list[Piece], good: list[tuple[int, int]]) -> list[Piece]:
    """The pieces with pairs united, each piece at most once."""
    out, used = dict(enumerate(pieces)), set[int]()
    for pair in good:
        if not used & set(pair):
            used |= set(pair)
            out[pair[0]] = _union(pieces, pair)
            del out[pair[1]]
    return [out[k] for k in sorted(out)]
