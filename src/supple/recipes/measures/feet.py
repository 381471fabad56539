"""Which foot a contact belongs to, where its point is, and how thick the foot is below it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from supple.constraints.names import Effector
from supple.core.contacts import Contact
from supple.core.motion import Motion
from supple.core.roles import FOOT
from supple.recipes.measures.scene import Scene, point_path

_ROLES = ("ankle", "ball", "toe_end")
_STANCE = 5.0  # percent of the frames in which a foot is lowest


def contact_point(motion: Motion, contact: Contact) -> Effector:
    """The joint and the point in its frame; a joint without an offset is its own origin."""
    return Effector(motion.skeleton.index(contact.joint or ""), contact.offset_m or (0.0, 0.0, 0.0))


def foot_of(scene: Scene, contact: Contact) -> str:
    """The foot that a contact belongs to, by its joint's role, else by its name; empty for hands and the like."""
    role = next((role for role, joint in scene.names.roles.items() if joint == contact.joint), "")
    for name, parts in ((role, _ROLES), (contact.point, FOOT)):
        for part in parts:
            if name.endswith(f"_{part}"):
                return name.removesuffix(f"_{part}")
    return ""


class Stance(NamedTuple):
    """The frames in which all of a foot is down, and how high its lowest point is in them."""

    frames: np.ndarray  # (n,)
    lowest: np.ndarray  # (n,) [m]

    @classmethod
    def of(cls, scene: Scene, points: Iterable[Effector]) -> Stance:
        """Where a foot with these points is lowest on the whole."""
        heights = np.stack([scene.path(point)[:, 1] for point in points])
        level = heights.mean(axis=0)
        down = np.flatnonzero(level <= np.percentile(level, _STANCE))
        return cls(scene.first + down, heights.min(axis=0)[down])

    def thickness(self, scene: Scene, point: Effector) -> float:
        """How far a point is above the lowest point of its foot, so what it can never come down [m]."""
        heights = point_path(scene.pose, point, self.frames)[:, 1]
        return max(0.0, float(np.median(heights - self.lowest)))
