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
    frames, starts = frames_of(pieces, instants, lag)
    return fitted(path, matrices, frames, starts, np.array([_FREE[piece.kind] for piece in pieces]))


def frames_of(pieces: Sequence[Piece], instants: Instants, lag: int) -> tuple[np.ndarray, np.ndarray]:
    """The frame numbers of all pieces, one after the other, and where those of each begin."""
    edges = np.array([(piece.first, piece.last + 1 + lag) for piece in pieces])
    any_kind, spaces = (np.searchsorted(all_of, edges) for all_of in (instants.frames, instants.space_frames))
    groups = [
        instants.space_frames[spaces[k, 0] : spaces[k, 1]]
        if piece.kind == "space"
        else instants.frames[any_kind[k, 0] : any_kind[k, 1]]
        for k, piece in enumerate(pieces)
    ]
    return np.concatenate(groups), np.cumsum([0, *(len(group) for group in groups[:-1])])
