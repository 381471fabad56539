"""When: seconds, or frames as ``"120f"``, on the clock of a motion.

Time 0 is the first frame of the file, rest rows included, so that what a viewer shows is what a document says. Frame k
is at ``k * frame_time``. Intervals are closed: both ends belong to them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.constraints.model import Profile
from supple.core.moments import Moment, parsed
from supple.core.motion import Motion
from supple.core.motion import first_moving_frame as first_moving_frame
from supple.errors import InvalidValueError

_ROUNDING = 1e-6  # [frames] times are written with few decimals
_GRID = 2.0**20  # moments are kept to a millionth of a frame, so that those of a cut clip have the same fractions


def frame_of(moment: Moment, motion: Motion) -> float:
    """The frame, perhaps between two frames, that a moment is at.

    The time that the last frame lasts belongs to it, so that a clip's duration is a moment of the clip. Any other
    moment outside the clip is an :class:`InvalidValueError` with the clip's range.
    """
    value, unit = parsed(moment)
    frame, last = value if unit == "f" else float(np.rint(value / motion.frame_time * _GRID)) / _GRID, motion.frames - 1
    if frame > (last if unit == "f" else motion.frames) + _ROUNDING:
        said = moment if unit == "f" else f"{value:g} s"
        raise InvalidValueError(f"{said} is outside the clip, which goes from {clip_range(motion)}.")
    return min(frame, float(last))


def frames_of(moments: Sequence[Moment], motion: Motion) -> np.ndarray:
    """(n,) the frames of moments that follow each other; refuses those that do not."""
    frames = np.array([frame_of(moment, motion) for moment in moments])
    if (back := np.flatnonzero(np.diff(frames) < -_ROUNDING)).size:
        first, second = moments[back[0]], moments[back[0] + 1]
        raise InvalidValueError(f"{second!r} comes before {first!r} in this clip at {motion.fps:g} fps.")
    return np.maximum.accumulate(frames)


def profile_frames(when: Profile | None, motion: Motion) -> np.ndarray:
    """(4,) the frames of a goal's profile; a goal that does not say when is fully active in the whole clip."""
    last = motion.frames - 1.0
    return np.array([0.0, 0.0, last, last]) if when is None else frames_of(when, motion)


def clip_range(motion: Motion) -> str:
    """First and last moment of a clip, in words."""
    return f"0 to {motion.duration:.6g} s (0f to {motion.frames - 1}f)"
