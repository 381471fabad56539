r"""A low-pass filter without delay, with ends that stay where they are.

The smoothed curve :math:`y` of samples :math:`x` is the one that minimises

.. math:: \sum_t (y_t - x_t)^2 + \lambda \sum_t (y_{t-1} - 2 y_t + y_{t+1})^2,

one banded system for a whole clip. Away from the ends it has the gain
:math:`1 / (1 + \lambda (2 \sin(\omega/2))^4)`: that of a second-order Butterworth filter run forwards and backwards
(the "fourth-order zero-lag" filter of biomechanics), which is as flat as can be where it passes. It needs no padding:
at its ends a curve goes straight on, and straight lines are kept exactly.
"""

from __future__ import annotations

import numpy as np

from supple.errors import InvalidValueError

_KEPT_AT_CUT_OFF = np.sqrt(0.5)  # share of an amplitude: -3 dB for both passes together, as people quote it
_SLOWEST = 5e-4  # of the frame rate: below this the system has no digits left


def check_cut_off(hz: float, frame_time: float) -> None:
    """Refuse a cut-off that the frame rate does not have."""
    low, high = _SLOWEST / frame_time, 0.5 / frame_time
    if not low <= hz < high:
        raise InvalidValueError(
            f"the cut-off must lie between {low:.3g} Hz and half of the frame rate, {high:.6g} Hz; got {hz:g} Hz. "
            "Give a value between them."
        )


def usual_cut_off(hz: float, frame_time: float) -> float:
    """A cut-off nobody asked for, as near to ``hz`` as a frame rate allows: at most a quarter of it.

    choice: above a quarter hardly anything is left of the filter that it stands for; half the frame rate has none.
    """
    return max(min(hz, 0.25 / frame_time), _SLOWEST / frame_time)


def low_pass(values: np.ndarray, hz: float, frame_time: float) -> np.ndarray:
    """Values (F, ...) without what is faster than ``hz``."""
    from supple.kernels.pentadiagonal import solve_rows  # loads the compiler

    frames = len(values)
    if frames < 3:
        return np.array(values)
    weight = (1.0 / _KEPT_AT_CUT_OFF - 1.0) / (2.0 * np.sin(np.pi * hz * frame_time)) ** 4
    smooth = np.array(values, dtype=np.float64, order="C")
    solve_rows(_bands(frames, weight), smooth.reshape(frames, -1))
    return smooth


def _bands(frames: int, weight: float) -> np.ndarray:
    """(3, F) the lower bands of ``I + weight D'D``, where ``D`` takes second differences."""
    bands = np.zeros((3, frames))
    bands[0] = 1.0
    for start, factor in enumerate((1.0, -2.0, 1.0)):
        for stop, other in enumerate((1.0, -2.0, 1.0)[start:], start):
            bands[stop - start, start : frames - 2 + start] += weight * factor * other
    return bands
