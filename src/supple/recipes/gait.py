"""Hips of a walking figure of reference height, as functions of the phase, and how high its feet let them be."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from supple.core.quaternions import about_axis, multiply, rotate
from supple.recipes.figure import ANKLE_HEIGHT, HIP_DROP, HIP_WIDE, SHANK, THIGH
from supple.recipes.foot_path import TOE_OFF, FootRoll, pitch, planted_shift

_TOE_OUT = np.radians(6.0)
_HALF_WIDTH = 0.055  # from the line of progress to a footprint [m]
_COMFORTABLE = 1.4  # stride [m]
AHEAD = 0.2265  # footprint ahead of the hips at the heel strike [strides]
_LEAST_KNEE = np.radians(5.5)  # in stance: knees never lock, so they never pop
_BOB_SHARE = 0.51  # of what stiff legs would do; lowest at the heel strikes
SWAY = 0.020  # towards the standing leg [m]
_YAW, _LIST, _TILT = np.radians(4.0), np.radians(3.0), np.radians(4.0)


@dataclass(frozen=True, slots=True)
class Gait:
    """How long a stride is, and what follows from it."""

    stride: float  # [m]
    hip_height: float = field(init=False)  # mean height of the root [m]

    def __post_init__(self) -> None:
        object.__setattr__(self, "hip_height", _hip_height(self))

    @property
    def vigour(self) -> float:
        """1 for a comfortable walk; scales every swing of the body."""
        return self.stride / _COMFORTABLE

    @property
    def roll(self) -> FootRoll:
        """What the feet do at this stride."""
        return FootRoll().scaled(min(self.vigour, 1.15))


def pelvis(gait: Gait, phase: np.ndarray, height: float) -> tuple[np.ndarray, np.ndarray]:
    """Position (F, 3) [m] and world rotation (F, 4) of the hips at the phase of the left foot.

    The footprint of the left foot's first stance is where z = ``AHEAD`` strides.
    """
    turn, vigour = 2.0 * np.pi * phase, gait.vigour
    sway = SWAY * np.cos(turn - 2.0 * np.pi * 0.32)
    root = np.stack([sway, height - bob(gait.stride) * np.cos(2.0 * turn), gait.stride * phase], axis=1)
    yaw, roll = -vigour * _YAW * np.cos(turn), vigour * _LIST * np.cos(turn - 2.0 * np.pi * 0.16)
    tilt = np.full(len(turn), _TILT)
    return root, multiply(about_axis("y", yaw), multiply(about_axis("z", roll), about_axis("x", tilt)))


def bob(strides: np.ndarray | float) -> np.ndarray:
    """Half of how much hips go up and down [m]."""
    leg = THIGH + SHANK
    return 0.5 * _BOB_SHARE * (leg - np.sqrt(leg**2 - (0.25 * np.minimum(strides, 2.0 * leg)) ** 2))


def _hip_joint(root: np.ndarray, rotation: np.ndarray, side: float) -> np.ndarray:
    """(F, 3) the left (``side`` 1) or right (-1) hip joint [m]."""
    return root + rotate(rotation, np.array([side * HIP_WIDE, -HIP_DROP, 0.0]))


def _planted_ankle(gait: Gait, angle: np.ndarray) -> np.ndarray:
    """(F, 3) the left ankle over the first footprint."""
    forward, up = planted_shift(angle)
    x, z = _HALF_WIDTH + np.sin(_TOE_OUT) * forward, AHEAD * gait.stride + np.cos(_TOE_OUT) * forward
    return np.stack([x, ANKLE_HEIGHT + up, z], axis=1)


def _leg_length(knee: np.ndarray | float) -> np.ndarray:
    return np.sqrt(THIGH**2 + SHANK**2 + 2.0 * THIGH * SHANK * np.cos(knee))


def _hip_height(gait: Gait) -> float:
    """The highest hips at which no knee of a standing leg is straighter than it should be."""
    phase = np.linspace(0.0, TOE_OFF, 400)
    hip = _hip_joint(*pelvis(gait, phase, 0.0), side=1.0)
    away = _planted_ankle(gait, pitch(phase, gait.roll)) - hip
    level_sq = away[:, 0] ** 2 + away[:, 2] ** 2
    return float(np.min(away[:, 1] + np.sqrt(_leg_length(_LEAST_KNEE) ** 2 - level_sq)))
