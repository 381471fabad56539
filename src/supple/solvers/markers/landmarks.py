"""Where markers sit: for each landmark its segment, the joint it is measured from, and where it is from there.

Metres on a person of 1.75 m in a T-pose, x outward (to the left on the left side), markers of 14 mm on the skin.
Choice: all places and spreads are round numbers of our own; what ties a joint's centre to markers (:mod:`.priors`) is

- hip: M. E. Harrington et al., J. Biomech. 40 (2007), from the width and depth of the pelvis;
- knee, ankle, elbow, wrist: between the two epicondyles, malleoli or styloids (those of the wrist sit a little towards
  the back of the hand); with one of them half a width inwards;
- shoulder: below the acromion.

``spread`` is how much the place differs from person to person and from hand to hand of those who stick markers on: a
few millimetres across a joint for bony landmarks, centimetres for markers that only have to be somewhere on a
segment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from supple.solvers.markers.segments import Triple


@dataclass(frozen=True, slots=True)
class Landmark:
    """A place on the body, of the left side where it has one."""

    segment: str  # without its side
    anchor: str  # the segment whose joint it is measured from
    place: Triple  # [m] from there
    spread: Triple  # [m]
    sided: bool = True


_BONE: Triple = (0.008, 0.010, 0.010)  # a landmark that is felt
_SKIN: Triple = (0.030, 0.070, 0.040)  # somewhere on a long segment, which lies along y
_ARM: Triple = (0.070, 0.035, 0.040)  # the same along x


def _of(segment: str, anchor: str, place: Triple, spread: Triple, sided: bool = True) -> Landmark:
    return Landmark(segment, anchor, place, spread, sided)


LANDMARKS: Mapping[str, Landmark] = MappingProxyType(
    {
        "asis": _of("pelvis", "femur", (0.034, 0.074, 0.060), (0.012, 0.012, 0.012)),
        "psis": _of("pelvis", "femur", (-0.042, 0.100, -0.088), (0.015, 0.015, 0.015)),
        "front_waist": _of("pelvis", "femur", (0.040, 0.085, 0.060), (0.020, 0.020, 0.020)),
        "back_waist": _of("pelvis", "femur", (-0.030, 0.105, -0.090), (0.020, 0.020, 0.020)),
        "sacrum": _of("pelvis", "pelvis", (0.0, 0.095, -0.095), (0.004, 0.020, 0.015), sided=False),
        "iliac_crest": _of("pelvis", "femur", (0.060, 0.130, 0.0), (0.020, 0.030, 0.030)),
        "pelvis_skin": _of("pelvis", "pelvis", (0.0, 0.080, -0.090), (0.10, 0.06, 0.08), sided=False),
        "trochanter": _of("femur", "femur", (0.085, -0.010, 0.0), (0.020, 0.030, 0.020)),
        "thigh": _of("femur", "femur", (0.070, -0.230, 0.030), (0.050, 0.100, 0.070)),
        "knee_lateral": _of("femur", "tibia", (0.055, 0.0, 0.0), _BONE),
        "knee_medial": _of("femur", "tibia", (-0.055, 0.0, 0.0), _BONE),
        "tibial_tubercle": _of("tibia", "tibia", (0.0, -0.050, 0.045), (0.020, 0.020, 0.020)),
        "shank": _of("tibia", "tibia", (0.045, -0.220, 0.020), (0.050, 0.100, 0.060)),
        "ankle_lateral": _of("tibia", "foot", (0.042, 0.0, -0.005), _BONE),
        "ankle_medial": _of("tibia", "foot", (-0.038, 0.005, 0.005), _BONE),
        "heel": _of("foot", "foot", (0.0, -0.045, -0.060), (0.012, 0.020, 0.015)),
        "toe": _of("foot", "foot", (0.005, -0.050, 0.125), (0.020, 0.020, 0.025)),
        "toe_tip": _of("foot", "foot", (0.0, -0.050, 0.185), (0.020, 0.020, 0.025)),
        "toe_fifth": _of("foot", "foot", (0.055, -0.060, 0.090), (0.020, 0.020, 0.030)),
        "toe_first": _of("foot", "foot", (-0.035, -0.055, 0.125), (0.020, 0.020, 0.030)),
        "foot_lateral": _of("foot", "foot", (0.045, -0.050, 0.050), (0.025, 0.025, 0.050)),
        "foot_top": _of("foot", "foot", (0.0, -0.020, 0.070), (0.025, 0.025, 0.035)),
        "foot_skin": _of("foot", "foot", (0.0, -0.040, 0.060), (0.050, 0.040, 0.090)),
        "c7": _of("thorax", "neck", (0.0, 0.015, -0.065), (0.003, 0.020, 0.015), sided=False),
        "t10": _of("thorax", "neck", (0.0, -0.270, -0.100), (0.003, 0.060, 0.030), sided=False),
        "t8": _of("thorax", "neck", (0.0, -0.200, -0.100), (0.003, 0.050, 0.030), sided=False),
        "jugular_notch": _of("thorax", "neck", (0.0, -0.050, 0.060), (0.003, 0.020, 0.020), sided=False),
        "sternum": _of("thorax", "neck", (0.0, -0.180, 0.100), (0.003, 0.070, 0.030), sided=False),
        "scapula": _of("thorax", "neck", (0.080, -0.130, -0.100), (0.040, 0.050, 0.030)),
        "collar": _of("thorax", "neck", (0.050, -0.040, 0.050), (0.040, 0.030, 0.030)),
        "thorax_skin": _of("thorax", "neck", (0.0, -0.200, 0.0), (0.12, 0.15, 0.12), sided=False),
        "neck_skin": _of("neck", "neck", (0.0, 0.060, -0.060), (0.04, 0.03, 0.06), sided=False),
        "acromion": _of("clavicle", "humerus", (0.000, 0.055, 0.000), (0.015, 0.010, 0.010)),
        "upper_arm": _of("humerus", "humerus", (0.150, 0.045, 0.0), _ARM),
        "deltoid": _of("humerus", "humerus", (0.060, 0.060, 0.0), _ARM),
        "elbow_lateral": _of("humerus", "radius", (0.0, 0.042, 0.0), _BONE),
        "elbow_medial": _of("humerus", "radius", (0.0, -0.042, 0.0), _BONE),
        "forearm": _of("radius", "radius", (0.130, 0.035, 0.010), (0.070, 0.035, 0.035)),
        "wrist_thumb": _of("radius", "hand", (0.0, 0.005, 0.036), (0.012, 0.012, 0.012)),
        "wrist_little": _of("radius", "hand", (0.0, 0.005, -0.036), (0.012, 0.012, 0.012)),
        "wrist": _of("radius", "hand", (0.0, 0.030, 0.0), (0.015, 0.020, 0.030)),
        "hand": _of("hand", "hand", (0.085, 0.015, 0.005), (0.025, 0.015, 0.025)),
        "hand_index": _of("hand", "hand", (0.085, 0.015, 0.030), (0.025, 0.015, 0.020)),
        "hand_little": _of("hand", "hand", (0.080, 0.015, -0.035), (0.025, 0.015, 0.020)),
        "head_front": _of("head", "head", (0.065, 0.110, 0.080), (0.025, 0.035, 0.030)),
        "head_back": _of("head", "head", (0.065, 0.110, -0.080), (0.025, 0.035, 0.030)),
        "temple": _of("head", "head", (0.080, 0.080, 0.040), (0.020, 0.040, 0.040)),
        "ear": _of("head", "head", (0.080, 0.040, -0.010), (0.020, 0.030, 0.030)),
        "head_top": _of("head", "head", (0.0, 0.190, 0.0), (0.015, 0.020, 0.030), sided=False),
        "forehead": _of("head", "head", (0.0, 0.100, 0.100), (0.010, 0.040, 0.025), sided=False),
        "occiput": _of("head", "head", (0.0, 0.080, -0.100), (0.010, 0.040, 0.025), sided=False),
        "chin": _of("head", "head", (0.0, -0.040, 0.080), (0.010, 0.025, 0.025), sided=False),
        "head_skin": _of("head", "head", (0.0, 0.100, 0.0), (0.08, 0.07, 0.09), sided=False),
    }
)
SOMEWHERE: Mapping[str, str] = MappingProxyType(  # of a marker of which only the segment is known
    {
        "pelvis": "pelvis_skin",
        "femur": "thigh",
        "tibia": "shank",
        "foot": "foot_skin",
        "thorax": "thorax_skin",
        "neck": "neck_skin",
        "head": "head_skin",
        "clavicle": "acromion",
        "humerus": "upper_arm",
        "radius": "forearm",
        "hand": "hand",
    }
)
PAIRS: Mapping[str, tuple[str, str]] = MappingProxyType(  # joints in the middle between two landmarks
    {
        "tibia": ("knee_lateral", "knee_medial"),
        "foot": ("ankle_lateral", "ankle_medial"),
        "radius": ("elbow_lateral", "elbow_medial"),
        "hand": ("wrist_thumb", "wrist_little"),
    }
)
