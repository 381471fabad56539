"""The anatomical position of a figure: standing, arms hanging, legs straight. What ranges of joints are counted from.

Files rest in T-poses, A-poses or heaps of bones, so the position is found from roles and geometry: upper arms and
thighs hang down along the trunk, forearms, hands and shanks continue the bone above. Back, neck, collar bones and feet
are built differently in every skeleton; their position is that of the figure where it stands at rest, or else its mean
over the clip.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.body.facing import BodyFacing, facing
from supple.core.roles.model import SIDES, TRUNK
from supple.core.roles.pelvis import pelvis_joints
from supple.core.skeleton import Skeleton

_TRUNK_ENDS = ("spine", "chest", "neck", "head")
_ENDS = {  # part -> where its bone may end, the first that is farther down the tree and not in the same place
    **dict.fromkeys(_TRUNK_ENDS, _TRUNK_ENDS),
    "clavicle": ("shoulder", "elbow"),
    "shoulder": ("elbow", "wrist"),
    "elbow": ("wrist",),
    "wrist": ("fingertips",),
    "hip": ("knee", "ankle"),
    "knee": ("ankle",),
    "ankle": ("ball", "toe_end"),
    "ball": ("toe_end",),
}
_HANGS = ("shoulder", "hip")
_CONTINUES = {"elbow": "shoulder", "wrist": "elbow", "knee": "hip"}  # part -> where the bone above begins
_SHORT = 1e-3  # of the figure's extent: shorter bones have no direction
_ACROSS = 0.5  # length of what is left of a direction across a bone, from which it is not along it


class Anatomical(NamedTuple):
    """One joint in the anatomical position."""

    bone: np.ndarray  # (3,) unit, in the joint's frame
    centre: np.ndarray  # (3,) unit, where the bone points, in the parent's frame
    zero: np.ndarray  # (4,) the joint's local rotation, its twist as near as can be to the rest pose's


@dataclass(frozen=True, slots=True, eq=False)
class Anatomy:
    """A figure whose joints are asked for their anatomical position."""

    skeleton: Skeleton
    body: BodyFacing
    parts: Mapping[int, str]  # joint -> role, also of the joints of the back that play none

    def at(self, joint: int) -> Anatomical | None:
        """The anatomical position of a joint; None for the root and where there is no bone."""
        role = self.parts.get(joint, "")
        side, part = _side_and_part(role)
        bone = None if joint == 0 else self._bone(joint, side, part)
        if bone is None:
            return None
        parent = self.skeleton.parents[joint]
        turns = quaternions.multiply(
            quaternions.conjugate(self.body.rotations[:, parent]), self.body.rotations[:, joint]
        )
        usual = quaternions.mean(turns)
        built = quaternions.rotate(usual, bone)
        centre = self._centre(joint, side, part, built)
        zero = quaternions.multiply(quaternions.arc(built, centre), usual)
        return Anatomical(bone, centre, zero)

    def across(self, joint: int, centre: np.ndarray) -> np.ndarray:
        """(2, 3) forward and outward across a bone that points to ``centre``, unit, in the frame of the joint's parent.

        Up takes the place of the one that the bone points along.
        """
        side, _ = _side_and_part(self.parts.get(joint, ""))
        left, forward = self.body.seen_by_parent(joint)
        outward, up = -left if side == "right" else left, self._up(joint)
        any_other = np.eye(3)[np.argmin(np.abs(centre))]  # where the means of a clip leave neither
        x = next(v for d in (forward, up, any_other) if (v := _across(d, centre)) is not None)
        y, second = np.cross(centre, x), _across(outward, centre)
        return np.stack([x, y if y @ (up if second is None else second) >= 0.0 else -y])

    def _bone(self, joint: int, side: str, part: str) -> np.ndarray | None:
        """Along the bone that a joint moves; where none is to be seen (a hand without fingertips) on from the last."""
        for end in self._ends(joint, side, part):
            bone = self._seen_from(joint, joint, end)
            if bone is not None:
                return bone
        return self._seen_from(joint, int(self.skeleton.parents[joint]), joint)

    def _ends(self, joint: int, side: str, part: str) -> Iterator[int]:
        below = self._below(joint)
        joints = {role: j for j, role in self.parts.items() if j in below}
        for end in _ENDS.get(part, ()):
            role = end if end in TRUNK else f"{side}_{end}"
            if role in joints:
                yield joints[role]
        lengths = np.linalg.norm(self.skeleton.offsets, axis=1)
        yield from sorted(self.skeleton.children(joint), key=lambda j: -float(lengths[j]))

    def _below(self, joint: int) -> set[int]:
        below = {joint}
        for j in range(joint + 1, len(self.skeleton)):
            if int(self.skeleton.parents[j]) in below:
                below.add(j)
        return below - {joint}

    def _seen_from(self, frame: int, start: int, end: int) -> np.ndarray | None:
        """The mean direction from one joint to another in the frame of a third."""
        way = self.body.positions[:, end] - self.body.positions[:, start]
        mean = quaternions.rotate(quaternions.conjugate(self.body.rotations[:, frame]), way).mean(axis=0)
        length, extent = float(np.linalg.norm(mean)), float(np.ptp(self.body.positions, axis=1).max())
        return mean / length if length > _SHORT * extent else None

    def _centre(self, joint: int, side: str, part: str, built: np.ndarray) -> np.ndarray:
        parent = int(self.skeleton.parents[joint])
        if part in _HANGS:
            return -self._up(joint)
        if part in _CONTINUES:
            role = f"{side}_{_CONTINUES[part]}"
            start = next((j for j, other in self.parts.items() if other == role), parent)
            upper = self._seen_from(parent, start, joint)
            return built if upper is None else upper
        return built

    def _up(self, joint: int) -> np.ndarray:
        left, forward = self.body.seen_by_parent(joint)
        up = np.cross(forward, left)
        length = float(np.linalg.norm(up))
        return np.asarray(up / length if length > 0.0 else np.array([0.0, 1.0, 0.0]))


def anatomy(skeleton: Skeleton, rotations: np.ndarray, roles: Mapping[str, str]) -> Anatomy:
    """Ask a figure for its anatomical position; ``rotations`` (F, J, 4) are those of a clip without its rest rows."""
    joints = {role: skeleton.index(name) for role, name in roles.items() if name in skeleton}
    rotations = rotations if len(rotations) else skeleton.rest_rotations[None]
    return Anatomy(
        skeleton, facing(skeleton, rotations, joints), _parts(skeleton, joints, pelvis_joints(skeleton, roles))
    )


def _parts(skeleton: Skeleton, joints: Mapping[str, int], pelvis: np.ndarray) -> dict[int, str]:
    """The role of each joint; joints of the back between two roles, and those of the pelvis, count as parts too."""
    parts = {joint: role for role, joint in joints.items()}
    parts |= dict.fromkeys(np.flatnonzero(pelvis).tolist(), "pelvis")
    for role, joint in joints.items():
        between = []
        above = int(skeleton.parents[joint])
        while above >= 0 and above not in parts:
            between.append(above)
            above = int(skeleton.parents[above])
        if above < 0:
            continue
        part = _between(parts[above], role)
        parts |= dict.fromkeys(between, part) if part else {}
    return parts


def _between(below: str, above: str) -> str | None:
    if below in TRUNK and above in TRUNK:
        return above if below == "hips" else below
    return None


def _side_and_part(role: str) -> tuple[str, str]:
    side, _, part = role.partition("_")
    return (side, part) if side in SIDES else ("", role)


def _across(vector: np.ndarray, axis: np.ndarray) -> np.ndarray | None:
    rest = vector - (vector @ axis) * axis
    length = float(np.linalg.norm(rest))
    return rest / length if length > _ACROSS else None
