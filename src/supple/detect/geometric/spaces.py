"""First stage: displacements that keep everything still become spaces (algorithm 3 of the thesis, corrected)."""

from __future__ import annotations

import numpy as np

from supple.core.runs import runs_of
from supple.detect.geometric.displacements import Displacements, Path
from supple.detect.geometric.instants import Instants
from supple.detect.geometric.line_runs import line_runs
from supple.detect.geometric.pieces import Piece
from supple.detect.geometric.settings import Measures


def with_spaces(path: Path, found: Displacements, instants: Instants, measures: Measures) -> list[Piece]:
    """Spaces as long as they can be, and lines of neighbouring displacements around them, in the order of time.

    Lines inside a space that was joined vanish, all others stay: also those before the first space and after one that
    was not joined, which the thesis's listing loses or repeats. Choice: how far apart two pieces are is measured across
    the interruption, from the last pose before to the first pose after it, so that no order of joining matters.
    """
    spans = _joined(path.positions, instants.space, measures)
    free = instants.line.copy()
    for first, last in spans:
        free[first : last + 1] = False
    spaces = [Piece("space", first, last, _middle(path, first, last + measures.lag)) for first, last in spans]
    return sorted(spaces + line_runs(found, np.flatnonzero(free), measures), key=lambda piece: piece.first)


def _joined(positions: np.ndarray, still: np.ndarray, measures: Measures) -> list[tuple[int, int]]:
    """First and last of the runs of displacements that are still, joined over interruptions that do not count."""
    spans: list[tuple[int, int]] = []
    for first, stop in runs_of(still):
        last = stop - 1
        if spans:
            begun, until = spans[-1]
            away = float(np.linalg.norm(positions[first] - positions[until + measures.lag]))
            if measures.tolerance.connects(first - until - 1, measures.lag, away):
                spans[-1] = begun, last
                continue
        spans.append((first, last))
    return spans


def _middle(path: Path, start: int, end: int) -> tuple[float, float, float]:
    x, y, z = path.positions[start : end + 1].mean(axis=0).tolist()
    return x, y, z
