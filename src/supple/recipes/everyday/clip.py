"""What every small verb gives back: a motion, and what goes with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.io.options import DEFAULT_WRITE, WriteOptions


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """A motion with the contacts that belong to it, if any are known, and what a person should know."""

    motion: Motion
    contacts: Contacts | None = None  # in frames and places of ``motion``
    notes: tuple[str, ...] = ()
    writing: WriteOptions = DEFAULT_WRITE  # how a file of it should look
    beside: Mapping[str, str] = field(default_factory=dict)  # what is written beside it: ending of the name -> text
    facts: Mapping[str, object] = field(default_factory=dict)  # what a machine should know, by name
