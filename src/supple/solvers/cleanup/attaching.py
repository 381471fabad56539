"""Which limb a contact belongs to, and which of its two tips it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from supple.constraints.moments import first_moving_frame
from supple.core import quaternions
from supple.core.contacts import Contact
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.solvers.cleanup.inner_joints import HeldJoint, inner_joints
from supple.solvers.cleanup.limbs_of import Limb

TIPS = 2  # of each limb


@dataclass(frozen=True, slots=True, eq=False)
class Attached:
    """The points of the limbs by which contacts hold."""

    tips: np.ndarray  # (L, 2, 3) in the frames of the limbs' ends [m]
    places: Mapping[int, tuple[int, int]]  # number of a contact -> limb and tip
    held: tuple[HeldJoint, ...] = ()  # between the limbs' ends and the points
    left: tuple[int, ...] = ()  # numbers of contacts that no limb holds
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Slots:
    """The tips of one limb while they are given to points."""

    names: list[str | None] = field(default_factory=lambda: [None] * TIPS)
    offsets: np.ndarray = field(default_factory=lambda: np.zeros((TIPS, 3)))


def limb_tips(limbs: Sequence[Limb]) -> np.ndarray:
    """(L, 2, 3) the limbs' own tips; one that is missing is at the end joint."""
    tips = np.zeros((len(limbs), TIPS, 3))
    for k, limb in enumerate(limbs):
        for tip, own in enumerate(limb.tips[:TIPS]):
            tips[k, tip] = own.offset
    return tips


def attach(motion: Motion, contacts: Sequence[Contact], limbs: Sequence[Limb]) -> Attached:
    """Give each contact to a tip of a limb.

    A contact's own offset counts, where it has one, before the limb's idea of that point: what is judged is the point
    that was named. A limb holds by two points; of more, those with most frames.
    """
    slots = [_Slots(offsets=own) for own in limb_tips(limbs)]
    notes: list[str] = []
    left: list[int] = []
    places: dict[int, tuple[int, int]] = {}
    held: list[HeldJoint] = []
    stops = motion.skeleton.subtree_stops()
    for point, numbers in _by_point(contacts):
        contact = contacts[numbers[0]]
        limb = _limb_of(motion.skeleton, contact, limbs, stops)
        if limb is None:
            notes.append(f"{point!r} is on no limb: its contacts are left alone.")
            left += numbers
            continue
        inner = [] if contact.joint is None else inner_joints(motion, [contacts[n] for n in numbers], limbs[limb])
        tip = _tip_of(slots[limb], limbs[limb], contact, _offset(motion, contact, limbs[limb], inner))
        if tip is None:
            notes.append(f"{point!r}: a limb holds by two points at most; this one is left alone.")
            left += numbers
            continue
        places |= dict.fromkeys(numbers, (limb, tip))
        held += inner
    tips = np.array([slot.offsets for slot in slots]).reshape(len(limbs), TIPS, 3)
    return Attached(tips, places, tuple(held), tuple(left), tuple(notes))


def _by_point(contacts: Sequence[Contact]) -> list[tuple[str, list[int]]]:
    """The numbers of the contacts of each point, those with most frames first."""
    given: dict[str, list[int]] = {}
    for number, contact in enumerate(contacts):
        given.setdefault(contact.point, []).append(number)
    for point, numbers in given.items():
        carried = [(contacts[n].joint, contacts[n].offset_m) for n in numbers]
        for n, (joint, offset) in zip(numbers, carried, strict=True):
            if (joint, offset) != carried[0]:
                raise InvalidValueError(
                    f"contacts[{n}] says that {point!r} is at {offset} of {joint!r}, contacts[{numbers[0]}] that it is "
                    f"at {carried[0][1]} of {carried[0][0]!r}. One point has one place: give one of them another name."
                )
    return sorted(given.items(), key=lambda g: -sum(contacts[n].stop - contacts[n].start for n in g[1]))


def _limb_of(skeleton: Skeleton, contact: Contact, limbs: Sequence[Limb], stops: np.ndarray) -> int | None:
    """The limb at or below whose end the point is; ``stops`` (J,) are the ends of the joints' subtrees."""
    for k, limb in enumerate(limbs):
        if contact.joint is None:
            if contact.point in {tip.name for tip in limb.tips}:
                return k
        elif limb.end <= skeleton.index(contact.joint) < stops[limb.end]:
            return k
    if contact.joint is None:
        known = ", ".join(tip.name for limb in limbs for tip in limb.tips) or "none"
        raise InvalidValueError(
            f"the contact of {contact.point!r} names no joint, and no limb of this figure has such a point "
            f"(there are: {known}). Contacts of markers can not be cleaned on a skeleton; name joints."
        )
    return None


def _offset(motion: Motion, contact: Contact, limb: Limb, held: Sequence[HeldJoint]) -> np.ndarray:
    """(3,) a point in the frame of the limb's end, with the joints between as they are held."""
    skeleton = motion.skeleton
    if contact.joint is None:
        return next(np.asarray(tip.offset) for tip in limb.tips if tip.name == contact.point)
    joint, place = skeleton.index(contact.joint), np.array(contact.offset_m or (0.0, 0.0, 0.0))
    bones = (
        skeleton.offsets if motion.offsets is None else np.median(motion.offsets[first_moving_frame(motion) :], axis=0)
    )
    turns = {one.joint: one.turn for one in held}
    while joint != limb.end:
        place = bones[joint] + (quaternions.rotate(turns[joint], place) if joint in turns else place)
        joint = int(skeleton.parents[joint])
    return place


def _tip_of(slots: _Slots, limb: Limb, contact: Contact, offset: np.ndarray) -> int | None:
    """The tip that this point is: its own by name, else the nearest that nobody has."""
    free = [tip for tip in range(TIPS) if slots.names[tip] is None]
    if not free:
        return None
    own = [tip.name for tip in limb.tips[:TIPS]]
    tip = own.index(contact.point) if contact.point in own else -1
    if tip not in free:
        tip = min(free, key=lambda k: float(np.linalg.norm(slots.offsets[k] - offset)))
    slots.names[tip], slots.offsets[tip] = contact.point, offset
    return tip
