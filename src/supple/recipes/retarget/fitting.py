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
from supple.recipes.clean import Cleaned, clean, points_of
from supple.recipes.refit import height_of
from supple.recipes.step_places import point_at

if TYPE_CHECKING:
    from supple.solvers.ranges.allowed import Allowed

_FAR = 0.06  # body heights: what is missed by less, a cleanup meets with less change to the motion


def fitted(motion: Motion, contacts: Contacts, names: Names, allowed: Allowed) -> Cleaned:
    """``motion`` with its points where the contacts have them, bones as long as they are, feet in their ranges."""
    kept, bent = _without_hands_on_hands(motion, contacts, names), _bent(motion, contacts, names)
    cleaned = clean(bent, kept, roles=names)
    if not allowed.broken(cleaned.motion.rotations[first_moving_frame(motion) :]).any():
        return cleaned
    return _in_range(bent, cleaned, kept, names, allowed)


def _in_range(motion: Motion, cleaned: Cleaned, contacts: Contacts, names: Names, allowed: Allowed) -> Cleaned:
    """``motion`` as it was ``cleaned``, with ankles and toes in range; cleaned again where feet turn that stand."""
    from supple.solvers.cleanup.limbs_of import limbs_of
    from supple.solvers.ranges.feet import feet_in_range, feet_ready

    limbs = limbs_of(motion, names.roles, points_of(names), names.limbs)
    ready = feet_ready(motion, cleaned.motion, contacts, limbs, allowed)
    if ready is not motion:
        cleaned = clean(ready, contacts, roles=names)
    return replace(cleaned, motion=feet_in_range(cleaned.motion, ready, contacts, limbs, allowed))


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


def _bent(motion: Motion, contacts: Contacts, names: Names) -> Motion:
    """The motion fitted to contacts that are far from where it has them, or that ride with its own joints."""
    pose, size = world_pose(motion), height_of(motion)
    missed = max((_miss(c, contacts, motion, pose) for c in contacts.contacts), default=0.0)
    if missed <= _FAR * size:
        return motion
    from supple.solvers.cleanup.limbs_of import limbs_of
    from supple.solvers.hierarchical.contacts import ContactAsks, fit_contacts

    limbs = limbs_of(motion, names.roles, points_of(names), names.limbs)
    return fit_contacts(ContactAsks(motion, contacts, limbs, names.roles, size)).motion


def _miss(contact: Contact, contacts: Contacts, motion: Motion, pose: WorldPose) -> float:
    """[m] how far a point is from the place of its contact, at worst; endless where the place rides with a joint."""
    if contact.reference is not None:
        return float("inf")
    span = slice(contact.start, contact.stop)
    here = point_at(contact, motion.skeleton, pose, span)
    first, last = (contact.place_at(f, contacts.belt_m_s, motion.frame_time) for f in (contact.start, contact.stop - 1))
    places = np.linspace(first, last, len(here))  # on a belt a place moves steadily
    return float(np.linalg.norm(here - places, axis=1).max())
