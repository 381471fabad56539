"""Average people: how long segments are, how their mass is spread, and how strong joints are.

Lengths are shares of the height after R. Drillis and R. Contini (1966), as D. A. Winter prints them (*Biomechanics and
Motor Control of Human Movement*, 4th ed., 2009, figure 4.1). Masses, centres and radii of gyration are those of P. de
Leva (1996), table 4, the mean of both sexes, as in :mod:`supple.core.body.segments`; the radius across is the mean of
the two that he measured.

Compared with public transcriptions of these tables: all lengths but the head's; the radii of head, trunk, thigh, upper
arm and forearm, and the foot's but for the female one along it. Not compared: that one, those of the shank between
joint centres (they were found only for the shank to the malleolus, 1.5 % larger), and those of the hand to its longest
finger.

choice: strength is a round number of newton metres per kilogram of the body, of the order that dynamometers find for
healthy adults at the strongest angle and in the strongest direction. It is what `supple physical` measures effort by;
who knows better writes it into the body document.
"""

from __future__ import annotations

from typing import NamedTuple

from supple.core.body.segments import HEAD_CENTRE, HEAD_SHARE, LIMBS, TRUNK_SHARE

DEFAULT_HEIGHT = 1.75  # [m]
_SHARES = {segment.name.replace(" ", "_"): (segment.share, segment.centre) for segment in LIMBS}
_SHARES |= {"trunk": (TRUNK_SHARE, 0.5), "head": (HEAD_SHARE, HEAD_CENTRE)}
_LENGTHS = {
    "foot": 0.152, "shank": 0.246, "thigh": 0.245, "upper_arm": 0.186, "forearm": 0.146, "hand": 0.108,
    "trunk": 0.288, "head": 0.182,
}  # fmt: skip
_GYRATION = {  # across and along, as shares of the length; female and male
    "foot": ((0.289, 0.139), (0.251, 0.124)), "shank": ((0.265, 0.092), (0.2485, 0.102)),
    "thigh": ((0.3665, 0.162), (0.329, 0.149)), "upper_arm": ((0.269, 0.148), (0.277, 0.158)),
    "forearm": ((0.259, 0.094), (0.2705, 0.121)), "hand": ((0.226, 0.154), (0.2615, 0.184)),
    "trunk": ((0.2995, 0.147), (0.317, 0.169)), "head": ((0.283, 0.261), (0.309, 0.261)),
}  # fmt: skip
STRENGTH = {  # [Nm per kg of the body]
    "hip": 3.0, "knee": 3.0, "ankle": 2.4, "spine": 3.5, "neck": 0.6, "clavicle": 1.5, "shoulder": 1.2, "elbow": 0.9,
    "wrist": 0.25,
}  # fmt: skip


class Average(NamedTuple):
    """One segment of an average body, by shares."""

    length: float  # of the height
    mass: float  # of the body's
    centre: float  # of the length, from the joint
    gyration: tuple[float, float]  # across and along, of the length


def _average(name: str) -> Average:
    (f_across, f_along), (m_across, m_along) = _GYRATION[name]
    share, centre = _SHARES[name]
    return Average(_LENGTHS[name], share, centre, (0.5 * (f_across + m_across), 0.5 * (f_along + m_along)))


AVERAGES = {name: _average(name) for name in _LENGTHS}
