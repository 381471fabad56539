"""What contacts must be, whatever motion they belong to: spans that last, numbers that can be."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from supple.core.contacts import Contact, Contacts, Floor, Geometric, Step, Target
from supple.core.documents import shown
from supple.errors import DocumentError

FARTHEST = 1e6  # [m] no motion is that far away; a larger number is a slip
_UNIT = 1e-3  # how far the length of a direction may be from one
_MAX_FPS = 1e5
_MAX_POINTS = 1000  # far above any figure; keeps a hostile document from costing minutes


def check_values(contacts: Contacts, source: str = "contacts") -> None:
    """Refuse numbers that no motion can have with a :class:`DocumentError` that names the key and the value."""
    for place, what, why in _faults(contacts):
        raise DocumentError(f"{source}: {place} = {shown(what)}: {why}")


def check_floor(floor: Floor, source: str) -> None:
    """The same of a floor alone."""
    for place, what, why in _floor(floor):
        raise DocumentError(f"{source}: {place} = {shown(what)}: {why}")


_Fault = tuple[str, object, str]  # the key, its value, what is allowed


def _faults(contacts: Contacts) -> Iterator[_Fault]:
    if not 0.0 < contacts.fps < _MAX_FPS:
        yield "fps", contacts.fps, "frames per second must be a positive number."
    if contacts.floor is not None:
        yield from _floor(contacts.floor)
    if (points := len({contact.point for contact in contacts.contacts})) > _MAX_POINTS:
        yield "contacts", points, f"these are too many different points; at most {_MAX_POINTS} are read."
    for k, contact in enumerate(contacts.contacts):
        yield from _contact(contact, f"contacts[{k}]")
    for side in ("left", "right"):
        for k, step in enumerate(getattr(contacts.events, side)):
            yield from _step(step, f"events.{side}[{k}]")
    for k, geometric in enumerate(contacts.geometric):
        yield from _geometric(geometric, f"geometric[{k}]")
    for k, target in enumerate(contacts.targets):
        yield from _target(target, f"targets[{k}]")


def _floor(floor: Floor) -> Iterator[_Fault]:
    yield from _numbers("floor.height_m", (floor.height_m,))
    yield from _direction("floor.normal", floor.normal)
    yield from _numbers("floor.supports", floor.supports)
    if floor.belt_m_s is not None:
        yield from _numbers("floor.belt_m_s", floor.belt_m_s)


def _contact(contact: Contact, place: str) -> Iterator[_Fault]:
    if not contact.point:
        yield f"{place}.point", contact.point, "the point needs a name."
    yield from _span(contact.start, contact.stop, place)
    yield from _numbers(f"{place}.position_m", contact.position_m)
    if contact.offset_m is not None:
        yield from _numbers(f"{place}.offset_m", contact.offset_m)
        if contact.joint is None:
            yield f"{place}.offset_m", contact.offset_m, "an offset needs the joint in whose frame it is."
    if contact.reference is not None and contact.reference == contact.joint:
        yield f"{place}.reference", contact.reference, "a point always rides with its own joint. Name another, or null."


def _step(step: Step, place: str) -> Iterator[_Fault]:
    for name in ("heel_strike", "toe_strike", "heel_off", "toe_off"):
        frame = getattr(step, name)
        if frame is not None and frame < 0:
            yield f"{place}.{name}", frame, "frames count from 0."
    for part in ("heel", "toe"):  # which of them strikes first is a matter of gait
        down, up = getattr(step, f"{part}_strike"), getattr(step, f"{part}_off")
        if down is not None and up is not None and up < down:
            yield f"{place}.{part}_off", up, f"it cannot come before {part}_strike, frame {down}."


def _geometric(found: Geometric, place: str) -> Iterator[_Fault]:
    yield from _span(found.start, found.stop, place)
    yield from _numbers(f"{place}.origin_m", found.origin_m)
    if found.direction is not None:
        yield from _direction(f"{place}.direction", found.direction)
    elif found.kind == "line":
        yield f"{place}.direction", None, "a line needs its direction, a vector of length 1."
    if found.wxyz is not None:
        yield from _direction(f"{place}.wxyz", found.wxyz)


def _target(target: Target, place: str) -> Iterator[_Fault]:
    if target.start < 0:
        yield f"{place}.start", target.start, "frames count from 0."
    if not target.positions_m:
        yield f"{place}.positions_m", target.positions_m, "one position is needed for every frame, and at least one."
    for k, position in enumerate(target.positions_m):
        yield from _numbers(f"{place}.positions_m[{k}]", position)
    if target.wxyz and len(target.wxyz) != len(target.positions_m):
        count = len(target.positions_m)
        yield f"{place}.wxyz", target.wxyz, f"give as many quaternions as positions ({count}), or none."
    for k, turn in enumerate(target.wxyz):
        yield from _direction(f"{place}.wxyz[{k}]", turn)


def _span(start: int, stop: int, place: str) -> Iterator[_Fault]:
    if start < 0:
        yield f"{place}.start", start, "frames count from 0."
    if stop <= start:
        yield f"{place}.stop", stop, f"a span ends after its start, here frame {start}; stop is not part of it."


def _numbers(place: str, values: Iterable[float]) -> Iterator[_Fault]:
    if not all(abs(value) < FARTHEST for value in values):  # false for NaN too
        yield place, values, f"numbers must be finite and below {FARTHEST:g}."


def _direction(place: str, values: tuple[float, ...]) -> Iterator[_Fault]:
    if not abs(math.hypot(*values) - 1.0) < _UNIT:
        yield place, values, "its length must be 1."
