"""Thresholds without templates: between what keeps still in this clip and what moves, within what fits the body."""

from __future__ import annotations

import numpy as np

from supple.detect.geometric.displacements import Displacements
from supple.detect.geometric.settings import Measures
from supple.detect.geometric.thresholds import Thresholds

# Below the first number a joint is still in any clip, above the second in none; from walks, runs and dances of many
# captures, where standing ankles move by up to 0.1 m/s. Per second, of a figure of reference height.
_SPEED = (0.04, 0.16)  # [m/s]
_TURN = (np.radians(8.0), np.radians(45.0))  # [rad/s]
_SLIDE = 0.5  # of the speed: along an axis, a joint that turns may move less


def automatic(found: Displacements, measures: Measures, fps: float) -> Thresholds:
    """The same thresholds all through the clip."""
    seconds = measures.lag / fps
    speed = measures.scale * np.array(_SPEED) * seconds
    step = between(found.moved, *speed)
    turn = between(found.sigma, *(np.array(_TURN) * seconds))
    every = np.ones(len(found.sigma))
    return Thresholds(sigma=turn * every, space=step * every, line=_SLIDE * step * every)


def between(values: np.ndarray, low: float, high: float) -> float:
    """Where small values part from large ones (Otsu's rule on their logarithms), kept in [low, high]."""
    if len(values) < 2:
        return float(high)
    logs = np.sort(np.log(np.clip(values, 0.1 * low, 10.0 * high)))
    count = np.arange(1, len(logs))
    sums = np.cumsum(logs)
    below, above = sums[:-1] / count, (sums[-1] - sums[:-1]) / (len(logs) - count)
    split = int(np.argmax(count * (len(logs) - count) * (above - below) ** 2))
    return float(np.clip(np.exp(0.5 * (below[split] + above[split])), low, high))
