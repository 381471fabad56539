"""Paths of points on one clock: gaps filled where they are short, low-passed, with velocities.

Clips of every rate are seen at the same moments, so that what is found does not depend on the rate: between frames
that are further apart paths are interpolated, and of those that are nearer together the low-passed ones are taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from supple.core.arrays import frozen
from supple.detect.percentiles import row_percentiles
from supple.detect.stillness import bell_of

_CLOCK = 120.0  # [Hz] most rates divide it, or are multiples of it
_ALIKE = 2e-3  # 23.976 is 24, and 120.0005, as files have it, 120: their frames are moments of the clock
_GAP = 0.12  # [s] longer gaps of a marker are not filled
_MOMENT = 0.04  # [s]
_CALM = 25.0  # percentile
_QUIET_SHARE = 0.02  # shaking that is a smaller share of the speed of the swing than 1.5 times this needs no wider blur
_WIDEST = 3.0  # times the blur of calm paths, at most


@dataclass(frozen=True, slots=True, eq=False)
class Tracks:
    """P points over N moments of the clock; sample i is at ``i / rate`` seconds from the first frame."""

    rate: float  # [Hz]
    positions: np.ndarray  # (N, P, 3) [m], low-passed
    velocities: np.ndarray  # (N, P, 3) [m/s]
    valid: np.ndarray  # (N, P) bool: the point was seen, or nearly
    shake: np.ndarray  # (P,) [m/s] what noise leaves in the velocity


def tracks_of(positions: np.ndarray, fps: float, blur: float) -> Tracks:
    """Paths (F, P, 3) [m] at ``fps``, NaN where a point was not seen, on a fine clock.

    ``blur`` [s] is the low-pass of paths that do not shake; the more they do, the wider it is.
    """
    filled, seen = _filled(np.asarray(positions, dtype=np.float64), fps)
    times = _times(fps)
    rate, count = fps * times, _count(len(filled), times)
    valid = seen[_nearest(count, times, len(seen))]
    by_point = np.ascontiguousarray(valid.T)
    fine = _sampled(filled, times, count) if times > 1.0 else filled
    smooth, velocity = _on_clock(fine, blur, rate, times, count)
    shake = _shake(velocity, by_point, rate)
    wider = blur * float(np.clip(_share(shake, velocity, by_point) / _QUIET_SHARE - 0.5, 1.0, _WIDEST))
    if wider > blur:
        del smooth, velocity  # they are as large as what takes their place
        smooth, velocity = _on_clock(fine, wider, rate, times, count)
        shake = _shake(velocity, by_point, rate)
    return Tracks(rate, frozen(smooth), frozen(velocity), frozen(valid), frozen(shake))


def _times(fps: float) -> float:
    """Samples for each frame; a whole number, or one by a whole number, where that is nearly so."""
    times = _CLOCK / fps
    whole = max(1.0, round(max(times, 1.0 / times)))
    simple = whole if times >= 1.0 else 1.0 / whole
    return simple if abs(times - simple) <= _ALIKE * simple else times


def _count(frames: int, times: float) -> int:
    """Samples up to the last frame, or just beyond."""
    return int(np.ceil((frames - 1) * times - _ALIKE)) + 1


def _on_clock(paths: np.ndarray, blur: float, rate: float, times: float, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Low-passed positions and velocities at the moments of the clock."""
    own = rate / min(times, 1.0)
    smooth, velocity = _low_passed(paths, blur * own, own)
    if times >= 1.0:
        return smooth, velocity
    return _sampled(smooth, times, count), _sampled(velocity, times, count)


def speeds_against(velocities: np.ndarray, others: np.ndarray) -> np.ndarray:
    """(P, N) the speeds of velocities (N, P, 3) against others: one, one for each moment, or for each of both [m/s]."""
    from supple.kernels.detecting.speeds import relative_speeds

    count, points, _ = velocities.shape
    speeds = np.empty((points, count))
    others = others if others.ndim == 3 else np.broadcast_to(others, (count, 3))[:, None]
    relative_speeds(velocities, np.ascontiguousarray(others), speeds)
    return speeds


def _shake(velocities: np.ndarray, valid: np.ndarray, rate: float) -> np.ndarray:
    """(P,) how much velocities differ from their own mean over a moment, in the calmest quarter of the time [m/s].

    Movement is smooth most of the time; what shakes even then is noise, whatever its frequency.
    """
    from supple.kernels.detecting.filters import weighted_mean

    mean = np.empty(velocities.shape)
    weighted_mean(_columns(velocities), bell_of(_MOMENT * rate), _columns(mean))
    return row_percentiles(speeds_against(velocities, mean), valid, _CALM)


def _share(shake: np.ndarray, velocities: np.ndarray, valid: np.ndarray) -> float:
    """The shaking of the points as a share of how fast they get; 0 where nothing moves."""
    fast = row_percentiles(speeds_against(velocities, np.zeros(3)), valid, 95.0)
    moving = fast > 0.0
    return float(np.median(shake[moving] / fast[moving])) if moving.any() else 0.0


def _filled(positions: np.ndarray, fps: float) -> tuple[np.ndarray, np.ndarray]:
    """Positions without gaps, and (F, P) where they can be believed."""
    seen = np.isfinite(positions).all(axis=2)
    if seen.all():
        return positions, seen
    filled, known = positions.copy(), seen.copy()
    clock = np.arange(len(positions))
    for p in np.flatnonzero(~seen.all(axis=0)):
        here = clock[seen[:, p]]
        if not here.size:
            filled[:, p] = 0.0
            continue
        for k in range(3):
            filled[:, p, k] = np.interp(clock, here, positions[here, p, k])
        for before, after in pairwise(here.tolist()):
            if after - before <= max(2.0, _GAP * fps):
                known[before:after, p] = True
    return filled, known


def _sampled(positions: np.ndarray, times: float, count: int) -> np.ndarray:
    """``times`` samples for each frame, on cubic splines."""
    if len(positions) < 2:
        return positions
    from supple.kernels.detecting.filters import sampled_rows

    rows, sampled = _columns(positions), np.empty((count, *positions.shape[1:]))
    sampled_rows(rows, times, np.empty(len(rows)), np.empty(rows.shape), _columns(sampled))
    return sampled


def _nearest(count: int, times: float, frames: int) -> np.ndarray:
    return np.asarray(np.minimum(np.round(np.arange(count) / times).astype(np.int64), frames - 1))


def _low_passed(positions: np.ndarray, sigma: float, rate: float) -> tuple[np.ndarray, np.ndarray]:
    """Positions and velocities under a Gaussian of ``sigma`` samples; ends continue with their slope."""
    from supple.kernels.detecting.filters import mean_and_slope

    count = len(positions)
    if count < 2:
        return positions, np.zeros(positions.shape)
    reach = max(1, min(int(np.ceil(4.0 * sigma)), count - 1))
    at = np.arange(-reach, reach + 1)
    bell = np.exp(-0.5 * (at / max(sigma, 1e-6)) ** 2)
    bell /= bell.sum()
    slope = at * bell / np.sum(at * at * bell)
    smooth, change = np.empty(positions.shape), np.empty(positions.shape)
    mean_and_slope(_columns(positions), bell, slope, _columns(smooth), _columns(change))
    change *= rate
    return smooth, change


def _columns(values: np.ndarray) -> np.ndarray:
    """(N, P * 3) a view of values (N, P, 3)."""
    return values.reshape(len(values), -1)
