"""Contacts and feet on another ground."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor
from supple.core.ground import Height
from supple.core.motion import Motion
from supple.recipes.terrain.steps import Step, heights_under


def lifted(contacts: Contacts, steps: Sequence[Step], ground: Height) -> Contacts:
    """Contacts moved up or down onto a ground, by as much as it differs there from the plane they are on.

    What rides with a joint stays; places become ones that have to be met.
    """
    moved = {
        c: _lifted(c, contacts.floor, float(height))
        for step in steps
        for c, height in zip(step.contacts, heights_under(step, ground)[0], strict=True)
    }
    return replace(
        contacts,
        floor=None if contacts.floor is None else Floor(),
        contacts=tuple(moved.get(c, c) for c in contacts.contacts),
        geometric=(),
        targets=(),
    )


def tilts_of(motion: Motion, floor: Floor | None, steps: Sequence[Step], ground: Height) -> dict[str, np.ndarray]:
    """(F, 4) for each limb that stands, how the ground under it tilts its end; one tilt for a step as a whole."""
    before = np.array(floor.normal if floor is not None else (0.0, 1.0, 0.0))
    out: dict[str, np.ndarray] = {}
    for step in steps:
        tilts = out.setdefault(step.limb.name, quaternions.identity(motion.frames).copy())
        tilts[step.span] = quaternions.arc(before, heights_under(step, ground)[1])
    return out


def old_ground(floor: Floor | None, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """The height of the plane that a motion was made on."""
    if floor is None:
        return np.zeros(np.shape(x))
    nx, ny, nz = floor.normal
    return np.asarray(floor.height_m - (nx * np.asarray(x) + nz * np.asarray(z)) / ny)


def _lifted(contact: Contact, floor: Floor | None, height: float) -> Contact:
    x, y, z = contact.position_m
    up = height - float(old_ground(floor, np.array(x), np.array(z)))
    return replace(contact, position_m=(x, y + up, z), fixed=True)
