"""Kochanek-Bartels curves in time, and the clock that stops while a point is held."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.constraints.curves.hermite import Velocities, hermite


class Knots(NamedTuple):
    """Places that a curve goes through, and how it bends there (0, 0, 0: Catmull-Rom)."""

    at: np.ndarray  # (K,) rising [s]
    places: np.ndarray  # (K, D) [m]
    tension: np.ndarray  # (K,) 1: it comes to rest
    continuity: np.ndarray  # (K,) other than 0: a corner
    bias: np.ndarray  # (K,) above 0: it turns after the point, below 0 before it


def kochanek_bartels(t: np.ndarray, knots: Knots, first: np.ndarray, last: np.ndarray) -> np.ndarray:
    """The curve (n, D) at ``t`` (n,); ``first`` and ``last`` (D,) are its velocities at the ends."""
    return hermite(t, knots.at, knots.places, knot_velocities(knots, first, last))


def knot_velocities(knots: Knots, first: np.ndarray, last: np.ndarray) -> Velocities:
    r"""Velocities at the knots, given those at the two ends.

    With tension t, continuity c, bias b, chords :math:`\Delta_i = P_{i+1} - P_i` and durations :math:`h_i`:

    .. math:: V^\text{in}_i = \frac{(1-t)\bigl[(1-c)(1+b)\Delta_{i-1} + (1+c)(1-b)\Delta_i\bigr]}{h_{i-1} + h_i}, \quad
              V^\text{out}_i = \frac{(1-t)\bigl[(1+c)(1+b)\Delta_{i-1} + (1-c)(1-b)\Delta_i\bigr]}{h_{i-1} + h_i}

    which are the tangents of the literature, made for pieces of equal length, scaled by :math:`2h/(h_{i-1}+h_i)`:
    with c = 0 the velocity is continuous whatever the durations.
    """
    chord = np.diff(knots.places, axis=0)
    before, after = chord[:-1], chord[1:]
    t, c, b = (x[1:-1, None] for x in (knots.tension, knots.continuity, knots.bias))
    scale = (1.0 - t) / (knots.at[2:] - knots.at[:-2])[:, None]
    incoming = scale * ((1.0 - c) * (1.0 + b) * before + (1.0 + c) * (1.0 - b) * after)
    outgoing = scale * ((1.0 + c) * (1.0 + b) * before + (1.0 - c) * (1.0 - b) * after)
    if len(knots.at) == 1:
        return Velocities(first[None], last[None])
    return Velocities(np.vstack([first, incoming, last]), np.vstack([first, outgoing, last]))


def time_curve(times: np.ndarray, begin: float, holds: np.ndarray) -> np.ndarray:
    """Where a curve has come to at ``times`` (n,): its clock runs at 1 from ``begin`` on, and stops in each hold.

    ``holds`` is (H, 2) [s], in order and disjoint. The clock starts at 0 and is as long as the time without holds.
    """
    start, stop = holds[:, 0], holds[:, 1]
    rested = np.clip(times[:, None] - start, 0.0, stop - start)
    return times - begin - rested.sum(axis=-1)
