"""The flight of a foot in a captured walk, found by its height.

A flight begins where the height turns from falling to rising near its lowest (within a tenth of its range), goes over
the turn near its highest, and ends at the next turn near the lowest. choice: the source says "within 10 %" and not of
what; it is the range here, so that a height may be counted from anywhere. Where flights come out uneven, because some
landings of a captured ankle are a little too high to count, the tenth grows, up to a fifth.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

_NEAR = (0.10, 0.15, 0.20)  # of the range
_RISEN = 0.05  # of the range, from which a foot counts as off the ground
_EVEN = 1.3  # the longest of even flights by the shortest


class Flight(NamedTuple):
    """Frames of one flight."""

    start: int
    top: int
    stop: int


def find_flights(height: np.ndarray) -> tuple[Flight, ...]:
    """All flights in the height (F,) of a foot, in order; a dent on the way up or down is no end of one."""
    found = [_flights(height, share) for share in _NEAR]
    return next((flights for flights in found if len(flights) > 1 and _even(flights)), found[0])


def _even(flights: tuple[Flight, ...]) -> bool:
    frames = [flight.stop - flight.start for flight in flights]
    return max(frames) <= _EVEN * min(frames)


def _flights(height: np.ndarray, share: float) -> tuple[Flight, ...]:
    low, high = float(height.min()), float(height.max())
    near = share * (high - low)
    slope = np.diff(height)
    rises = _turns(slope, up=True)
    bottoms = [k for k in rises if height[k] <= low + near]
    tops = [k for k in _turns(slope, up=False) if height[k] >= high - near]
    flights: list[Flight] = []
    for top in tops:
        before, after = [k for k in bottoms if k < top], [k for k in bottoms if k > top]
        if before and after and (not flights or before[-1] >= flights[-1].stop):
            flights.append(Flight(_leaving(height, before[-1], top, low + _RISEN * (high - low)), top, after[0]))
    return tuple(flights)


def _leaving(height: np.ndarray, start: int, top: int, risen: float) -> int:
    """The last frame before the top in which a foot is not off the ground yet: ankles may rise all the while it stands.

    choice: the source begins at the turn itself.
    """
    low = np.flatnonzero(height[start:top] <= max(risen, float(height[start])))
    return start + int(low[-1])


def _turns(slope: np.ndarray, *, up: bool) -> list[int]:
    """Frames where a slope changes its sign, to rising or to falling; level stretches turn at their end."""
    signs = np.sign(slope)
    for k in range(1, len(signs)):
        signs[k] = signs[k] or signs[k - 1]
    if up:
        return (np.flatnonzero((signs[:-1] <= 0) & (signs[1:] > 0)) + 1).tolist()
    return (np.flatnonzero((signs[:-1] > 0) & (signs[1:] < 0)) + 1).tolist()


def mean_flight(height: np.ndarray, flights: tuple[Flight, ...], samples: int) -> np.ndarray:
    """(samples,) the mean height over the flights, counted from where each begins."""
    shares = np.linspace(0.0, 1.0, samples)
    curves = [
        np.interp(f.start + shares * (f.stop - f.start), np.arange(len(height)), height) - height[f.start]
        for f in flights
    ]
    return np.asarray(np.mean(curves, axis=0))
