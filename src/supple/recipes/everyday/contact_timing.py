"""Contacts on another clock: spans, events, places on a belt and targets of a motion that was sampled anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, GaitEvents, Geometric, Step, Target, Vec3
from supple.recipes.everyday.contact_spans import MOMENTS
from supple.recipes.everyday.sampling import sampled, sampled_turns


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """How frames of one rate count in another: ``new = rest + (old - rest) * speed``."""

    speed: float  # new frames for one old frame
    rest: int  # rest rows, which are the same in both
    frames: int  # of the new motion
    fps: float  # of the new motion

    def new(self, old: float) -> float:
        """Where a moment of the old clock is on the new one; one that is a frame but for rounding is that frame."""
        moment = self.rest + (old - self.rest) * self.speed if old > self.rest else float(old)
        return float(round(moment)) if abs(moment - round(moment)) < _WHOLE else moment

    def old(self, new: float) -> float:
        """The inverse of :meth:`new`."""
        return self.rest + (new - self.rest) / self.speed if new > self.rest else float(new)

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """The new frames whose moments lie between the first and the last frame of a span."""
        return int(np.ceil(self.new(start))), min(int(np.floor(self.new(stop - 1))) + 1, self.frames)


_WHOLE = 1e-6  # [frames] a moment this near to a frame is the frame


def retimed(contacts: Contacts, clock: Clock) -> Contacts:
    """What keeps still, counted in the frames of another clock; what falls between two frames is gone."""
    events = contacts.events
    return msgspec.structs.replace(
        contacts,
        fps=clock.fps,
        contacts=tuple(_contacts(contacts, clock)),
        events=GaitEvents(left=_steps(events.left, clock), right=_steps(events.right, clock)),
        geometric=tuple(_geometric(contacts.geometric, clock)),
        targets=tuple(_targets(contacts.targets, clock)),
    )


def _contacts(contacts: Contacts, clock: Clock) -> Iterator[Contact]:
    for contact in contacts.contacts:
        start, stop = clock.span(contact.start, contact.stop)
        if start < stop:
            place = _place(contact, contacts, clock, start, stop)
            yield msgspec.structs.replace(contact, start=start, stop=stop, position_m=place)


def _place(contact: Contact, contacts: Contacts, clock: Clock, start: int, stop: int) -> Vec3:
    """On a belt a place is told for the middle frame of its span, which is another moment on another clock."""
    middle = clock.old(start + (stop - start) // 2)
    return contact.place_at(middle, contacts.belt_m_s, 1.0 / contacts.fps)


def _steps(steps: tuple[Step, ...], clock: Clock) -> tuple[Step, ...]:
    return tuple(Step(**{name: _moment(getattr(step, name), clock) for name in MOMENTS}) for step in steps)


def _moment(frame: int | None, clock: Clock) -> int | None:
    return None if frame is None else min(round(clock.new(frame)), clock.frames - 1)


def _geometric(found: tuple[Geometric, ...], clock: Clock) -> Iterator[Geometric]:
    for geometric in found:
        start, stop = clock.span(geometric.start, geometric.stop)
        if start < stop:
            yield msgspec.structs.replace(geometric, start=start, stop=stop)


def _targets(targets: tuple[Target, ...], clock: Clock) -> Iterator[Target]:
    for target in targets:
        count = len(target.positions_m)
        start, stop = clock.span(target.start, target.start + count)
        if start < stop:
            at = np.clip([clock.old(k) - target.start for k in range(start, stop)], 0.0, count - 1.0)
            places = sampled(np.array(target.positions_m), at)
            turns = quaternions.continuous(np.array(target.wxyz)) if target.wxyz else None
            yield msgspec.structs.replace(
                target,
                start=start,
                positions_m=tuple(map(tuple, places.tolist())),
                wxyz=() if turns is None else tuple(map(tuple, sampled_turns(turns, at).tolist())),
            )
