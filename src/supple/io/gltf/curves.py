"""Animation channels: keys, and what lies between them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.errors import FileError

WIDTHS = {"translation": 3, "rotation": 4, "scale": 3}
MODES = ("LINEAR", "STEP", "CUBICSPLINE")


@dataclass(frozen=True, slots=True)
class Curve:
    """The keys of one channel as the file has them: rotations x, y, z, w; splines in-tangent, value, out-tangent."""

    path: str  # translation, rotation or scale
    mode: str  # LINEAR, STEP or CUBICSPLINE
    times: np.ndarray  # (K,) [s], not falling
    values: np.ndarray  # (K, width), or (3 K, width) for a spline


def checked_times(file: Path, times: np.ndarray, what: str) -> np.ndarray:
    """Key times (K,) that never fall."""
    if len(times) == 0:
        raise FileError(file, f"{what} has no keys.")
    falls = np.flatnonzero(np.diff(times) < 0.0)
    if len(falls):
        k = int(falls[0])
        raise FileError(file, f"{what} must rise, but key {k + 1} at {times[k + 1]:g} s follows {times[k]:g} s.")
    return times


def sample(curve: Curve, at: np.ndarray, near: float) -> np.ndarray:
    """The curve at the times ``at`` (F,); a key within ``near`` seconds is hit exactly.

    Before the first key and after the last the curve keeps still. Rotations come out as unit (w, x, y, z).
    """
    index, share = _locate(curve.times, at, near)
    after = np.minimum(index + 1, len(curve.times) - 1)
    turns = curve.path == "rotation"
    if curve.mode == "CUBICSPLINE":
        value = _spline(curve, index, after, share)
        return _wxyz(value) if turns else value
    start, end = curve.values[index], curve.values[after]
    if turns:
        start, end = _wxyz(start), _wxyz(end)
    if curve.mode == "STEP":
        return start
    if turns:
        return np.where(share[:, None] > 0.0, quaternions.slerp(start, end, share), start)
    return start + share[:, None] * (end - start)


def unit(q: np.ndarray) -> np.ndarray:
    """Quaternions scaled to unit length, those that are so already left as they are."""
    off = np.abs(np.sum(q * q, axis=-1, keepdims=True) - 1.0) > 1e-14
    return np.where(off, quaternions.normalized(q), q)


def _wxyz(q_xyzw: np.ndarray) -> np.ndarray:
    return unit(q_xyzw[:, [3, 0, 1, 2]])


def _locate(times: np.ndarray, at: np.ndarray, near: float) -> tuple[np.ndarray, np.ndarray]:
    """For each time the key before it, and the share of the way to the next."""
    last = len(times) - 1
    index = np.clip(np.searchsorted(times, at + near, side="right") - 1, 0, last)
    gap = times[np.minimum(index + 1, last)] - times[index]
    passed = at - times[index]
    share = np.where((gap > 0.0) & (passed > near), passed / np.where(gap > 0.0, gap, 1.0), 0.0)
    return index, np.clip(share, 0.0, 1.0)


def _spline(curve: Curve, index: np.ndarray, after: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Cubic Hermite curve; tangents are per second, so they are scaled by the gap between the keys."""
    gap = (curve.times[after] - curve.times[index])[:, None]
    s = share[:, None]
    s2, s3 = s * s, s * s * s
    return (
        (2.0 * s3 - 3.0 * s2 + 1.0) * curve.values[3 * index + 1]
        + gap * (s3 - 2.0 * s2 + s) * curve.values[3 * index + 2]
        + (3.0 * s2 - 2.0 * s3) * curve.values[3 * after + 1]
        + gap * (s3 - s2) * curve.values[3 * after]
    )
