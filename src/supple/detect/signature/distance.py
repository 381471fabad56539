r"""How far two gaits are apart.

With :math:`h(\varphi), k(\varphi)` the mean angles of hip and knee of a leg over the phase, phase 0 where the foot
comes down, the distance between two legs is

.. math:: d(A, B) = \min_{|s| \le 0.05} \sqrt{\frac1N \sum_\varphi \tfrac12
          \bigl[(h_A(\varphi) - h_B(\varphi + s))^2 + (k_A(\varphi) - k_B(\varphi + s))^2\bigr]}

an angle: by how much a joint of the leg differs, root mean square over cycle and both joints. Between two signatures it
is the root mean square over left and right; a leg without a whole cycle is stood for by the other one. It is zero for
a signature and itself, symmetric, and knows neither frame rate nor length of the clip nor size of the body nor speed,
only angles over phase. The shift s is there because a landing is found to a few hundredths of a cycle only, and a
shank swings 60 degrees in a fifth of one. It is no metric in the strict sense: with it the triangle inequality may
fail by a little.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.roles import SIDES
from supple.detect.signature.cycles import PHASES
from supple.detect.signature.signature import GaitSignature

_SHIFTS = range(-PHASES // 20, PHASES // 20 + 1)


def curve_distance(a: np.ndarray, b: np.ndarray) -> float:
    """Between two curves (100, 2) [rad]."""
    return _apart(a, np.roll(b, best_shift(a, b), axis=0))


def best_shift(a: np.ndarray, b: np.ndarray) -> int:
    """By how many phases curve b (100, 2) has to be rolled to be nearest to curve a."""
    return min(_SHIFTS, key=lambda s: _apart(a, np.roll(b, s, axis=0)))


def _apart(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.sqrt(np.mean((a - b) ** 2)))


def gait_distance(a: GaitSignature, b: GaitSignature) -> float:
    """Between two signatures [rad]."""
    return float(np.sqrt(np.mean([curve_distance(a.leg(side).curve, b.leg(side).curve) ** 2 for side in SIDES])))


def asymmetry(signature: GaitSignature) -> float | None:
    """Between the legs of one signature [rad]; None where only one has cycles."""
    if signature.left is None or signature.right is None:
        return None
    return curve_distance(signature.left.curve, signature.right.curve)


def distances(signatures: Sequence[GaitSignature]) -> np.ndarray:
    """(n, n) between all of them [rad]."""
    return np.array([[gait_distance(a, b) for b in signatures] for a in signatures])
