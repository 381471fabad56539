"""Last stage: what lasts, with its parameters, without overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.core.contacts import Geometric, GeometricKind, Vec3
from supple.detect.geometric.displacements import Path
from supple.detect.geometric.fitting import mean_rotations
from supple.detect.geometric.instants import Instants
from supple.detect.geometric.judging import counts, most_stray
from supple.detect.geometric.piece_fits import frames_of, piece_fits
from supple.detect.geometric.pieces import Piece, dot
from supple.detect.geometric.settings import Measures

_RANK = {"space": 2, "line": 1, "point": 0}


class Kept(NamedTuple):
    """A constraint with its frames, half-open, and its parameters."""

    piece: Piece
    start: int
    stop: int
    origin: list[float]
    direction: list[float]
    rotation: list[float]


def lasting(
    pieces: Sequence[Piece],
    path: Path,
    matrices: np.ndarray,
    instants: Instants,
    measures: Measures,
    speed: float | None,
) -> list[Kept]:
    """The pieces that last, fitted to their frames; ``speed`` [m/frame] is what is still without templates."""
    long = [piece for piece in pieces if counts(piece, instants, measures, speed)]
    if not long:
        return []
    frames, starts = frames_of(long, instants, measures.lag)
    fits = piece_fits(long, path, matrices, instants, measures.lag)
    turns = mean_rotations(path.rotations[frames], starts).tolist()
    rows = zip(long, fits.stray.tolist(), fits.origin.tolist(), fits.direction.tolist(), turns, strict=True)
    kept = [
        Kept(piece, piece.first, piece.last + 1 + measures.lag, origin, _aligned(axis, piece.direction), turn)
        for piece, stray, origin, axis, turn in rows
        if stray <= most_stray(piece, measures, speed)
    ]
    return [row for row in _without_overlaps(kept) if row.stop - row.start >= measures.min_frames]


def _aligned(axis: list[float], along: Vec3) -> list[float]:
    """The direction of an axis that a line first turned about in the positive sense."""
    x, y, z = axis
    return axis if dot((x, y, z), along) >= 0.0 else [-x, -y, -z]


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
            origin_m=tuple(row.origin),  # type: ignore[arg-type]
            direction=tuple(row.direction) if row.piece.kind == "line" else None,  # type: ignore[arg-type]
            wxyz=tuple(row.rotation) if row.piece.kind == "space" else None,  # type: ignore[arg-type]
            reference=reference,
        )
        for row in rows
        if row.piece.kind in kinds
    )
