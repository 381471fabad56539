"""Another frame rate for the same movement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.errors import InvalidValueError

_MAX_TURNS = 20_000_000  # joints times frames, about 4 GB at work; beyond this the rate is a slip of the keyboard
_TIMES = 4  # so many times the frames of the clip are never too many
_SAME = 5e-7  # [s] frame times are written with six decimals: 0.008333 is 120 per second
_WHOLE = 1e-6  # [frames] a moment this near to the last frame is the last frame


def resampled(motion: Motion, fps: float) -> Motion:
    """The same motion at ``fps`` frames per second.

    Rotations turn along great arcs between frames, positions follow cubic (Catmull-Rom) curves; the first frame
    keeps its place and the clip never runs past its last one. Rest rows are kept as they are, in front. Where the
    rate is the motion's own, but for the digits it was written with, every frame stays and only the rate is set.
    """
    if not 0.0 < fps < float("inf"):
        raise InvalidValueError(f"a frame rate must be a positive number; got {fps}.")
    if fps * motion.frame_time == 1.0:
        return motion
    rest, moving = motion.rest_rows, motion.frames - motion.rest_rows
    if moving < 2 or abs(1.0 / fps - motion.frame_time) <= _SAME * (1.0 + _WHOLE):
        return replace(motion, frame_time=1.0 / fps)
    per_frame = 1.0 / (fps * motion.frame_time)  # old frames between two new ones
    count = np.floor((moving - 1) / per_frame + _WHOLE) + 1
    if count > max(_TIMES * moving, _MAX_TURNS // len(motion.skeleton)):
        raise InvalidValueError(f"{fps:g} frames per second would make {count:g} frames. Is the rate right?")
    at = np.minimum(np.arange(int(count)) * per_frame, moving - 1)
    return replace(
        motion,
        root_positions=_with_rest(motion.root_positions, rest, at, _cubic),
        rotations=_with_rest(motion.rotations, rest, at, _slerped),
        offsets=None if motion.offsets is None else _with_rest(motion.offsets, rest, at, _cubic),
        frame_time=1.0 / fps,
        provenance=motion.provenance.without_rows(),
    )


def _with_rest(
    values: np.ndarray, rest: int, at: np.ndarray, between: Callable[[np.ndarray, np.ndarray], np.ndarray]
) -> np.ndarray:
    return np.concatenate([values[:rest], between(values[rest:], at)])


def _neighbours(count: int, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The frame before each moment and how far the moment is on the way to the next one."""
    before = np.minimum(at.astype(np.int64), count - 2)
    return before, at - before


def _slerped(rotations: np.ndarray, at: np.ndarray) -> np.ndarray:
    before, share = _neighbours(len(rotations), at)
    shares = np.broadcast_to(share[:, None], (len(at), rotations.shape[1]))
    return quaternions.slerp(rotations[before], rotations[before + 1], shares)


def _cubic(values: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Catmull-Rom through the samples; at the ends the curve continues straight."""
    before, share = _neighbours(len(values), at)
    t = share.reshape(-1, *(1,) * (values.ndim - 1))
    slopes = np.gradient(values, axis=0)
    return (
        (1.0 + 2.0 * t) * (1.0 - t) ** 2 * values[before]
        + t * (1.0 - t) ** 2 * slopes[before]
        + t * t * (3.0 - 2.0 * t) * values[before + 1]
        + t * t * (t - 1.0) * slopes[before + 1]
    )
