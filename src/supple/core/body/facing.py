"""Where left and forward are for a body: at rest if it stands there, else in the poses of a clip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.roles.model import SIDES
from supple.core.skeleton import Skeleton

_POSES = 32  # as many poses of a clip as are looked at
_IN_LINE = 0.7  # cosine of the angle between thigh and back, from which a figure stands
_CROSSWISE = 0.5  # length of a direction that was found


class Facing(NamedTuple):
    """Directions of the body."""

    left: np.ndarray  # (3,) unit
    forward: np.ndarray  # (3,) unit


@dataclass(frozen=True, slots=True, eq=False)
class BodyFacing:
    """The body's directions in some poses, and how the joints are turned there."""

    parents: np.ndarray  # (J,)
    left: np.ndarray  # (n, 3) unit, in the world
    forward: np.ndarray  # (n, 3)
    rotations: np.ndarray  # (n, J, 4) joint to world
    positions: np.ndarray  # (n, J, 3) the root at the origin [m]

    def seen_by_parent(self, joint: int) -> Facing:
        """The mean directions in the frame of a joint's parent."""
        back = quaternions.conjugate(self.rotations[:, self.parents[joint]])
        return Facing(*(_units(quaternions.rotate(back, d).mean(axis=0)) for d in (self.left, self.forward)))


def facing(skeleton: Skeleton, rotations: np.ndarray, joints: Mapping[str, int]) -> BodyFacing:
    """Find left and forward of a figure whose roles are ``joints``, at rest or in the poses ``rotations`` (F, J, 4).

    Left runs from the right hip (or shoulder) to the left one, forward is left cross the way up the back. A figure
    without these roles faces +Z with its left at +X.
    """
    resting = facing_in(skeleton, skeleton.rest_rotations[None], joints)
    return resting if stands(resting, joints) else facing_in(skeleton, rotations[some_of(len(rotations))], joints)


def facing_in(skeleton: Skeleton, rotations: np.ndarray, joints: Mapping[str, int]) -> BodyFacing:
    """The same in exactly these poses (n, J, 4)."""
    positions, turned = _posed(skeleton, rotations)
    left, up = _directions(positions, joints)
    return BodyFacing(skeleton.parents, left, np.cross(left, up), turned, positions)


def some_of(count: int) -> np.ndarray:
    """The numbers of the poses that stand for a clip of ``count`` frames."""
    return np.unique(np.linspace(0, count - 1, min(_POSES, count)).astype(int))


def _directions(p: np.ndarray, joints: Mapping[str, int]) -> tuple[np.ndarray, np.ndarray]:
    """Left and up, (n, 3) each and at right angles."""
    left, up = _left(p, joints), _up(p, joints)
    return _units(left - np.sum(left * up, axis=1, keepdims=True) * up), up


def stands(body: BodyFacing, joints: Mapping[str, int]) -> bool:
    """Whether legs and back are in one line and left is across it; rest poses of some files are heaps of bones."""
    p, up = body.positions, np.cross(body.forward, body.left)
    if np.linalg.norm(body.left[0]) < _CROSSWISE:
        return False
    legs = [(joints[f"{s}_hip"], joints[f"{s}_knee"]) for s in SIDES if {f"{s}_hip", f"{s}_knee"} <= joints.keys()]
    return all(float(np.sum(_units(p[0, hip] - p[0, knee]) * up[0])) > _IN_LINE for hip, knee in legs)


def _left(p: np.ndarray, joints: Mapping[str, int]) -> np.ndarray:
    for part in ("hip", "shoulder"):
        if f"left_{part}" in joints and f"right_{part}" in joints:
            return _units(p[:, joints[f"left_{part}"]] - p[:, joints[f"right_{part}"]])
    return np.tile([1.0, 0.0, 0.0], (len(p), 1))


def _up(p: np.ndarray, joints: Mapping[str, int]) -> np.ndarray:
    for low, high in (("hips", "neck"), ("hips", "head"), ("hips", "chest"), ("spine", "head")):
        if low in joints and high in joints:
            return _units(p[:, joints[high]] - p[:, joints[low]])
    return np.tile([0.0, 1.0, 0.0], (len(p), 1))


def _posed(skeleton: Skeleton, rotations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    positions = np.zeros((*rotations.shape[:2], 3))
    turned = quaternions.to_matrix(rotations)  # products of matrices are many times as fast as those of quaternions
    for j in range(1, len(skeleton)):
        parent = turned[:, skeleton.parents[j]]
        positions[:, j] = positions[:, skeleton.parents[j]] + parent @ skeleton.offsets[j]
        turned[:, j] = parent @ turned[:, j]
    return positions, quaternions.from_matrix(turned)


def _units(vectors: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(length > 0.0, length, 1.0))
