"""Chains of a figure's limbs by role, with human limits.

Balls become three hinges: flexion (towards the front), abduction (outward) and twist about the bone, in this order from
the parent, counted from the anatomical position. So a hanging limb is far from where the three get in each other's way,
which is a limb that points straight outward. Knees and elbows are one hinge.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from supple.core.body.anatomy import Anatomy, anatomy
from supple.core.body.hinges import Hinge, hinged_by_role
from supple.core.body.joint_ranges import JOINT_RANGES
from supple.core.quaternions import rotate
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.solvers.weighted.chains import Chain

_TURNS = ("flexion", "abduction", "twist")
_STRAIGHT_DEG = 0.5  # choice: a knee stops short of straight, where no step would bend it again; it costs 0.01 mm
_FREE = JOINT_RANGES["pelvis"]  # for joints between two roles
_RANGES_DEG = {  # the source's are lost with its figure. choice: AAOS norms by direction, as in core.body.joint_ranges
    "hip": ((-30.0, 120.0), (-30.0, 45.0), (-45.0, 45.0)),
    "ankle": ((-50.0, 30.0), (-35.0, 35.0), (-35.0, 35.0)),
    "shoulder": ((-60.0, 180.0), (-45.0, 180.0), (-90.0, 90.0)),
}


def limb_chain(
    skeleton: Skeleton, first: str, last: str, roles: Mapping[str, str], rotations: np.ndarray | None = None
) -> Chain:
    """The chain from the joint of one role to that of another, such as ``left_hip`` to ``left_ankle``.

    ``rotations`` (F, J, 4) of a clip tell the axes of knees and elbows, and where the figure does not stand at rest its
    anatomical position.
    """
    poses = skeleton.rest_rotations[None] if rotations is None else rotations
    joints = _joints(skeleton, first, last, roles)
    figure = anatomy(skeleton, poses, roles)
    found = hinged_by_role(skeleton, poses, roles).hinges
    knees = {hinge.joint: hinge for hinge in found.values()} | _stated(skeleton, roles)
    return _chain(skeleton, joints, [_hinges(figure, joint, knees.get(joint)) for joint in joints])


def _joints(skeleton: Skeleton, first: str, last: str, roles: Mapping[str, str]) -> list[int]:
    for role in (first, last):
        if role not in roles:
            raise InvalidValueError(f"this figure has no {role}, so there is no limb from {first} to {last}.")
    joints = [skeleton.index(roles[last])]
    while joints[0] != skeleton.index(roles[first]):
        if joints[0] <= 0:
            raise InvalidValueError(f"{last} ({roles[last]!r}) does not hang from {first} ({roles[first]!r}).")
        joints.insert(0, int(skeleton.parents[joints[0]]))
    if joints[0] == 0:
        raise InvalidValueError(f"{first} is the root, which hangs from nothing; a limb begins below it.")
    return joints


def _stated(skeleton: Skeleton, roles: Mapping[str, str]) -> dict[int, Hinge]:
    """Hinges that the file states itself."""
    joints = [skeleton.index(name) for name in roles.values() if name in skeleton]
    hinges = [j for j in joints if skeleton.freedoms[j].kind == "hinge" and len(skeleton.freedoms[j].axes)]
    return {j: Hinge(j, skeleton.freedoms[j].axes[0], 0.0, "body", 1.0) for j in hinges}


def _hinges(figure: Anatomy, joint: int, knee: Hinge | None) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
    """Names, axes (n, 3), limits (n, 2) [rad] and what follows the hinges (4,) of one joint."""
    at = figure.at(joint)
    if at is None:
        raise InvalidValueError(f"{figure.skeleton.names[joint]!r} moves no bone, so it cannot be part of a limb.")
    part = figure.parts.get(joint, "").removeprefix("left_").removeprefix("right_") or figure.skeleton.names[joint]
    if knee is not None:
        low, high = JOINT_RANGES[part].range_deg or (0.0, 150.0)
        rest = figure.skeleton.rest_rotations[joint]
        limits = np.radians([[low + _STRAIGHT_DEG, high]]) - knee.rest_flexion
        return [f"{part} flexion"], rotate(rest, knee.axis)[None], limits, rest
    forward, outward = figure.across(joint, at.centre)
    axes = np.stack([np.cross(at.centre, forward), np.cross(at.centre, outward), at.centre])
    return [f"{part} {turn}" for turn in _TURNS], axes, _ball_limits(part), at.zero


def _ball_limits(part: str) -> np.ndarray:
    known = JOINT_RANGES.get(part, _FREE)
    swing, twist = known.swing_deg or 180.0, known.twist_deg or (-180.0, 180.0)
    return np.radians(_RANGES_DEG.get(part, ((-swing, swing), (-swing, swing), twist)))


def _chain(skeleton: Skeleton, joints: list[int], hinges: list) -> Chain:
    limits = np.concatenate([h[2] for h in hinges])
    return Chain(
        joints=tuple(joints),
        hinge_names=tuple(name for h in hinges for name in h[0]),
        joint_of=np.repeat(np.arange(len(joints)), [len(h[0]) for h in hinges]),
        offsets=skeleton.offsets[joints][None],
        axes=np.concatenate([h[1] for h in hinges])[None],
        ends=np.stack([h[3] for h in hinges])[None],
        lower=limits[None, :, 0],
        upper=limits[None, :, 1],
    )
