"""Another frame rate for the same movement."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.errors import InvalidValueError

_MAX_FRAMES = 50_000_000  # beyond this the rate is a slip of the keyboard


def resampled(motion: Motion, fps: float) -> Motion:
    """The same motion at ``fps`` frames per second.

    Rotations turn along great arcs between frames, positions follow cubic (Catmull-Rom) curves; the first frame
    keeps its place and the clip never runs past its last one. Rest rows are kept as they are, in front.
    """
    if not 0.0 < fps < float("inf"):
        raise InvalidValueError(f"a frame rate must be a positive number; got {fps}.")
    if fps * motion.frame_time == 1.0:
        return motion
    rest = motion.rest_rows if motion.rest_rows < motion.frames else 0
    moving = motion.frames - rest
    span = (moving - 1) * motion.frame_time
    count = int(np.floor(span * fps + 1e-6)) + 1
    if count > _MAX_FRAMES:
        raise InvalidValueError(f"{fps:g} frames per second would make {count} frames; is the rate right?")
    at = np.minimum(np.arange(count) / (fps * motion.frame_time), moving - 1)
    offsets = None if motion.offsets is None else _with_rest(motion.offsets, rest, at, _cubic)
    return replace(
        motion,
        root_positions=_with_rest(motion.root_positions, rest, at, _cubic),
        rotations=_with_rest(motion.rotations, rest, at, _slerped),
        offsets=offsets,
        frame_time=1.0 / fps,
        provenance=motion.provenance.without_rows(),
    )


def _with_rest(values: np.ndarray, rest: int, at: np.ndarray, interpolate) -> np.ndarray:  # type: ignore[no-untyped-def]
    return np.concatenate([values[:rest], interpolate(values[rest:], at)])


def _neighbours(count: int, at: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    before = np.minimum(at.astype(int), max(count - 2, 0))
    return before, np.minimum(before + 1, count - 1), at - before


def _slerped(rotations: np.ndarray, at: np.ndarray) -> np.ndarray:
    before, after, share = _neighbours(len(rotations), at)
    return quaternions.slerp(
        rotations[before], rotations[after], np.broadcast_to(share[:, None], (len(at), rotations.shape[1]))
    )


def _cubic(values: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Catmull-Rom through the samples; at the ends the curve continues straight."""
    before, after, share = _neighbours(len(values), at)
    t = share.reshape(-1, *(1,) * (values.ndim - 1))
    a, b = values[before], values[after]
    slope_a = _slopes(values)[before]
    slope_b = _slopes(values)[after]
    return (
        (1.0 + 2.0 * t) * (1.0 - t) ** 2 * a
        + t * (1.0 - t) ** 2 * slope_a
        + t * t * (3.0 - 2.0 * t) * b
        + t * t * (t - 1.0) * slope_b
    )


def _slopes(values: np.ndarray) -> np.ndarray:
    return np.gradient(values, axis=0) if len(values) > 1 else np.zeros(values.shape)
