"""The steps of both feet, also of contacts that tell spans but no gait events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from supple.core.contacts import Contact, Contacts, GaitEvents, Step
from supple.core.roles import FOOT


def steps_of(contacts: Contacts, first: int, frames: int) -> GaitEvents:
    """The gait events of the document, or those that its contacts show in the frames ``[first, frames)``."""
    if contacts.events.left or contacts.events.right:
        return contacts.events
    return GaitEvents(
        left=tuple(_steps(contacts.contacts, "left", first, frames)),
        right=tuple(_steps(contacts.contacts, "right", first, frames)),
    )


def _steps(contacts: Sequence[Contact], side: str, first: int, frames: int) -> Iterator[Step]:
    """Spans of a foot's points that overlap are one stand."""
    parts = {f"{side}_{part}" for part in FOOT}
    found = sorted((c for c in contacts if c.point in parts), key=lambda c: c.start)
    stand: list[Contact] = []
    for contact in found:
        if stand and contact.start > max(c.stop for c in stand):
            yield _step(stand, first, frames)
            stand = []
        stand.append(contact)
    if stand:
        yield _step(stand, first, frames)


def _step(stand: Sequence[Contact], first: int, frames: int) -> Step:
    """What stands in the first or to the last frame came down before, or leaves after."""
    heel = [c for c in stand if c.point.endswith("heel")]
    front = [c for c in stand if not c.point.endswith("heel")]
    starts = [min((c.start for c in part), default=first) for part in (heel, front)]
    stops = [max((c.stop for c in part), default=frames) for part in (heel, stand)]
    seen = min(c.start for c in stand) > first
    return Step(
        heel_strike=starts[0] if seen and starts[0] > first else None,
        toe_strike=starts[1] if seen and starts[1] > first else None,
        heel_off=stops[0] if stops[0] < frames else None,
        toe_off=stops[1] if stops[1] < frames else None,
    )
