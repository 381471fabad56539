"""Which foot a contact belongs to, where its point is, and how thick the foot is below it."""

from __future__ import annotations

import numpy as np

from supple.constraints.names import Effector
from supple.core.contacts import Contact
from supple.core.motion import Motion
from supple.recipes.measures.scene import FOOT, Scene

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


def thickness(scene: Scene, foot: str, point: Effector) -> float:
    """How far a point is above the lowest point of its foot where that stands, so what it can never come down [m]."""
    heights = np.stack([scene.path(p)[:, 1] for p in scene.feet()[foot].values()])
    lowest, level = heights.min(axis=0), heights.mean(axis=0)
    stands = level <= np.percentile(level, _STANCE)  # all of it is down
    return max(0.0, float(np.median((scene.path(point)[:, 1] - lowest)[stands])))
