"""``supple mirror``: left becomes right."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday, options

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip

NAME = "mirror"
EXAMPLES = """Examples:

`supple mirror kick.bvh -o kick-left.bvh`

`supple mirror walk.bvh -o walk-mirrored.bvh --contacts walk.contacts.json --across x --json`
"""


class Across(StrEnum):
    """The plane of the mirror."""

    own = "own"
    x = "x"
    z = "z"


@everyday.verb
def command(
    across: Annotated[
        Across,
        typer.Option(
            "--across",
            help="The mirror: the figure's own middle plane where it starts, or the world's at x = 0 or z = 0.",
        ),
    ] = Across.own,
    roles: options.RolesFile = None,
) -> everyday.Work:
    """Exchange left and right: the figure does with one side what it did with the other.

    Joints follow their partners by roles, names and the shape of the tree, whatever the axes of the rig are. Rest rows
    stay. Twice is the motion again.
    """

    def work(clip: Clip) -> Clip:
        from supple.recipes.everyday.mirror import mirror
        from supple.recipes.roles import motion_roles

        found = motion_roles(clip.motion, roles)
        return mirror(clip.motion, across=across.value, roles=found, contacts=clip.contacts)

    return work
