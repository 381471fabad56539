"""A clip from the middle of a walk: the motion of the demo, and clean ground truth for tests.

The walker of :mod:`supple.recipes.walker` makes it, at a steady speed and with exact legs: feet are planted exactly,
no curve has a corner, and the true contacts come with the motion. Joint curves follow what gait laboratories measure
at a comfortable speed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.provenance import Provenance
from supple.core.roles import REFERENCE_HEIGHT
from supple.core.runs import runs_of
from supple.errors import InvalidValueError
from supple.recipes.figure import heel_offset

_LEFT_START = 0.30  # phase of the left foot in frame 0: it stands, the right one swings

_WALK_RATIO = 0.384  # [m s] step length squared by speed, of people of reference height (0.0064 m min)
_STRIDES = (0.3, 1.7)  # [m] what a figure of reference height can do without leaving the ground
_MAX_FRAMES = 1_000_000


@dataclass(frozen=True, slots=True)
class TrueContact:
    """A part of a foot that stands still on the ground in the frames [start, stop)."""

    foot: str  # name of the ankle's joint
    part: Literal["heel", "ball"]
    start: int
    stop: int


class Walk(NamedTuple):
    """A walking clip and what is true about it."""

    motion: Motion
    contacts: tuple[TrueContact, ...]  # in the order of their start
    heel: np.ndarray  # (3,) the point of the heel in the frame of either foot [m]; the ball is the joint of the toes


@checked
def walking(
    seconds: float = 4.0,
    fps: float = 60.0,
    speed: float = 1.3,
    stride: float | None = None,
    height: float = REFERENCE_HEIGHT,
) -> Motion:
    """A person of ``height`` [m] walking along +Z at ``speed`` [m/s].

    ``stride`` [m] is two steps; without it, what people choose at that speed.
    """
    return true_walk(seconds, fps, speed, stride, height).motion


def true_walk(
    seconds: float = 4.0,
    fps: float = 60.0,
    speed: float = 1.3,
    stride: float | None = None,
    height: float = REFERENCE_HEIGHT,
) -> Walk:
    """The clip of :func:`walking` with its true contacts."""
    from supple.recipes.walker.steady import steady_walk  # loads the solver

    _check(seconds=seconds, fps=fps, speed=speed, height=height)
    size = height / REFERENCE_HEIGHT
    stride = 2.0 * float(np.sqrt(_WALK_RATIO * speed * size)) if stride is None else stride
    frames, step = _checked_frames(seconds, fps), 0.5 * _checked_stride(stride, size)
    walked = steady_walk(size, step, speed, _LEFT_START + np.arange(frames) * speed / (fps * stride))
    motion = Motion(
        walked.figure.skeleton, walked.roots, walked.rotations, 1.0 / fps, provenance=Provenance(source="walk")
    )
    return Walk(motion, _contacts(walked.stands), heel_offset(height))


def _contacts(stands: np.ndarray) -> tuple[TrueContact, ...]:
    """What stands when, of (F, 2, 2): left and right, heel and ball."""
    parts: tuple[Literal["heel", "ball"], ...] = ("heel", "ball")
    found = [
        TrueContact(foot, part, int(start), int(stop))
        for side, foot in enumerate(("LeftFoot", "RightFoot"))
        for k, part in enumerate(parts)
        for start, stop in runs_of(stands[:, side, k])
    ]
    return tuple(sorted(found, key=lambda c: (c.start, c.stop, c.foot, c.part)))


def _check(**numbers: float) -> None:
    for name, value in numbers.items():
        if not 0.0 < value < float("inf"):
            raise InvalidValueError(f"{name} must be a positive number; got {value}.")


def _checked_stride(stride: float, size: float) -> float:
    shortest, longest = (size * limit for limit in _STRIDES)
    if not shortest <= stride <= longest:
        raise InvalidValueError(
            f"a stride of {stride:.3g} m is no walk of this figure. "
            f"Choose speed and stride so that it lies between {shortest:.2f} and {longest:.2f} m."
        )
    return stride


def _checked_frames(seconds: float, fps: float) -> int:
    frames = max(1, round(min(seconds * fps, 1e12)))
    if frames > _MAX_FRAMES:
        raise InvalidValueError(f"{seconds:g} s at {fps:g} fps are {frames} frames; at most {_MAX_FRAMES} are made.")
    return frames
