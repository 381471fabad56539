"""A figure moved as a whole over the ground: turned about the vertical and shifted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.recipes.everyday.contact_places import moved
from supple.recipes.everyday.headings import joint_path, travelling_joint
from supple.recipes.everyday.rigid_moves import moved_motion
from supple.recipes.roles import motion_roles

GROUND, UP = np.array([1.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])  # what of a place is level, and what height


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """``p -> turn(p) + shift``, with a turn about +Y."""

    yaw: float  # [rad]
    shift: np.ndarray  # (3,) [m]

    @property
    def turn(self) -> np.ndarray:
        """(4,)"""
        return quaternions.about_axis("y", np.array(self.yaw))

    def after(self, first: Move) -> Move:
        """This move, made after another one."""
        return Move(self.yaw + first.yaw, quaternions.rotate(self.turn, first.shift) + self.shift)

    def times(self, count: int) -> Move:
        """The move made ``count`` times; backwards where that is negative."""
        whole, one = STAY, self if count >= 0 else self.inverse()
        for _ in range(abs(count)):
            whole = one.after(whole)
        return whole

    def inverse(self) -> Move:
        """What takes it back."""
        back = quaternions.conjugate(self.turn)
        return Move(-self.yaw, -quaternions.rotate(back, self.shift))

    def motion(self, motion: Motion) -> Motion:
        """A motion moved as a whole."""
        return moved_motion(motion, self.turn, self.shift)

    def contacts(self, contacts: Contacts) -> Contacts:
        """Contacts that go with it."""
        return moved(contacts, self.turn, self.shift)


STAY = Move(0.0, np.zeros(3))


def move_between(start: np.ndarray, place: np.ndarray, yaw: float) -> Move:
    """The move that turns by ``yaw`` and takes the ground place ``start`` (3,) to ``place`` (3,); heights stay."""
    turned = quaternions.rotate(quaternions.about_axis("y", np.array(yaw)), start)
    return Move(yaw, (place - turned) * GROUND)


def yaw_between(start: np.ndarray, stop: np.ndarray) -> np.ndarray:
    """(...) the turn about the vertical [rad] that best takes orientations ``start`` (..., 4) to ``stop``."""
    whole = quaternions.multiply(stop, quaternions.conjugate(start))
    upright = np.where(whole[..., 0] < 0.0, -1.0, 1.0)
    return np.asarray(2.0 * np.arctan2(whole[..., 2] * upright, whole[..., 0] * upright))


@dataclass(frozen=True, slots=True, eq=False)
class Travel:
    """Where a body goes: the path and the turn of its hips."""

    places: np.ndarray  # (F, 3) [m]
    turns: np.ndarray  # (F, 4)
    joint: int = 0


def travel(motion: Motion, roles: Mapping[str, str] | None = None) -> Travel:
    """The way of a figure's hips; ``roles`` for those who know them already."""
    joint = travelling_joint(motion, motion_roles(motion) if roles is None else roles)
    return Travel(*joint_path(motion, joint), joint)
