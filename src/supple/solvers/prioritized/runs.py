"""Runs of frames, and the parts of them that something is to be done about."""

from __future__ import annotations

import numpy as np

from supple.core.runs import runs_of


def frames_of_runs(mask: np.ndarray) -> list[np.ndarray]:
    """The runs of consecutive frames in a mask (F,)."""
    return [np.arange(first, stop) for first, stop in runs_of(mask)]


def rough_parts(rough: np.ndarray, run: np.ndarray, reach: int) -> list[np.ndarray]:
    """The parts of a run (n,) within ``reach`` frames of those that are rough (n + 2,), which begins one before it."""
    near = np.zeros(len(run), bool)
    for at in np.flatnonzero(rough) - 1:
        near[max(at - reach, 0) : max(at + reach + 1, 0)] = True
    return [run[part] for part in frames_of_runs(near)]
