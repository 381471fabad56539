"""Third stage: lines that meet become points (algorithm 5 of the thesis, corrected)."""

from __future__ import annotations

from supple.core.contacts import Vec3
from supple.detect.geometric.pieces import Piece, along, dot, gap_to_line, joined_in_turn, minus, missing_between, mixed
from supple.detect.geometric.places import Places
from supple.detect.geometric.settings import Measures


def with_points(pieces: list[Piece], places: Places, measures: Measures) -> list[Piece]:
    """Points where lines that follow each other meet; spaces stay, and no point reaches over one.

    Unlike the thesis's listing, the last piece is kept.
    """
    return joined_in_turn(pieces, lambda a, b: _joined(a, b, places, measures))


def _joined(a: Piece, b: Piece, places: Places, measures: Measures) -> Piece | None:
    """One point of a line or point and the line after it, or None.

    Choices: a line that lasts gives way only to what lasts, and half as long at least, whereas the thesis would let a
    single displacement turn it into a point; a line joins a point only if it passes through it, however long it is; and
    the place must be the same one for the joint, too, as of a ball in its socket.
    """
    if a.kind == "space" or b.kind != "line" or outlasts(a, b, measures) or outlasts(b, a, measures):
        return None
    place, gap = _meeting(a, b)
    if gap >= measures.same or not measures.tolerance.connects(missing_between(a, b), measures.lag, gap):
        return None
    ends = [a.first, a.last + measures.lag, b.first, b.last + measures.lag]
    if places.spread(place, ends) >= measures.same:
        return None
    return Piece("point", a.first, b.last, place, weight=a.weight + b.weight)


def outlasts(line: Piece, other: Piece, measures: Measures) -> bool:
    """True of a line that counts for its duration beside another piece that does not, or not half as long."""
    frames, others = line.frames(measures.lag), other.frames(measures.lag)
    return line.kind == "line" and frames >= measures.min_frames and others < max(measures.min_frames, 0.5 * frames)


def _meeting(a: Piece, b: Piece) -> tuple[Vec3, float]:
    """Where a line or point and a line come nearest, in the middle, and how far apart they are there."""
    if a.kind == "point":
        share = b.weight / (a.weight + b.weight)
        foot = along(b.origin, b.direction, dot(minus(a.origin, b.origin), b.direction))
        return mixed(a.origin, foot, share), gap_to_line(a.origin, b)
    away, cosine = minus(b.origin, a.origin), dot(a.direction, b.direction)
    sine_sq = 1.0 - cosine * cosine
    if sine_sq < 1e-12:  # parallel: they meet nowhere
        return a.origin, float("inf")
    one, two = dot(away, a.direction), dot(away, b.direction)
    first = along(a.origin, a.direction, (one - two * cosine) / sine_sq)
    second = along(b.origin, b.direction, (one * cosine - two) / sine_sq)
    between = minus(second, first)
    return mixed(first, second, 0.5), dot(between, between) ** 0.5
