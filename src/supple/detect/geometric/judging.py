"""Which constraints are worth telling. ``speed`` [m/frame] is what is still without templates, else None."""

from __future__ import annotations

import numpy as np

from supple.detect.geometric.instants import Instants
from supple.detect.geometric.pieces import Piece
from supple.detect.geometric.settings import Measures

_LEAST_TURN = np.radians(10.0)


def counts(piece: Piece, instants: Instants, measures: Measures, speed: float | None) -> bool:
    """True if a piece lasts.

    Choices: a single displacement always turns about some axis, so a line takes two. Without templates, a point has to
    last twice as long, since some point or other fits to any few frames, and neither a line nor a point is told that
    turns by less than 10 degrees.
    """
    frames = piece.frames(measures.lag)
    if piece.kind != "space" and piece.first == piece.last:
        return False
    if speed is None or piece.kind == "space":
        return frames >= measures.min_frames
    turned = instants.turned[piece.last + 1] - instants.turned[piece.first]
    return bool(frames >= measures.min_frames * (2 if piece.kind == "point" else 1) and turned >= _LEAST_TURN)


def most_stray(piece: Piece, measures: Measures, speed: float | None) -> float:
    """How far a point that should be still may be from its place [m].

    Choice: displacements that are each small enough may add up, which the thesis does not look at. What a line or
    point keeps still may stray by ``same``. Without templates it may also not drift faster than what is still, and a
    space not further than interruptions are bridged.
    """
    if piece.kind == "space":
        return float("inf") if speed is None else measures.bridge
    return measures.same if speed is None else min(measures.same, 0.5 * speed * piece.frames(measures.lag))
