"""Feet that lie on a slope."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts
from supple.core.ground import Height
from supple.core.motion import Motion
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.hierarchical.contacts import carries

_REACH = 0.05  # [m] over which a slope is felt: about half a foot


def tilts_of(motion: Motion, contacts: Contacts, limbs: Sequence[Limb], ground: Height) -> dict[str, np.ndarray]:
    """(F, 4) for each limb, how the ground where it stands tilts its end; one tilt for a step as a whole."""
    before = np.array(contacts.floor.normal if contacts.floor is not None else (0.0, 1.0, 0.0))
    out = {}
    for limb in limbs:
        tilts = quaternions.identity(motion.frames).copy()
        mine = [
            c for c in contacts.contacts if c.joint and c.reference is None and carries(motion.skeleton, limb, c.joint)
        ]
        for step in _steps(mine):
            x, _, z = np.mean([c.position_m for c in step], axis=0)
            turn = quaternions.arc(before, slope_normal(ground, float(x), float(z)))
            tilts[min(c.start for c in step) : max(c.stop for c in step)] = turn
        out[limb.name] = tilts
    return out


def slope_normal(ground: Height, x: float, z: float) -> np.ndarray:
    """The unit normal of the ground about a place, as a foot feels it: stairs are level unless it stands on an edge."""
    right, left, ahead, back = ground(
        x + _REACH * np.array([1.0, -1.0, 0.0, 0.0]), z + _REACH * np.array([0.0, 0.0, 1.0, -1.0])
    )
    normal = np.array([left - right, 2.0 * _REACH, back - ahead])
    return np.asarray(normal / np.linalg.norm(normal))


def _steps(contacts: Sequence[Contact]) -> Iterator[list[Contact]]:
    """Contacts that overlap or follow at once belong to one step."""
    step: list[Contact] = []
    for contact in sorted(contacts, key=lambda c: c.start):
        if step and contact.start > max(c.stop for c in step):
            yield step
            step = []
        step.append(contact)
    if step:
        yield step
