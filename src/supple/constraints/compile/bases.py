"""Along what a task is asked, and how heavily: all rows in metres."""

from __future__ import annotations

import numpy as np

ARM = 0.2  # [body heights] a turn of 1 rad weighs as much as this way: about what it moves at the end of a forearm


def along_axes(axes: str, weight: float) -> np.ndarray:
    """Rows (R, 3) of the world's axes that are named, for places; a weight counts for squares of misses."""
    return np.sqrt(weight) * np.eye(3)[["xyz".index(axis) for axis in sorted(axes)]]


def of_turns(size: float, weight: float) -> np.ndarray:
    """Rows (3, 3) for turns [rad] and directions, as lengths for a figure of ``size`` [m]."""
    return np.sqrt(weight) * ARM * size * np.eye(3)
