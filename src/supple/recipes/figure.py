"""The figure of the motions that Supple makes itself: an average person in a T-pose."""

from __future__ import annotations

import numpy as np

from supple.core.freedom import BALL, FIXED, Freedom
from supple.core.roles import REFERENCE_HEIGHT
from supple.core.skeleton import Skeleton

ANKLE_HEIGHT = 0.080  # [m] of the ankle above the sole
HEEL_BEHIND = 0.050  # [m] from the ankle back to the point of the heel
BALL_AHEAD = 0.135  # [m] from the ankle to the ball of the foot
TOE_LENGTH = 0.065  # [m] from the ball to the tip of the toes
HIP_DROP, HIP_WIDE, THIGH, SHANK = 0.045, 0.088, 0.425, 0.415  # [m]

_SIDE = [  # name, parent, offset [m] of the left side; the right side is its mirror
    ("UpLeg", "Hips", (HIP_WIDE, -HIP_DROP, 0.0)),
    ("Leg", "UpLeg", (0.0, -THIGH, 0.0)),
    ("Foot", "Leg", (0.0, -SHANK, 0.0)),
    ("ToeBase", "Foot", (0.0, -ANKLE_HEIGHT, BALL_AHEAD)),
    ("ToeBase_end", "ToeBase", (0.0, 0.0, TOE_LENGTH)),
]
_MIDDLE = [
    ("Spine", "Hips", (0.0, 0.105, -0.015)),
    ("Spine1", "Spine", (0.0, 0.170, 0.0)),
    ("Neck", "Spine1", (0.0, 0.225, 0.005)),
    ("Head", "Neck", (0.0, 0.095, 0.015)),
    ("Head_end", "Head", (0.0, 0.190, 0.0)),
]
_ARM = [
    ("Shoulder", "Spine1", (0.035, 0.165, 0.005)),
    ("Arm", "Shoulder", (0.145, 0.010, -0.005)),
    ("ForeArm", "Arm", (0.290, 0.0, 0.0)),
    ("Hand", "ForeArm", (0.255, 0.0, 0.0)),
    ("Hand_end", "Hand", (0.175, 0.0, 0.0)),
]


def standing_figure(height: float = REFERENCE_HEIGHT) -> Skeleton:
    """A person of ``height`` [m] in a T-pose, facing +Z with the left side at +X; soles at y = 0.

    Knees and elbows are hinges with limits; heel, ball and tip of the toes lie on the sole, the heel
    at :func:`heel_offset` in the frame of the foot.
    """
    hips = ("Hips", "", (0.0, HIP_DROP + THIGH + SHANK + ANKLE_HEIGHT, 0.0))
    table = [hips, *_mirrored("Left", _SIDE), *_mirrored("Right", _SIDE), *_MIDDLE]
    table += [*_mirrored("Left", _ARM), *_mirrored("Right", _ARM)]
    names = tuple(name for name, _, _ in table)
    return Skeleton(
        names,
        parents=np.array([names.index(parent) if parent else -1 for _, parent, _ in table]),
        offsets=np.array([offset for *_, offset in table]) * (height / REFERENCE_HEIGHT),
        end_sites=np.array([name.endswith("_end") for name in names]),
        freedoms=tuple(_freedom(name) for name in names),
    )


def heel_offset(height: float = REFERENCE_HEIGHT) -> np.ndarray:
    """(3,) where the point of the heel is in the frame of ``LeftFoot`` and ``RightFoot`` [m]."""
    return np.array([0.0, -ANKLE_HEIGHT, -HEEL_BEHIND]) * (height / REFERENCE_HEIGHT)


def _mirrored(side: str, table: list[tuple[str, str, tuple[float, float, float]]]) -> list:
    sign, local = (1.0 if side == "Left" else -1.0), {name for name, _, _ in table}
    return [
        (side + name, side + parent if parent in local else parent, (sign * x, y, z))
        for name, parent, (x, y, z) in table
    ]


def _freedom(name: str) -> Freedom:
    if name.endswith("_end"):
        return FIXED
    if name.endswith("ForeArm"):  # a bent elbow brings the hand forward
        axis = (0.0, -1.0, 0.0) if name.startswith("Left") else (0.0, 1.0, 0.0)
        return Freedom("hinge", np.array([axis]), np.radians([[0.0, 150.0]]))
    if name.endswith("Leg") and not name.endswith("UpLeg"):
        return Freedom("hinge", np.array([[1.0, 0.0, 0.0]]), np.radians([[0.0, 155.0]]))
    return BALL
