"""Contacts that no limb holds: left alone, and judged all the same by how far their points wander."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts
from supple.core.pose import WorldPose
from supple.core.skeleton import Skeleton
from supple.solvers.cleanup.carriers import belt_shift
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.report import outcome_of
from supple.solvers.cleanup.working import Posed
from supple.solvers.result import Outcome

_LEFT = "left alone"
_LAST = 2  # its priority: what is not held gives way to all that is


def left_outcomes(
    numbers: Sequence[int],
    contacts: Contacts,
    limbs: Sequence[Limb],
    pose: Posed | WorldPose,
    skeleton: Skeleton,
    frame_time: float,
    tolerance: float,
    first: int,
) -> dict[int, Outcome]:
    """What became of contacts by their ``numbers``, in a pose without ``first`` rest rows; met is what stays anyway."""
    found = {}
    for number in numbers:
        contact = contacts.contacts[number]
        start, stop = max(contact.start - first, 0), contact.stop - first
        if stop <= start:
            continue
        reference = None if contact.reference is None else skeleton.index(contact.reference)
        path = _path(pose, *_point(contact, skeleton, limbs), slice(start, stop), reference)
        if reference is None and contacts.belt_m_s is not None:
            path -= belt_shift(contacts.belt_m_s, frame_time, np.arange(start, stop))
        known = contact.place_at(first, contacts.belt_m_s, frame_time)
        miss = 1e3 * np.linalg.norm(path - (known if contact.fixed else path.mean(axis=0)), axis=1)
        at, rms = int(miss.argmax()), float(np.sqrt(np.mean(miss**2)))
        found[number] = outcome_of(
            contact.label, _LAST, float(miss[at]), rms, tolerance, first + start + at, blocked_by=_LEFT
        )
    return found


def _point(contact: Contact, skeleton: Skeleton, limbs: Sequence[Limb]) -> tuple[int, np.ndarray]:
    """The joint of a contact and where its point is in the joint's frame [m]."""
    if contact.joint is not None:
        return skeleton.index(contact.joint), np.array(contact.offset_m or (0.0, 0.0, 0.0))
    own = ((limb.end, tip.offset) for limb in limbs for tip in limb.tips if tip.name == contact.point)
    joint, offset = next(own)  # contacts of other points have been refused
    return joint, np.array(offset)


def _path(
    pose: Posed | WorldPose, joint: int, offset: np.ndarray, span: slice, reference: int | None
) -> np.ndarray:  # fmt: skip
    """(n, 3) a point in some frames, in the world or as another joint sees it [m]."""
    path = pose.positions[span, joint] + quaternions.rotate(pose.rotations[span, joint], offset)
    if reference is None:
        return np.array(path)
    back = quaternions.conjugate(pose.rotations[span, reference])
    return np.array(quaternions.rotate(back, path - pose.positions[span, reference]))
