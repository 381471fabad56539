"""A standing figure led by its hips, trunk, head, hands and feet: what the sample motions are made of."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.provenance import Provenance
from supple.core.quaternions import about_axis, conjugate, from_matrix, identity, multiply, rotate
from supple.core.skeleton import Skeleton
from supple.recipes.figure import ANKLE_HEIGHT, HIP_DROP, HIP_WIDE, SHANK, THIGH, standing_figure
from supple.recipes.leg import reach

Curve = np.ndarray | float  # (F,)
SIDES = (("Left", 1.0), ("Right", -1.0))  # name, sign of x
_UPPER_ARM, _FOREARM = 0.290, 0.255  # [m]
_STANDING = HIP_DROP + THIGH + SHANK + ANKLE_HEIGHT
_ELBOW = np.array(
    [0.4, -0.6, -0.7]
)  # where the left elbow points to, in the chest's frame: down, back and a little out


@dataclass(frozen=True, slots=True, eq=False)
class Limb:
    """Where a hand (in the chest's frame) or an ankle (in the world) is, and how a foot is turned."""

    place: np.ndarray  # (F, 3) [m]
    pitch_deg: Curve = 0.0  # of a foot, toes down
    out_deg: Curve = 0.0  # of a foot, toes out


@dataclass(frozen=True, slots=True, eq=False)
class Acting:
    """Curves over the frames; angles are in degrees, places in metres for a figure of reference height."""

    hips: np.ndarray  # (F, 3) away from standing with straight legs
    feet: dict[str, Limb]
    hands: dict[str, Limb]
    hips_turn: Curve = 0.0  # about the vertical, to the left
    twist: Curve = 0.0  # of the chest against the hips
    lean: Curve = 0.0  # of the chest, forward
    side: Curve = 0.0  # of the chest, to the right
    head_turn: Curve = 0.0  # of the head against the chest
    nod: Curve = 0.0
    grip: np.ndarray | None = field(default=None)  # (3,) the right wrist in the left hand's frame: both hold one thing


def acted(acting: Acting, fps: float, name: str) -> Motion:
    """The motion of a figure of reference height, facing +Z, with the left side at +X."""
    skeleton, frames = standing_figure(), len(acting.hips)
    local = identity(frames, len(skeleton))
    root = acting.hips + (0.0, _STANDING, 0.0)
    local[:, 0] = _about("y", acting.hips_turn, frames)
    _trunk(skeleton, acting, local)
    for side, sign in SIDES:
        _leg(skeleton, acting.feet[side], side, sign, root, local)
    for side, sign in SIDES:  # the right one may hold on to the left
        _arm(skeleton, acting, side, sign, Motion(skeleton, root, local, 1.0 / fps), local)
    return Motion(skeleton, root, local, 1.0 / fps, provenance=Provenance(source=name))


def _about(axis: str, degrees: Curve, frames: int) -> np.ndarray:
    return about_axis(axis, np.radians(np.broadcast_to(degrees, frames)))


def _trunk(skeleton: Skeleton, acting: Acting, local: np.ndarray) -> None:
    """Two joints each share what the chest and the head do."""
    frames = len(local)
    half = [_about(axis, 0.5 * np.asarray(curve), frames)
            for axis, curve in (("y", acting.twist), ("x", acting.lean), ("z", acting.side))]  # fmt: skip
    chest = multiply(half[0], multiply(half[1], half[2]))
    head = multiply(_about("y", 0.5 * np.asarray(acting.head_turn), frames),
                    _about("x", 0.5 * np.asarray(acting.nod), frames))  # fmt: skip
    for names, turn in ((("Spine", "Spine1"), chest), (("Neck", "Head"), head)):
        for joint in names:
            local[:, skeleton.index(joint)] = turn


def _leg(skeleton: Skeleton, foot: Limb, side: str, sign: float, root: np.ndarray, local: np.ndarray) -> None:
    frames, hips = len(local), local[:, 0]
    hip = root + rotate(hips, np.array([sign * HIP_WIDE, -HIP_DROP, 0.0]))
    out = _about("y", sign * np.asarray(foot.out_deg), frames)
    lateral = rotate(out, np.array([1.0, 0.0, 0.0]))
    thigh, knee = reach(hip, foot.place, lateral, THIGH, SHANK)
    bend = about_axis("x", knee)
    sole = multiply(out, _about("x", foot.pitch_deg, frames))
    first = skeleton.index(f"{side}UpLeg")
    local[:, first] = multiply(conjugate(hips), thigh)
    local[:, first + 1] = bend
    local[:, first + 2] = multiply(conjugate(multiply(thigh, bend)), sole)


def _arm(skeleton: Skeleton, acting: Acting, side: str, sign: float, so_far: Motion, local: np.ndarray) -> None:
    pose, first = world_pose(so_far), skeleton.index(f"{side}Arm")
    chest, clavicle = skeleton.index("Spine1"), skeleton.index(f"{side}Shoulder")
    if acting.grip is not None and side == "Right":
        held = skeleton.index("LeftHand")
        hand = pose.positions[:, held] + rotate(pose.rotations[:, held], acting.grip)
    else:
        hand = pose.positions[:, chest] + rotate(pose.rotations[:, chest], acting.hands[side].place)
    shoulder, points_to = pose.positions[:, first], rotate(pose.rotations[:, chest], _ELBOW * (sign, 1.0, 1.0))
    bone, elbow = reach(shoulder, hand, np.cross(points_to, hand - shoulder), _UPPER_ARM, _FOREARM)
    arm = multiply(bone, conjugate(_arm_at_rest(sign)))
    local[:, first] = multiply(conjugate(pose.rotations[:, clavicle]), arm)
    local[:, first + 1] = about_axis("y", -sign * elbow)


def _arm_at_rest(sign: float) -> np.ndarray:
    """The turn from a hanging leg to an arm of the T-pose: bone along x, bending forward."""
    return from_matrix(np.array([[0.0, -sign, 0.0], [-sign, 0.0, 0.0], [0.0, 0.0, -1.0]]))
