"""Contacts on another ground."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from supple.core.contacts import Contact, Contacts, Floor
from supple.core.ground import Height


def lifted(contacts: Contacts, ground: Height) -> Contacts:
    """Contacts moved up or down onto a ground, by as much as it differs there from the one they are on.

    What rides with a joint stays; places become ones that have to be met. The old ground is a plane.
    """
    return replace(
        contacts,
        floor=None if contacts.floor is None else Floor(),
        contacts=tuple(_lifted(c, contacts.floor, ground) for c in contacts.contacts),
        geometric=(),
        targets=(),
    )


def old_ground(floor: Floor | None, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """The height of the plane that a motion was made on."""
    if floor is None:
        return np.zeros(np.shape(x))
    nx, ny, nz = floor.normal
    return np.asarray(floor.height_m - (nx * np.asarray(x) + nz * np.asarray(z)) / ny)


def _lifted(contact: Contact, floor: Floor | None, ground: Height) -> Contact:
    if contact.reference is not None:
        return contact
    x, y, z = contact.position_m
    there = np.array([x]), np.array([z])
    up = float(ground(*there)[0] - old_ground(floor, *there)[0])
    return replace(contact, position_m=(x, y + up, z), fixed=True)
