"""From contacts to plants: which tip of which limb stands, from when to when; refuses what cannot be."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from supple.constraints.moments import first_moving_frame
from supple.core.contacts import Contact, Contacts, Vec3
from supple.core.motion import Motion
from supple.errors import InvalidValueError, UnknownJointError
from supple.solvers.cleanup.attaching import Attached, attach
from supple.solvers.cleanup.inner_joints import HeldJoint
from supple.solvers.cleanup.limbs_of import Limb, leg_length

_MET = 6e-3  # of a leg: so much nearer or further than the foot two known places may be; then the second gives way
_DRIFTS = 0.1  # of a foot: or so much, which is told: places that a capture shows, whose feet drift while they stand
_LOOSE = 2.5  # places that are not known may be so many feet apart: a foot that skates is averaged over other frames


class Plant(NamedTuple):
    """A tip of a limb that stands for a while, in frames of the motion.

    A clip has hundreds, of which each pass makes shifted ones: tuples are made in a fraction of the time of a
    dataclass. They are told apart by their ``contact``; ``known`` is an array, so that they are not compared.
    """

    contact: int  # its number among the contacts
    limb: int
    tip: int  # 0 or 1
    start: int
    stop: int
    known: np.ndarray | None = None  # (3,) the place that must be met, seen from its carrier; None: as in the motion
    reference: int | None = None  # the joint that the place rides with


@dataclass(frozen=True, slots=True, eq=False)
class Plants:
    """All that stands, the points by which it does, and what was left out, in words."""

    plants: tuple[Plant, ...]
    tips: np.ndarray  # (L, 2, 3) in the frames of the limbs' ends [m]
    held: tuple[HeldJoint, ...] = ()  # joints between limbs' ends and points
    left: tuple[int, ...] = ()  # numbers of contacts that are left alone
    notes: tuple[str, ...] = ()


def find_plants(motion: Motion, contacts: Contacts, limbs: Sequence[Limb]) -> Plants:
    """Check contacts against a motion and give them to its limbs; that their rates agree, the caller has checked."""
    for number, contact in enumerate(contacts.contacts):
        _check_contact(motion, contact, number)
    _check_overlaps(contacts.contacts)
    attached = attach(motion, contacts.contacts, limbs)
    plants, left, notes = [], list(attached.left), list(attached.notes)
    for number, (limb, tip) in sorted(attached.places.items()):
        contact = contacts.contacts[number]
        reference = None if contact.reference is None else motion.skeleton.index(contact.reference)
        if reference is not None and _in_a_limb(motion, reference, limbs):
            notes.append(f"{_named(contact)} rides with {contact.reference!r}, which is cleaned itself: left alone.")
            left.append(number)
            continue
        known = _known(motion, contact, contacts.belt_m_s) if contact.fixed else None
        plants.append(Plant(number, limb, tip, contact.start, contact.stop, known, reference))
    notes += _check_feet(motion, contacts, plants, attached, _MET * leg_length(limbs))
    return Plants(tuple(plants), attached.tips, attached.held, tuple(left), tuple(notes))


def _known(motion: Motion, contact: Contact, belt: Vec3 | None) -> np.ndarray:
    """(3,) a known place as its carrier has it: a belt is where the world is in the first frame that moves."""
    return np.array(contact.place_at(first_moving_frame(motion), belt, motion.frame_time))


def _named(contact: Contact) -> str:
    """A contact as messages call it."""
    return f"the contact of {contact.point!r} in frames {contact.start}:{contact.stop}"


def _check_contact(motion: Motion, contact: Contact, number: int) -> None:
    if not 0 <= contact.start < contact.stop <= motion.frames:
        raise InvalidValueError(
            f"contacts[{number}]: {_named(contact)} is not inside the clip, whose frames are 0:{motion.frames}."
        )
    for joint in (contact.joint, contact.reference):
        if joint is not None and joint not in motion.skeleton:
            unknown = UnknownJointError(joint, motion.skeleton.names)
            raise InvalidValueError(f"contacts[{number}], {contact.point!r}: {unknown}")
    for key, value in (("position_m", contact.position_m), ("offset_m", contact.offset_m)):
        if value is not None and not all(map(math.isfinite, value)):
            raise InvalidValueError(f"contacts[{number}]: {key} of {contact.point!r} must be finite; got {value}.")


def _check_overlaps(contacts: Sequence[Contact]) -> None:
    spans = sorted(contacts, key=lambda c: (c.point, c.start, c.stop))
    for first, second in pairwise(spans):
        if first.point == second.point and second.start < first.stop:
            raise InvalidValueError(
                f"{first.point!r} has two contacts at once: frames {first.start}:{first.stop} and "
                f"{second.start}:{second.stop}. Join them, or end the first before frame {second.start}."
            )


def _check_feet(
    motion: Motion, contacts: Contacts, plants: Sequence[Plant], attached: Attached, near: float
) -> list[str]:
    """Refuse two tips of one foot that are told to be where they cannot be together; words about what gives way."""
    notes = []
    for limb in range(len(attached.tips)):
        first, second = ([p for p in plants if p.limb == limb and p.tip == tip] for tip in (0, 1))
        length = float(np.linalg.norm(attached.tips[limb, 0] - attached.tips[limb, 1]))
        for a, b in _at_once(first, second):
            pair = contacts.contacts[a.contact], contacts.contacts[b.contact]
            places = (c.place_at(pair[0].middle, contacts.belt_m_s, motion.frame_time) for c in pair)
            apart = math.dist(*places)
            _check_pair(*pair, apart, length, max(near, _DRIFTS * length))
            if pair[0].fixed and pair[1].fixed and abs(apart - length) > near:
                notes.append(
                    f"{_named(pair[0])} and that of {pair[1].point!r} are fixed {1e3 * apart:.0f} mm apart, the points "
                    f"are {1e3 * length:.0f} mm apart: the place of the second gives way."
                )
    return notes


def _at_once(first: Sequence[Plant], second: Sequence[Plant]) -> Iterator[tuple[Plant, Plant]]:
    """The pairs of plants of two tips that share frames; those of one tip never do."""
    second, begin = sorted(second, key=lambda p: p.start), 0
    for a in sorted(first, key=lambda p: p.start):
        while begin < len(second) and second[begin].stop <= a.start:
            begin += 1
        for b in second[begin:]:
            if b.start >= a.stop:
                break
            yield a, b


def _check_pair(a: Contact, b: Contact, apart: float, length: float, near: float) -> None:
    exact = a.fixed and b.fixed
    if a.reference != b.reference or (abs(apart - length) <= near if exact else apart <= _LOOSE * length):
        return
    raise InvalidValueError(
        f"{_named(a)} and that of {b.point!r} in frames {b.start}:{b.stop} contradict each other: their places are "
        f"{1e3 * apart:.0f} mm apart, the points themselves {1e3 * length:.0f} mm. Correct a place, or let one end "
        "before the other starts."
    )


def _in_a_limb(motion: Motion, joint: int, limbs: Sequence[Limb]) -> bool:
    stops = motion.skeleton.subtree_stops()
    return any(limb.base <= joint < stops[limb.base] for limb in limbs)
