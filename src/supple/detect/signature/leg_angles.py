r"""Angles of a leg seen from the side.

The side is that of the pelvis: forward is :math:`\ell \times \text{up}` with :math:`\ell` from the right hip joint to
the left one, made level. A bone's angle is that from straight down, forward positive, in the plane of forward and up.
**Hip**: the thigh's angle; 0 hangs, positive is flexion (knee in front), negative extension. **Knee**: the thigh's
angle less the shank's; 0 is straight, positive is flexion. **Ankle**: the foot's angle less the shank's, less a
right angle; 0 is a foot square to the shank, positive is dorsiflexion (toes up).

choice: the hip's angle is measured from the vertical, not from the pelvis, because no two skeletons agree on how a
pelvis is turned when it is upright; what bones and gravity say is the same on all of them. The source's knees flex
negative; laboratories' flex positive, and so do these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.core.roles import SIDES

_DOWN = np.array([0.0, -1.0, 0.0])


@dataclass(frozen=True, slots=True, eq=False)
class LegAngles:
    """One leg over a clip [rad]."""

    hip: np.ndarray  # (F,)
    knee: np.ndarray  # (F,)
    ankle: np.ndarray | None  # (F,) None where no joint tells where the foot points
    foot: np.ndarray | None  # (F,) from straight down to where the foot points, forward positive


def leg_angles(positions: np.ndarray, joints: Mapping[str, int], side: str) -> LegAngles:
    """The angles of a leg whose joints, by role, are at ``positions`` (F, J, 3) [m]."""
    forward = _forward(positions, joints)
    hip, knee, ankle = (positions[:, joints[f"{side}_{part}"]] for part in ("hip", "knee", "ankle"))
    thigh, shank = _swing(knee - hip, forward), _swing(ankle - knee, forward)
    front = next((joints[role] for part in ("ball", "toe_end") if (role := f"{side}_{part}") in joints), None)
    knees = _near_zero(np.unwrap(thigh - shank))
    if front is None:
        return LegAngles(np.unwrap(thigh), knees, None, None)
    foot = _swing(positions[:, front] - ankle, forward)
    return LegAngles(np.unwrap(thigh), knees, np.unwrap(foot - shank) - 0.5 * np.pi, np.unwrap(foot))


def needed(side: str) -> tuple[str, ...]:
    """The roles without which a leg cannot be seen."""
    return (*(f"{other}_hip" for other in SIDES), f"{side}_knee", f"{side}_ankle")


def _forward(positions: np.ndarray, joints: Mapping[str, int]) -> np.ndarray:
    """(F, 3) level unit vectors."""
    left = positions[:, joints["left_hip"]] - positions[:, joints["right_hip"]]
    forward = np.cross(left, -_DOWN)
    length = np.linalg.norm(forward, axis=1, keepdims=True)
    return np.asarray(forward / np.where(length > 0.0, length, 1.0))


def _swing(bone: np.ndarray, forward: np.ndarray) -> np.ndarray:
    """(F,) angle of a bone from straight down, forward positive [rad]."""
    return np.arctan2(np.sum(bone * forward, axis=1), bone @ _DOWN)


def _near_zero(angle: np.ndarray) -> np.ndarray:
    """Angles moved by whole turns so that their middle is near zero."""
    turns = np.round(np.median(angle) / (2.0 * np.pi))
    return np.asarray(angle - 2.0 * np.pi * turns)
