"""What every small verb gives back: a motion, and what goes with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.errors import InvalidValueError
from supple.io.options import DEFAULT_WRITE, WriteOptions

if TYPE_CHECKING:
    from supple.recipes.clean import Cleaned


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """A motion with the contacts that belong to it, if any are known, and what a person should know."""

    motion: Motion
    contacts: Contacts | None = None  # in frames and places of ``motion``
    notes: tuple[str, ...] = ()
    writing: WriteOptions = DEFAULT_WRITE  # how a file of it should look
    beside: Mapping[str, str] = field(default_factory=dict)  # what is written beside it: ending of the name -> text
    facts: Mapping[str, object] = field(default_factory=dict)  # what a machine should know, by name
    cleaned: Cleaned | None = None  # how feet were made to stand, where they were


def check_motion(motion: object, done: str) -> None:
    """Refuse what is no motion: markers, the name of a file, or all of what another verb gave back."""
    if not isinstance(motion, Motion):
        hint = " Give its motion: clip.motion." if isinstance(motion, Clip) else ""
        raise InvalidValueError(f"only a motion can be {done}; got {type(motion).__name__}.{hint}")
