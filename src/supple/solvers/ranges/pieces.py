"""Frames around those that are out of range, in pieces that are not long and overlap.

Each is solved by itself, and the next one from where the last has left the frames: the work grows with the length of a
clip, and a moment for which there is no way leaves those far from it theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from supple.solvers.ranges.frames import around

EDGE = 2  # frames at the ends of a piece that stay
_AROUND_S = 0.6  # frames so near to those beyond a range may change
_LONGEST_S = 6.0  # of a piece


class Piece(NamedTuple):
    """Some frames that follow each other."""

    frames: np.ndarray  # (n,)
    later: np.ndarray  # (n,) bool: in which nothing is asked, since changes die out there; the next piece has them, too


def pieces(bad: np.ndarray, fps: float) -> Iterator[Piece]:
    """Frames around those that are ``bad`` (F,) bool, run by run and piece by piece."""
    reach = int(_AROUND_S * fps) + EDGE
    frames = np.flatnonzero(around(bad, reach))
    for run in np.split(frames, np.flatnonzero(np.diff(frames) > 1) + 1):
        yield from _cut(run, max(int(_LONGEST_S * fps), 4 * reach), reach)


def _cut(run: np.ndarray, longest: int, reach: int) -> Iterator[Piece]:
    """Pieces of one length. Each begins ``reach`` frames before the first that was left to it."""
    length, shared = min(longest, len(run)), 2 * reach
    count = max(1, -(-(len(run) - shared) // (longest - shared)))
    for number, start in enumerate(np.linspace(0, len(run) - length, count).round().astype(int)):
        last = number == count - 1
        yield Piece(run[start : start + length], np.arange(length) >= (length if last else length - reach))
