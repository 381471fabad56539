"""What every small verb gives back: a motion, and what goes with it."""

from __future__ import annotations

from dataclasses import dataclass

from supple.core.contacts import Contacts
from supple.core.motion import Motion


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """A motion with the contacts that belong to it, if any are known, and what a person should know."""

    motion: Motion
    contacts: Contacts | None = None  # in frames and places of ``motion``
    notes: tuple[str, ...] = ()
