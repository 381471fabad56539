"""How far human joints turn, by role: the limits that count where neither file nor user states any.

Norms: American Academy of Orthopaedic Surgeons, *Joint Motion: Method of Measuring and Recording*, 1965 (AAOS); the
shoulder girdle, and the knee where AAOS is narrower than people who squat, after I. A. Kapandji, *The Physiology of
the Joints* (K). A cone has one half angle all around, so it is the joint's largest excursion from the anatomical
position, rounded: nothing that a healthy person does is forbidden, at the price of allowing some things that they
cannot do. Twists are symmetric, since files differ in which way is inwards. What the norms give for the whole back or
neck is shared between its two roles, with some overlap. A capture outside these ranges widens them, so the table
never changes what was recorded.

The figures of shoulder, elbow, forearm and wrist agree with the AAOS column in table A.1 of C. C. Norkin and D. J.
White, *Measurement of Joint Motion*. Those of the legs, the back and the neck, and Kapandji's, have not been compared
with a copy of their sources.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from supple.core.roles.model import ROLES, SIDES

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class JointRange:
    """The human range of one joint; what does not apply is None."""

    swing_deg: float | None = None  # half angle of the cone that the bone stays in
    twist_deg: Pair | None = None  # about the bone
    range_deg: Pair | None = None  # of a hinge: flexion from the straight limb, positive


JOINT_RANGES: Mapping[str, JointRange] = MappingProxyType(
    {
        # no role: joints between hips and hip. K sacroiliac: a few degrees, so that the solver does not take it apart
        "pelvis": JointRange(swing_deg=5.0, twist_deg=(-5.0, 5.0)),
        # AAOS thoracolumbar: flexion 80, extension 25, bending 35, turning 45 to each side, for both roles together
        "spine": JointRange(swing_deg=45.0, twist_deg=(-25.0, 25.0)),
        "chest": JointRange(swing_deg=40.0, twist_deg=(-25.0, 25.0)),
        # AAOS cervical: flexion and extension 45, bending 45, turning 60; half of the turning is at the skull. Files
        # put the bending into either joint, so each may have all of it
        "neck": JointRange(swing_deg=45.0, twist_deg=(-40.0, 40.0)),
        "head": JointRange(swing_deg=45.0, twist_deg=(-40.0, 40.0)),
        # K sternoclavicular: 10 cm up and forward, 3 cm down and back, with a clavicle of 15 cm; turning 30
        "clavicle": JointRange(swing_deg=40.0, twist_deg=(-30.0, 30.0)),
        # AAOS: flexion and abduction 180 with the girdle, extension 60; turning in 70, out 90. 30 are the clavicle's
        "shoulder": JointRange(swing_deg=150.0, twist_deg=(-90.0, 90.0)),
        # AAOS: flexion 150; pronation and supination 80 each are the twist
        "elbow": JointRange(swing_deg=150.0, twist_deg=(-80.0, 80.0), range_deg=(0.0, 150.0)),
        # AAOS: flexion 80, extension 70, radial 20, ulnar 30; the forearm's 80 where the file has them at the wrist
        "wrist": JointRange(swing_deg=80.0, twist_deg=(-80.0, 80.0)),
        # AAOS: flexion 120, extension 30, abduction 45, adduction 30, turning 45 to each side
        "hip": JointRange(swing_deg=120.0, twist_deg=(-45.0, 45.0)),
        # AAOS: flexion 135; K: 140 active, 160 passive. K: turning in 30, out 40, of the bent knee
        "knee": JointRange(swing_deg=150.0, twist_deg=(-40.0, 40.0), range_deg=(0.0, 150.0)),
        # AAOS: plantar flexion 50, dorsiflexion 20, inversion 35, eversion 15
        "ankle": JointRange(swing_deg=50.0, twist_deg=(-35.0, 35.0)),
        # AAOS, great toe: extension 70, flexion 45
        "ball": JointRange(swing_deg=70.0, twist_deg=(-10.0, 10.0)),
    }
)


# What the norms give for the whole, for figures that have only one joint of the two
_WHOLE_BACK = JointRange(swing_deg=80.0, twist_deg=(-45.0, 45.0))
_WHOLE_NECK = JointRange(swing_deg=45.0, twist_deg=(-60.0, 60.0))
_SHARED = {
    "spine": ("chest", _WHOLE_BACK),
    "chest": ("spine", _WHOLE_BACK),
    "neck": ("head", _WHOLE_NECK),
    "head": ("neck", _WHOLE_NECK),
}


def human_range(role: str, others: Container[str] = ROLES) -> JointRange | None:
    """The range of a role such as ``left_knee``; None for the hips, which travel freely, and for tips.

    ``others`` are the roles that the figure has: a head without a neck turns as far as both.
    """
    if role in _SHARED and _SHARED[role][0] not in others:
        return _SHARED[role][1]
    side, _, part = role.partition("_")
    return JOINT_RANGES.get(part if side in SIDES else role)
