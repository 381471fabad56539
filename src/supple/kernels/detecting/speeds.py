"""Speeds of points against the ground and against each other."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import CUBE, INT, INTS, OUT_MATRIX, OUT_VECTOR, kernel


@kernel()
def speed_between(velocities, t, p, others, q):
    """Of point ``p`` against ``q`` of the others at a moment."""
    x = velocities[t, p, 0] - others[t, q, 0]
    y = velocities[t, p, 1] - others[t, q, 1]
    z = velocities[t, p, 2] - others[t, q, 2]
    return np.sqrt(x * x + y * y + z * z)


@kernel(CUBE, CUBE, OUT_MATRIX)
def relative_speeds(velocities, others, speeds):
    """``speeds`` (P, N) of velocities (N, P, 3) against the others (N, P, 3), or against one for all (N, 1, 3)."""
    alone = others.shape[1] == 1
    for t in range(velocities.shape[0]):
        for p in range(velocities.shape[1]):
            speeds[p, t] = speed_between(velocities, t, p, others, 0 if alone else p)


@kernel(CUBE, INT, INT, INTS, INTS, OUT_VECTOR)
def slower_against(velocities, point, other, firsts, stops, speed):
    """``speed`` (N,) of a point becomes that against another one in samples [first, stop) where that is less."""
    for s in range(firsts.shape[0]):
        for t in range(firsts[s], min(stops[s], velocities.shape[0])):
            speed[t] = min(speed[t], speed_between(velocities, t, point, velocities, other))
