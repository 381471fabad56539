r"""How fast walkers go, and through which phase: :math:`\dot s = v\,m`, :math:`\dot\varphi = \dot s/2L`, by the phase.

Sides that differ share one smooth curve, whose mean over a side's step is what the side wants:
:math:`m = \bar m - \tfrac{\pi}{4}(m_l - m_r)\sin 2\pi\varphi`, and a share of the same for the length.
"""

from __future__ import annotations

import numpy as np

from supple.recipes.foot_path import TOE_OFF
from supple.recipes.walker.cohort import Cohort

_ACCELERATION = 0.9  # [m/s2]
_SLOWEST = 0.75  # strides in a second, while a walker has not come to stand, for the average person
_EASE_S = 0.15  # over which the next prints follow a change of speed
_SHARED = 0.4  # choice: of a difference in length, what hips do in other times; the rest is where feet come down
_NOTHING = 1e-3  # [m/s]
_TIRED = 0.5  # at least so much of step and speed is left
_BEFORE = 1e-9  # [strides] before the toes leave: where a walker stands


def fewest_steps(group: Cohort) -> np.ndarray:
    """(n,) steps in a minute that a walker makes at least, while it has not come to stand."""
    return np.asarray(120.0 * _SLOWEST / np.sqrt(group.sizes))


def full_steps(group: Cohort) -> np.ndarray:
    """(n,) steps at full speed, before factors of sides [m]: who goes slowly makes short ones rather than few."""
    speeds = group.speeds * group.paces.mean(axis=1) / group.lengths.mean(axis=1)
    return np.minimum(group.steps, 60.0 * speeds / fewest_steps(group))


class Pace:
    """Speeds, phases and step lengths of n walkers."""

    acceleration = _ACCELERATION

    def __init__(self, group: Cohort, phases: np.ndarray) -> None:
        self.group = group
        count = len(group)
        self.phases = np.array(phases, float)  # of the left foot, in [0, 1)
        self.speeds = np.zeros(count)  # [m/s]
        self.steps = np.zeros(count)  # [m] mean of left and right, now
        self.seconds = np.zeros(count)
        self.rates = np.zeros(count)  # strides in a second
        self.gains = np.zeros(count)  # [m/s2]
        self.standing = np.ones(count, bool)

    def set_going(self, phases: np.ndarray) -> None:
        """Walkers at their full speed, with the same steps on either side."""
        self.phases, self.speeds = np.array(phases, float) % 1.0, self.group.speeds.copy()
        self.steps, self.gains = self.group.steps.copy(), np.zeros(len(phases))
        self.rates, self.standing = self.speeds / (2.0 * self.steps), np.zeros(len(phases), bool)

    def advance(self, seconds: float, wanted: np.ndarray, beside: np.ndarray) -> np.ndarray:
        """Go on; ``wanted`` (n,) speeds [m/s]. Returns how far each walker went (n,) [m].

        Who is told to stop, has come to rest and has both feet ``beside`` each other (n,) stands before a foot leaves.
        """
        g = self.group
        left = np.maximum(_TIRED, 1.0 - g.fatigue * self.seconds)
        change = _ACCELERATION * seconds
        gained = np.clip(wanted * left - self.speeds, -change, change)
        self.speeds = self.speeds + gained
        self.gains += (gained / seconds - self.gains) * (1.0 - np.exp(-seconds / _EASE_S))
        self.standing &= wanted <= _NOTHING
        self.seconds += np.where(self.standing, 0.0, seconds)
        usual = np.minimum(g.steps * np.sqrt(self.speeds / np.maximum(g.speeds, _NOTHING)), 1.25 * g.steps) * left
        went = self.speeds * self._factor(g.paces) * seconds
        long = usual * self._factor(g.lengths, _SHARED)
        turn = np.maximum(went / np.maximum(2.0 * long, 1e-9), seconds * _SLOWEST / np.sqrt(g.sizes))
        turn = np.where(self.standing, 0.0, np.minimum(turn, 0.1))
        share = went / np.maximum(2.0 * long * turn, 1e-12)
        self.steps = np.where(self.standing, 0.0, usual * np.minimum(share, 1.0) * g.lengths.mean(axis=1))
        leaves = self._until_toe_off() <= turn
        stop = leaves & beside & (wanted <= _NOTHING) & (self.speeds <= _NOTHING)
        self.standing |= stop
        turn = np.where(stop, self._until_toe_off() - _BEFORE, turn)
        self.rates = turn / seconds
        self.phases = (self.phases + turn) % 1.0
        return went

    def _until_toe_off(self) -> np.ndarray:
        """(n,) of a stride, until the toes of one or the other foot leave the ground."""
        return np.asarray((TOE_OFF - self.phases) % 0.5)

    def ahead(self, walkers: np.ndarray, strike: np.ndarray) -> np.ndarray:
        """(k,) how far walkers go until the left foot's phase is ``strike`` [m]."""
        g, phase = self.group, self.phases[walkers]
        until = phase + (strike - phase) % 1.0
        lengths = g.lengths[walkers]
        lean = 0.25 * _SHARED * (lengths[:, 0] - lengths[:, 1]) / lengths.mean(axis=1)
        waves = np.cos(2.0 * np.pi * until) - np.cos(2.0 * np.pi * phase)
        steady = self.steps[walkers] * (2.0 * (until - phase) + lean * waves)
        left = (until - phase + 0.2) / np.maximum(self.rates[walkers], 0.1)  # [s] until the hips are over the foot
        return np.maximum(steady + 0.5 * self.gains[walkers] * left**2, 0.0)

    def shift(self, walkers: np.ndarray, foot: int) -> np.ndarray:
        """(k,) how much farther ahead of the hips a foot comes down than the other, halved [m]."""
        lengths = self.group.lengths[walkers]
        mean = lengths.mean(axis=1)
        return np.asarray(0.5 * (1.0 - _SHARED) * self.steps[walkers] * (lengths[:, foot] - mean) / mean)

    def _factor(self, sides: np.ndarray, share: float = 1.0) -> np.ndarray:
        """(n,) factors of left and right (n, 2) at the phase."""
        swing = 0.25 * np.pi * share * (sides[:, 0] - sides[:, 1]) * np.sin(2.0 * np.pi * self.phases)
        return np.asarray(sides.mean(axis=1) - swing)
