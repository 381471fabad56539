"""The whole walking figure at given phases."""

from __future__ import annotations

import numpy as np

from supple.core.quaternions import about_axis, conjugate, identity, multiply
from supple.core.skeleton import Skeleton
from supple.recipes.figure import SHANK, THIGH
from supple.recipes.foot_path import pitch, toe_pitch
from supple.recipes.gait import TOE_OUT, Gait, hip_joint, left_ankle, pelvis
from supple.recipes.leg import reach
from supple.recipes.upper_body import pose_upper_body

_SIDES = (("Left", 1.0, 0.0), ("Right", -1.0, 0.5))  # name, sign of x, phase behind the left foot


def walking_pose(skeleton: Skeleton, gait: Gait, phase: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Root positions (F, 3) [m, reference height] and local rotations (F, J, 4) at the left foot's ``phase`` (F,)."""
    rotations = identity(len(phase), len(skeleton))
    root, turned = pelvis(gait, phase, gait.hip_height)
    rotations[:, 0] = turned
    pose_upper_body(skeleton, phase, gait.vigour, turned, rotations)
    for side, sign, behind in _SIDES:
        first = skeleton.index(f"{side}UpLeg")
        hip = hip_joint(root, turned, sign)
        rotations[:, first : first + 4] = _leg(gait, phase - behind, sign, hip, root[:, 2], turned)
    start = root[0] * (0.0, 0.0, 1.0)  # frame 0 is over the origin
    return root - start, rotations


def _leg(
    gait: Gait, phase: np.ndarray, sign: float, hip: np.ndarray, along: np.ndarray, turned: np.ndarray
) -> np.ndarray:
    """Local rotations (F, 4, 4) of hip, knee, ankle and toes of one leg, ``phase`` being its own."""
    inside = phase - np.floor(phase)
    ankle = left_ankle(gait, inside) * (sign, 1.0, 1.0)  # the right side is the mirror, half a stride later
    ankle[:, 2] += along - gait.stride * inside
    knee_yaw = 0.5 * (sign * TOE_OUT + 2.0 * np.arctan2(turned[:, 2], turned[:, 0]))
    lateral = np.stack([np.cos(knee_yaw), np.zeros(len(phase)), -np.sin(knee_yaw)], axis=1)
    thigh, knee = reach(hip, ankle, lateral, THIGH, SHANK)
    shank = multiply(thigh, about_axis("x", knee))
    sole = pitch(inside, gait.roll)
    foot = multiply(about_axis("y", np.full(len(phase), sign * TOE_OUT)), about_axis("x", sole))
    local = [multiply(conjugate(turned), thigh), about_axis("x", knee), multiply(conjugate(shank), foot)]
    return np.stack([*local, about_axis("x", toe_pitch(inside, sole) - sole)], axis=1)
