"""When one point stands still against the ground, from its speed alone.

What is slow is decided by the swing next to it: a threshold is a share of the greatest speed within half a second, so
that a creeping step and a sprint are judged alike. Ends are moments between samples.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from supple.core.arrays import frozen
from supple.detect.settings import ContactRule

_SPIKE = 0.06  # [s] faster moments that are shorter than this are faults of the capture, no swing
_CALM = 0.025  # [s] of the mean over which heels are seen to leave


class Still(NamedTuple):
    """A while in which a point stands, in seconds from the first frame; open ends are those of what was seen."""

    start: float
    stop: float
    open_start: bool = False  # it stood already when it was first seen
    open_stop: bool = False

    @property
    def middle(self) -> float:
        """The moment in the middle."""
        return 0.5 * (self.start + self.stop)


def swing_speed(speed: np.ndarray, rate: float, reach: float) -> np.ndarray:
    """(N,) the greatest speed that lasts, within ``reach`` seconds of each moment."""
    from supple.kernels.detecting.filters import lasting_peak

    swing, work = np.empty((2, len(speed)))
    lasting_peak(speed, max(1, round(_SPIKE * rate)), max(1, round(reach * rate)), work, swing)
    return swing


class Watched(NamedTuple):
    """A point over N moments, against the ground; arrays are contiguous."""

    speed: np.ndarray  # (N,) [m/s]
    swing: np.ndarray  # (N,) how fast its limb swings around each moment [m/s]
    path: np.ndarray  # (N, 3) [m]
    valid: np.ndarray  # (N,) bool
    rate: float  # [Hz]
    slowest: float  # [m/s] thresholds are not below this
    near: float  # [m] what counts as the same place


class Ends(NamedTuple):
    """Where the end of a contact lies."""

    leave: float  # share of the speed of the swing at which the point is gone
    onset: float = 0.0  # [s] how far before the threshold the first move is looked for
    peels: bool = False  # it begins to move more and more slowly the nearer to rest, not at once


def still_spans(point: Watched, ends: Ends, rule: ContactRule) -> list[Still]:
    """Where a point stands."""
    return spans_of(still_rows(point, ends, rule))


def still_rows(point: Watched, ends: Ends, rule: ContactRule) -> np.ndarray:
    """(S, 4) the same as numbers: start, stop, and whether each of them is open."""
    from supple.kernels.detecting import stillness

    count = len(point.speed)
    rows = np.empty((count // 2 + 1, 4))
    found = stillness.still_rows(
        point.speed, point.swing, point.path, point.valid, point.rate, point.slowest, point.near, rule.land, ends.leave,
        rule.core, ends.onset, ends.peels, rule.least, rule.bridge * point.rate, bell_of(_CALM * point.rate),
        np.empty((4, count)), rows,
    )  # fmt: skip
    return rows[:found]


def spans_of(rows: np.ndarray) -> list[Still]:
    """Spans that were told as numbers (S, 4)."""
    return [Still(start, stop, bool(a), bool(b)) for start, stop, a, b in rows.tolist()]


@lru_cache(maxsize=16)
def bell_of(sigma: float) -> np.ndarray:
    """(2 R + 1,) a Gaussian of ``sigma`` samples whose sum is one."""
    reach = int(4.0 * sigma + 0.5)
    bell = np.exp(-0.5 / (sigma * sigma) * np.arange(-reach, reach + 1) ** 2)
    return frozen(bell / bell.sum())
