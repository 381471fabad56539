"""Contacts of joints that are no more, told by a joint that is left."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts
from supple.core.motion import Motion
from supple.core.pose import world_pose

_RIGID = 1e-3  # [m] a point that wanders less in the frame of another joint goes with it


def contacts_on(
    contacts: Contacts | None, before: Motion, joints: Sequence[int]
) -> tuple[Contacts | None, tuple[str, ...]]:
    """Contacts with the joints that are left, and what was lost.

    A point of a pruned joint goes over to the nearest kept joint above it, if it keeps its place there during the
    contact. Places that ride with a pruned joint, and what is said of its frame, are left out.
    """
    if contacts is None:
        return None, ()
    names = {before.skeleton.names[j] for j in joints}
    held = [c for c in contacts.contacts if c.reference is None or c.reference in names]
    told = [c if c.joint is None or c.joint in names else _on_kept(c, before, joints) for c in held]
    found = tuple(c for c in told if c is not None)
    geometric = tuple(g for g in contacts.geometric if {g.joint, g.reference or g.joint} <= names)
    targets = tuple(t for t in contacts.targets if t.joint in names)
    kept = msgspec.structs.replace(contacts, contacts=found, geometric=geometric, targets=targets)
    lost = sum(len(getattr(contacts, k)) - len(getattr(kept, k)) for k in ("contacts", "geometric", "targets"))
    return kept, (f"{lost} contacts of pruned joints were left out.",) if lost else ()


def _on_kept(contact: Contact, before: Motion, joints: Sequence[int]) -> Contact | None:
    skeleton, known = before.skeleton, set(joints)
    joint = skeleton.index(contact.joint or "")
    above = joint
    while above >= 0 and above not in known:
        above = int(skeleton.parents[above])
    if above < 0 or contact.offset_m is None:
        return None
    pose = world_pose(before.with_frames(contact.start, contact.stop))
    point = pose.positions[:, joint] + quaternions.rotate(pose.rotations[:, joint], np.array(contact.offset_m))
    back = quaternions.conjugate(pose.rotations[:, above])
    seen = quaternions.rotate(back, point - pose.positions[:, above])
    if np.linalg.norm(seen - seen.mean(axis=0), axis=1).max() > _RIGID:
        return None
    x, y, z = seen.mean(axis=0).tolist()
    return msgspec.structs.replace(contact, joint=skeleton.names[above], offset_m=(x, y, z))
