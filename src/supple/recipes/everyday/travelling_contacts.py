"""Contacts of a figure whose travel is taken out or put back: the ground moves under it."""

from __future__ import annotations

import msgspec
import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor, Target
from supple.core.motion import Motion, first_moving_frame

_STEADY = 1e-9  # [m], or sine of an angle: what a steady travel strays by


def with_travel(
    contacts: Contacts | None, turns: np.ndarray, shifts: np.ndarray, motion: Motion, done: str
) -> tuple[Contacts | None, tuple[str, ...]]:
    """Contacts after every moving frame was turned (n, 4) about the origin and shifted (n, 3), and what is lost.

    After an even travel in one direction the ground is a treadmill's belt. Otherwise no place of the world stays, and
    contacts with it are left out; steps, given poses and contacts with the figure itself remain.
    """
    if contacts is None:
        return None, ()
    first = first_moving_frame(motion)
    velocity = _velocity(turns, shifts, motion.frame_time)
    targets = tuple(_target(target, turns, shifts, first) for target in contacts.targets)
    still = msgspec.structs.replace(contacts, targets=targets)
    if velocity is not None and contacts.floor is not None:
        return _on_belt(still, contacts.floor, velocity, shifts, first), ()
    held = tuple(c for c in contacts.contacts if c.reference is not None)
    found = tuple(g for g in contacts.geometric if g.reference is not None)
    lost = len(contacts.contacts) - len(held) + len(contacts.geometric) - len(found)
    kept = msgspec.structs.replace(still, contacts=held, geometric=found)
    note = f"{lost} contacts with the world were left out: with the travel {done} their places do not stand still."
    return kept, (note,) if lost else ()


def _velocity(turns: np.ndarray, shifts: np.ndarray, frame_time: float) -> np.ndarray | None:
    """(3,) of an even travel without turns [m/s], else None."""
    line = shifts[0] + np.linspace(0.0, 1.0, len(shifts))[:, None] * (shifts[-1] - shifts[0])
    if np.abs(turns[:, 1:]).max() > _STEADY or np.abs(shifts - line).max() > _STEADY:
        return None
    return np.asarray((shifts[-1] - shifts[0]) / (frame_time * max(1, len(shifts) - 1)))


def _on_belt(contacts: Contacts, floor: Floor, velocity: np.ndarray, shifts: np.ndarray, first: int) -> Contacts:
    """Places told for the middle of their spans, on ground that moves."""
    before = np.zeros(3) if contacts.belt_m_s is None else np.array(contacts.belt_m_s)
    x, y, z = (before + velocity).tolist()
    belt = None if np.abs((x, y, z)).max() < _STEADY else (x, y, z)
    found = tuple(g for g in contacts.geometric if g.reference is not None)
    return msgspec.structs.replace(
        contacts,
        floor=msgspec.structs.replace(floor, belt_m_s=belt),
        contacts=tuple(_shifted(contact, shifts, first) for contact in contacts.contacts),
        geometric=found,
    )


def _shifted(contact: Contact, shifts: np.ndarray, first: int) -> Contact:
    if contact.reference is not None:
        return contact
    shift = shifts[min(max(contact.middle - first, 0), len(shifts) - 1)]
    x, y, z = (np.array(contact.position_m) + shift).tolist()
    return msgspec.structs.replace(contact, position_m=(x, y, z))


def _target(target: Target, turns: np.ndarray, shifts: np.ndarray, first: int) -> Target:
    count = len(target.positions_m)
    at = np.clip(np.arange(count) + target.start - first, 0, len(shifts) - 1)
    places = quaternions.rotate(turns[at], np.array(target.positions_m).reshape(-1, 3)) + shifts[at]
    wxyz = quaternions.multiply(turns[at], np.array(target.wxyz)) if target.wxyz else np.zeros((0, 4))
    return msgspec.structs.replace(
        target,
        positions_m=tuple((x, y, z) for x, y, z in places.tolist()),
        wxyz=tuple((w, x, y, z) for w, x, y, z in wxyz.tolist()),
    )
