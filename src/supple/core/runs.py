"""Runs of frames: where a mask is true without a break."""

from __future__ import annotations

import numpy as np


def runs_of(mask: np.ndarray) -> list[tuple[int, int]]:
    """First and stop (half-open) of every unbroken run of a mask (F,), in order."""
    padded = np.zeros(len(mask) + 2, np.int8)
    padded[1:-1] = mask
    edges = np.flatnonzero(np.diff(padded)).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))
