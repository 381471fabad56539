"""Another frame rate for the same movement."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import msgspec
import numpy as np

from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.errors import InvalidValueError
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.contact_timing import Clock, retimed
from supple.recipes.everyday.rates import Rate, frame_rate, rate_note, rate_of_files
from supple.recipes.everyday.recovering import recovered
from supple.recipes.everyday.sampling import sampled_motion

_MAX_TURNS = 20_000_000  # joints times frames, about 4 GB at work; beyond this the rate is a slip of the keyboard
_TIMES = 4  # so many times the frames of the clip are never too many
_SIMPLE, _ROUNDING = 10_000, 1e-12  # denominators of steps, and what rounding leaves of them
_FEW = 100  # denominators that the digits of a frame time do not make
_WHOLE = 1e-6  # [frames] a moment this near to the last frame is the last frame


@checked
def resample(motion: Motion, fps: Rate, *, contacts: Contacts | None = None) -> Clip:
    """The same motion at ``fps`` frames per second: 30, 23.976 (which is 24000/1001) or ``"24000/1001"``.

    Rotations follow spherical splines and positions cubic ones, through every sample; moments that both rates share
    keep their samples. The first frame keeps its place and the clip never runs past its last one. Rest rows are kept
    as they are, in front. Where the rate is the motion's own, but for the digits it was written with (0.0083333 s are
    120 frames per second), every frame stays and only the rate is set. A clip that was brought to a higher rate comes
    back to the samples that it had. Otherwise fewer frames are picked, not averaged:
    :func:`smooth` first where shaking faster than half of the new rate must not fold into it.
    """
    check_motion(motion, "resampled")
    rate = frame_rate(fps)
    notes = tuple(filter(None, [rate_note(fps)]))
    moving, frame_time = motion.frames - motion.rest_rows, float(1 / rate)
    own = rate_of_files(motion.frame_time)
    if moving < 2 or own == rate or frame_time == motion.frame_time:
        same = replace(motion, frame_time=frame_time)
        return Clip(same, None if contacts is None else msgspec.structs.replace(contacts, fps=same.fps), notes)
    step = _step(Fraction(motion.fps) / rate, None if own is None else own / rate)
    at = _moments(moving, step, float(rate), len(motion.skeleton))
    again = recovered(motion, step, frame_time) or sampled_motion(motion, at, frame_time)
    if contacts is None:
        return Clip(again, None, notes)
    clock = Clock(speed=float(1 / step), rest=motion.rest_rows, frames=again.frames, fps=again.fps)
    kept = retimed(contacts, clock)
    gone = len(contacts.contacts) - len(kept.contacts)
    return Clip(again, kept, notes + ((f"{gone} contacts fall between two frames and are gone.",) if gone else ()))


def _step(as_written: Fraction, as_meant: Fraction | None) -> Fraction:
    """Old frames between two new ones: by the rate that the motion's frame time means, if it means one.

    A rate that was computed from that of the file (``2 * motion.fps``) has the digits of the file, too, and its own.
    """
    if as_meant is None:
        return _plain(as_written, _SIMPLE)
    computed = _plain(as_written, _FEW)
    return computed if computed.denominator <= _FEW else _plain(as_meant, _SIMPLE)


def _plain(step: Fraction, largest: int) -> Fraction:
    """The simple fraction that a rate of many digits means, if it means one."""
    simple = step.limit_denominator(largest)
    return simple if abs(simple - step) <= _ROUNDING * step else step


def _moments(moving: int, step: Fraction, fps: float, joints: int) -> np.ndarray:
    """(n,) when the new frames are, in old frames; exact where a new frame falls on an old one."""
    count = np.floor(float((moving - 1) / step) + _WHOLE) + 1
    if count > max(_TIMES * moving, _MAX_TURNS // joints):
        raise InvalidValueError(f"{fps:g} frames per second would make {count:g} frames. Is the rate right?")
    over, under = float(step.numerator), float(step.denominator)
    return np.minimum(np.arange(int(count)) * over / under, moving - 1.0)
