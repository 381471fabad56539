"""Contacts as marks to draw: who stands, when, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from supple.core.contacts import Contacts, Vec3
from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.core.roles import SIDES
from supple.errors import InvalidValueError


@dataclass(frozen=True, slots=True)
class Mark:
    """A point that stays for a while."""

    point: int  # of the figure: the joint that carries it, or the marker
    side: str  # "left", "right" or "middle"
    start: int
    stop: int
    place: Vec3 | None  # where it stands in its middle frame [m]; None: it rides with a joint
    drift: Vec3 = (0.0, 0.0, 0.0)  # of a treadmill's belt [m per frame]

    def place_at(self, frame: int) -> Vec3 | None:
        """Where the place is in a frame."""
        if self.place is None:
            return None
        away = frame - (self.start + (self.stop - self.start) // 2)
        x, y, z = (p + away * d for p, d in zip(self.place, self.drift, strict=True))
        return x, y, z


def marks_of(contacts: Contacts, content: Motion | Markers) -> tuple[Mark, ...]:
    """The marks of contacts that fit the motion or capture."""
    names = content.skeleton.names if isinstance(content, Motion) else content.labels
    index = {name: number for number, name in enumerate(names)}
    belt = contacts.belt_m_s or (0.0, 0.0, 0.0)
    drift = (belt[0] * content.frame_time, belt[1] * content.frame_time, belt[2] * content.frame_time)
    found = []
    for c in contacts.contacts:
        carrier = c.point if c.joint is None else c.joint
        if carrier not in index:
            raise InvalidValueError(f"the contacts speak of {carrier!r}, which is not in this file.")
        place = None if c.reference is not None else c.position_m
        found.append(Mark(index[carrier], _side(c.point), c.start, c.stop, place, drift))
    return tuple(found)


def found_marks(content: Motion | Markers, document: Path | None = None) -> tuple[Mark, ...]:
    """What stands in a motion or capture, by a contacts document, or found."""
    if document is None:
        from supple.recipes.detect import detect

        return marks_of(detect(content), content)
    from supple.io.documents.contacts import check_contacts, read_contacts

    contacts = read_contacts(document)
    if isinstance(content, Motion):
        check_contacts(contacts, content, str(document))
    return marks_of(contacts, content)


def marks_in(marks: Sequence[Mark], start: int, stop: int) -> tuple[Mark, ...]:
    """The marks that are seen in the frames ``[start, stop)``, counted from there."""
    seen = (mark for mark in marks if mark.start < stop and mark.stop > start)
    return tuple(replace(mark, start=mark.start - start, stop=mark.stop - start) for mark in seen)


def _side(point: str) -> str:
    low = point.rpartition(":")[2].lower()  # captures write the person before the marker
    named = next((side for side in SIDES if low.startswith(side)), None)
    return named or {"l": "left", "r": "right"}.get(low[:1], "middle")
