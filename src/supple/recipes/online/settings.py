"""What online retargeting may be told."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from supple.errors import InvalidValueError


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlineSettings:
    """When feet stand, and how they leave. Shares are of the source's leg (about 0.9 m), so that size does not matter.

    The source is silent on all thresholds: these are ours. choice: they are wide, so that what stands in the source is
    held from its first frame to its last; a foot that is held a little too long is eased out. Points that come to stand
    are brought down to the ground by then, as they slow down from twice the speed at which they may stand.
    """

    ease_out_s: float = 0.1  # the source's 10 frames at its 100 frames per second
    carried: bool = (
        True  # what is eased out goes along with the motion; else as in the source, where feet lag behind it
    )
    twist_deg: float = 15.0  # how far a thigh may be turned about itself, so that knees keep facing ahead
    low: float = 0.065  # of the leg, above the floor: a point that is higher does not come to stand
    slow: float = 1.3  # leg lengths per second: nor one that is faster
    fast: float = 1.6  # leg lengths per second: a point that is faster leaves
    heel_rise: float = 0.035  # of the leg: a heel that has risen so much, and goes up, leaves
    ball_rise: float = 0.06
    upwards: float = 0.4  # leg lengths per second: slower is not going up, but drift and noise
    risen: float = 0.08  # of the leg: a point that has risen so much leaves, however slowly
    smoothing_s: float = 0.006  # over which speeds are smoothed
    settled: float = 0.003  # of the leg: points that are not higher above the floor are put on it
    stretched: float = 0.985  # of a straight leg: where the motion has it bent, a leg that stands is no straighter

    def __post_init__(self) -> None:
        if not isinstance(self.carried, bool):
            raise InvalidValueError(f"carried is yes or no; got {self.carried!r}.")
        for field in (field for field in fields(self) if field.name != "carried"):
            value = getattr(self, field.name)
            if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not 0.0 < value < 1e3:
                raise InvalidValueError(f"{field.name} must be a positive number below 1000; got {value!r:.60}.")
        if self.slow > self.fast:
            raise InvalidValueError(f"slow ({self.slow}) must not be above fast ({self.fast}): points would flicker.")
        if self.stretched > 1.0:
            raise InvalidValueError(f"stretched is a share of a straight leg; got {self.stretched}.")

    def rule(self, leg: float, frame_time: float) -> tuple[float, ...]:
        """(8,) from ``LOW`` on of the kernel's numbers: bounds [m], [m/s], and the share of the old speed."""
        kept = float(np.exp(-frame_time / self.smoothing_s))
        return (
            leg * self.low, leg * self.slow, leg * self.fast, kept, leg * self.upwards, leg * self.risen,
            leg * self.heel_rise, leg * self.ball_rise,
        )  # fmt: skip

    def window(self, frame_time: float) -> int:
        """The frames of an ease-out."""
        return max(1, round(self.ease_out_s / frame_time))
