"""Curves that all walkers share: how the foot rolls, and how high hips are for a stride."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np

from supple.recipes.curves import Knot, spline
from supple.recipes.foot_path import TOE_OFF, FootRoll
from supple.recipes.gait import Gait

_STRIDES = np.array([0.002, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.7])  # [m]
TABLE = 32  # heights over a flight


@cache
def roll_knots() -> np.ndarray:
    """(4,) value and slope of the pitch at the strike and at the push, of a comfortable stride."""
    roll = FootRoll()
    return np.array([roll.strike.value, roll.strike.slope, roll.push.value, roll.push.slope])


@cache
def swing_pieces() -> np.ndarray:
    """(2, K, 6) cubic pieces of the pitch in flight: what the push makes of it, and what the strike does."""
    roll, none = FootRoll(), Knot(0.0)
    places = [TOE_OFF, *(at for at, _ in roll.swing), 1.0]
    still = tuple((at, 0.0) for at, _ in roll.swing)
    return np.stack([_pieces(places, roll.push, none, roll.swing), _pieces(places, none, roll.strike, still)])


def _pieces(places: list[float], start: Knot, stop: Knot, through: tuple) -> np.ndarray:
    """Start, length and powers of the pieces of a spline, from four values of each."""
    rows = []
    for a, b in pairwise(places):
        t = np.array([0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0])
        values = spline(a + t * (b - a) * (1.0 - 1e-12), (places[0], places[-1]), start, stop, through)
        rows.append([a, b - a, *np.linalg.solve(np.vander(t, increasing=True), values)])
    return np.array(rows)


@cache
def _hip_heights() -> np.ndarray:
    return np.array([Gait(float(stride)).hip_height for stride in _STRIDES])


def hip_height(strides: np.ndarray) -> np.ndarray:
    """Mean height of the hips of the average person for strides of two steps [m]."""
    return np.interp(strides, _STRIDES, _hip_heights())
