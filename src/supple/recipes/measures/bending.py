"""How fast knees and elbows change their speed: what the eye sees as a pop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.body.hinges import hinged_by_role
from supple.core.motion import Motion, first_moving_frame
from supple.core.roles import SIDES
from supple.recipes.measures.rates import derivative, low_passed
from supple.recipes.measures.scene import Scene

CUTOFF_HZ = 12.0
_LIMBS = {"knee": ("hip", "ankle"), "elbow": ("shoulder", "wrist")}


class Axes(NamedTuple):
    """The axes of knees and elbows by role, each (3,) in its joint's frame."""

    of: dict[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class Bending:
    """Angular accelerations of hinges, whose angle has a sign, so that a straight limb is no corner [rad/s^2]."""

    knee_max: float  # at the clip's own rate; NaN without knees
    elbow_max: float
    knee_p99: float  # 99th percentile, low-passed at 12 Hz; the worse of both knees


def hinge_axes(motion: Motion, roles: Mapping[str, str]) -> Axes:
    """About what the knees and elbows of a clip turn; take those of the original to measure what was made of it."""
    moving = motion.rotations[first_moving_frame(motion) :]
    freedoms = hinged_by_role(motion.skeleton, moving, roles).skeleton.freedoms
    found = {}
    for role in (f"{side}_{part}" for side in SIDES for part in _LIMBS):
        if role in roles and len(axes := freedoms[motion.skeleton.index(roles[role])].axes) == 1:
            found[role] = axes[0]
    return Axes(found)


def bending(scene: Scene, axes: Axes) -> Bending:
    """Of both knees and both elbows."""
    fps, worst = scene.motion.fps, {"knee": [float("nan")], "elbow": [float("nan")]}
    smooth = [float("nan")]
    for role, axis in axes.of.items():
        angle = flexion(scene, role, axis)
        if angle is None or len(angle) < 3:
            continue
        part = role.rpartition("_")[2]
        worst[part].append(float(np.abs(derivative(angle, fps, 2)).max()))
        if part == "knee":
            slow = np.abs(derivative(low_passed(angle, fps, CUTOFF_HZ), fps, 2))
            smooth.append(float(np.percentile(slow, 99.0)))
    return Bending(_largest(worst["knee"]), _largest(worst["elbow"]), _largest(smooth))


def flexion(scene: Scene, role: str, axis: np.ndarray) -> np.ndarray | None:
    """(F,) signed angle between the bones above and below a hinge, seen along its axis [rad]; None without bones."""
    side, _, part = role.partition("_")
    roles = scene.names.roles
    named = [f"{side}_{_LIMBS[part][0]}", role, f"{side}_{_LIMBS[part][1]}"]
    if not all(name in roles for name in named):
        return None
    joints = [scene.motion.skeleton.index(roles[name]) for name in named]
    start, middle, end = (scene.pose.positions[scene.first :, joint] for joint in joints)
    along = quaternions.rotate(scene.pose.rotations[scene.first :, joints[1]], axis)
    upper, lower = (_across(bone, along) for bone in (middle - start, end - middle))
    sine = np.einsum("fi,fi->f", along, np.cross(upper, lower))
    return np.unwrap(np.arctan2(sine, np.einsum("fi,fi->f", upper, lower)))


def _across(vectors: np.ndarray, axes: np.ndarray) -> np.ndarray:
    return np.asarray(vectors - np.einsum("fi,fi->f", vectors, axes)[:, None] * axes)


def _largest(values: list[float]) -> float:
    return float(np.fmax.reduce(values))
