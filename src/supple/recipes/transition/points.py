"""Points of one name that are one point: every document measures a figure's heels anew."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from supple.core.contacts import Contact, Contacts
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.recipes.measures.feet import contact_point
from supple.recipes.measures.scene import point_path


def with_points_of(others: Sequence[Contacts], contacts: Contacts, motion: Motion) -> Contacts:
    """Contacts whose points are where they are on the figure of others, as far as those know them."""
    known = {c.point: c for other in reversed(others) for c in other.contacts if c.joint is not None}
    if all(_same(c, known.get(c.point)) for c in contacts.contacts):
        return contacts
    pose = world_pose(motion)
    return replace(contacts, contacts=tuple(_with(c, known.get(c.point), motion, pose) for c in contacts.contacts))


def _same(c: Contact, other: Contact | None) -> bool:
    return other is None or (c.joint, c.offset_m) == (other.joint, other.offset_m)


def _with(c: Contact, other: Contact | None, motion: Motion, pose: WorldPose) -> Contact:
    """A contact of another point; in the world, its place is as far from the old one as the points are, on average."""
    if other is None or _same(c, other):
        return c
    moved = replace(c, joint=other.joint, offset_m=other.offset_m)
    if c.reference is not None:
        return moved
    old, new = (point_path(pose, contact_point(motion, k), slice(c.start, c.stop)).mean(axis=0) for k in (c, moved))
    x, y, z = (np.array(c.position_m) + new - old).tolist()
    return replace(moved, position_m=(x, y, z))
