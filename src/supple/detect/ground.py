"""How the ground moves: not at all, a little (a capture that drifts), or as the belt of a treadmill.

Whatever carries the feet shows itself as the velocity that low feet have most often: people stand on it for most of
the time, and swing through all other velocities quickly.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core.runs import runs_of
from supple.detect.percentiles import middle_of, row_percentiles

_BIN = 0.08  # [m/s] of a person of reference height
_NEAR = 2.5  # bins around the most frequent velocity that belong to it
_CELLS = 2000  # on both sides of rest; what is faster is a fault of the capture
_LOW = 60.0  # percentile of a point's heights below which it may stand
_STILL = 0.25  # [m/s] slower ground is no belt but a drift of the capture
_SHARE = 0.15  # of the low samples that a belt has to explain
_TIMES = 3.0  # so many times more often than standing still, or going back: feet that hang and swing do both alike
_LONG = 0.12  # [s] a foot rides on a belt at least so long at a time
_BODY, _BODY_SHARE = 0.3, 0.15  # [m/s], and of the belt's speed: a body that moves against it by less is carried along


class Ground(NamedTuple):
    """The velocity of what the feet stand on [m/s]."""

    velocity: np.ndarray  # (3,)
    is_belt: bool


def find_ground(
    positions: np.ndarray, velocities: np.ndarray, valid: np.ndarray, centre: np.ndarray, rate: float, size: float
) -> Ground:
    """The ground under points of feet (N, P, 3); ``centre`` (N, 3) is the velocity of the body's middle [m/s].

    ``size`` is the height of the body, as a share of the reference.
    """
    bin_width = _BIN * size
    low = _low(positions[..., 1], valid)
    slow = velocities[low]
    if not len(slow):
        return Ground(np.zeros(3), False)
    common = _most_common(slow[:, [0, 2]], bin_width)
    if np.linalg.norm(common) <= _STILL * size:
        return Ground(_mean_near(slow, common, bin_width), False)
    at_belt, *others = (low & _near(velocities, along * common, bin_width) for along in (1.0, 0.0, -1.0))
    if not _carries(at_belt, max(int(other.sum()) for other in others), low, centre, common, rate, size):
        return Ground(np.zeros(3), False)
    return Ground(_mean_near(slow, common, bin_width), True)


def _low(heights: np.ndarray, valid: np.ndarray) -> np.ndarray:
    """(N, P) where a point is in the lower part of its own heights."""
    limits = row_percentiles(np.ascontiguousarray(heights.T), valid.T, _LOW)
    return np.asarray(valid & (heights <= limits))


def _most_common(level: np.ndarray, width: float) -> np.ndarray:
    """(2,) the densest level velocity, by counting in cells and their neighbours."""
    cells = np.round(level / width).astype(np.int64)
    cells = cells[(np.abs(cells) < _CELLS).all(axis=1)]
    if not len(cells):
        return np.zeros(2)
    numbers, counts = np.unique(cells @ (2 * _CELLS, 1), return_counts=True)
    found = np.stack(np.divmod(numbers + _CELLS, 2 * _CELLS), axis=1) - (0, _CELLS)
    likely = found[np.argsort(-counts)[:12]]
    around = (np.abs(found - likely[:, None]) <= 1).all(axis=2) @ counts
    return np.asarray(likely[np.argmax(around)] * width)


def _near(velocities: np.ndarray, common: np.ndarray, width: float) -> np.ndarray:
    """(...) which velocities (..., 3) are about as fast as a level one (2,)."""
    x, z = velocities[..., 0] - common[0], velocities[..., 2] - common[1]
    return np.asarray(np.sqrt(x * x + z * z) < _NEAR * width)


def _mean_near(velocities: np.ndarray, common: np.ndarray, width: float) -> np.ndarray:
    """(3,) the middle of the velocities (n, 3) around the most common one."""
    for _ in range(3):
        near = _near(velocities, common, width)
        if not near.any():
            return np.zeros(3)
        middle = middle_of(velocities[near])
        common = middle[[0, 2]]
    return middle * (1.0, 0.0, 1.0)


def _carries(
    at_belt: np.ndarray,
    otherwise: int,
    low: np.ndarray,
    centre: np.ndarray,
    common: np.ndarray,
    rate: float,
    size: float,
) -> bool:
    """True where feet ride long enough, more often than they rest or go back, and the body does not go with them."""
    often = at_belt.sum() > max(_SHARE * low.sum(), _TIMES * otherwise)
    apart = np.linalg.norm(np.median(centre, axis=0)[[0, 2]] - common)
    against = apart > max(_BODY * size, _BODY_SHARE * float(np.linalg.norm(common)))
    return bool(often and against and _longest(at_belt) >= _LONG * rate)


def _longest(mask: np.ndarray) -> int:
    """The length of the longest run of any column."""
    return max((stop - first for column in mask.T for first, stop in runs_of(column)), default=0)
