"""Whether contacts fit a motion: inside the clip, on joints that it has, and not against each other."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from supple.core.contacts import Contact, Contacts
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError, UnknownJointError
from supple.io.documents.contact_values import check_values

_RATE = 0.01  # share by which rates may differ: 119.88 is 120
# choice: a known place is exact; a foot that skates has its points *about* somewhere, each in frames of its own
_EXACT = 5e-3  # [m]
_DRIFTS = 0.1  # choice: or so large a share of it, as captured feet drift while they stand: their places may be fixed
_ABOUT = 1.5  # share of the distance that the body allows
_NOWHERE = (0.0, 0.0, 0.0)


def check_contacts(contacts: Contacts, motion: Motion, source: str = "contacts") -> None:
    """Refuse contacts that cannot be those of a motion; every message names the contacts and the values."""
    check_values(contacts, source)
    for fault in _faults(contacts, motion):
        raise DocumentError(f"{source}: {fault}")


def _faults(contacts: Contacts, motion: Motion) -> Iterator[str]:
    if abs(contacts.fps * motion.frame_time - 1.0) > _RATE:
        yield f"fps = {contacts.fps:g}: the motion has {motion.fps:g}. Detect its contacts again, at its own rate."
    for k, contact in enumerate(contacts.contacts):
        yield from _contact(contact, k, motion)
    for k, geometric in enumerate(contacts.geometric):
        place = f"geometric[{k}] ({geometric.kind} of {geometric.joint!r})"
        yield from _joints(place, motion.skeleton, geometric.joint, geometric.reference)
        yield from _outside(place, geometric.start, geometric.stop, motion)
    for k, target in enumerate(contacts.targets):
        place = f"targets[{k}] (of {target.joint!r})"
        yield from _joints(place, motion.skeleton, target.joint)
        yield from _outside(place, target.start, target.start + len(target.positions_m), motion)
    yield from _events(contacts, motion)
    yield from _overlaps(contacts.contacts)
    yield from _torn(contacts, motion)


def _contact(contact: Contact, number: int, motion: Motion) -> Iterator[str]:
    place = _name(contact, number)
    if contact.joint is None:
        yield f"{place}: joint is null, as for a marker. On a motion, name the joint that carries the point."
    else:
        yield from _joints(place, motion.skeleton, contact.joint, contact.reference)
    yield from _outside(place, contact.start, contact.stop, motion)


def _joints(place: str, skeleton: Skeleton, *joints: str | None) -> Iterator[str]:
    for joint in joints:
        if joint is not None and joint not in skeleton:
            yield f"{place}: {UnknownJointError(joint, skeleton.names)}"


def _outside(place: str, start: int, stop: int, motion: Motion) -> Iterator[str]:
    if stop > motion.frames:
        yield f"{place}: frames {start} to {stop} lie outside the clip, which has {motion.frames} frames."


def _events(contacts: Contacts, motion: Motion) -> Iterator[str]:
    for side in ("left", "right"):
        for k, step in enumerate(getattr(contacts.events, side)):
            frames = (step.heel_strike, step.toe_strike, step.heel_off, step.toe_off)
            # an event is the first frame after what it ends, so that the clip's end is one too
            if beyond := [frame for frame in frames if frame is not None and frame > motion.frames]:
                place = f"events.{side}[{k}]"
                yield f"{place}: frame {beyond[0]} lies outside the clip, which has {motion.frames} frames."


def _overlaps(contacts: tuple[Contact, ...]) -> Iterator[str]:
    by_point: dict[str, list[int]] = defaultdict(list)
    for k, contact in enumerate(contacts):
        by_point[contact.point].append(k)
    for numbers in by_point.values():
        ordered = sorted(numbers, key=lambda k: (contacts[k].start, contacts[k].stop))
        for a, b in pairwise(ordered):
            if contacts[b].start < contacts[a].stop:
                yield f"{_name(contacts[a], a)} and {_name(contacts[b], b)} overlap. A point is in one place at a time."


def _torn(contacts: Contacts, motion: Motion) -> Iterator[str]:
    """Two points of one limb that are planted further apart than its bones allow."""
    in_world = [(k, c) for k, c in enumerate(contacts.contacts) if c.reference is None and c.joint in motion.skeleton]
    in_world.sort(key=lambda pair: pair[1].start)
    lengths = _lengths(motion)
    for (a, first), (b, second) in _at_once(in_world):
        reach = _reach(first, second, motion.skeleton, lengths)
        places = (c.place_at(first.middle, contacts.belt_m_s, motion.frame_time) for c in (first, second))
        apart = math.dist(*places)
        slack = max(_EXACT, (_DRIFTS if first.fixed and second.fixed else _ABOUT) * reach)
        if apart > reach + slack:
            yield (
                f"{_name(first, a)} and {_name(second, b)} are planted {1e3 * apart:.0f} mm apart; "
                f"on this figure they are at most {1e3 * reach:.0f} mm apart. Move one of them, or take it out."
            )


_Numbered = tuple[int, Contact]


def _at_once(contacts: list[_Numbered]) -> Iterator[tuple[_Numbered, _Numbered]]:
    """Pairs that share a frame, of contacts in the order of their start."""
    going: list[_Numbered] = []
    for new in contacts:
        going = [old for old in going if old[1].stop > new[1].start]
        yield from ((old, new) for old in going)
        going.append(new)


def _lengths(motion: Motion) -> np.ndarray:
    """(J,) of every joint's bone, the longest over time [m]."""
    offsets = motion.skeleton.offsets[None] if motion.offsets is None else motion.offsets
    return np.asarray(np.linalg.norm(offsets, axis=-1).max(axis=0))


def _reach(a: Contact, b: Contact, skeleton: Skeleton, lengths: np.ndarray) -> float:
    """The greatest distance of two points of which one's joint is above the other's; infinite for any others."""
    first, second = (skeleton.index(c.joint or "") for c in (a, b))
    if first > second:  # a joint's number is above its parents'
        return _reach(b, a, skeleton, lengths)
    above, below = (c.offset_m or _NOWHERE for c in (a, b))
    if first == second:
        return math.dist(above, below)
    chain = [second]
    while chain[-1] > first:
        chain.append(int(skeleton.parents[chain[-1]]))
    if chain[-1] != first:
        return float("inf")
    # the upper joint carries the next one at a fixed place, so only from there on bones can turn
    fixed = math.dist(above, skeleton.offsets[chain[-2]].tolist())
    return fixed + float(lengths[chain[:-2]].sum()) + math.dist(_NOWHERE, below)


def _name(contact: Contact, number: int) -> str:
    return f"contacts[{number}] ({contact.point}, frames {contact.start} to {contact.stop})"
