"""Frames that are near some others."""

from __future__ import annotations

import numpy as np


def around(bad: np.ndarray, reach: int) -> np.ndarray:
    """(F,) bool: frames that are at most so many from one that is ``bad`` (F,) bool."""
    return np.asarray(np.convolve(bad, np.ones(2 * reach + 1), mode="full")[reach : reach + len(bad)] > 0.5)
