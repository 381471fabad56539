"""Contacts that begin in the air: their points come down, and stand from where they land."""

from __future__ import annotations

import msgspec
import numpy as np

from supple.core.contacts import Contact, Contacts
from supple.core.ground import Height, ground_of
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose, world_pose
from supple.core.roles import SIDES
from supple.recipes.online.legs import POINTS
from supple.recipes.step_places import point_at

_HELD = {f"{side}_{point}" for side in SIDES for point in POINTS}
_DOWN = 1e-3  # [m] above the ground: a point that is not higher has landed
_STEEP = 0.5  # to the side, of the way down: a ball comes down about a planted heel; what moves further slides


def landed(contacts: Contacts, motion: Motion) -> tuple[Contacts, tuple[str, ...]]:
    """The contacts as ``motion`` holds them, those of heels and balls from where they land; and what should be known.

    A point that never comes down, or slides on its way, keeps its contact as it is.
    """
    ground = ground_of(contacts.floor)
    if ground is None:
        return contacts, ()
    pose, kept, late = world_pose(motion), [], 0
    for contact in contacts.contacts:
        start = _landing(contact, motion, pose, ground) if contact.point in _HELD else contact.start
        late += start > contact.start
        kept.append(msgspec.structs.replace(contact, start=start) if start > contact.start else contact)
    if not late:
        return contacts, ()
    note = f"{late} contacts begin in the air: their points come down, and stand from where they land."
    return msgspec.structs.replace(contacts, contacts=tuple(kept)), (note,)


def _landing(contact: Contact, motion: Motion, pose: WorldPose, ground: Height) -> int:
    """The frame from which a point is on the ground, or that in which its contact begins."""
    if contact.joint is None or contact.reference is not None:
        return contact.start
    first = max(contact.start, first_moving_frame(motion))
    path = point_at(contact, motion.skeleton, pose, slice(first, contact.stop))
    down = np.flatnonzero(path[:, 1] - ground(path[:, 0], path[:, 2]) <= _DOWN)
    if not len(down) or down[0] == 0:
        return contact.start
    falling = path[: down[0] + 1]
    aside = np.linalg.norm((falling - falling[-1])[:, ::2], axis=1).max()
    return contact.start if aside > _STEEP * np.ptp(falling[:, 1]) else first + int(down[0])
