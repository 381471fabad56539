"""Second stage: displacements that turn about the same axis become lines (algorithm 4 of the thesis, corrected)."""

from __future__ import annotations

from collections.abc import Sequence

from supple.detect.geometric.pieces import Piece, dot, gap_to_line, joined_in_turn, minus, missing_between, mixed
from supple.detect.geometric.places import Places
from supple.detect.geometric.settings import Measures


def with_lines(pieces: list[Piece], places: Places, measures: Measures) -> list[Piece]:
    """Lines as long as they can be, between the spaces that last.

    A space too short to count gives way to a line beside it. Unlike the thesis's listing, the last piece is kept.
    """
    joined = joined_in_turn(pieces, lambda a, b: _joined(a, b, places, measures))
    return _bridged(joined, measures)


def _joined(a: Piece, b: Piece, places: Places, measures: Measures) -> Piece | None:
    """One line of two pieces that follow each other, or None."""
    if a.kind == "line" and b.kind == "line":
        return merged(a, b) if are_equal(a, b, measures) else None
    if a.kind == b.kind:
        return None
    line, space = (a, b) if a.kind == "line" else (b, a)
    if space.frames(measures.lag) >= measures.min_frames or not _connected(line, space, places, measures):
        return None
    return line._replace(first=a.first, last=b.last)


def _connected(line: Piece, space: Piece, places: Places, measures: Measures) -> bool:
    """Choice: their distance is how far the point that the line keeps still moves across the interruption."""
    lag = measures.lag
    if line.first < space.first:
        missing, near, far = missing_between(line, space), line.last + lag, space.first
    else:
        missing, near, far = missing_between(space, line), line.first, space.last + lag
    return missing <= 0 or measures.tolerance.connects(missing, lag, places.spread(line.origin, (near, far)))


def are_equal(a: Piece, b: Piece, measures: Measures) -> bool:
    """True of two lines, ``a`` before ``b``, that are the same line in space and connected in time.

    Choice: the distance is that of b's origin, which is near the joint, from a; the least distance of two lines that
    are not quite parallel lies anywhere.
    """
    if abs(dot(a.direction, b.direction)) < measures.same_cos or gap_to_line(b.origin, a) >= measures.same:
        return False
    missing = missing_between(a, b)
    if missing <= 0:
        return True
    away = minus(b.origin, a.origin)
    return measures.tolerance.connects(missing, measures.lag, dot(away, away) ** 0.5)


def merged(a: Piece, b: Piece) -> Piece:
    """The mean line over the time of both."""
    weight = a.weight + b.weight
    share = b.weight / weight if weight > 0.0 else 0.5
    sign = 1.0 if dot(a.direction, b.direction) >= 0.0 else -1.0  # an axis has two directions
    x, y, z = mixed(a.direction, (sign * b.direction[0], sign * b.direction[1], sign * b.direction[2]), share)
    length = (x * x + y * y + z * z) ** 0.5 or 1.0
    direction = (x / length, y / length, z / length)
    return Piece("line", a.first, b.last, mixed(a.origin, b.origin, share), direction, weight)


def _earlier(count: int, since: int, anchor: int, lasts: bool) -> Sequence[int]:
    """The pieces that a line may be joined to, the nearest first: a short one only to one that lasts."""
    if lasts:
        return range(count - 1, max(since, anchor) - 1, -1)
    return () if anchor < 0 else (anchor,)


def _bridged(pieces: list[Piece], measures: Measures) -> list[Piece]:
    """Lines joined across short ones that differ: aberrant frames, which the thesis bridges for spaces only.

    One of the two must last, and nothing that lasts may lie between.
    """
    kept: list[Piece] = []
    since, anchor = 0, -1  # where the last space ended; the last line since then that lasts
    for piece in pieces:
        lasts = piece.frames(measures.lag) >= measures.min_frames
        if piece.kind == "line":
            candidates = _earlier(len(kept), since, anchor, lasts)
            same = next((k for k in candidates if are_equal(kept[k], piece, measures)), None)
            if same is not None:
                piece = merged(kept[same], piece)
                del kept[same:]
                lasts = piece.frames(measures.lag) >= measures.min_frames
        kept.append(piece)
        if piece.kind != "line":
            since, anchor = len(kept), -1
        elif lasts:
            anchor = len(kept) - 1
    return kept
