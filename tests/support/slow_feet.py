"""A slow twin of the walkers' feet: one foot at one phase, in plain NumPy, from the words of the kernel's page."""

import numpy as np
from scipy.spatial.transform import Rotation

FLAT, HEEL_OFF, TOE_OFF = 0.065, 0.345, 0.575


def quintic(u, start, slope, stop, stop_slope):
    """The polynomial of degree five with these ends and slopes and no curvature at either end."""
    rows = [[u0**k for k in range(6)] for u0 in (0.0, 1.0)]
    slopes = [[k * u0 ** max(k - 1, 0) for k in range(6)] for u0 in (0.0, 1.0)]
    bends = [[k * (k - 1) * u0 ** max(k - 2, 0) for k in range(6)] for u0 in (0.0, 1.0)]
    powers = np.linalg.solve(np.array([*rows, *slopes, *bends]), [start, stop, slope, stop_slope, 0.0, 0.0])
    return np.polynomial.Polynomial(powers)(u)


def cubic(u, start, slope, stop, stop_slope):
    """The polynomial of degree three with these ends and slopes."""
    rows = [[u0**k for k in range(4)] for u0 in (0.0, 1.0)]
    slopes = [[k * u0 ** max(k - 1, 0) for k in range(4)] for u0 in (0.0, 1.0)]
    powers = np.linalg.solve(np.array([*rows, *slopes]), [start, stop, slope, stop_slope])
    return np.polynomial.Polynomial(powers)(u)


def raised(u):
    """The source's flight: up over the first third, down over the rest."""
    x = 3.0 * np.pi * u
    return 0.5 * (1.0 - np.cos(np.where(x <= np.pi, x, 0.5 * (np.pi + x))))


def planted(place, turn, pitch, shape):
    """The ankle of a foot that turns about its heel (pitch below 0) or its ball."""
    pivot = np.array([0.0, 0.0, -shape[1] if pitch < 0.0 else shape[2]])
    ankle = np.array([0.0, shape[0], 0.0])
    return place + turn.apply(pivot + Rotation.from_rotvec([pitch, 0.0, 0.0]).apply(ankle - pivot))


def foot(p, places, turns, pitches, rates, lift, shape):
    """Ankle and pitch at a phase of a foot on level ground; ``pitches`` and ``rates`` (2,) of strike and push."""
    here, there = (Rotation.from_quat(np.roll(turn, -1)) for turn in turns)
    if p < TOE_OFF:
        if p < FLAT:
            pitch = quintic(p / FLAT, pitches[0], rates[0] * FLAT, 0.0, 0.0)
        else:
            width, u = TOE_OFF - HEEL_OFF, max(p - HEEL_OFF, 0.0) / (TOE_OFF - HEEL_OFF)
            pitch = quintic(u, 0.0, 0.0, pitches[1], rates[1] * width)
        return planted(places[0], here, pitch, shape)
    width = 1.0 - TOE_OFF
    u, tiny = (p - TOE_OFF) / width, 1e-6
    start, stop = planted(places[0], here, pitches[1], shape), planted(places[1], there, pitches[0], shape)
    slopes = [
        (planted(place, turn, pitch + tiny, shape) - planted(place, turn, pitch - tiny, shape)) / (2.0 * tiny) * rate
        for place, turn, pitch, rate in zip(places, (here, there), pitches[::-1], rates[::-1], strict=True)
    ]
    curves = (cubic, quintic, cubic)  # over the ground, and up
    way = [c(u, start[k], slopes[0][k] * width, stop[k], slopes[1][k] * width) for k, c in enumerate(curves)]
    return np.array(way) + [0.0, lift * raised(u), 0.0]
