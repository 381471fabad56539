"""Last stage: what lasts, with its parameters, without overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.core.contacts import Geometric, GeometricKind
from supple.detect.geometric.displacements import Path
from supple.detect.geometric.fitting import Fits, fitted
from supple.detect.geometric.pieces import Piece, dot
from supple.detect.geometric.settings import Measures

_RANK = {"space": 2, "line": 1, "point": 0}
_FREE = {"space": 3, "line": 1, "point": 0}


class Kept(NamedTuple):
    """A constraint with its frames, half-open, and its parameters."""

    piece: Piece
    start: int
    stop: int
    origin: tuple[float, ...]
    direction: tuple[float, ...]
    rotation: tuple[float, ...]


def lasting(
    pieces: Sequence[Piece],
    path: Path,
    matrices: np.ndarray,
    is_space: np.ndarray,
    is_line: np.ndarray,
    measures: Measures,
    speed: float | None,
) -> list[Kept]:
    """The pieces that last, fitted to their frames; ``speed`` [m/frame] is what is still without templates."""
    long = [piece for piece in pieces if piece.frames(measures.lag) >= _least(piece, measures, speed)]
    if not long:
        return []
    fits = _fits(long, path, matrices, is_space, is_space | is_line, measures.lag)
    stray = fits.stray.tolist()
    rows = [
        _kept(piece, fits, k, measures.lag) for k, piece in enumerate(long) if stray[k] <= _most(piece, measures, speed)
    ]
    return [kept for kept in _without_overlaps(rows) if kept.stop - kept.start >= measures.min_frames]


def _least(piece: Piece, measures: Measures, speed: float | None) -> int:
    """How many frames a piece has to last.

    Choice: without templates, a point twice as long: some point or other fits to any few frames.
    """
    return measures.min_frames * (2 if piece.kind == "point" and speed is not None else 1)


def _most(piece: Piece, measures: Measures, speed: float | None) -> float:
    """How far a point that should be still may stray [m].

    Choice: displacements that are each small enough may add up, which the thesis does not look at. What a line or
    point keeps still may stray by ``same``. Without templates it may also not drift faster than what is still, and a
    space not further than interruptions are bridged.
    """
    if piece.kind == "space":
        return float("inf") if speed is None else measures.bridge
    return measures.same if speed is None else min(measures.same, 0.5 * speed * piece.frames(measures.lag))


def _fits(
    pieces: Sequence[Piece], path: Path, matrices: np.ndarray, is_space: np.ndarray, is_any: np.ndarray, lag: int
) -> Fits:
    """Only frames that keep to the constraint count, not those of bridged interruptions."""
    spaces, both = _frames_of(is_space, lag), _frames_of(is_any, lag)
    groups = []
    for piece in pieces:
        start = piece.first
        flags = (spaces if piece.kind == "space" else both)[start : piece.last + 1 + lag]
        groups.append(start + np.flatnonzero(flags))
    starts = np.cumsum([0, *(len(group) for group in groups[:-1])])
    free = np.array([_FREE[piece.kind] for piece in pieces])
    return fitted(path, matrices, np.concatenate(groups), starts, free)


def _frames_of(flags: np.ndarray, lag: int) -> np.ndarray:
    """(n + lag,) the frames of the displacements with a flag."""
    covered = np.zeros(len(flags) + lag, dtype=bool)
    for k in range(lag + 1):
        covered[k : k + len(flags)] |= flags
    return covered


def _kept(piece: Piece, fits: Fits, k: int, lag: int) -> Kept:
    x, y, z = fits.direction[k].tolist()
    sign = 1.0 if dot((x, y, z), piece.direction) >= 0.0 else -1.0  # the way it turned first
    return Kept(
        piece, piece.first, piece.last + 1 + lag, tuple(fits.origin[k].tolist()), (sign * x, sign * y, sign * z),
        tuple(fits.rotation[k].tolist()),
    )  # fmt: skip


def _without_overlaps(rows: list[Kept]) -> list[Kept]:
    """Neighbours share frames, at most as many as a displacement has; the one that keeps more still keeps them.

    Choice: between two of a kind, the earlier one.
    """
    out: list[Kept] = []
    for row in rows:
        if out and row.start < out[-1].stop:
            if _RANK[row.piece.kind] > _RANK[out[-1].piece.kind]:
                out[-1] = out[-1]._replace(stop=row.start)
            else:
                row = row._replace(start=out[-1].stop)
        out.append(row)
    return out


def reported(
    rows: Sequence[Kept], joint: str, reference: str | None, first_frame: int, kinds: Sequence[GeometricKind]
) -> tuple[Geometric, ...]:
    """The kinds asked for, as they stand in the contacts document."""
    return tuple(
        Geometric(
            joint=joint,
            kind=row.piece.kind,
            start=row.start + first_frame,
            stop=row.stop + first_frame,
            origin_m=row.origin,  # type: ignore[arg-type]
            direction=row.direction if row.piece.kind == "line" else None,  # type: ignore[arg-type]
            wxyz=row.rotation if row.piece.kind == "space" else None,  # type: ignore[arg-type]
            reference=reference,
        )
        for row in rows
        if row.piece.kind in kinds
    )
