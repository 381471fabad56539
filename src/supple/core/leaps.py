"""How much more something jumps from frame to frame than in the motion that it was made from."""

from __future__ import annotations

import numpy as np

_NEARBY_S = 0.1  # what the motion jumps itself so near is its own


def jumps_of(path: np.ndarray) -> np.ndarray:
    """(F - 2,) how far a path (F, 3) is, in each frame but the first and last, from going straight on [m]."""
    return np.asarray(np.linalg.norm(np.diff(path, 2, axis=0), axis=1))


def beyond(now: np.ndarray, was: np.ndarray, fps: float) -> np.ndarray:
    """(N,) by how much jumps ``now`` (N,) are larger than twice the largest that ``was`` (N,) nearby."""
    if not len(was):  # a clip of one or two frames
        return np.zeros(0)
    half = round(_NEARBY_S * fps)
    nearby = np.lib.stride_tricks.sliding_window_view(np.pad(was, half), 2 * half + 1)
    return np.asarray(now - 2.0 * nearby.max(axis=1))
