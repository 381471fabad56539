"""How one foot rolls over the ground, as a function of its phase.

Phase 0 is the heel strike. Until ``FLAT`` the foot turns about its heel, until ``HEEL_OFF`` it lies flat,
until ``TOE_OFF`` it turns about its ball, and then it swings. Whatever stands on the ground is still by
construction: the ankle follows from the planted point and the pitch of the foot.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.recipes.curves import Knot, Points, eased, spline
from supple.recipes.figure import ANKLE_HEIGHT, BALL_AHEAD, HEEL_BEHIND

FLAT, HEEL_OFF, TOE_OFF = 0.065, 0.345, 0.575  # [strides]
_FLAT = Knot(0.0)
_STRIKE = Knot(np.radians(-17.0), np.radians(360.0))
_PUSH = Knot(np.radians(48.0), np.radians(510.0))  # steeper, and the heel would dip before it rises
_FROM_HEEL = np.array([HEEL_BEHIND, ANKLE_HEIGHT])  # the ankle seen from the heel, (forward, up) [m]
_FROM_BALL = np.array([-BALL_AHEAD, ANKLE_HEIGHT])


@dataclass(frozen=True, slots=True, kw_only=True)
class FootRoll:
    """The pitch of the foot, toes down [rad], and its rate [rad/stride] where it meets and leaves the ground."""

    strike: Knot = _STRIKE
    push: Knot = _PUSH
    swing: Points = ((0.66, 1.08), (0.85, 0.05))  # phase and pitch on the way

    def scaled(self, factor: float) -> FootRoll:
        """A stronger or weaker roll."""
        swing = tuple((at, angle * factor) for at, angle in self.swing)
        return FootRoll(strike=_times(self.strike, factor), push=_times(self.push, factor), swing=swing)


def pitch(phase: np.ndarray, roll: FootRoll) -> np.ndarray:
    """(F,) pitch of the sole, toes down [rad], at phases in [0, 1)."""
    return np.select(
        [phase < FLAT, phase < HEEL_OFF, phase < TOE_OFF],
        [
            eased(phase, (0.0, FLAT), roll.strike, _FLAT),
            np.zeros(phase.shape),
            eased(phase, (HEEL_OFF, TOE_OFF), _FLAT, roll.push),
        ],
        spline(phase, (TOE_OFF, 1.0), roll.push, roll.strike, roll.swing),
    )


def planted_shift(foot_pitch: np.ndarray) -> np.ndarray:
    """(2, F) how far the ankle of a planted foot is, forward and up, from where it is with the foot flat [m]."""
    return np.where(foot_pitch < 0.0, _shift(foot_pitch, _FROM_HEEL), _shift(foot_pitch, _FROM_BALL))


def _shift(angle: np.ndarray, arm: np.ndarray) -> np.ndarray:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.stack([cos * arm[0] + sin * arm[1] - arm[0], cos * arm[1] - sin * arm[0] - arm[1]])


def _times(knot: Knot, factor: float) -> Knot:
    return Knot(knot.value * factor, knot.slope * factor)
