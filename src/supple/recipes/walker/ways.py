"""Where walkers will be: on a path that is known, or on the arc that they are on."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from supple.core.paths import GroundPath

_STRAIGHT = 1e-9  # [rad] of a turn


class Stand(NamedTuple):
    """Places (k, 2) x and z [m] and headings (k,) [rad]."""

    places: np.ndarray
    headings: np.ndarray


class Way(Protocol):
    """What a walker's hips follow."""

    def at(self, walkers: np.ndarray, distances: np.ndarray) -> Stand:
        """Where some walkers are after they have gone ``distances`` (k,) further [m]."""


class OnPath:
    """All walkers go along one path."""

    def __init__(self, path: GroundPath, count: int) -> None:
        self.path, self.gone = path, np.zeros(count)

    def at(self, walkers: np.ndarray, distances: np.ndarray) -> Stand:
        """Where some walkers are after ``distances`` (k,) more [m]."""
        along = self.gone[walkers] + distances
        return Stand(self.path.place_at(along), self.path.heading_at(along))

    def move(self, distances: np.ndarray) -> Stand:
        """Go on by ``distances`` (n,) [m]."""
        self.gone += distances
        return self.at(np.arange(len(self.gone)), np.zeros(len(self.gone)))


class Steered:
    r"""Every walker turns to where it is told, on arcs.

    .. math:: \Delta x = r(\cos\theta - \cos(\theta+s/r)), \quad \Delta z = r(\sin(\theta+s/r) - \sin\theta)
    """

    turning_s, easing_s, fastest = 0.4, 0.15, 1.8  # [s], [s], [rad/s]
    tightest_m = 0.35

    def __init__(self, places: np.ndarray, headings: np.ndarray) -> None:
        self.places, self.headings = np.array(places, float), np.array(headings, float)
        self.bends = np.zeros(len(headings))  # [rad/m]

    def steer(self, wanted: np.ndarray, speeds: np.ndarray, seconds: float) -> None:
        """Bend the way towards ``wanted`` headings (n,) [rad]."""
        off = (wanted - self.headings + np.pi) % (2.0 * np.pi) - np.pi
        rate = np.clip(off / self.turning_s, -self.fastest, self.fastest)
        bend = np.clip(rate / np.maximum(speeds, 0.2), -1.0 / self.tightest_m, 1.0 / self.tightest_m)
        self.bends += (bend - self.bends) * (1.0 - np.exp(-seconds / self.easing_s))

    def at(self, walkers: np.ndarray, distances: np.ndarray) -> Stand:
        """Where some walkers are after ``distances`` (k,) more [m]."""
        turned = self.bends[walkers] * distances
        half = self.headings[walkers] + 0.5 * turned
        chord = distances * np.sinc(0.5 * turned / np.pi)  # of the arc
        step = chord[:, None] * np.stack([np.sin(half), np.cos(half)], axis=1)
        return Stand(self.places[walkers] + step, self.headings[walkers] + turned)

    def move(self, distances: np.ndarray) -> Stand:
        """Go on by ``distances`` (n,) [m]."""
        self.places, self.headings = self.at(np.arange(len(distances)), distances)
        return Stand(self.places, self.headings)
