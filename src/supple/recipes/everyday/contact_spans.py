"""Contacts whose frames are counted anew: what stays inside other bounds."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from supple.core.contacts import Contact, Contacts, GaitEvents, Geometric, Step, Target, Vec3

MOMENTS = ("heel_strike", "toe_strike", "heel_off", "toe_off")


def cut(contacts: Contacts, start: int, stop: int) -> Contacts:
    """What is inside the frames ``[start, stop)``, counted from ``start``; a span that sticks out is cut."""
    events = contacts.events
    return msgspec.structs.replace(
        contacts,
        contacts=tuple(_cut_contacts(contacts, start, stop)),
        events=GaitEvents(left=_cut_steps(events.left, start, stop), right=_cut_steps(events.right, start, stop)),
        geometric=tuple(_cut_geometric(contacts.geometric, start, stop)),
        targets=tuple(_cut_targets(contacts.targets, start, stop)),
    )


def _inside(first: int, end: int, start: int, stop: int) -> tuple[int, int]:
    return max(first, start) - start, min(end, stop) - start


def _cut_contacts(contacts: Contacts, start: int, stop: int) -> Iterator[Contact]:
    for contact in contacts.contacts:
        first, end = _inside(contact.start, contact.stop, start, stop)
        if first < end:
            place = _place(contact, start + first, start + end, contacts)
            yield msgspec.structs.replace(contact, start=first, stop=end, position_m=place)


def _place(contact: Contact, first: int, end: int, contacts: Contacts) -> Vec3:
    """On a belt a place is told for the middle of its span, which a cut moves."""
    middle = first + (end - first) // 2
    return contact.place_at(middle, contacts.belt_m_s, 1.0 / contacts.fps)


def _cut_steps(steps: tuple[Step, ...], start: int, stop: int) -> tuple[Step, ...]:
    cut_steps = (Step(**{name: _cut_moment(getattr(step, name), start, stop) for name in MOMENTS}) for step in steps)
    return tuple(step for step in cut_steps if step != Step())


def _cut_moment(frame: int | None, start: int, stop: int) -> int | None:
    return frame - start if frame is not None and start <= frame < stop else None


def _cut_geometric(found: tuple[Geometric, ...], start: int, stop: int) -> Iterator[Geometric]:
    for geometric in found:
        first, end = _inside(geometric.start, geometric.stop, start, stop)
        if first < end:
            yield msgspec.structs.replace(geometric, start=first, stop=end)


def _cut_targets(targets: tuple[Target, ...], start: int, stop: int) -> Iterator[Target]:
    for target in targets:
        first, end = _inside(target.start, target.start + len(target.positions_m), start, stop)
        if first < end:
            keep = slice(first + start - target.start, end + start - target.start)
            yield msgspec.structs.replace(
                target, start=first, positions_m=target.positions_m[keep], wxyz=target.wxyz[keep]
            )
