"""The frames of a take."""

from __future__ import annotations

import math

import numpy as np

from supple.io.fbx.scene import Take
from supple.io.key_frames import Frames, coarser

_FINEST = 8  # keys at up to so many times the file's rate are a capture's own frames
_SLACK = 0.01  # of a frame: rounding of times


def frames_of(take: Take, rate: float, most: int) -> Frames:
    """Frames at the file's rate over the span that the take states; at its keys' rate where that is a multiple."""
    finer, reason, warnings = _rate(take, rate)
    begin, end = take.begin, take.end
    if not begin < end or (end - begin) * finer >= most:  # none stated, or one that cannot be
        begin, end = take.first_key, take.last_key
        reason += ", from the first key to the last"
    elif take.first_key < begin - 0.5 / rate or take.last_key > end + 0.5 / rate:
        keys = f"{take.first_key:g} to {take.last_key:g} s"
        warnings.append(f"the take states {begin:g} to {end:g} s, which was read; its keys reach from {keys}.")
    count = math.floor((end - begin) * finer + _SLACK) + 1
    frames = Frames(begin, 1.0 / finer, count, reason, " ".join(warnings))
    return frames if count <= most else coarser(frames, end - begin, most)


def _rate(take: Take, rate: float) -> tuple[float, str, list[str]]:
    stated = f"the file's {rate:g} frames/s"
    keys = np.unique([time for curve in take.keys for time in curve])
    start = take.begin if take.begin < take.end else take.first_key
    times = next((k for k in range(1, _FINEST + 1) if _fits((keys - start) * rate * k)), None)
    if times == 1 or len(keys) < 2:
        return rate, stated, []
    if times is not None and len(keys) > 0.5 * (keys[-1] - keys[0]) * rate * times:
        return rate * times, f"keys lie at {times} times {stated}, and so do the frames", []
    return rate, stated, [f"some keys lie between the frames; the curves were sampled at {stated}."]


def _fits(steps: np.ndarray) -> bool:
    return bool(np.all(np.abs(steps - np.round(steps)) <= _SLACK))
