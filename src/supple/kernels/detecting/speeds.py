"""Speeds of points against the ground and against each other."""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import CUBE, INT, INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, kernel


@kernel(CUBE, MATRIX, OUT_MATRIX)
def ground_speeds(velocities, ground, speeds):
    """``speeds`` (P, N) of velocities (N, P, 3) against those of the ground (N, 3)."""
    for t in range(velocities.shape[0]):
        for p in range(velocities.shape[1]):
            x, y, z = velocities[t, p, 0] - ground[t, 0], velocities[t, p, 1] - ground[t, 1], velocities[t, p, 2] - ground[t, 2]
            speeds[p, t] = np.sqrt(x * x + y * y + z * z)


@kernel(CUBE, INT, INT, INTS, INTS, OUT_VECTOR)
def slower_against(velocities, point, other, firsts, stops, speed):
    """``speed`` (N,) of a point becomes that against another one in samples [first, stop) where that is less."""
    for s in range(firsts.shape[0]):
        for t in range(firsts[s], min(stops[s], velocities.shape[0])):
            x = velocities[t, point, 0] - velocities[t, other, 0]
            y = velocities[t, point, 1] - velocities[t, other, 1]
            z = velocities[t, point, 2] - velocities[t, other, 2]
            speed[t] = min(speed[t], np.sqrt(x * x + y * y + z * z))
