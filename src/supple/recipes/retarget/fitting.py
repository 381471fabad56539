"""The step that makes a transferred motion keep its contacts."""

from __future__ import annotations

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.recipes.clean import Cleaned, clean


def fitted(motion: Motion, contacts: Contacts, names: Names) -> Cleaned:
    """``motion`` with its points where the contacts have them, bones as long as they are."""
    return clean(motion, contacts, roles=names)
