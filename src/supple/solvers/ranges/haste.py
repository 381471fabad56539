"""Whether a joint that was brought back into range, or makes up for one, jumps for it."""

from __future__ import annotations

import numpy as np

from supple.core import quaternions

_HASTE = 3.0  # a joint that changes its speed so many times as fast as before, at worst, jumps
_STILL = 1.0  # [rad/s] a speed that changes by less in a frame is no jump, however still the joint was


def jumps(turns: np.ndarray, before: np.ndarray, fps: float) -> bool:
    """Whether a joint (n, 4) changes its speed much faster, at worst, than it did before."""
    return bool(jumping(turns, before, fps).any())


def jumping(turns: np.ndarray, before: np.ndarray, fps: float) -> np.ndarray:
    """(n,) bool: the frames in which it does."""
    out = np.zeros(len(turns), bool)
    out[1:-1] = _changes(turns) > max(_HASTE * _changes(before).max(initial=0.0), _STILL / fps)
    return out


def _changes(turns: np.ndarray) -> np.ndarray:
    """(n - 2,) by how much the step from one frame to the next changes [rad]; none for less than three frames."""
    steps = quaternions.log(quaternions.multiply(quaternions.conjugate(turns[:-1]), turns[1:]))
    return np.asarray(np.linalg.norm(np.diff(steps, axis=0), axis=1))
