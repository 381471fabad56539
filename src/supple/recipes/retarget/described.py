"""A character that is told by its proportions instead of shown by a file."""

from __future__ import annotations

from pathlib import Path

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.errors import InvalidValueError
from supple.io.documents.body import Body

SUFFIXES = (".toml", ".json")  # of body documents


def is_description(character: object) -> bool:
    """Whether a character is a body, or the path of its document."""
    return isinstance(character, Body) or (
        isinstance(character, Path | str) and Path(character).suffix.lower() in SUFFIXES
    )


def described(
    motion: Motion,
    body: Body | Path | str,
    contacts: Contacts | Path | str | None,
    roles: Path | str | Names | None,
) -> Motion:
    """The figure of ``motion`` with the proportions of a body, and how it stands."""
    from supple.recipes.body_scale.scaling import scale_body

    if not is_description(body):
        raise InvalidValueError(
            f"a character is a motion (supple.read), a body, or a body document ({', '.join(SUFFIXES)}); got {body!r}."
        )
    return scale_body(motion, body, contacts=contacts, roles=roles).motion
