"""When, on the clock of a motion, as the number of a frame."""

from __future__ import annotations

from supple.core.moments import Moment, parsed
from supple.core.motion import Motion
from supple.errors import InvalidValueError

_COUNTED = 1e12  # frames; no clip has more, and 1e308 s would be a number that cannot be counted


def frame_at(motion: Motion, moment: Moment) -> int:
    """The frame nearest to a moment; the end of the clip is the frame after its last one."""
    value, unit = parsed(moment)
    frame = round(value) if unit == "f" else frames_in(value, motion.frame_time)
    if frame > motion.frames:
        said = moment if unit == "f" else f"{value:g} s"
        ends = f"{motion.duration:.6g} s ({motion.frames}f)"
        raise InvalidValueError(f"{said} is after the end of this clip, which is at {ends}.")
    return frame


def frames_in(seconds: float, frame_time: float) -> int:
    """How many frames some seconds are."""
    return round(min(max(seconds / frame_time, -_COUNTED), _COUNTED))
