"""Contacts and feet on another ground."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor
from supple.core.ground import Height, old_ground
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.recipes.step_places import settled
from supple.recipes.terrain.steps import Step, heights_under

_ROUNDS = 10  # by then a foot on a slope has settled to a fraction of a millimetre


def lifted(motion: Motion, contacts: Contacts, steps: Sequence[Step], ground: Height) -> Contacts:
    """Contacts moved up or down onto a ground, by as much as it differs there from the plane they are on.

    Feet keep their length: on a slope their points come nearer to each other, seen from above, those with known places
    too. What rides with a joint stays; places become ones that have to be met.
    """
    pose = world_pose(motion)
    moved: dict[tuple[str, int], Contact] = {}
    for step in steps:
        step = Step(step.limb, tuple(replace(c, fixed=False) for c in step.contacts))
        stepped = _lifted(step, contacts.floor, ground)
        for _ in range(_ROUNDS):
            stepped = _lifted(step, contacts.floor, ground, settled(stepped, motion.skeleton, pose))
        moved |= {(c.point, c.start): replace(c, fixed=True) for c in stepped}
    return replace(
        contacts,
        floor=None if contacts.floor is None else Floor(),
        contacts=tuple(moved.get((c.point, c.start), c) for c in contacts.contacts),
    )


def tilts_of(motion: Motion, floor: Floor | None, steps: Sequence[Step], ground: Height) -> dict[str, np.ndarray]:
    """(F, 4) for each limb that stands, how the ground under it tilts its end; one tilt for a step as a whole."""
    before = np.array(floor.normal if floor is not None else (0.0, 1.0, 0.0))
    out: dict[str, np.ndarray] = {}
    for step in steps:
        tilts = out.setdefault(step.limb.name, quaternions.identity(motion.frames).copy())
        tilts[step.span] = quaternions.arc(before, heights_under(step, ground)[1])
    return out


def _lifted(
    step: Step, floor: Floor | None, ground: Height, now: Sequence[Contact] | None = None
) -> tuple[Contact, ...]:
    """The contacts of a step on a ground, where they are ``now``: as high above it as they were above the plane."""
    now = step.contacts if now is None else now
    heights, _ = heights_under(Step(step.limb, tuple(now)), ground)
    return tuple(
        replace(there, position_m=(there.position_m[0], float(height) + _above(was, floor), there.position_m[2]))
        for was, there, height in zip(step.contacts, now, heights, strict=True)
    )


def _above(contact: Contact, floor: Floor | None) -> float:
    x, y, z = contact.position_m
    return y - float(old_ground(floor, np.array(x), np.array(z)))
