"""Fits of pieces to those of their frames that keep to the constraint, not those of bridged interruptions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.detect.geometric.displacements import Path
from supple.detect.geometric.fitting import Fits, fitted
from supple.detect.geometric.instants import Instants
from supple.detect.geometric.pieces import Piece

_FREE = {"space": 3, "line": 1, "point": 0}


def piece_fits(pieces: Sequence[Piece], path: Path, matrices: np.ndarray, instants: Instants, lag: int) -> Fits:
    """The parameters of all pieces at once."""
    spaces, both = _frames_of(instants.space, lag), _frames_of(instants.space | instants.line, lag)
    groups = []
    for piece in pieces:
        flags = (spaces if piece.kind == "space" else both)[piece.first : piece.last + 1 + lag]
        groups.append(piece.first + np.flatnonzero(flags))
    starts = np.cumsum([0, *(len(group) for group in groups[:-1])])
    free = np.array([_FREE[piece.kind] for piece in pieces])
    return fitted(path, matrices, np.concatenate(groups), starts, free)


def _frames_of(flags: np.ndarray, lag: int) -> np.ndarray:
    """(n + lag,) the frames of the displacements with a flag."""
    covered = np.zeros(len(flags) + lag, dtype=bool)
    for k in range(lag + 1):
        covered[k : k + len(flags)] |= flags
    return covered
