r"""A smooth curve that is nowhere less than what is needed, and nowhere much more.

.. math:: \min_x \sum_t \ell^2 \ddot x_t^2 + \dot x_t^2 + \tau^{-2} x_t^2 \quad\text{with}\quad x_t \ge n_t,

and :math:`x_t = 0` in frames that are held. Speeds count most: a curve that only accelerated little would overshoot
where it has to leave zero at once. Which frames are at their bound is found by active sets: a frame joins where
the curve would be below it, and leaves where it would have to be pulled down to it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

_ROUNDS = 40  # of active sets; what is still below its bound then is put on it
_DIFFERENCES = ((1.0,), (-1.0, 1.0), (1.0, -2.0, 1.0))  # of no, first and second order


class Pace(NamedTuple):
    """How a curve goes, in frames."""

    rounding: float  # l: over which its speed changes
    decay: float  # tau: over which it dies out


def smoothest(needed: np.ndarray, held: np.ndarray, pace: Pace) -> np.ndarray:
    """(F,) at least ``needed`` (F,), zero where ``held`` (F,) bool."""
    bound = np.where(held, 0.0, np.maximum(needed, 0.0))
    bands, active = bands_of(len(bound), pace), bound > 0.0
    x = bound
    for _ in range(_ROUNDS if active.any() else 0):
        x = _solved(bands, bound, held | active)
        now = ~held & np.where(active, (_times(bands, x) > 0.0) & (bound > 0.0), x < bound)
        if np.array_equal(now, active):
            break
        active = now
    return np.where(held, 0.0, np.maximum(x, bound))


def bands_of(count: int, pace: Pace) -> np.ndarray:
    """(3, F) diagonals of the sum of squares, those of ``A[i + k, i]`` at ``[k, i]``."""
    out = np.zeros((3, count))
    for weight, parts in zip((pace.decay**-2.0, 1.0, pace.rounding**2.0), _DIFFERENCES, strict=True):
        rows = max(0, count - len(parts) + 1)
        for k, part in enumerate(parts):
            for m, other in enumerate(parts[k:]):
                out[m, k : k + rows] += weight * part * other
    return out


def _solved(bands: np.ndarray, bound: np.ndarray, fixed: np.ndarray) -> np.ndarray:
    """The least over frames that are not ``fixed`` at their bound."""
    from supple.kernels.pentadiagonal import solve_rows

    own = bands.copy()
    rows = -_times(bands, np.where(fixed, bound, 0.0))[:, None]
    rows[fixed, 0] = bound[fixed]
    for k in (1, 2):
        count = max(0, len(bound) - k)
        own[k, :count] *= ~fixed[:count] & ~fixed[k:]
    own[0, fixed] = 1.0
    solve_rows(own, rows)
    return rows[:, 0]


def _times(bands: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The matrix of some bands times a vector."""
    out = bands[0] * x
    for k in (1, 2):
        count = max(0, len(x) - k)
        out[k:] += bands[k, :count] * x[:count]
        out[:count] += bands[k, :count] * x[k:]
    return np.asarray(out)
