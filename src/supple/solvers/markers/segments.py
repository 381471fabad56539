"""The 18 segments of a body, the joint that moves each, and the proportions of an average person.

Lengths of thigh, shank, upper arm and forearm are those of P. de Leva, J. Biomech. 29 (1996), table 4, men: 422.2,
434.0 (down to the lateral malleolus), 281.7 and 268.9 mm for a stature of 1.741 m, here for 1.75 m. Choice: those of
the shoulder girdle, the neck and the lowest joint of the back, and all spreads, are round numbers of our own. A
skeleton stands in a T-pose at rest: y up, z forward, x to the left, palms down, no joint turned.

Which way joints turn: hips, back, ankles and shoulders any way, knees like hinges, elbows bend and turn the forearm,
wrists and collar bones have two hinges. How far they turn is the table of :mod:`supple.core.body.joint_ranges`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

REFERENCE_STATURE = 1.75  # [m] of all lengths here
SIDES = ("left", "right")
Triple = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Segment:
    """One rigid part of the body, of the left side where it has one."""

    name: str  # without its side
    parent: str
    joint: str  # name of the joint in the skeleton, without its side
    role: str  # of that joint
    offset: Triple  # [m] of the joint from the parent's joint at rest
    spread: Triple  # [m] how much people differ from it
    tip: Triple | None = None  # [m] the end of the last bone of a limb
    sided: bool = True


_TABLE = (
    Segment("pelvis", "", "Hips", "hips", (0.0, 0.930, 0.0), (0.0, 0.0, 0.0), sided=False),
    Segment("femur", "pelvis", "UpLeg", "hip", (0.0865, 0.0, 0.0), (0.010, 0.001, 0.001)),
    Segment("tibia", "femur", "Leg", "knee", (0.0, -0.424, 0.0), (0.010, 0.035, 0.0005)),
    Segment("foot", "tibia", "Foot", "ankle", (0.0, -0.436, 0.0), (0.010, 0.035, 0.0005), (0.0, -0.055, 0.185)),
    Segment("thorax", "pelvis", "Spine", "spine", (0.0, 0.105, -0.025), (0.001, 0.025, 0.015), sided=False),
    Segment("neck", "thorax", "Neck", "neck", (0.0, 0.430, -0.010), (0.001, 0.070, 0.025), sided=False),
    Segment("head", "neck", "Head", "head", (0.0, 0.110, 0.020), (0.001, 0.015, 0.010), (0.0, 0.18, 0.0), sided=False),
    Segment("clavicle", "thorax", "Shoulder", "clavicle", (0.025, 0.395, 0.035), (0.006, 0.070, 0.030)),
    Segment("humerus", "clavicle", "Arm", "shoulder", (0.145, 0.005, -0.030), (0.015, 0.010, 0.010)),
    Segment("radius", "humerus", "ForeArm", "elbow", (0.283, 0.0, 0.0), (0.025, 0.005, 0.005)),
    Segment("hand", "radius", "Hand", "wrist", (0.270, 0.0, 0.0), (0.022, 0.003, 0.003), (0.185, 0.0, 0.0)),
)
# The order of a depth-first skeleton: legs, then trunk with head and arms.
_ORDER = ("pelvis", "left_leg", "right_leg", "thorax", "neck", "head", "left_arm", "right_arm")
_LIMBS = {"leg": ("femur", "tibia", "foot"), "arm": ("clavicle", "humerus", "radius", "hand")}
KINDS: Mapping[str, Segment] = MappingProxyType({segment.name: segment for segment in _TABLE})


def _ordered() -> tuple[str, ...]:
    names: list[str] = []
    for entry in _ORDER:
        side, _, limb = entry.partition("_")
        names += [f"{side}_{part}" for part in _LIMBS[limb]] if limb else [entry]
    return tuple(names)


SEGMENTS: tuple[str, ...] = _ordered()
# What the segmented solve does one after the other; the chains of a stage do not touch each other.
STAGES: tuple[tuple[tuple[str, ...], ...], ...] = (
    (("pelvis",),),
    (
        tuple(f"left_{part}" for part in _LIMBS["leg"]),
        tuple(f"right_{part}" for part in _LIMBS["leg"]),
        ("thorax", "neck", "head"),
    ),
    (tuple(f"left_{part}" for part in _LIMBS["arm"]), tuple(f"right_{part}" for part in _LIMBS["arm"])),
)
CHAINS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "pelvis": STAGES[0][0],
        "left_leg": STAGES[1][0],
        "right_leg": STAGES[1][1],
        "trunk": STAGES[1][2],
        "left_arm": STAGES[2][0],
        "right_arm": STAGES[2][1],
    }
)


def split(segment: str) -> tuple[str, str]:
    """``("left", "femur")`` of ``"left_femur"``; no side for the trunk."""
    side, _, kind = segment.partition("_")
    return (side, kind) if side in SIDES else ("", segment)


def parent_of(segment: str) -> str:
    """The segment that carries another; "" for the pelvis."""
    side, kind = split(segment)
    parent = KINDS[kind].parent
    return f"{side}_{parent}" if side and parent and KINDS[parent].sided else parent


def joint_name(segment: str) -> str:
    """The joint of the skeleton that moves a segment: ``LeftUpLeg`` moves ``left_femur``."""
    side, kind = split(segment)
    return side.title() + KINDS[kind].joint


def role_of(segment: str) -> str:
    """The role of that joint."""
    side, kind = split(segment)
    return f"{side}_{KINDS[kind].role}" if side else KINDS[kind].role


def mirrored(vector: Triple, side: str) -> Triple:
    """A vector of the left side on a side of the body."""
    return (-vector[0], vector[1], vector[2]) if side == "right" else vector
