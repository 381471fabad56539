"""Feet put exactly where they should stand, however far that is from where they are."""

from __future__ import annotations

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.recipes.clean import FEET_PLACED, Cleaned, clean, points_of
from supple.recipes.refit import Standing, height_of, refit


def planted(motion: Motion, contacts: Contacts, names: Names) -> Cleaned:
    """The motion with its feet in place: by the cleanup, or by a fit before it where a joint would jump."""
    cleaned = clean(motion, contacts, roles=names, settings=FEET_PLACED)
    if cleaned.report.status == "met":
        return cleaned
    other = fitted(motion, contacts, names)
    return other if other.report.status == "met" else cleaned


def fitted(motion: Motion, contacts: Contacts, names: Names) -> Cleaned:
    """The motion with its feet in place, fitted from coarse to fine and then cleaned."""
    from supple.solvers.cleanup.limbs_of import limbs_of

    limbs = limbs_of(motion, names.roles, points_of(names), names.limbs)
    stood = Standing(motion=motion, names=names, contacts=contacts, limbs=limbs, steps=(), size=height_of(motion))
    return refit(stood, motion, contacts).cleaned
