"""Contacts as wishes: what a motion keeps still, to be kept by whatever else an edit does to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from supple.constraints.model import Constraint, Edit, Events, Footplant, Preserve
from supple.core.contacts import Contact, Contacts
from supple.core.roles import SIDES
from supple.errors import InvalidValueError


def edit_of(contacts: Contacts) -> Edit:
    """Footplants where a heel and a ball come down and leave in walking order, else points that stay on their path.

    Contacts of markers have no joint that an edit could hold, and are refused.
    """
    if lost := [contact for contact in contacts.contacts if contact.joint is None]:
        raise InvalidValueError(
            f"{lost[0].point!r} is a marker, and an edit holds joints. Detect the contacts of a skeleton's motion."
        )
    plants, rest = _footplants(contacts.contacts)
    return Edit(constraints=(*plants, *map(_preserve, rest)))


def _footplants(contacts: Sequence[Contact]) -> tuple[list[Constraint], list[Contact]]:
    """The footplants, and the contacts that are in none of them."""
    plants: list[Constraint] = []
    used: set[int] = set()
    for side in SIDES:
        for heel, ball in _pairs(contacts, side, used):
            used |= {heel, ball}
            plants.append(
                _footplant(contacts[heel], contacts[ball], side, 1 + sum(p.name.startswith(side) for p in plants))
            )
    return plants, [contact for k, contact in enumerate(contacts) if k not in used]


def _pairs(contacts: Sequence[Contact], side: str, used: set[int]) -> Iterator[tuple[int, int]]:
    """Contacts of the heel and the ball of one foot that make a step together."""
    for h, heel in enumerate(contacts):
        if heel.point != f"{side}_heel" or heel.reference is not None:
            continue
        for b, ball in enumerate(contacts):
            if ball.point == f"{side}_ball" and ball.reference is None and b not in used and _steps(heel, ball):
                yield h, b
                break


def _steps(heel: Contact, ball: Contact) -> bool:
    """True for the order of walking: the heel comes first and leaves first, and both stand together."""
    return heel.start <= ball.start < heel.stop <= ball.stop


def _footplant(heel: Contact, ball: Contact, side: str, number: int) -> Footplant:
    events = Events(
        heel_strike=_frame(heel.start),
        toe_strike=_frame(ball.start),
        heel_off=_frame(heel.stop - 1),
        toe_off=_frame(ball.stop - 1),
    )
    return Footplant(name=f"{side} step {number}", foot=side, events=events)


def _preserve(contact: Contact) -> Preserve:
    span = _frame(contact.start), _frame(contact.stop - 1)
    name = f"{contact.point} {contact.start}"
    return Preserve(name=name, effector=str(contact.joint), point=contact.offset_m or (0.0, 0.0, 0.0), span=span)


def _frame(frame: int) -> str:
    """A frame as a moment; both ends of what an edit spans belong to it."""
    return f"{frame}f"
