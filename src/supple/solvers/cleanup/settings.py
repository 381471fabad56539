"""How feet and hands are cleaned, in numbers that a person can feel."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, NamedTuple

import numpy as np

from supple.core.ground import Height
from supple.core.option_types import check_fields
from supple.errors import InvalidValueError

LARGEST_STRETCH = 0.03  # of a limb's length; changes below 2.7 % are usually not seen even when looked for
# choice: the source takes 135 degrees and says that this is 85 % of a limb's length, which is at 116.4 degrees. With
# that knees of 33 captures accelerate at most 1.17 times as much as before (99th percentile), with 135 1.39 times.
DAMPING_FROM = float(np.radians(116.4))
_FLOOR_REACH = 0.05  # of a leg's length, which is 4 cm of a grown person
_FLOOR_REACH_STRETCHED_M = 0.04  # choice: legs that were stretched are longer when the file is read again
_LONGEST = 3600.0  # [s]
_CALMER = 4  # tremors are what is off the mean of so small a share of the window of targets to either side
_WINDOWS = ("plant_window_s", "target_window_s", "root_window_s", "blend_window_s")


class Windows(NamedTuple):
    """How many frames each step looks to either side."""

    plant: int  # ahead only: where a plant is, is the mean of as many frames (at least one)
    target: int
    root: int
    blend: int

    @property
    def calm(self) -> int:
        """Frames to either side of which the mean is where a planted tip is without its tremor."""
        return self.target // _CALMER

    @property
    def latency(self) -> int:
        """Frames that have to be known ahead of the one that is cleaned."""
        return sum(self)


class Manner(NamedTuple):
    """How limbs reach, as kernels take it."""

    stretch: float  # 0: bones keep their lengths
    damping_from: float  # [rad]
    swivel: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanSettings:
    """Without ``stretch`` bones keep their lengths, and what cannot be reached is reported."""

    stretch: float | None = None  # largest change of a limb's length, as a share (0.03 is 3 %); None: rigid
    plant_window_s: float | None = None  # averaged to find a plant; None: 0.25 with stretch, all of it without [s]
    target_window_s: float = 0.25  # turns of a foot die out over this long while one point of it is planted [s]
    root_window_s: float = 0.25  # shifts of the root are spread over this much to either side [s]
    blend_window_s: float = 0.25  # changes die out over this much of the free frames [s]
    damping_from: float = DAMPING_FROM  # angle of knee or elbow from which it opens more slowly [rad]
    swivel: float = 0.5  # share of a turn about the limb that hip or shoulder take from ankle or wrist
    roll: Literal["free", "flat"] = "free"  # of a foot that stands on two points: as in the motion, or sole flat
    rolls_off: bool = True  # before it leaves, a foot rolls further over the tip that still stands: knees do not pop
    rises: bool = True  # feet without a joint at the ball stand as high as their toes need to roll over; no stream can
    floor: Height | float | None = None  # the ground; None: what the contacts say of it
    floor_reach_m: float | None = None  # a plant nearer to the ground than this stands on it [m]; None: see floor_reach

    def __post_init__(self) -> None:
        check_fields(self)
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, int | float) and not np.isfinite(value):
                raise InvalidValueError(f"{field.name} must be a finite number; got {value}.")
        for name in _WINDOWS:
            seconds = getattr(self, name)
            if seconds is not None and not 0.0 <= seconds <= _LONGEST:
                raise InvalidValueError(f"{name} must lie between 0 and {_LONGEST:g} s; got {seconds}.")
        if self.stretch is not None and not 0.0 <= self.stretch < 1.0:
            raise InvalidValueError(f"stretch is a share of a limb's length from 0 to 1; got {self.stretch}.")
        if not 0.0 <= self.swivel <= 1.0:
            raise InvalidValueError(f"swivel is a share from 0 to 1; got {self.swivel}.")
        if not 0.0 < self.damping_from < np.pi:
            raise InvalidValueError(f"damping_from must lie between 0 and pi; got {self.damping_from}.")
        if self.floor_reach_m is not None and self.floor_reach_m < 0.0:
            raise InvalidValueError(f"floor_reach_m must not be negative; got {self.floor_reach_m}.")
        if self.roll not in ("free", "flat"):
            raise InvalidValueError(f"roll is 'free' or 'flat'; got {self.roll!r}.")

    @property
    def manner(self) -> Manner:
        """How limbs reach."""
        return Manner(self.stretch or 0.0, self.damping_from, self.swivel)

    def floor_reach(self, leg: float) -> float:
        """[m] how near to the ground a plant stands on it, of a figure with legs of this length."""
        if self.floor_reach_m is not None:
            return self.floor_reach_m
        return _FLOOR_REACH * leg if self.stretch is None else _FLOOR_REACH_STRETCHED_M

    def windows(self, frame_time: float) -> Windows:
        """The windows in frames; choice: rounded, half a frame up."""
        # choice: a stream has stretch and cannot wait; without stretch all of a plant says best where it is
        whole = 0.25 if self.stretch is not None else _LONGEST
        seconds = (
            whole if self.plant_window_s is None else self.plant_window_s,
            *(getattr(self, n) for n in _WINDOWS[1:]),
        )
        return Windows(*(int(np.floor(s / frame_time + 0.5 + 1e-9)) for s in seconds))


STREAMED = CleanSettings(stretch=LARGEST_STRETCH, rises=False)  # of a stream to which nothing else was said
