"""What lies between two keys, the same for every format that animates by keys."""

from __future__ import annotations

import numpy as np

from supple.core import quaternions


def located(keys: np.ndarray, at: np.ndarray, near: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """For each of the times ``at`` (F,) the number of the key before it, and the share of the way to the next.

    A key within ``near`` is hit exactly, where times are rounded. Before the first key and after
    the last nothing moves. ``keys`` (K,) never fall; of two at one time the later one counts.
    """
    last = len(keys) - 1
    index = np.clip(np.searchsorted(keys, at + near, side="right") - 1, 0, last)
    gap = keys[np.minimum(index + 1, last)] - keys[index]
    passed = at - keys[index]
    share = np.where((gap > 0.0) & (passed > near), passed / np.where(gap > 0.0, gap, 1.0), 0.0)
    return index, np.clip(share, 0.0, 1.0)


def moved(start: np.ndarray, end: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Vectors (..., F, n) on the straight line from ``start`` to ``end``, by the share (F,) of the way."""
    return start + share[:, None] * (end - start)


def turned(start: np.ndarray, end: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Rotations (..., F, 4) on the short turn from ``start`` to ``end``; on a key, its own digits."""
    between = quaternions.slerp(start, end, share)
    on_key = share == 0.0
    between[..., on_key, :] = start[..., on_key, :]
    return between
