"""Steps: contacts of one foot or hand that belong together, and the ground under each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from supple.core.contacts import Contact, Contacts
from supple.core.ground import Height
from supple.core.skeleton import Skeleton
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.hierarchical.meetings import carries

_REACH = 0.05  # [m] over which a slope is felt: about half a foot
_STEEPEST = 0.8  # choice: rise by way between the points of a foot, beyond which it stands on an edge and stays level
_UP = np.array([0.0, 1.0, 0.0])


class Step(NamedTuple):
    """What one limb keeps still for a while."""

    limb: Limb
    contacts: tuple[Contact, ...]

    @property
    def span(self) -> slice:
        """The frames from the first contact's start to the last one's end."""
        return slice(min(c.start for c in self.contacts), max(c.stop for c in self.contacts))


def steps_of(contacts: Contacts, limbs: Sequence[Limb], skeleton: Skeleton) -> Iterator[Step]:
    """Contacts with the world, limb by limb; those that overlap, or follow at once, are one step."""
    for limb in limbs:
        mine = [c for c in contacts.contacts if c.joint and c.reference is None and carries(skeleton, limb, c.joint)]
        step: list[Contact] = []
        for contact in sorted(mine, key=lambda c: c.start):
            if step and contact.start > max(c.stop for c in step):
                yield Step(limb, tuple(step))
                step = []
            step.append(contact)
        if step:
            yield Step(limb, tuple(step))


def heights_under(step: Step, ground: Height) -> tuple[np.ndarray, np.ndarray]:
    """(n,) the height of the ground for each contact of a step, and its unit normal (3,) as a foot feels it.

    A foot whose points would stand on different treads stands level on the highest of them.
    """
    x, _, z = np.array([c.position_m for c in step.contacts]).T
    heights = np.asarray(ground(x, z), float)
    away = np.hypot(x - x[:, None], z - z[:, None])
    if (np.abs(heights - heights[:, None]) > _STEEPEST * np.maximum(away, _REACH)).any():
        return np.full(len(x), heights.max()), _UP
    normal = _normal(ground, float(x.mean()), float(z.mean()))
    return heights, normal if normal[1] * _STEEPEST > np.hypot(normal[0], normal[2]) else _UP


def _normal(ground: Height, x: float, z: float) -> np.ndarray:
    right, left, ahead, back = ground(
        x + _REACH * np.array([1.0, -1.0, 0.0, 0.0]), z + _REACH * np.array([0.0, 0.0, 1.0, -1.0])
    )
    normal = np.array([left - right, 2.0 * _REACH, back - ahead])
    return np.asarray(normal / np.linalg.norm(normal))
