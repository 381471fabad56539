"""Contacts of clips that follow one another."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import numpy as np

from supple.core.contacts import Contact, Contacts, GaitEvents, Step
from supple.recipes.everyday.clip import Clip
from supple.recipes.everyday.contact_spans import MOMENTS, cut

_ONE_PLACE = 0.02  # [m] a point that stands on both sides of a seam this near stands through it


def chained(before: Clip, after: Clip, overlap: int) -> Contacts | None:
    """The contacts of both; nothing is promised while one clip fades into the other."""
    if before.contacts is None and after.contacts is None:
        return None
    a = before.contacts or Contacts(fps=before.motion.fps)
    b = after.contacts or Contacts(fps=before.motion.fps)
    end = before.motion.frames - overlap
    if overlap:
        a, b = cut(a, 0, end), shifted(cut(b, overlap, after.motion.frames), overlap)
    return merged([a, shifted(b, end)])


def shifted(contacts: Contacts, frames: int) -> Contacts:
    """The same, so many frames later."""
    events, replace = contacts.events, msgspec.structs.replace
    return replace(
        contacts,
        contacts=tuple(replace(c, start=c.start + frames, stop=c.stop + frames) for c in contacts.contacts),
        events=GaitEvents(left=_later(events.left, frames), right=_later(events.right, frames)),
        geometric=tuple(replace(g, start=g.start + frames, stop=g.stop + frames) for g in contacts.geometric),
        targets=tuple(replace(t, start=t.start + frames) for t in contacts.targets),
    )


def merged(parts: Iterable[Contacts], near: float = _ONE_PLACE) -> Contacts:
    """Contacts that follow one another in time; what stands on both sides of a seam, so ``near``, stands through."""
    every = list(parts)
    first = every[0]
    return msgspec.structs.replace(
        first,
        floor=next((p.floor for p in every if p.floor is not None), None),
        contacts=_through(first, [c for p in every for c in p.contacts], near),
        events=GaitEvents(
            left=_steps([s for p in every for s in p.events.left]),
            right=_steps([s for p in every for s in p.events.right]),
        ),
        geometric=tuple(g for p in every for g in p.geometric),
        targets=tuple(t for p in every for t in p.targets),
        notes=tuple(dict.fromkeys(note for p in every for note in p.notes)),
    )


def _through(first: Contacts, contacts: list[Contact], near: float) -> tuple[Contact, ...]:
    """Contacts in the order of time, those of one point that touch at one place as one."""
    done: list[Contact] = []
    for contact in contacts:
        last = next((k for k, c in enumerate(done) if _goes_on(c, contact, first, near)), None)
        if last is None:
            done.append(contact)
        else:
            done[last] = _as_one(done[last], contact, first)
    return tuple(done)


def _goes_on(a: Contact, b: Contact, every: Contacts, near: float) -> bool:
    same = (a.point, a.joint, a.reference, a.fixed) == (b.point, b.joint, b.reference, b.fixed)
    return same and a.stop == b.start and _gap(a, b, every) <= near


def _gap(a: Contact, b: Contact, every: Contacts) -> float:
    at = a.stop
    places = (np.array(c.place_at(at, every.belt_m_s, 1.0 / every.fps)) for c in (a, b))
    return float(np.linalg.norm(np.subtract(*places)))


def _as_one(a: Contact, b: Contact, every: Contacts) -> Contact:
    """One contact; its place is the mean of both by their lengths, to the bit where they are one."""
    middle = a.start + (b.stop - a.start) // 2
    p, q = (np.array(c.place_at(middle, every.belt_m_s, 1.0 / every.fps)) for c in (a, b))
    share = (b.stop - b.start) / (b.stop - a.start)
    x, y, z = (p + share * (q - p)).tolist()
    return msgspec.structs.replace(a, stop=b.stop, position_m=(x, y, z))


def _later(steps: tuple[Step, ...], frames: int) -> tuple[Step, ...]:
    def moved(step: Step) -> Step:
        given = {name: getattr(step, name) for name in MOMENTS}
        return Step(**{name: None if at is None else at + frames for name, at in given.items()})

    return tuple(map(moved, steps))


def _steps(steps: list[Step]) -> tuple[Step, ...]:
    """Steps in the order of time; a step that a seam has cut in two is one again."""
    done: list[Step] = []
    for step in steps:
        if done and (whole := _one_step(done[-1], step)) is not None:
            done[-1] = whole
        else:
            done.append(step)
    return tuple(done)


def _one_step(a: Step, b: Step) -> Step | None:
    """Two steps as one, if the moments of the first come before those of the second and none is in both."""
    said = [(name, getattr(step, name)) for step in (a, b) for name in MOMENTS if getattr(step, name) is not None]
    names = [name for name, _ in said]
    begins_anew = b.heel_strike is not None or (b.toe_strike is not None and a.toe_strike is not None)
    if begins_anew or a.toe_off is not None or len(set(names)) < len(names):
        return None
    return Step(**dict(said))
