"""Paths at another rate, differences over time, and the filter of gait laboratories."""

from __future__ import annotations

import numpy as np

_TOGETHER = 1 << 18  # numbers that are worked on at a time
_FEWEST = 16  # samples below which a filter has nothing to hold on to


def sampled(path: np.ndarray, frame_time: float, fps: float) -> np.ndarray:
    """A path (F, ...) at another rate: a cubic spline through its samples, read at the new moments."""
    from scipy.interpolate import CubicSpline

    if len(path) < 2 or abs(fps * frame_time - 1.0) < 1e-3:
        return path
    seconds = (len(path) - 1) * frame_time
    moments = np.minimum(np.arange(int(np.floor(seconds * fps + 1e-6)) + 1) / fps, seconds)
    times, columns = np.arange(len(path)) * frame_time, path.reshape(len(path), -1)
    out = np.zeros((len(moments), columns.shape[1]))
    step = max(1, _TOGETHER // len(path))
    for k in range(0, columns.shape[1], step):  # a spline takes eleven times the memory of its path
        out[:, k : k + step] = CubicSpline(times, columns[:, k : k + step])(moments)
    return out.reshape(len(moments), *path.shape[1:])


def low_passed(values: np.ndarray, fps: float, cutoff_hz: float) -> np.ndarray:
    """Values (F,) without what is faster than the cutoff: Butterworth, forth and back, so that nothing is delayed.

    Where the rate shows nothing faster anyway, or the clip is very short, the values themselves.
    """
    if cutoff_hz >= 0.5 * fps or len(values) < _FEWEST:
        return values
    room = min(len(values) - 1, round(fps / cutoff_hz) * 3)
    before, after = 2.0 * values[0] - values[room:0:-1], 2.0 * values[-1] - values[-2 : -room - 2 : -1]
    padded = np.concatenate([before, values, after])
    slope = np.tan(np.pi * cutoff_hz / fps)
    return _one_way(_one_way(padded, slope)[::-1], slope)[::-1][room : room + len(values)]


def _one_way(values: np.ndarray, slope: float) -> np.ndarray:
    r"""Butterworth's filter of second order, begun as if the first value had been there for ever.

    .. math:: (1 + \sqrt2 k + k^2) y_n + 2 (k^2 - 1) y_{n-1} + (1 - \sqrt2 k + k^2) y_{n-2}
              = k^2 (x_n + 2 x_{n-1} + x_{n-2}), \qquad k = \tan(\pi f_c / f)

    which is a banded triangular system. SciPy's own filters take half a second to load.
    """
    from scipy.linalg.blas import dtbsv

    first, square, middle = values[0], slope * slope, np.sqrt(2.0) * slope
    late = np.concatenate([np.zeros(2), values - first])
    right = square * (late[2:] + 2.0 * late[1:-1] + late[:-2])
    band = np.zeros((3, len(values)), order="F")
    band[:] = np.array([[1.0 + middle + square], [2.0 * (square - 1.0)], [1.0 - middle + square]])
    return np.asarray(first + dtbsv(2, band, right, lower=1))


def derivative(path: np.ndarray, fps: float, order: int) -> np.ndarray:
    """(F - order, ...) differences of an order, per second to that power."""
    return np.asarray(np.diff(path, n=order, axis=0) * fps**order)
