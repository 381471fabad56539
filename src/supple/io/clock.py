"""A constant rate from a column of times and what a header says about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_AGREES = 0.02  # relative; times are often rounded to milliseconds


@dataclass(frozen=True, slots=True)
class Clock:
    """When the rows of a table happened."""

    frame_time: float  # [s]
    start: float  # [s]
    slots: np.ndarray | None  # (N,) frame of each row, rising, where rows are missing; None: row k is frame k
    reason: str
    warnings: tuple[str, ...] = ()


def decide_clock(times: np.ndarray, stated_rate: float) -> Clock:
    """Decide the rate of rows at ``times`` (N,) [s], NaN where unknown; ``stated_rate`` [Hz] is NaN when not stated."""
    stated = 1.0 / stated_rate if 1e-3 < stated_rate < 1e6 else float("nan")
    start = float(times[0]) if len(times) and np.isfinite(times[0]) else 0.0
    steps = np.diff(times)
    if len(steps) == 0 or not np.isfinite(times).all():
        return _without_times(stated, start)
    if (steps <= 0.0).any():
        row = int(np.argmax(steps <= 0.0)) + 1
        clock = _without_times(stated, start)
        said = f"times do not rise (row {row + 1}: {times[row]:g} s after {times[row - 1]:g} s); they were not used."
        return Clock(clock.frame_time, start, None, clock.reason, (said, *clock.warnings))
    measured = _step(steps, times)
    if np.isfinite(stated) and abs(measured - stated) <= _AGREES * stated:
        return _regular(times, stated, f"the file says {stated_rate:g} per second, and the times agree", ())
    warnings: tuple[str, ...] = ()
    if np.isfinite(stated):
        warnings = (
            f"the file says {stated_rate:g} frames per second, but its times say {1.0 / measured:g}; those count.",
        )
    return _regular(times, measured, f"the times are {measured:g} s apart", warnings)


def _without_times(stated: float, start: float) -> Clock:
    if np.isfinite(stated):
        return Clock(stated, start, None, f"the file says {1.0 / stated:g} per second")
    return Clock(
        0.01, start, None, "assumed", ("the file states neither times nor a rate; 100 frames per second were assumed.",)
    )


def _step(steps: np.ndarray, times: np.ndarray) -> float:
    """Seconds between rows: the mean where all steps are alike (it is free of rounding), else the usual one."""
    usual = float(np.median(steps))
    mean = float(times[-1] - times[0]) / len(steps)
    return mean if abs(mean - usual) <= 0.05 * usual else usual


def _regular(times: np.ndarray, step: float, reason: str, warnings: tuple[str, ...]) -> Clock:
    """Rows as frames of a constant rate; gaps of whole frames become missing frames."""
    exact = (times - times[0]) / step
    if np.abs(exact - np.arange(len(times))).max() < 0.5:
        return Clock(step, float(times[0]), None, reason, warnings)
    slots = np.rint(exact)
    if np.abs(exact - slots).max() < 0.25 and (np.diff(slots) > 0).all() and slots[-1] < 4 * len(times) + 100:
        lost = int(slots[-1]) + 1 - len(times)
        said = f"{lost} frames are missing between the rows; they were filled with missing points."
        return Clock(step, float(times[0]), slots.astype(np.int64), reason, (*warnings, said))
    steps = np.diff(times)
    said = f"times are irregular ({steps.min():g} to {steps.max():g} s apart); rows were taken as equally spaced."
    return Clock(step, float(times[0]), None, reason, (*warnings, said))


def with_gaps(values: np.ndarray, clock: Clock) -> np.ndarray:
    """Rows put into their frames, NaN where a frame has no row."""
    if clock.slots is None:
        return values
    out = np.full((int(clock.slots[-1]) + 1, *values.shape[1:]), np.nan)
    out[clock.slots] = values
    return out
