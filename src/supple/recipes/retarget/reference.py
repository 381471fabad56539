"""A pose of a figure in which it is known how it stands: at rest, or on the mean over its clip."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.body.facing import BodyFacing, facing_in, some_of, stands
from supple.core.roles import SIDES
from supple.core.skeleton import Skeleton

_RAISED = 0.5  # sine of the angle above the shoulders, from which arms say that a pose is no stance
_BEHIND, _AHEAD = -0.5, 0.8  # share of an arm's direction that may point back, and forward
_STRAIGHT = {"arm": 0.5, "leg": 0.8}  # cosine between the two bones of a limb
_ARM, _LEG = ("shoulder", "elbow", "wrist"), ("hip", "knee", "ankle")


@dataclass(frozen=True)
class Reference:
    """One pose in which the figure stands, or some poses of a clip that do so on the mean."""

    body: BodyFacing
    real: bool  # one pose in which arms hang or are held sideways and legs are straight

    @property
    def positions(self) -> np.ndarray:
        """(n, J, 3) the root at the origin [m]."""
        return self.body.positions

    @property
    def rotations(self) -> np.ndarray:
        """(n, J, 4) joint to world."""
        return self.body.rotations

    @cached_property
    def up(self) -> np.ndarray:
        """(n, 3) along the back."""
        return np.cross(self.body.forward, self.body.left)

    @cached_property
    def frames(self) -> np.ndarray:
        """(n, 4) the body's own frame: x to its left, y up, z forward."""
        return frames_of(self.body.left, self.up, self.body.forward)

    @cached_property
    def level(self) -> np.ndarray:
        """(n, 4) the same with y up in the world."""
        up = np.broadcast_to([0.0, 1.0, 0.0], self.body.left.shape)
        left = _unit(self.body.left * (1.0, 0.0, 1.0))
        return frames_of(left, up, np.cross(left, up))

    @cached_property
    def local(self) -> np.ndarray:
        """(J, 4) the local rotations of the pose, or their mean."""
        parents = self.body.parents
        above = self.rotations[:, np.maximum(parents, 0)]
        turns = quaternions.multiply(quaternions.conjugate(above), self.rotations)
        turns[:, 0] = self.rotations[:, 0]
        return turns[0] if len(turns) == 1 else np.stack([quaternions.mean(turns[:, j]) for j in range(len(parents))])


class References(NamedTuple):
    """How a figure stands: its trunk and legs, and its arms, which some files draw otherwise at rest."""

    body: Reference
    arms: Reference


def references_of(skeleton: Skeleton, rotations: np.ndarray, joints: Mapping[str, int]) -> References | None:
    """The rest pose where it is a stance, else some of ``rotations`` (F, J, 4); for the arms alone, if those are odd.

    None where the rest pose is no stance and there is no frame: then nothing tells how the figure stands.
    """
    resting = facing_in(skeleton, skeleton.rest_rotations[None], joints)
    whole, arms = stands(resting, joints) and _legs(resting, joints), _arms(resting, joints)
    if whole and arms:
        return References(*[Reference(resting, True)] * 2)
    if not len(rotations):
        return None
    seen = Reference(facing_in(skeleton, rotations[some_of(len(rotations))], joints), False)
    return References(Reference(resting, True) if whole else seen, seen)


def _legs(body: BodyFacing, joints: Mapping[str, int]) -> bool:
    """Whether legs are rather straight."""
    bones = [_bones(body.positions[0], [joints.get(f"{side}_{part}") for part in _LEG]) for side in SIDES]
    return all(len(leg) < 2 or leg[0] @ leg[1] > _STRAIGHT["leg"] for leg in bones)


def _arms(body: BodyFacing, joints: Mapping[str, int]) -> bool:
    """Whether arms hang or are held sideways, rather straight."""
    up, forward = np.cross(body.forward[0], body.left[0]), body.forward[0]
    bones = [_bones(body.positions[0], [joints.get(f"{side}_{part}") for part in _ARM]) for side in SIDES]
    return all(
        (len(arm) < 2 or arm[0] @ arm[1] > _STRAIGHT["arm"])
        and (not arm or (arm[0] @ up < _RAISED and _BEHIND < arm[0] @ forward < _AHEAD))
        for arm in bones
    )


def _bones(places: np.ndarray, joints: list[int | None]) -> list[np.ndarray]:
    ends = [j for j in joints if j is not None]
    return [_unit(places[b] - places[a]) for a, b in itertools.pairwise(ends)]


def frames_of(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    """(..., 4) rotations whose columns are three unit vectors (..., 3) at right angles."""
    return quaternions.from_matrix(np.stack([x, y, z], axis=-1))


def _unit(vectors: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(length > 0.0, length, 1.0))
