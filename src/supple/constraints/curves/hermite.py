"""Cubic pieces through places with given velocities, and paths known at frames as curves in time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class State(NamedTuple):
    """Place and velocity: (3,) each, or (n, 3)."""

    place: np.ndarray  # [m]
    velocity: np.ndarray  # [m/s]


class Velocities(NamedTuple):
    """Velocities with which a curve comes to its knots and leaves them."""

    incoming: np.ndarray  # (K, D)
    outgoing: np.ndarray  # (K, D)


def hermite(t: np.ndarray, knots: np.ndarray, places: np.ndarray, velocities: Velocities) -> np.ndarray:
    r"""The curve (n, D) at ``t`` (n,) through ``places`` (K, D) at the rising ``knots`` (K,).

    .. math:: S = P_i h_1 + P_{i+1} h_2 + w (V_i h_3 + V_{i+1} h_4), \quad h_1 = 2u^3 - 3u^2 + 1, \; h_2 = 1 - h_1, \;
              h_3 = u^3 - 2u^2 + u, \; h_4 = u^3 - u^2

    with :math:`w` the length of a piece and :math:`u` in [0, 1] on it. Before and after the knots it stands still.
    """
    if len(knots) == 1:
        return np.repeat(places, len(t), axis=0)
    k = np.clip(np.searchsorted(knots, t, side="right") - 1, 0, len(knots) - 2)
    width = (knots[k + 1] - knots[k])[:, None]
    u = np.clip((t - knots[k])[:, None] / np.where(width > 0.0, width, 1.0), 0.0, 1.0)
    rise = u * u * (3.0 - 2.0 * u)
    bow = u * (1.0 - u) * ((1.0 - u) * velocities.outgoing[k] - u * velocities.incoming[k + 1])
    return (1.0 - rise) * places[k] + rise * places[k + 1] + width * bow


@dataclass(frozen=True, slots=True, eq=False)
class FramePath:
    """A path known at evenly spaced frames, read as a curve without corners between them."""

    times: np.ndarray  # (F,) [s]
    places: np.ndarray  # (F, 3) [m]
    velocities: np.ndarray  # (F, 3) [m/s]

    def at(self, t: float) -> State:
        """Place and velocity at any moment.

        choice: cubic between frames, straight on before the first and after the last frame, so that a ramp that
        begins before the clip is cut by it and not squeezed into it.
        """
        inside = float(np.clip(t, self.times[0], self.times[-1]))
        k = max(0, min(int(np.searchsorted(self.times, inside, side="right")) - 1, len(self.times) - 2))
        place, velocity = self._piece(k, inside)
        return State(place + (t - inside) * velocity, velocity)

    def _piece(self, k: int, t: float) -> State:
        if len(self.times) == 1:
            return State(self.places[0], self.velocities[0])
        width = self.times[k + 1] - self.times[k]
        u = (t - self.times[k]) / width
        (p, q), (v, w) = self.places[k : k + 2], self.velocities[k : k + 2]
        place = p + u * u * (3.0 - 2.0 * u) * (q - p) + width * u * (1.0 - u) * ((1.0 - u) * v - u * w)
        slope = 6.0 * u * (1.0 - u) * (q - p) / width + (1.0 - u) * (1.0 - 3.0 * u) * v + u * (3.0 * u - 2.0) * w
        return State(place, slope)


def frame_path(times: np.ndarray, places: np.ndarray) -> FramePath:
    """A path with velocities by differences: central inside, of second order at the ends."""
    return FramePath(times, places, frame_velocities(times, places))


def frame_velocities(times: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Velocities (F, 3) of places (F, 3) at evenly spaced frames; 0 for a single one."""
    count = len(times)
    if count < 2:
        return np.zeros(places.shape)
    step = (times[-1] - times[0]) / (count - 1)
    return np.asarray(np.gradient(places, step, axis=0, edge_order=2 if count > 2 else 1))
