"""At which moments a clip of keys is looked at."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.io.hanim.clips import Clip

_ON_GRID = 0.01  # of a step: keys are often written with few digits
_SMOOTH_HZ = 30.0  # a few key poses are filled up to at least this rate
_RATES_HZ = (30.0, 60.0, 120.0, 240.0)


@dataclass(frozen=True, slots=True, eq=False)
class Sampling:
    """Even shares of a cycle, from 0 to 1, and the seconds between them."""

    shares: np.ndarray  # (F,)
    frame_time: float  # [s]
    reason: str


def sampling_of(clip: Clip, most: int) -> Sampling:
    """An even grid that meets every key if there is one, else a common rate; at most ``most`` frames."""
    moments = np.unique(np.concatenate([[0.0, 1.0], *(track.keys for track in clip.tracks.values())]))
    moments = moments[(moments >= 0.0) & (moments <= 1.0)]
    steps = grid_of(moments)
    if steps:
        finer = max(1, int(np.ceil(_SMOOTH_HZ * clip.duration / steps - 1e-9))) if steps * 1e9 > clip.duration else 1
        words = f"the keys lie on {steps} even steps" + (f", each filled up to {finer} frames" if finer > 1 else "")
        steps *= finer
    else:
        closest = float(np.diff(moments).min()) * clip.duration
        rate = next((hz for hz in _RATES_HZ if 1.0 / hz <= closest), _RATES_HZ[-1])
        steps = int(np.ceil(min(rate * clip.duration, 1e9)))
        words = "the keys lie on no even grid; they are resampled"
    if steps + 1 > most:
        steps, words = max(1, most - 1), words + f", but only as finely as memory allows ({most} frames)"
    frame_time = clip.duration / steps
    return Sampling(np.arange(steps + 1) / steps, frame_time, f"{words} ({1.0 / frame_time:.4g} Hz)")


def grid_of(moments: np.ndarray) -> int:
    """The smallest number of even steps whose borders contain all ``moments`` of 0..1, or 0."""
    closest = max(float(np.diff(moments).min()), 1e-9)
    guesses = {len(moments) - 1, *(round(m / closest) for m in range(1, 13))}
    for steps in sorted(guesses):
        if 0 < steps <= 10 * len(moments) + 1000:
            places = moments * steps
            if (np.abs(places - np.round(places)) <= _ON_GRID).all():
                return int(steps)
    return 0
