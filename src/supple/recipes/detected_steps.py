"""Footplants whose events are to be detected, as one footplant for every step of a motion."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from supple.constraints.model import Constraint, Edit, Events, Footplant
from supple.constraints.names import Names
from supple.core.contacts import Contact, Contacts
from supple.core.motion import Motion
from supple.core.roles import SIDES
from supple.errors import DocumentError
from supple.recipes.contact_edit import steps_of
from supple.recipes.kept_contacts import Kept
from supple.recipes.metrics import contacts_of


def with_detected_steps(
    edit: Edit, motion: Motion, names: Names, contacts: Contacts | Path | str | None = None
) -> Kept:
    """The edit with a footplant for every step where it says ``events = "detect"``, and what is no step, in words.

    Steps are those of the given contacts, else of contacts that are found in the motion. choice: the first step takes
    the place of its constraint and all others come behind the last one, so that the constraints of a document keep
    their numbers in whatever is said about them.
    """
    asking = {k: c for k, c in enumerate(edit.constraints) if isinstance(c, Footplant) and c.events == "detect"}
    if not asking:
        return Kept(edit)
    for number, wish in asking.items():
        _check_foot(wish, number, names)
    found = contacts_of(motion, contacts, names)
    constraints, behind, notes = list(edit.constraints), list[Constraint](), list[str]()
    for number, wish in asking.items():
        steps, loose = steps_of(found, wish.foot)
        _check_steps(steps, loose, found, _called(wish, number))
        constraints[number], *others = _plants(wish, steps)
        behind += others
        notes += _left_out(wish, loose)
    return Kept(replace(edit, constraints=(*constraints, *behind)), tuple(dict.fromkeys(notes)))


def _plants(wish: Footplant, steps: Sequence[Events]) -> list[Footplant]:
    name = wish.name or f"{wish.foot} plant"
    return [replace(wish, name=f"{name}, step {k}", events=events) for k, events in enumerate(steps, 1)]


def _called(wish: Footplant, number: int) -> str:
    return f'constraint[{number}] ({wish.name or f"footplant {wish.foot}"}): events = "detect"'


def _check_foot(wish: Footplant, number: int, names: Names) -> None:
    try:
        names.foot(wish.foot)
    except DocumentError as error:
        raise DocumentError(f"{_called(wish, number)}: {error}") from None
    if wish.foot not in SIDES:
        raise DocumentError(
            f"{_called(wish, number)}: steps are detected of the left and the right foot, not of the limb "
            f"{wish.foot!r}. Give its events as a table."
        )


def _check_steps(steps: Sequence[Events], loose: Sequence[Contact], found: Contacts, called: str) -> None:
    """Refuse what would leave a wish without anything to do, or hold a foot that is carried along."""
    if found.belt_m_s is not None:
        raise DocumentError(f"{called}: the ground is a moving belt, and a footplant stands still.")
    if steps:
        return
    advice = "Give the events as a table, or contacts of your own (--contacts)."
    if loose:
        raise DocumentError(
            f"{called}: this foot stands {_times(len(loose))} in the motion ({_listed(loose)}), but never steps: heel "
            f"first, then heel and ball, then the ball alone. {advice}"
        )
    raise DocumentError(f"{called}: this foot never stands in the motion. {advice}")


def _left_out(wish: Footplant, loose: Sequence[Contact]) -> list[str]:
    if not loose:
        return []
    return [f'events = "detect" leaves out what is no step of the {wish.foot} foot, heel first: {_listed(loose)}.']


def _listed(contacts: Sequence[Contact]) -> str:
    more = ["..."] if len(contacts) > 3 else []
    return ", ".join([contact.label for contact in contacts[:3]] + more)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
