"""The step that makes a transferred motion keep its contacts: bent to those that are far, then cleaned."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contact, Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose, world_pose
from supple.core.progress import Progress, part_of
from supple.recipes.clean import FEET_PLACED, Cleaned, clean, points_of
from supple.recipes.refit import height_of
from supple.recipes.step_places import point_at

if TYPE_CHECKING:
    from supple.solvers.ranges.allowed import Allowed

_FAR = 0.06  # body heights: what is missed by less, a cleanup meets with less change to the motion


def fitted(
    motion: Motion, contacts: Contacts, names: Names, allowed: Allowed, progress: Progress | None = None
) -> Cleaned:
    """``motion`` with its points where the contacts have them, bones as long as they are, feet in their ranges."""
    kept = _without_hands_on_hands(motion, contacts, names)
    bent = _bent(motion, contacts, names, part_of(progress, 0, 2))
    cleaned = clean(bent, kept, roles=names, settings=FEET_PLACED)
    if not allowed.broken(cleaned.motion.rotations[first_moving_frame(motion) :]).any():
        return cleaned
    return _in_range(bent, cleaned, kept, names, allowed, part_of(progress, 1, 2))


def _in_range(
    motion: Motion,
    cleaned: Cleaned,
    contacts: Contacts,
    names: Names,
    allowed: Allowed,
    progress: Progress | None,
) -> Cleaned:
    """``motion`` as it was ``cleaned``, with ankles and toes in range; cleaned again where feet turn that stand."""
    from supple.solvers.cleanup.limbs_of import limbs_of
    from supple.solvers.ranges.feet import feet_in_range, feet_ready
    from supple.solvers.ranges.haste import jumps
    from supple.solvers.ranges.limbs import limbs_in_range

    first, limbs = first_moving_frame(motion), limbs_of(motion, names.roles, points_of(names), names.limbs)
    ready = feet_ready(motion, cleaned.motion, contacts, limbs, allowed)
    if ready is not motion:
        again = clean(ready, contacts, roles=names, settings=FEET_PLACED)
        knees = [limb.middle for limb in limbs if limb.rank == 0]
        new, old = again.motion.rotations[first:], cleaned.motion.rotations[first:]
        if any(jumps(new[:, j], old[:, j], motion.fps) for j in knees):
            ready = motion
        else:
            cleaned = again
    held = feet_in_range(cleaned.motion, ready, contacts, limbs, allowed)
    if any(contact.reference is not None for contact in contacts.contacts):
        return replace(cleaned, motion=held)  # choice: a root that moved would take places along that ride with it
    return replace(cleaned, motion=limbs_in_range(held, ready, contacts, limbs, allowed, progress))


def _without_hands_on_hands(motion: Motion, contacts: Contacts, names: Names) -> Contacts:
    """Contacts without those that ride with another limb: they are met by the fit, and a cleanup knows none of them."""
    if all(c.reference is None for c in contacts.contacts):
        return contacts
    from supple.solvers.cleanup.limbs_of import limbs_of
    from supple.solvers.hierarchical.meetings import meetings_of

    limbs = limbs_of(motion, names.roles, points_of(names), names.limbs)
    met = [meeting.contact for meeting in meetings_of(motion, contacts, limbs)]
    kept = tuple(c for c in contacts.contacts if not any(c is other for other in met))
    return msgspec.structs.replace(contacts, contacts=kept)


def _bent(motion: Motion, contacts: Contacts, names: Names, progress: Progress | None = None) -> Motion:
    """The motion fitted to contacts that are far from where it has them, or that ride with its own joints."""
    pose, size = world_pose(motion), height_of(motion)
    missed = max((_miss(c, contacts, motion, pose) for c in contacts.contacts), default=0.0)
    if missed <= _FAR * size:
        return motion
    from supple.solvers.cleanup.limbs_of import limbs_of
    from supple.solvers.hierarchical.contacts import ContactAsks, fit_contacts

    limbs = limbs_of(motion, names.roles, points_of(names), names.limbs)
    return fit_contacts(ContactAsks(motion, contacts, limbs, names.roles, size), progress=progress).motion


def _miss(contact: Contact, contacts: Contacts, motion: Motion, pose: WorldPose) -> float:
    """[m] how far a point is from the place of its contact, at worst; endless where the place rides with a joint.

    Choice: of places that nobody told, which are the means of ways that skate, a cleanup finds better ones, and no knee
    jumps where such a contact ends.
    """
    if contact.reference is not None:
        return float("inf")
    if not contact.fixed:
        return 0.0
    span = slice(contact.start, contact.stop)
    here = point_at(contact, motion.skeleton, pose, span)
    first, last = (contact.place_at(f, contacts.belt_m_s, motion.frame_time) for f in (contact.start, contact.stop - 1))
    places = np.linspace(first, last, len(here))  # on a belt a place moves steadily
    return float(np.linalg.norm(here - places, axis=1).max())
