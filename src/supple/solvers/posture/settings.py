"""How the classic iteration goes. Lengths are shares of the figure's size, so that units do not matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from supple.errors import InvalidValueError

Step = Literal["damped", "transpose", "naive"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Classic:
    """The settings of the sources, where they state any.

    choice: the sources give neither the length of intermediate goals nor the unit of their damping (10, of nobody knows
    what). Less than 0.3 of the body's height moves faster, but planted feet slip further while a hand is pulled
    out of reach.
    """

    step: Step = "damped"
    stride: float = 1.0  # the share of a step that is taken; above 1.6 it is unstable
    damping: float = 0.3  # of the size; 0 does not settle on what is out of reach
    goal_step: float = 0.1  # of the size: the length of intermediate goals
    gain: float = 0.0  # of the transpose; 0: the best for the present pose
    pull: float = 0.2  # how much of the way back to the source the lowest level goes in one step
    pull_root: bool = False  # the sources leave the root's travel out
    still: float = 1e-7  # of the size: a change of the errors that is none
    still_pull: float = 1e-6  # [rad] a change of the distance to the source that is none
    max_iterations: int = 1000

    def __post_init__(self) -> None:
        if self.max_iterations < 0:
            raise InvalidValueError(f"max_iterations must not be negative; got {self.max_iterations}.")
        if not (self.damping >= 0.0 and self.goal_step > 0.0 and self.stride > 0.0 and self.gain >= 0.0):
            raise InvalidValueError(
                f"damping and gain must not be negative, goal_step and stride must be above zero; got {self}."
            )
