"""Curves without corners through stated values and slopes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Knot(NamedTuple):
    """A curve at one place: value and slope."""

    value: float
    slope: float = 0.0


Span = tuple[float, float]
Points = tuple[tuple[float, float], ...]  # (place, value), in the order of the places


def eased(x: np.ndarray, span: Span, start: Knot, stop: Knot) -> np.ndarray:
    """From knot to knot with no second derivative at either end, so that level pieces join without a jerk."""
    width = span[1] - span[0]
    u = np.clip((x - span[0]) / width, 0.0, 1.0)
    v, rate = start.slope * width, (stop.slope - start.slope) * width
    rise = stop.value - start.value - v
    bends = (10.0 * rise - 4.0 * rate, -15.0 * rise + 7.0 * rate, 6.0 * rise - 3.0 * rate)
    return start.value + u * (v + u * u * (bends[0] + u * (bends[1] + u * bends[2])))


def spline(x: np.ndarray, span: Span, start: Knot, stop: Knot, through: Points = ()) -> np.ndarray:
    """The cubic spline from knot to knot through the points between them."""
    at = np.array([span[0], *(place for place, _ in through), span[1]])
    values = np.array([start.value, *(value for _, value in through), stop.value])
    slopes = _slopes(at, values, start.slope, stop.slope)
    k = np.clip(np.searchsorted(at, x, side="right") - 1, 0, len(at) - 2)
    h = np.diff(at)[k]
    u = np.clip((x - at[k]) / h, 0.0, 1.0)
    rise = u * u * (3.0 - 2.0 * u)
    bow = u * (1.0 - u) * (slopes[k] * (1.0 - u) - slopes[k + 1] * u)
    return values[k] + rise * (values[k + 1] - values[k]) + h * bow


def smooth_step(u: np.ndarray) -> np.ndarray:
    """From 0 to 1 over u in [0, 1] with level ends."""
    return u**3 * (10.0 - 15.0 * u + 6.0 * u**2)


def _slopes(at: np.ndarray, values: np.ndarray, first: float, last: float) -> np.ndarray:
    """Slopes with which the pieces of a cubic spline share their second derivatives."""
    h, count = np.diff(at), len(at)
    system, wanted = np.eye(count), np.zeros(count)
    wanted[0], wanted[-1] = first, last
    secant = np.diff(values) / h
    for k in range(1, count - 1):
        system[k, k - 1 : k + 2] = 1.0 / h[k - 1], 2.0 * (1.0 / h[k - 1] + 1.0 / h[k]), 1.0 / h[k]
        wanted[k] = 3.0 * (secant[k - 1] / h[k - 1] + secant[k] / h[k])
    return np.linalg.solve(system, wanted)
