"""Paths at another rate, differences over time, and the filter of gait laboratories."""

from __future__ import annotations

import numpy as np

_LOW_ORDER = 2  # forth and back: fourth order without delay
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
    from scipy.signal import butter, sosfiltfilt

    if cutoff_hz >= 0.5 * fps or len(values) < _FEWEST:
        return values
    sections = butter(_LOW_ORDER, cutoff_hz, fs=fps, output="sos")
    return np.asarray(sosfiltfilt(sections, values, padlen=min(len(values) - 1, round(fps / cutoff_hz) * 3)))


def derivative(path: np.ndarray, fps: float, order: int) -> np.ndarray:
    """(F - order, ...) differences of an order, per second to that power."""
    return np.asarray(np.diff(path, n=order, axis=0) * fps**order)
