"""The uniform frames that stand for keys at any times."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

SLOWEST, FASTEST = 30.0, 240.0  # [1/s] rates chosen for keys that lie on no common grid
_SAMPLED = 10.0  # [1/s] keys at least this dense are a capture's frames; sparser ones are key poses
_DENSEST = 1e-4  # [s] a finer grid is noise in the key times
_RATES = (24.0, 24000.0 / 1001.0, 25.0, 30.0, 30000.0 / 1001.0, 48.0, 50.0, 60.0, 60000.0 / 1001.0, 90.0, 100.0, 120.0)


@dataclass(frozen=True, slots=True)
class Frames:
    """``count`` frames, ``frame_time`` apart, the first at ``start``; ``reason`` says why, in words."""

    start: float  # [s]
    frame_time: float  # [s]
    count: int
    reason: str
    warning: str = ""

    @property
    def times(self) -> np.ndarray:
        """(F,) [s]."""
        return self.start + self.frame_time * np.arange(self.count)


def choose(keys: np.ndarray, most: int, *, stated: float | None = None, slack: float = 0.004) -> Frames:
    """Frames for the sorted, distinct key times ``keys`` (K,) [s]; the first and the last key are always met.

    Where all keys lie on a grid, but for ``slack`` of its spacing, so do the frames. ``stated`` is a frame time that
    the file gives outside the standard; it counts when every key lies on it. No more than ``most`` frames are
    made: a file can state two keys a year apart.
    """
    start, length = float(keys[0]), float(keys[-1] - keys[0])
    if length <= 0.0:
        return Frames(start, stated or 1.0 / SLOWEST, 1, "there is a single key")
    if stated and _fits(keys, stated, slack):
        frames = Frames(start, stated, round(length / stated) + 1, "stated in the file's extras; all keys lie on it")
    elif grid := _grid(keys, slack):
        frames = _on_grid(start, length, grid)
    else:
        frames = _free(start, length, float(np.diff(keys).min()))
    return frames if frames.count <= most else coarser(frames, length, most)


def _fits(keys: np.ndarray, spacing: float, slack: float) -> bool:
    """Whether all keys lie on multiples of ``spacing``, but for the rounding of 32-bit times."""
    steps = (keys - keys[0]) / spacing
    slack = max(slack, 2.0**-22 * float(np.abs(keys).max()) / spacing)
    return slack < 0.2 and bool(np.all(np.abs(steps - np.round(steps)) <= slack))


def _grid(keys: np.ndarray, slack: float) -> float | None:
    """The widest spacing on which all keys lie, or None."""
    length, closest = float(keys[-1] - keys[0]), float(np.diff(keys).min())
    for spacing in [closest / k for k in range(1, 13)] + [1.0 / rate for rate in _RATES]:
        if spacing < _DENSEST:
            break
        exact = length / max(round(length / spacing), 1)  # the closest pair alone is coarse
        if _fits(keys, exact, slack) and round(closest / exact) >= 1:
            return _named_rate(exact, float(np.abs(keys).max()), length)
    return None


def _named_rate(spacing: float, latest: float, length: float) -> float:
    """A whole or broadcast rate where the spacing is one but for the rounding of the times."""
    rounding = spacing * max(2.0**-22 * latest / length, 1e-6)
    for rate in (float(round(1.0 / spacing)), *_RATES):
        if rate > 0.0 and abs(1.0 / rate - spacing) <= rounding:
            return 1.0 / rate
    return spacing


def _on_grid(start: float, length: float, spacing: float) -> Frames:
    split = 1 if spacing <= 1.0 / _SAMPLED else int(np.ceil(spacing * SLOWEST - 1e-6))
    count = round(length / spacing) * split + 1
    reason = f"all keys lie {spacing:g} s apart, or a multiple of that"
    if split > 1:
        reason += f"; each gap was cut into {split} frames"
    return Frames(start, spacing / split, count, reason)


def _free(start: float, length: float, closest: float) -> Frames:
    """Frames close enough for the closest keys, spread evenly so that nothing of the last key is lost."""
    rate = float(np.clip(1.0 / max(closest, 1e-9), SLOWEST, FASTEST))
    steps = max(1, int(np.ceil(length * rate - 1e-6)))
    reason = f"the keys lie on no common grid; they were sampled at {steps / length:.4g} frames/s"
    return Frames(start, length / steps, steps + 1, reason)


def coarser(frames: Frames, length: float, count: int) -> Frames:
    """``count`` frames over the same ``length`` [s], with a warning."""
    spacing = length / (count - 1)
    said = (
        f"{length:g} s at {1.0 / frames.frame_time:g} frames/s would be {frames.count} frames, far more than the file "
        f"holds; it was sampled at {1.0 / spacing:g} frames/s instead."
    )
    return Frames(frames.start, spacing, count, frames.reason, said)
