"""Toes that were bent out of the ground go back slowly, not as fast as the foot leaves it."""

from __future__ import annotations

import numpy as np

from supple.core.quaternions import conjugate, multiply


def needed(bent: np.ndarray, rotations: np.ndarray, axes: np.ndarray) -> np.ndarray:
    """(F, L) how far toes were bent about their ``axes`` (L, 3): from local turns ``rotations`` (F, L, 4) [rad]."""
    w, x, y, z = np.moveaxis(multiply(bent, conjugate(rotations)), -1, 0)
    along = (x * axes[:, 0] + y * axes[:, 1]) + z * axes[:, 2]
    return np.asarray(2.0 * np.arctan2(np.where(w < 0.0, -along, along), np.abs(w)))


def dying_out(needs: np.ndarray, before: np.ndarray) -> np.ndarray:
    r"""(F, L) bends that are nowhere less than the ``needs`` (F, L) [rad] and die out after each.

    .. math:: b_f = \max_k\; n_{f-k}\, s\bigl(k / (W + 1)\bigr), \qquad s(t) = 2 t^3 - 3 t^2 + 1

    ``before`` (W, L) are the needs of the frames before the first. A bend of b goes back by at most 1.5 b / W a frame.
    """
    window, out = len(before), needs.copy()
    known = np.concatenate([before, needs])
    for k in range(1, window + 1):
        t = k / (window + 1.0)
        np.maximum(out, known[window - k : len(known) - k] * ((2.0 * t - 3.0) * t * t + 1.0), out=out)
    return out


def turned(rotations: np.ndarray, axes: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """(F, L, 4) the local turns (F, L, 4) of toes bent by angles (F, L) [rad] about their axes (L, 3)."""
    sine, turns = np.sin(0.5 * angles), np.empty(rotations.shape)
    turns[..., 0], turns[..., 1:] = np.cos(0.5 * angles), sine[..., None] * axes
    return multiply(turns, rotations)
