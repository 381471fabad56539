"""The last pass: what frames still need is given to them exactly, and eased into the frames between them."""

from __future__ import annotations

import numpy as np

_WINDOW = 0.5  # share of the coarsest spacing over which an exact frame fades into free ones


def eased(frames: np.ndarray, needed: np.ndarray, count: int, spacing: float) -> np.ndarray:
    """(F, C) displacements that are ``needed`` (N, C) in ``frames`` (N,) and die out smoothly between them.

    A free frame takes from the nearest asked frame on either side, each with a weight that falls from one to zero with
    no kink over a window; where both reach it, they share.
    """
    window = max(1.0, _WINDOW * spacing)
    out = np.zeros((count, needed.shape[1]))
    at = np.arange(count)
    after = np.searchsorted(frames, at)
    before = after - 1
    first, last = before >= 0, after < len(frames)
    back = np.where(first, at - frames[np.maximum(before, 0)], np.inf) / window
    ahead = np.where(last, frames[np.minimum(after, len(frames) - 1)] - at, np.inf) / window
    early, late = _fade(back), _fade(ahead)
    both = early + late
    share = np.where(both > 1.0, 1.0 / np.maximum(both, 1e-300), 1.0)
    out += (early * share)[:, None] * needed[np.maximum(before, 0)]
    out += (late * share)[:, None] * needed[np.minimum(after, len(frames) - 1)]
    out[frames] = needed
    return out


def _fade(t: np.ndarray) -> np.ndarray:
    t = np.clip(t, 0.0, 1.0)
    return np.asarray(1.0 - t**3 * (10.0 - 15.0 * t + 6.0 * t * t))
