"""Which joint hurts, and what a limp does about it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import msgspec

from supple.core.documents import nearest
from supple.core.roles import SIDES
from supple.errors import InvalidValueError
from supple.io.documents.joint_weights import JointWeights, LegWeights

JOINTS = ("hip", "knee", "ankle")
PRESETS: tuple[str, ...] = tuple(f"{joint}-{side}" for joint, side in product((*JOINTS, "leg"), SIDES))
_HEIGHT, _LENGTH, _SPEED, _WEIGHT = 0.5, 0.5, 0.3, 0.9  # what the source's limp takes or adds at full severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Limp:
    """The controls of a limp, on one side; 1 is as captured."""

    side: str
    height: float  # of the foot's flight
    length: float  # of the step, from the other foot
    speed: float  # of the swing
    weights: JointWeights

    @property
    def stiff_hip(self) -> bool:
        """Whether it is the hip that hurts."""
        return self.weights.weight(self.side, "hip") != (1.0,)

    @property
    def with_free_hips(self) -> JointWeights:
        """The weights by which the body goes its way: a thigh that hardly swings would not carry it from foot to foot.

        choice: so a stiff hip swings less in flight, and over a foot that stands as it has to.
        """
        return JointWeights(**{self.side: msgspec.structs.replace(getattr(self.weights, self.side), hip=None)})


def limp_of(preset: str, severity: float) -> Limp:
    """The limp of a preset such as ``knee-left``. ``leg-left`` spares the leg and stiffens no joint.

    Severity 0 changes nothing; 1 is the source's: height and length halved, 30 % faster, joint weight 0.1.
    """
    if preset not in PRESETS:
        raise InvalidValueError(f"there is no injury {preset!r}. {nearest(preset, PRESETS)}")
    if not 0.0 <= severity <= 1.0:
        raise InvalidValueError(f"severity lies between 0 and 1; got {severity}.")
    joint, side = preset.split("-")
    stiff = LegWeights() if joint == "leg" else LegWeights(**{joint: 1.0 - _WEIGHT * severity})
    return Limp(
        side=side,
        height=1.0 - _HEIGHT * severity,
        length=1.0 - _LENGTH * severity,
        speed=1.0 + _SPEED * severity,
        weights=JointWeights(**{side: stiff}),
    )
