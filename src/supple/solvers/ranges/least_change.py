r"""The smallest smooth change of some numbers in each frame by which rows come back below their bounds.

.. math:: \min_x \sum_v \sum_t \ell_v^2 \ddot x_{tv}^2 + \dot x_{tv}^2 + \tau_v^{-2} x_{tv}^2
          + \mu \sum_t \lVert \max(0, J_t x_t - b_t) \rVert^2,

and :math:`x_{tv} = 0` where it is held. The penalty gets steeper step by step, so that rows which contradict each other
share what is missed instead of having no answer. Each step is a few of Newton's, of which none goes uphill.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.solvers.ranges.smoothest import Pace, bands_of

_STEEP = (1e2, 1e4, 1e6)  # of the penalty against the change itself
_ROUNDS = 8  # of Newton's for each
_HALVES = 6  # of a step that would go uphill
_SAME = 1e-9  # a share by which another round has to be better


class Change(NamedTuple):
    """What may change in F frames, by V numbers in each."""

    paces: tuple[Pace, ...]  # (V,) how each of them goes
    held: np.ndarray  # (F, V) bool: where they stay


class _Asked(NamedTuple):
    base: np.ndarray  # (2V + 1, F, V) lower bands of what smoothness asks
    rows: np.ndarray  # (F, R, V)
    bounds: np.ndarray  # (F, R)
    free: np.ndarray  # (F, V) bool
    paces: tuple[Pace, ...]

    def over(self, x: np.ndarray) -> np.ndarray:
        """(F, R) how far rows are beyond their bounds; 0 below."""
        return np.maximum((self.rows @ x[..., None])[..., 0] - self.bounds, 0.0)

    def cost(self, x: np.ndarray, steep: float) -> float:
        rounding, decay = (np.array(part) for part in zip(*self.paces, strict=True))
        smooth = sum(np.sum(part**2) for part in (x / decay, np.diff(x, axis=0), rounding * np.diff(x, 2, axis=0)))
        return float(smooth + steep * np.sum(self.over(x) ** 2))


def least_change(change: Change, rows: np.ndarray, bounds: np.ndarray, start: np.ndarray) -> np.ndarray:
    """(F, V) with ``rows`` (F, R, V) times it at most ``bounds`` (F, R), as nearly as can be; found from ``start``."""
    free = ~change.held
    rows = rows * free[:, None]
    slope = np.maximum(np.linalg.norm(rows, axis=2), 1.0)  # of a twist next to where it is not defined: endless
    asked = _Asked(_smoothness(change), rows / slope[..., None], bounds / slope, free, change.paces)
    x = np.where(free, start, 0.0)
    for penalty in _STEEP[-1:] if x.any() else _STEEP:  # near the answer it is found at once: there is but one
        x = _descended(asked, x, penalty)
    return x


def _descended(asked: _Asked, x: np.ndarray, steep: float) -> np.ndarray:
    cost = asked.cost(x, steep)
    for _ in range(_ROUNDS):
        step = _solved(asked, asked.over(x) > 0.0, steep) - x
        tried = ((x + 0.5**k * step) for k in range(_HALVES))
        new, less = next(((y, c) for y in tried if (c := asked.cost(y, steep)) < (1.0 - _SAME) * cost), (x, cost))
        if new is x:
            break
        x, cost = new, less
    return x


def _smoothness(change: Change) -> np.ndarray:
    """(2V + 1, F, V) the lower bands of the sum of squares, frame by frame; held numbers take no part."""
    frames, count = change.held.shape
    out = np.zeros((2 * count + 1, frames, count))
    for v, pace in enumerate(change.paces):
        out[::count, :, v] = bands_of(frames, pace)
    free = ~change.held
    for k in (1, 2):
        reach = max(0, frames - k)
        out[k * count, :reach] *= free[:reach] & free[k:]
        out[k * count, reach:] = 0.0
    return out


def _solved(asked: _Asked, active: np.ndarray, steep: float) -> np.ndarray:
    """(F, V) the least with the ``active`` rows (F, R) at their bounds, as far as the penalty gets them there."""
    from scipy.linalg import solveh_banded

    frames, count = asked.free.shape
    heavy = np.where(active, steep, 0.0)[..., None] * asked.rows
    inner = heavy.transpose(0, 2, 1) @ asked.rows
    bands = asked.base.copy()
    for k in range(count):
        bands[k, :, : count - k] += np.diagonal(inner, offset=-k, axis1=1, axis2=2)
    bands[0] = np.where(asked.free, bands[0], 1.0)
    right = (asked.bounds[:, None] @ heavy).ravel()
    return np.asarray(solveh_banded(bands.reshape(len(bands), -1), right, lower=True)).reshape(frames, count)
