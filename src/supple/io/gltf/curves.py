"""Animation channels: keys, and what lies between them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.errors import FileError
from supple.io.key_sampling import located, moved, turned
from supple.io.rigid import unit

WIDTHS = {"translation": 3, "rotation": 4, "scale": 3}
MODES = ("LINEAR", "STEP", "CUBICSPLINE")


@dataclass(frozen=True, slots=True)
class Curve:
    """The keys of one channel as the file has them: rotations x, y, z, w; splines in-tangent, value, out-tangent."""

    path: str  # translation, rotation or scale
    mode: str  # LINEAR, STEP or CUBICSPLINE
    times: np.ndarray  # (K,) [s], not falling
    values: np.ndarray  # (K, width), or (3 K, width) for a spline


@dataclass(frozen=True, slots=True)
class CurveGroup:
    """Curves that share their kind and their key times, sampled together."""

    path: str
    mode: str
    times: np.ndarray  # (K,)
    values: tuple[np.ndarray, ...]  # C of (K, width) or (3 K, width)
    rows: np.ndarray  # (C,) the node that each curve moves


def checked_times(file: Path, times: np.ndarray, what: str) -> np.ndarray:
    """Key times (K,) that never fall."""
    if len(times) == 0:
        raise FileError(file, f"{what} has no keys.")
    falls = np.flatnonzero(np.diff(times) < 0.0)
    if len(falls):
        k = int(falls[0])
        raise FileError(file, f"{what} must rise, but key {k + 1} at {times[k + 1]:g} s follows {times[k]:g} s.")
    return times


def grouped(curves: Iterable[tuple[int, Curve]]) -> list[CurveGroup]:
    """Curves with the row each moves, gathered by kind and times."""
    bins: dict[tuple[str, str, bytes], list[tuple[int, Curve]]] = {}
    digests: dict[int, bytes] = {}  # many curves share one array of times
    for row, curve in curves:
        if id(curve.times) not in digests:
            digests[id(curve.times)] = hashlib.sha256(curve.times.tobytes()).digest()
        bins.setdefault((curve.path, curve.mode, digests[id(curve.times)]), []).append((row, curve))
    return [_group(path, mode, members) for (path, mode, _), members in bins.items()]


def _group(path: str, mode: str, members: list[tuple[int, Curve]]) -> CurveGroup:
    rows = np.array([row for row, _ in members])
    return CurveGroup(path, mode, members[0][1].times, tuple(curve.values for _, curve in members), rows)


def sample(group: CurveGroup, at: np.ndarray, near: float) -> np.ndarray:
    """The curves (C, F, width) at the times ``at`` (F,); a key within ``near`` seconds is hit exactly.

    Before the first key and after the last a curve keeps still. Rotations come out as unit (w, x, y, z).
    """
    index, share = located(group.times, at, near)
    after = np.minimum(index + 1, len(group.times) - 1)
    turns = group.path == "rotation"
    if group.mode == "CUBICSPLINE":
        value = _spline(group, index, after, share)
        return _wxyz(value) if turns else value
    start = _at_keys(group, index)
    if turns:
        start = _wxyz(start)
    if group.mode == "STEP" or not share.any():
        return start
    end = _at_keys(group, after)
    return turned(start, _wxyz(end), share) if turns else moved(start, end, share)


def _wxyz(q_xyzw: np.ndarray) -> np.ndarray:
    return unit(q_xyzw[..., [3, 0, 1, 2]])


def _at_keys(group: CurveGroup, index: np.ndarray) -> np.ndarray:
    return np.stack([values[index] for values in group.values])


def _spline(group: CurveGroup, index: np.ndarray, after: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Cubic Hermite curves; tangents are per second, so they are scaled by the gap between the keys."""
    gap = (group.times[after] - group.times[index])[:, None]
    s = share[:, None]
    s2, s3 = s * s, s * s * s
    return (
        (2.0 * s3 - 3.0 * s2 + 1.0) * _at_keys(group, 3 * index + 1)
        + gap * (s3 - 2.0 * s2 + s) * _at_keys(group, 3 * index + 2)
        + (3.0 * s2 - 2.0 * s3) * _at_keys(group, 3 * after + 1)
        + gap * (s3 - s2) * _at_keys(group, 3 * after)
    )
