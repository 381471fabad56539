r"""The source's muscle, a spring :math:`k (q - p)` whose gain :math:`k` and rest state :math:`p` are free in bounds.

Since both are chosen at every moment, all that is left of it is a bound on torque that depends on posture:
:math:`|\tau| \le K \max(|q - p_{lo}|, |q - p_{hi}|)`; any torque within is reached by some gain and rest state.
"""

from __future__ import annotations

import numpy as np


def torque_reach(angle: np.ndarray, lowest: float, highest: float, gain: float) -> np.ndarray:
    """The largest torque [Nm] at an angle [rad] of a spring of at most ``gain`` [Nm/rad] that rests in a range."""
    return np.asarray(gain * np.maximum(np.abs(angle - lowest), np.abs(angle - highest)))


def spring_for(torque: float, angle: float, lowest: float, highest: float) -> tuple[float, float]:
    """Gain and rest state that give a torque at an angle, with the smallest gain."""
    rest = lowest if abs(angle - lowest) >= abs(angle - highest) else highest
    return torque / (angle - rest), rest
