"""A figure at rest with the joints of its roles, and where mass can be put on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.core.body.rest_pose import RestPose, rest_pose
from supple.core.skeleton import Skeleton

Piece = tuple[int, float, np.ndarray]  # joint, mass or share of the body, centre in the joint's frame
Part = list[Piece] | str  # a segment's pieces, or in words why there are none


@dataclass(frozen=True, slots=True, eq=False)
class Resting:
    """A skeleton at rest, asked by role."""

    skeleton: Skeleton
    rest: RestPose
    joints: Mapping[str, int]  # role -> joint

    def has(self, *roles: str) -> bool:
        """Whether joints play all these roles."""
        return all(role in self.joints for role in roles)

    def place(self, *roles: str) -> np.ndarray:
        """The middle of the joints of some roles [m]."""
        return np.asarray(self.rest.positions[[self.joints[role] for role in roles]].mean(axis=0))

    def pelvis(self) -> np.ndarray:
        """The middle of the hip joints, else where the hips are [m]."""
        return self.place("left_hip", "right_hip") if self.has("left_hip", "right_hip") else self.place("hips")

    def piece(self, joint: int, share: float, place: np.ndarray) -> Piece:
        """Mass that moves with a joint, at a place of the resting figure."""
        return joint, share, self.rest.seen_from(joint, place - self.rest.positions[joint])


def resting(skeleton: Skeleton, roles: Mapping[str, str]) -> Resting:
    """A skeleton with the roles whose joints it has."""
    joints = {role: skeleton.index(name) for role, name in roles.items() if name in skeleton}
    return Resting(skeleton, rest_pose(skeleton), joints)
