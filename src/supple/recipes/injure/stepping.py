"""Where feet come down when the steps of one of them are shorter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import msgspec
import numpy as np

from supple.core.contacts import Contact, Contacts
from supple.core.roles import FOOT, SIDES

_LEVEL = np.array([1.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """All contacts of one foot from when it comes down to when it leaves."""

    side: str
    contacts: tuple[Contact, ...]

    @property
    def start(self) -> int:
        """The frame in which the foot comes down."""
        return min(c.start for c in self.contacts)

    @property
    def stop(self) -> int:
        """The first frame in which it is gone."""
        return max(c.stop for c in self.contacts)

    @property
    def place(self) -> np.ndarray:
        """(3,) level middle of its places [m]."""
        return np.asarray(np.mean([c.position_m for c in self.contacts], axis=0) * _LEVEL)


def stands_of(contacts: Contacts, side: str) -> list[Stand]:
    """The stands of one foot, in the order of time."""
    parts = {f"{side}_{part}" for part in FOOT}
    own = sorted((c for c in contacts.contacts if c.point in parts and c.reference is None), key=lambda c: c.start)
    groups: list[list[Contact]] = []
    for contact in own:
        if groups and contact.start <= max(c.stop for c in groups[-1]):
            groups[-1].append(contact)
        else:
            groups.append([contact])
    return [Stand(side, tuple(group)) for group in groups]


def swings_of(stands: Sequence[Stand]) -> list[slice]:
    """The frames between stands of one foot."""
    return [slice(a.stop, b.start) for a, b in pairwise(stands) if a.stop < b.start]


def shorter_steps(contacts: Contacts, hips: np.ndarray, side: str, length: float) -> Contacts:
    """Contacts of feet with each step of one side ``length`` times as long, seen from where the other foot stands.

    Steps of the other foot are as long as they were, from where the first stands now. ``hips`` (F, 3) tell the way.
    """
    stands = sorted((s for each in SIDES for s in stands_of(contacts, each)), key=lambda s: s.start)
    shifts: list[np.ndarray] = []
    for k, stand in enumerate(stands):
        before = next((j for j in range(k - 1, -1, -1) if stands[j].side != stand.side), None)
        if before is None:
            shifts.append(np.zeros(3))
            continue
        step = stand.place - stands[before].place
        way = (hips[min(stand.start, len(hips) - 1)] - hips[stands[before].start]) * _LEVEL
        way /= max(float(np.linalg.norm(way)), 1e-9)
        ahead = max(float(step @ way), 0.0) if stand.side == side else 0.0
        shifts.append(shifts[before] - (1.0 - length) * ahead * way)
    moved = tuple(_moved(c, shift) for stand, shift in zip(stands, shifts, strict=True) for c in stand.contacts)
    return msgspec.structs.replace(contacts, contacts=moved, geometric=())


def _moved(contact: Contact, shift: np.ndarray) -> Contact:
    x, y, z = np.add(contact.position_m, shift).tolist()
    return msgspec.structs.replace(contact, position_m=(x, y, z), fixed=True)
