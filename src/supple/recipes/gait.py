"""Hips and feet of a walking figure of reference height, as functions of the phase.

In stance the ankle is where the planted foot puts it. In the swing the leg is led from the hip: the
bend of the knee and the direction of the leg go from toe-off to heel strike on one curve each, which
meets the planted leg with the same speed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from supple.core.quaternions import about_axis, multiply, rotate
from supple.recipes.curves import Knot, spline
from supple.recipes.figure import ANKLE_HEIGHT, HIP_DROP, HIP_WIDE, SHANK, THIGH
from supple.recipes.foot_path import TOE_OFF, FootRoll, pitch, planted_shift, sole_depth

TOE_OUT = np.radians(6.0)
_HALF_WIDTH = 0.055  # from the line of progress to a footprint [m]
_COMFORTABLE = 1.4  # stride [m]
_AHEAD = 0.2265  # footprint ahead of the hips at the heel strike [strides]
_LEAST_KNEE = np.radians(5.5)  # in stance: knees never lock, so they never pop
_SWING = (TOE_OFF, 1.0)
_CLEARANCE = 0.010  # of the sole in mid swing [m]
_SWING_KNEE = ((0.66, 0.80), (0.735, 0.98), (0.85, 0.63), (0.95, 0.14))  # phase, bend [rad]
_BOB_SHARE, _BOB_LOW = 0.51, 0.0  # of what stiff legs would do; phase of the lowest point [strides]
_SWAY = 0.020  # towards the standing leg [m]
_YAW, _LIST, _TILT = np.radians(4.0), np.radians(3.0), np.radians(4.0)
_STEP = 1e-4  # [strides] of central differences; the error of the slopes is below 1e-6 m/stride


@dataclass(frozen=True, slots=True)
class Gait:
    """How long a stride is, and what follows from it."""

    stride: float  # [m]
    hip_height: float = field(init=False)  # mean height of the root [m]
    lift: float = field(init=False)  # how far the swinging foot is raised to clear the ground [m]

    def __post_init__(self) -> None:
        object.__setattr__(self, "hip_height", _hip_height(self))
        object.__setattr__(self, "lift", _lift(self))

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

    The footprint of the left foot's first stance is where z = ``_AHEAD`` strides.
    """
    turn, vigour, leg = 2.0 * np.pi * phase, gait.vigour, THIGH + SHANK
    bob = 0.5 * _BOB_SHARE * (leg - np.sqrt(leg**2 - (0.25 * gait.stride) ** 2))
    sway = _SWAY * np.cos(turn - 2.0 * np.pi * 0.32)
    root = np.stack([sway, height - bob * np.cos(2.0 * (turn - 2.0 * np.pi * _BOB_LOW)), gait.stride * phase], axis=1)
    yaw, roll = -vigour * _YAW * np.cos(turn), vigour * _LIST * np.cos(turn - 2.0 * np.pi * 0.16)
    tilt = np.full(len(turn), _TILT)
    return root, multiply(about_axis("y", yaw), multiply(about_axis("z", roll), about_axis("x", tilt)))


def hip_joint(root: np.ndarray, rotation: np.ndarray, side: float) -> np.ndarray:
    """(F, 3) the left (``side`` 1) or right (-1) hip joint [m]."""
    return root + rotate(rotation, np.array([side * HIP_WIDE, -HIP_DROP, 0.0]))


def left_ankle(gait: Gait, phase: np.ndarray) -> np.ndarray:
    """(F, 3) the left ankle [m] at phases in [0, 1), with the hips at z = stride * phase."""
    swung = _swung_ankle(gait, phase)
    swung[:, 1] += gait.lift * _hump(phase)
    planted = _planted_ankle(gait, pitch(phase, gait.roll))
    return np.where((phase < TOE_OFF)[:, None], planted, swung)


def _swung_ankle(gait: Gait, phase: np.ndarray) -> np.ndarray:
    hip = hip_joint(*pelvis(gait, phase, gait.hip_height), side=1.0)
    leave = _leg_knots(gait, TOE_OFF, gait.roll.push)
    land = _leg_knots(gait, 0.0, gait.roll.strike)
    bends = tuple((at, gait.vigour**0.5 * angle) for at, angle in _SWING_KNEE)
    knee = spline(phase, _SWING, leave[0], land[0], bends)
    swing, aside = (spline(phase, _SWING, leave[k], land[k]) for k in (1, 2))
    length = np.sqrt(_leg_length(knee) ** 2 - (aside - hip[:, 0]) ** 2)  # seen from the side
    return np.stack([aside, hip[:, 1] - length * np.cos(swing), hip[:, 2] + length * np.sin(swing)], axis=1)


def _planted_ankle(gait: Gait, angle: np.ndarray) -> np.ndarray:
    """(F, 3) the left ankle over the first footprint."""
    forward, up = planted_shift(angle)
    x, z = _HALF_WIDTH + np.sin(TOE_OUT) * forward, _AHEAD * gait.stride + np.cos(TOE_OUT) * forward
    return np.stack([x, ANKLE_HEIGHT + up, z], axis=1)


def _leg_knots(gait: Gait, phase: float, roll: Knot) -> list[Knot]:
    """Bend of the knee [rad], direction [rad] and sideways place [m] of the planted left leg."""
    step = np.array([-_STEP, 0.0, _STEP])
    ankle = _planted_ankle(gait, roll.value + roll.slope * step)
    away = hip_joint(*pelvis(gait, phase + step, gait.hip_height), side=1.0) - ankle
    cosine = (np.sum(away**2, axis=1) - THIGH**2 - SHANK**2) / (2.0 * THIGH * SHANK)
    curves = (np.arccos(cosine), np.arctan2(-away[:, 2], away[:, 1]), ankle[:, 0])
    return [Knot(c[1], (c[2] - c[0]) / (2.0 * _STEP)) for c in curves]


def _leg_length(knee: np.ndarray | float) -> np.ndarray:
    return np.sqrt(THIGH**2 + SHANK**2 + 2.0 * THIGH * SHANK * np.cos(knee))


def _hip_height(gait: Gait) -> float:
    """The highest hips at which no knee of a standing leg is straighter than it should be."""
    phase = np.linspace(0.0, TOE_OFF, 400)
    hip = hip_joint(*pelvis(gait, phase, 0.0), side=1.0)
    away = _planted_ankle(gait, pitch(phase, gait.roll)) - hip
    level_sq = away[:, 0] ** 2 + away[:, 2] ** 2
    return float(np.min(away[:, 1] + np.sqrt(_leg_length(_LEAST_KNEE) ** 2 - level_sq)))


def _lift(gait: Gait) -> float:
    """The least lift with which the whole sole stays above the ground from toe-off to heel strike."""
    phase = np.linspace(TOE_OFF, 1.0, 402)[1:-1]
    low = _swung_ankle(gait, phase)[:, 1] - sole_depth(phase, gait.roll)
    return max(0.0, _CLEARANCE - float(np.min(low / _hump(phase))))


def _hump(phase: np.ndarray) -> np.ndarray:
    """From 0 at toe-off up to 1 and back to 0 at heel strike, with level ends."""
    u = np.clip((phase - TOE_OFF) / (1.0 - TOE_OFF), 0.0, 1.0)
    return 16.0 * u**2 * (1.0 - u) ** 2
