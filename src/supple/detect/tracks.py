"""Paths of points on a fine, even clock: gaps filled where they are short, low-passed, with velocities.

Clips of few frames per second are interpolated to a finer clock, so that what is found does not depend on the rate.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.arrays import frozen

_FINE = 100.0  # [Hz] clips below this are interpolated
_GAP = 0.12  # [s] longer gaps of a marker are not filled
_QUIET = 25.0  # percentile of the changes that is taken for noise: what is detected stands at least that often
_DIFFERENCE = np.sqrt(70.0)  # growth of white noise in a fourth difference
_QUARTILE = 0.55  # lower quartile of the mean magnitude of three normal numbers, as a share of their spread
_SHARPEST = 3.0  # times the blur of quiet data, at most


@dataclass(frozen=True, slots=True, eq=False)
class Tracks:
    """P points over N moments of a fine clock; sample i is at ``i / rate`` seconds from the first frame."""

    rate: float  # [Hz]
    positions: np.ndarray  # (N, P, 3) [m], low-passed
    velocities: np.ndarray  # (N, P, 3) [m/s]
    valid: np.ndarray  # (N, P) bool: the point was seen, or nearly
    noise: np.ndarray  # (P,) [m/s] what white noise of the capture leaves in a component of velocity


def tracks_of(positions: np.ndarray, fps: float, blur: float, slow: float) -> Tracks:
    """Paths (F, P, 3) [m] at ``fps``, NaN where a point was not seen, on a fine clock.

    ``blur`` [s] is the least low-pass; it grows until noise moves a standing point by less than ``slow`` [m/s].
    """
    filled, seen = _filled(np.asarray(positions, dtype=np.float64), fps)
    shake = _noise(filled, seen)
    times = max(1, int(np.ceil(_FINE / fps)))
    fine, valid = _finer(filled, times), seen[_nearest(len(seen), times)]
    rate = fps * times
    sigma = _blur(float(np.median(shake)) if shake.size else 0.0, fps, blur, slow)
    smooth, velocity = _low_passed(fine, sigma * rate, rate)
    rest = shake / np.sqrt(4.0 * np.sqrt(np.pi) * sigma**3 * fps)
    return Tracks(rate, frozen(smooth), frozen(velocity), frozen(valid), frozen(rest))


def _blur(shake: float, fps: float, blur: float, slow: float) -> float:
    """The spread [s] of a Gaussian that leaves noise of a component of velocity a fifth of ``slow``."""
    needed = ((5.0 * shake / slow) ** 2 / (4.0 * np.sqrt(np.pi) * fps)) ** (1.0 / 3.0)
    return float(np.clip(needed, blur, _SHARPEST * blur))


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
        for before, after in zip(here[:-1], here[1:], strict=True):
            if after - before <= max(2.0, _GAP * fps):
                known[before:after, p] = True
    return filled, known


def _noise(positions: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """(P,) spread of white noise in a coordinate, from fourth differences in the quiet quarter of the frames [m]."""
    frames, points = positions.shape[:2]
    if frames < 16:
        return np.zeros(points)
    fourth = np.abs(np.diff(positions, n=4, axis=0)).mean(axis=2)
    fourth = np.where(seen[2:-2], fourth, np.nan)
    whole = np.isfinite(fourth).any(axis=0)
    found = np.zeros(points)
    found[whole] = np.nanpercentile(fourth[:, whole], _QUIET, axis=0)
    return found / (_DIFFERENCE * _QUARTILE)


def _finer(positions: np.ndarray, times: int) -> np.ndarray:
    """``times`` samples for each frame, on cubic splines."""
    if times == 1 or len(positions) < 2:
        return positions
    from scipy.interpolate import CubicSpline

    clock = np.arange(len(positions))
    moments = np.arange((len(positions) - 1) * times + 1) / times
    return np.asarray(CubicSpline(clock, positions, axis=0, bc_type="natural")(moments))


def _nearest(frames: int, times: int) -> np.ndarray:
    return np.round(np.arange((frames - 1) * times + 1) / times).astype(np.int64)


def _low_passed(positions: np.ndarray, sigma: float, rate: float) -> tuple[np.ndarray, np.ndarray]:
    """Positions and velocities under a Gaussian of ``sigma`` samples; ends continue with their slope."""
    from scipy.ndimage import convolve1d

    count = len(positions)
    if count < 2:
        return positions, np.zeros(positions.shape)
    reach = max(1, min(int(np.ceil(4.0 * sigma)), count - 1))
    ahead = 2.0 * positions[0] - positions[reach:0:-1]
    after = 2.0 * positions[-1] - positions[-2 : -reach - 2 : -1]
    padded = np.concatenate([ahead, positions, after])
    at = np.arange(-reach, reach + 1)
    bell = np.exp(-0.5 * (at / max(sigma, 1e-6)) ** 2)
    bell /= bell.sum()
    slope = at * bell / np.sum(at * at * bell)
    inside = slice(reach, reach + count)
    smooth = convolve1d(padded, bell, axis=0)[inside]
    return smooth, convolve1d(padded, -slope, axis=0)[inside] * rate
