"""``supple floor``: the floor level, and at height 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday, options

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip

NAME = "floor"
EXAMPLES = """Examples:

`supple floor walk.bvh -o grounded.bvh`

`supple floor walk.bvh -o raised.bvh --height 0.1 --keep-tilt --contacts walk.contacts.json`

`supple floor kick.bvh -o lowest.bvh --lowest`
"""


@everyday.verb
def command(
    height: Annotated[float, typer.Option("--height", metavar="METRES", help="Where the floor is to be.")] = 0.0,
    keep_tilt: Annotated[bool, typer.Option("--keep-tilt", help="Move up or down only.")] = False,
    lowest: Annotated[
        bool, typer.Option("--lowest", help="Put the lowest joint of the clip there, without looking for a floor.")
    ] = False,
    roles: options.RolesFile = None,
) -> everyday.Work:
    """Move a motion so that what it stands on is level and at height 0.

    The floor is that of the contacts, where they have one, else the lowest support that much of the standing is done
    on, as `supple detect` finds it.
    """

    def work(clip: Clip) -> Clip:
        from supple.cli.compiling import DETECTING, announce
        from supple.recipes.everyday.floor import floor

        if lowest or clip.contacts is None or clip.contacts.floor is None:
            announce(*DETECTING)
        return floor(
            clip.motion, height=height, keep_tilt=keep_tilt, lowest=lowest, roles=roles, contacts=clip.contacts
        )

    return work
