"""Feet that stand where they stand: find what a motion keeps still, then make it exactly true."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from supple.constraints.names import Effector, Names
from supple.core.contacts import Contacts
from supple.core.documents import about
from supple.core.ground import Height
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.roles import POINTS
from supple.errors import InvalidValueError
from supple.recipes.metrics import Metrics, contacts_of, metrics
from supple.recipes.names import motion_names
from supple.solvers.cleanup.settings import CleanSettings

if TYPE_CHECKING:
    from supple.solvers.cleanup.report import CleanReport

# choice: where a recipe has moved feet to new places, they turn as in the motion that they come from. The roll that
# spares knees is for feet whose own motion leaves early; here it would answer to where the recipe put them, and bend
# ankles out of ranges that the motion keeps.
FEET_PLACED = CleanSettings(rolls_off=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Cleaned:
    """A cleaned motion, by which contacts, and how it went."""

    motion: Motion
    report: CleanReport
    original: Motion
    contacts: Contacts
    names: Names
    floor: Height | float | None = None  # the ground that was given

    def before(self) -> Metrics:
        """What the original measures by these contacts."""
        return metrics(self.original, self.contacts, self.original, roles=self.names, floor=self.floor)

    def after(self, motion: Motion | None = None) -> Metrics:
        """What the cleaned motion measures, or another one that was made of it, such as the file read again."""
        given = self.motion if motion is None else motion
        return metrics(given, self.contacts, self.original, roles=self.names, floor=self.floor)


@checked
def clean(
    motion: Motion,
    contacts: Contacts | Path | str | None = None,
    *,
    stretch: float | None = None,
    floor: Height | float | None = None,
    roles: Path | str | Names | None = None,
    settings: CleanSettings | None = None,
) -> Cleaned:
    """Plant what should stand, on all four limbs, and keep feet and hands out of the ground.

    ``contacts`` is a value or the path of a document; without it they are found. By default bones keep their lengths:
    root and knees give way. ``stretch`` is the share by which limbs may change their length instead (0.03 is 3 %; 0 is
    the default). ``floor`` is the ground as a height or a function of x and z; without it, that of the contacts.
    ``settings`` has the rest. What cannot be met is in the report, never an exception.
    """
    from supple.solvers.cleanup.cleaning import clean as solve  # loads the compiler
    from supple.solvers.cleanup.limbs_of import limbs_of

    if not isinstance(motion, Motion):
        raise InvalidValueError(f"only a motion can be cleaned; got {type(motion).__name__}.")
    names = motion_names(motion, roles)
    found = contacts_of(motion, contacts, names, floor)
    given = CleanSettings() if settings is None else settings
    if stretch is not None:
        given = replace(given, stretch=stretch)
    if given.stretch == 0.0:  # limbs that may not change their length at all are rigid
        given = replace(given, stretch=None)
    if floor is not None:
        given = replace(given, floor=floor)
    with about(roles):
        limbs = limbs_of(motion, names.roles, points_of(names), names.limbs)
    with about(contacts):
        result = solve(motion, found, limbs, given)
    return Cleaned(
        motion=result.motion, report=result.report, original=motion, contacts=found, names=names, floor=floor
    )


def points_of(names: Names) -> Mapping[str, Effector]:
    """The points of feet and hands that the figure has."""
    known = {*names.given, *names.roles, *names.placed}
    return {name: names.effector(name) for name in POINTS if name in known}
