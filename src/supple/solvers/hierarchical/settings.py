"""How far an edit may bend the motion around it, and how exact it has to be."""

from __future__ import annotations

from dataclasses import dataclass

from supple.core.option_types import check_fields
from supple.errors import InvalidValueError

_MOST_LEVELS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class FitSettings:
    """Settings of a fit; the defaults serve a person's motion."""

    levels: int = 4  # each has twice as many knots as the one before
    spacing_s: float = 0.5  # [s] between the knots of the first: an edit reaches up to four times as far
    tolerance_m: float = 1e-3  # [m] levels that are not needed for it are left out
    exact: bool = True  # whether a last pass meets every frame that is asked, eased into its neighbours
    hybrid: bool = True  # limbs in closed form; else every joint is a coordinate
    guess: bool = True  # whether the root is first shifted with the places that are asked
    most_steps: int = 20  # of the solver in one frame

    def __post_init__(self) -> None:
        check_fields(self)
        if not 1 <= self.levels <= _MOST_LEVELS:
            raise InvalidValueError(f"levels must be from 1 to {_MOST_LEVELS}; got {self.levels}.")
        for name in ("spacing_s", "tolerance_m"):
            if not 0.0 < getattr(self, name) < float("inf"):
                raise InvalidValueError(f"{name} must be a positive number; got {getattr(self, name)}.")
        if self.most_steps < 1:
            raise InvalidValueError(f"most_steps must be at least 1; got {self.most_steps}.")
