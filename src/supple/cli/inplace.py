"""``supple inplace``: the travel taken out of a motion, and put back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday, options

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip

NAME = "inplace"
EXAMPLES = """Examples:

`supple inplace walk.bvh -o still.bvh`

`supple inplace still.bvh -o back.bvh --back still.root.csv`

`supple inplace walk.bvh -o treadmill.bvh --steady --contacts walk.contacts.json --no-curve`
"""


@everyday.verb
def command(
    back: Annotated[
        Path | None,
        typer.Option("--back", metavar="CURVE", help="Put a curve back (for many inputs: a folder of NAME.root.csv)."),
    ] = None,
    with_height: Annotated[bool, typer.Option("--with-height", help="Take out what goes up and down too.")] = False,
    with_heading: Annotated[
        bool, typer.Option("--with-heading", help="Take out turns about the vertical too.")
    ] = False,
    steady: Annotated[
        bool,
        typer.Option("--steady", help="Take out an even travel only, as on a treadmill; the hips keep their sway."),
    ] = False,
    curve: Annotated[
        bool, typer.Option("--curve/--no-curve", help="Write what was taken out beside the output, as OUT.root.csv.")
    ] = True,
    roles: options.RolesFile = None,
) -> everyday.Work:
    """Keep a figure where it starts, and write its travel to a table from which it can be put back.

    With --back the travel of such a table is put back: in place and back is the original. Contacts with the world are
    left out, since their places do not stand still; after --steady the ground is a belt and they stay.
    """
    if back is not None and (with_height or with_heading or steady):
        raise typer.BadParameter("--back puts back whatever the curve has; leave out the other options.")
    if steady and with_heading:
        raise typer.BadParameter("an even travel goes straight on: leave out --with-heading, or --steady.")

    def work(clip: Clip) -> Clip:
        from supple.recipes.everyday.inplace import inplace
        from supple.recipes.everyday.root_curve import ENDING, RootCurve
        from supple.recipes.roles import motion_roles

        if back is not None:
            name = Path(clip.motion.provenance.source).stem
            table = RootCurve.read(back / f"{name}{ENDING}" if back.is_dir() else back)
            return table.put_back(clip.motion, contacts=clip.contacts)
        still = inplace(
            clip.motion,
            with_height=with_height,
            with_heading=with_heading,
            steady=steady,
            roles=motion_roles(clip.motion, roles),
            contacts=clip.contacts,
        )
        return replace(still, beside={ENDING: still.curve.table()} if curve else {})

    return work
