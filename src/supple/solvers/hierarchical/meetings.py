"""Hands on hands: a point of one limb that rides with another limb.

choice: both come to meet halfway, seen from the part of the trunk that carries both, so that the body does not run
after its own hand. One that stands in the world at that time stays, as does one that is held further up than its end.
Where they meet is taken again from the motion as it is by now, level by level: a closed limb is no coordinate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts
from supple.core.motion import Motion
from supple.core.pose import WorldPose
from supple.core.skeleton import Skeleton
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.hierarchical.holds import Hold

_HALFWAY = 0.5
_LEVEL = 1  # after places in the world


class Meeting(NamedTuple):
    """A contact between two limbs."""

    contact: Contact
    limb: int  # that carries the point
    other: int  # that it rides with
    trunk: int  # the joint that carries both
    shares: np.ndarray  # (n,) how much of the way the point goes: all, or half of it

    @property
    def span(self) -> slice:
        """Its frames."""
        return slice(self.contact.start, self.contact.stop)


def carries(skeleton: Skeleton, limb: Limb, joint: str) -> bool:
    """Whether a joint is the end of a limb, or hangs on it."""
    return limb.end <= skeleton.index(joint) < skeleton.subtree_stops()[limb.end]


def limb_with(skeleton: Skeleton, limbs: Sequence[Limb], joint: str) -> int | None:
    """The number of the limb that a joint is a part of, or hangs on."""
    j = skeleton.index(joint)
    found = (n for n, limb in enumerate(limbs) if limb.base <= j <= limb.end or carries(skeleton, limb, joint))
    return next(found, None)


def meetings_of(motion: Motion, contacts: Contacts, limbs: Sequence[Limb]) -> list[Meeting]:
    """All contacts between two limbs."""
    skeleton, out = motion.skeleton, []
    for c in contacts.contacts:
        if c.joint is None or c.reference is None:
            continue
        mine = next((n for n, limb in enumerate(limbs) if carries(skeleton, limb, c.joint)), None)
        other = limb_with(skeleton, limbs, c.reference)
        if mine is not None and other is not None and mine != other:
            trunk = _carrier(skeleton, limbs[mine].base, limbs[other].base)
            out.append(Meeting(c, mine, other, trunk, _shares(skeleton, contacts, c, limbs[other])))
    return out


def _carrier(skeleton: Skeleton, a: int, b: int) -> int:
    """The lowest joint that carries both."""
    above = set()
    while a >= 0:
        a = int(skeleton.parents[a])
        above.add(a)
    while b not in above:
        b = int(skeleton.parents[b])
    return b


def _shares(skeleton: Skeleton, contacts: Contacts, contact: Contact, other: Limb) -> np.ndarray:
    stays = np.full(contact.stop - contact.start, not carries(skeleton, other, str(contact.reference)))
    for c in contacts.contacts:
        if c.joint is not None and c is not contact and carries(skeleton, other, c.joint):
            stays[max(0, c.start - contact.start) : max(0, c.stop - contact.start)] = True
    return np.where(stays, 1.0, _HALFWAY)


def meeting_holds(motion: Motion, meetings: Sequence[Meeting], number: int, limb: Limb, pose: WorldPose) -> list[Hold]:
    """What meetings ask of a limb in a pose, as the one that comes or the one that is come to."""
    out = []
    for meeting in meetings:
        if number not in (meeting.limb, meeting.other):
            continue
        c, span = meeting.contact, meeting.span
        tip, wanted = _gap(motion, c, pose)
        places, asked = np.zeros((motion.frames, 3)), np.zeros(motion.frames, bool)
        if number == meeting.limb:
            joint, point = motion.skeleton.index(str(c.joint)), np.array(c.offset_m or (0.0, 0.0, 0.0))
            places[span], asked[span] = tip + meeting.shares[:, None] * (wanted - tip), True
        else:
            joint, point = limb.end, np.zeros(3)
            places[span] = pose.positions[span, limb.end] + (1.0 - meeting.shares)[:, None] * (tip - wanted)
            asked[span] = meeting.shares < 1.0
        level = np.full(motion.frames, _LEVEL)
        out.append(Hold(joint, point, places, asked, level, np.ones(motion.frames)))
    return out


def _gap(motion: Motion, c: Contact, pose: WorldPose) -> tuple[np.ndarray, np.ndarray]:
    """(n, 3) each where the point is, and where it should be."""
    span = slice(c.start, c.stop)

    def place(joint: str | None, point: tuple[float, ...]) -> np.ndarray:
        j = motion.skeleton.index(str(joint))
        return np.asarray(pose.positions[span, j] + quaternions.rotate(pose.rotations[span, j], np.array(point)))

    return place(c.joint, c.offset_m or (0.0, 0.0, 0.0)), place(c.reference, c.position_m)
