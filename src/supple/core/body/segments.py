"""How heavy the parts of a human body are, and where along them their centres of mass lie.

P. de Leva, "Adjustments to Zatsiorsky-Seluyanov's segment inertia parameters", Journal of Biomechanics 29(9),
1223-1230, 1996, table 4, for young adults. Mass in percent of the body's; centre in percent of the way from the first
to the second end. Head and trunk are those that end at the seventh neck vertebra, the hand the one that ends at the
tip of the middle finger, the shank the one that ends at the ankle joint (not the malleolus), because these are the
ends that a skeleton has.

========== ====== ====== ====== ====== =================================================
segment    mass f mass m ctr. f ctr. m ends
========== ====== ====== ====== ====== =================================================
head, neck   6.68   6.94  48.41  50.02 vertex to neck vertebra 7
trunk       42.57  43.46  49.64  51.38 neck vertebra 7 to the middle between the hips
upper arm    2.55   2.71  57.54  57.72 shoulder to elbow
forearm      1.38   1.62  45.59  45.74 elbow to wrist
hand         0.56   0.61  34.27  36.24 wrist to fingertip
thigh       14.78  14.16  36.12  40.95 hip to knee
shank        4.81   4.33  43.52  43.95 knee to ankle
foot         1.29   1.37  50     50    ankle to ball (see below)
========== ====== ====== ====== ====== =================================================

De Leva measures the foot from the heel, which few skeletons have; its centre is that of D. A. Winter, *Biomechanics and
Motor Control of Human Movement*, 4th ed., 2009, table 4.1: half-way from the ankle to the head of metatarsal II.
A figure's sex is not known, so the mean of both columns counts.
"""

from __future__ import annotations

from typing import NamedTuple


class Segment(NamedTuple):
    """One limb segment: from which role to which, its share of the body's mass and where its centre is."""

    name: str
    start: str  # the role of the joint that moves it
    end: str
    share: float
    centre: float  # share of the way from start to end
    spare: str = ""  # the role that serves where there is no ``end``
    spare_centre: float = 0.0


def _mean(female: float, male: float) -> float:
    return 0.005 * (female + male)


HEAD_SHARE = _mean(6.68, 6.94)
HEAD_CENTRE = 1.0 - _mean(48.41, 50.02)  # from the base of the neck up to the crown
TRUNK_SHARE = _mean(42.57, 43.46)  # its centre is 49.5 % up, so that an even spread along the spine is right

# The length from the base of the neck to the crown, as a share of the trunk's: 243.7 / 614.8 and 242.9 / 603.3 mm.
HEAD_OF_TRUNK = 0.40
# A hand that has no fingertips: how far its centre is beyond the wrist, as a share of the forearm (about 0.35 * 0.68).
HAND_OF_FOREARM = 0.24

LIMBS = (  # of one side
    Segment("upper arm", "shoulder", "elbow", _mean(2.55, 2.71), _mean(57.54, 57.72)),
    Segment("forearm", "elbow", "wrist", _mean(1.38, 1.62), _mean(45.59, 45.74)),
    Segment("hand", "wrist", "fingertips", _mean(0.56, 0.61), _mean(34.27, 36.24)),
    Segment("thigh", "hip", "knee", _mean(14.78, 14.16), _mean(36.12, 40.95)),
    Segment("shank", "knee", "ankle", _mean(4.81, 4.33), _mean(43.52, 43.95)),
    # The toes end where about 0.7 of the way is the ball.
    Segment("foot", "ankle", "ball", _mean(1.29, 1.37), 0.5, "toe_end", 0.35),
)
