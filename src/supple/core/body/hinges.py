r"""Knees and elbows as hinges, also on files that give them three channels.

The axis is the direction in the joint's own frame about which it turned: with :math:`\bar q` the mean of its rotations
and :math:`v_f = \log(\bar q^{-1} q_f)`, the eigenvector of the largest eigenvalue of :math:`\sum_f v_f v_f^T`. It is
positive in flexion: it points along upper bone cross lower bone. A joint that hardly turns but is bent gets exactly
that cross product, and one that is straight as well the axis that it has on a body standing or sitting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.arrays import frozen
from supple.core.body.facing import Facing, facing
from supple.core.body.rest_pose import RestPose, rest_pose
from supple.core.freedom import Freedom
from supple.core.roles.model import SIDES
from supple.core.skeleton import Skeleton

Evidence = Literal["motion", "bend", "body"]
_MOTION: Evidence = "motion"
_BEND: Evidence = "bend"
_BODY: Evidence = "body"
_LIMBS = {"knee": ("hip", "ankle"), "elbow": ("shoulder", "wrist")}
_MOVES = np.radians(3.0)  # rms about the axis, from which the motion tells it
_BENT = np.radians(5.0)  # mean bend, from which the pose tells it
_ALONG = 0.5  # an axis nearer to the bone than 60 degrees is a twist (pronation), not the hinge
_SIDEWAYS = 0.3  # of the body's left, what must be across an upper arm


@dataclass(frozen=True, slots=True, eq=False)
class Hinge:
    """The axis of one knee or elbow and how it was found."""

    joint: int
    axis: np.ndarray  # (3,) unit, in the joint's frame; a positive turn flexes
    rest_flexion: float  # how far the limb is bent where the hinge's angle is zero, at rest [rad]
    evidence: Evidence
    explained: float  # share of the joint's rotation about its mean that is about the axis; 1 where it does not turn


class Hinged(NamedTuple):
    """A skeleton with hinges, and those that were made, by role."""

    skeleton: Skeleton
    hinges: dict[str, Hinge]


class _Limb(NamedTuple):
    upper: np.ndarray  # (3,) unit, along the upper bone in the frame of the joint's parent
    lower: np.ndarray  # (3,) unit, along the lower bone in the joint's frame


def hinged_by_role(skeleton: Skeleton, rotations: np.ndarray, roles: Mapping[str, str]) -> Hinged:
    """Make hinges of knees and elbows that the file leaves free; what it states (fewer axes, limits) stays.

    ``rotations`` (F, J, 4) are the local rotations of the clip without its rest rows, or of one pose; none at all
    means the rest pose.
    """
    rotations = rotations if len(rotations) else skeleton.rest_rotations[None]
    rest, freedoms, hinges = rest_pose(skeleton), list(skeleton.freedoms), {}
    joints = {role: skeleton.index(name) for role, name in roles.items() if name in skeleton}
    body = facing(skeleton, rotations, joints)
    for role in (f"{side}_{part}" for side in SIDES for part in _LIMBS):
        joint = joints.get(role, 0)
        if joint == 0 or freedoms[joint].kind != "ball" or freedoms[joint].limited:
            continue
        limb = _limb(skeleton, rest, joints, role)
        if limb is None:
            continue
        hinges[role] = _hinge(skeleton, joint, limb, rotations[:, joint], body.seen_by_parent(joint), role)
        freedoms[joint] = Freedom("hinge", hinges[role].axis[None])
    return Hinged(replace(skeleton, freedoms=tuple(freedoms)) if hinges else skeleton, hinges)


def _limb(skeleton: Skeleton, rest: RestPose, joints: Mapping[str, int], role: str) -> _Limb | None:
    """The bones of a limb; where a role is missing the joint's parent or its farthest child ends them."""
    joint, (side, part) = joints[role], role.split("_")
    start, end = (joints.get(f"{side}_{other}") for other in _LIMBS[part])
    parent = int(skeleton.parents[joint])
    if start is None:
        start = parent
    if end is None:
        below = skeleton.children(joint)
        end = max(below, key=lambda j: float(np.linalg.norm(skeleton.offsets[j])), default=joint)
    upper = _unit(rest.seen_from(parent, rest.positions[joint] - rest.positions[start]))
    lower = _unit(rest.seen_from(joint, rest.positions[end] - rest.positions[joint]))
    return None if upper is None or lower is None else _Limb(upper, lower)


def _hinge(skeleton: Skeleton, joint: int, limb: _Limb, turns: np.ndarray, body: Facing, role: str) -> Hinge:
    vectors = _about_mean(turns)
    bend = np.cross(limb.upper, quaternions.rotate(turns, limb.lower))  # (F, 3) in the parent's frame
    flexing = quaternions.rotate(quaternions.conjugate(turns), bend).mean(axis=0)  # in the joint's
    axis, evidence = _moved_axis(vectors, limb.lower), _MOTION
    if axis is None:
        axis, evidence = _bent_axis(flexing), _BEND
    if axis is None:
        axis, evidence = _body_axis(limb, turns, body, role), _BODY
    elif axis @ flexing < 0.0:
        axis = -axis
    square = float(np.sum(vectors**2))
    explained = float(np.sum((vectors @ axis) ** 2)) / square if square > 0.0 else 1.0
    flexion = _flexion(limb, skeleton.rest_rotations[joint], axis)
    return Hinge(joint, frozen(np.array(axis)), flexion, evidence, explained)


def _about_mean(turns: np.ndarray) -> np.ndarray:
    """(F, 3) rotation vectors from the mean rotation, in the joint's frame [rad]."""
    q = quaternions.multiply(quaternions.conjugate(quaternions.mean(turns)), turns)
    q = np.where(q[:, :1] < 0.0, -q, q)
    sine = np.linalg.norm(q[:, 1:], axis=1)
    angle = 2.0 * np.arctan2(sine, q[:, 0])
    return np.asarray(q[:, 1:] * np.where(sine > 0.0, angle / np.where(sine > 0.0, sine, 1.0), 2.0)[:, None])


def _moved_axis(vectors: np.ndarray, bone: np.ndarray) -> np.ndarray | None:
    axis = _principal(vectors)
    if abs(axis @ bone) > _ALONG:
        vectors = vectors - np.outer(vectors @ bone, bone)
        axis = _principal(vectors)
    return axis if np.sqrt(np.mean((vectors @ axis) ** 2)) > _MOVES else None


def _principal(vectors: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.eigh(vectors.T @ vectors)[1][:, -1])


def _bent_axis(flexing: np.ndarray) -> np.ndarray | None:
    return _unit(flexing) if np.linalg.norm(flexing) > np.sin(_BENT) else None


def _body_axis(limb: _Limb, turns: np.ndarray, body: Facing, role: str) -> np.ndarray:
    """A knee flexes about the body's left, an elbow about its right or, of an arm held sideways, so as to come forward.

    Made at right angles to the lower bone, in the joint's frame.
    """
    side = body.left if role.endswith("knee") else -body.left
    across = side - (side @ limb.upper) * limb.upper
    if np.linalg.norm(across) < _SIDEWAYS:
        across = np.cross(limb.upper, body.forward if role.endswith("elbow") else -body.forward)
    inside = quaternions.rotate(quaternions.conjugate(turns), across).mean(axis=0)
    axis = _unit(inside - (inside @ limb.lower) * limb.lower)
    if axis is None:  # the limb is bent back on itself: any axis across the bone
        axis = _unit(np.cross(limb.lower, np.eye(3)[np.argmin(np.abs(limb.lower))]))
        assert axis is not None
    return axis


def _flexion(limb: _Limb, rest: np.ndarray, axis: np.ndarray) -> float:
    """The angle from the straight limb to the limb at rest, about the hinge."""
    straight = quaternions.rotate(quaternions.conjugate(rest), limb.upper)
    flat = straight - (straight @ axis) * axis
    return float(np.arctan2(axis @ np.cross(flat, limb.lower), flat @ limb.lower))


def _unit(vector: np.ndarray) -> np.ndarray | None:
    length = float(np.linalg.norm(vector))
    return vector / length if length > 0.0 else None
