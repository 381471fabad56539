"""Whether two constraints that interrupt each other are one: the frame tolerance of the thesis."""

from __future__ import annotations

import math
from dataclasses import dataclass

_ROUNDING = 1e-9  # else the floor of 0.9999999999999998 frames is none


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How long an interruption may be, given how far apart its two sides are."""

    frames: int  # at the very same place; 2 at least
    distance: float  # [m] beyond this, none

    def frames_at(self, distance: float) -> int:
        """From ``frames`` down to 1 at ``distance``, and 0 beyond."""
        if distance > self.distance * (1.0 + _ROUNDING):
            return 0
        return math.floor(self.frames * math.exp(-distance * math.log(self.frames) / self.distance) + _ROUNDING)

    def connects(self, missing: int, lag: int, distance: float) -> bool:
        """True if as many ``missing`` displacements of ``lag`` frames are no end.

        Neighbours, of which nothing is missing, share a frame: they are connected wherever they are. One displacement
        that is missing separates by no frame, so a jump of at most ``distance`` is bridged.
        """
        return missing <= 0 or self.frames_at(distance) > max(missing - lag, 0)
