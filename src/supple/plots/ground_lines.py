"""Ground that is not level, as the lines that a player draws of it."""

from __future__ import annotations

import numpy as np

from supple.core.ground import Height

_APART, _BESIDE = 0.5, 1.5  # [m] between two lines, and how far they reach beyond where somebody goes
_FINE, _MOST = 0.02, 500  # [m] between two places that are looked at, where that makes no more than so many
_STRAIGHT = 1e-5  # [m] a place that is so near to the line between its neighbours is not needed


def ground_lines(ground: Height, points: np.ndarray) -> list[np.ndarray]:
    """Lines (n, 3) along both axes on the ground below all of the points (F, P, 3) [m]."""
    low = np.floor(points[..., [0, 2]].min(axis=(0, 1)) / _APART) * _APART - _BESIDE
    high = np.ceil(points[..., [0, 2]].max(axis=(0, 1)) / _APART) * _APART + _BESIDE
    lines = []
    for axis in (0, 1):
        along = _places(low[axis], high[axis])
        for across in np.arange(low[1 - axis], high[1 - axis] + 1e-9, _APART * _rarer(low, high)):
            x, z = (along, np.full(len(along), across))[:: 1 if axis == 0 else -1]
            lines.append(_bends(np.stack([x, ground(x, z), z], axis=1)))
    return lines


def _places(low: float, high: float) -> np.ndarray:
    step = max(_FINE, (high - low) / _MOST)
    return np.linspace(low, high, 1 + int(np.ceil((high - low) / step)))


def _rarer(low: np.ndarray, high: np.ndarray) -> int:
    """How many times as far apart lines are on a way so long that a page would hold too many."""
    return 1 + int((high - low).max() / (_APART * _MOST / 10))


def _bends(line: np.ndarray) -> np.ndarray:
    """The places where a line (n, 3) bends, and one every half a metre, so that it can fade and pass behind the eye."""
    height = line[:, 1]
    bent = np.abs(height[2:] - 2.0 * height[1:-1] + height[:-2]) > _STRAIGHT
    step = float(np.linalg.norm(line[1, [0, 2]] - line[0, [0, 2]]))
    regular = np.arange(1, len(line) - 1) % max(1, round(_APART / step)) == 0
    return line[np.concatenate([[True], bent | regular, [True]])]
