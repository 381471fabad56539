"""``supple scale-units``: the unit of a file's numbers, and the size of the figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday, options

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip

NAME = "scale-units"
EXAMPLES = """Examples:

`supple scale-units walk.bvh -o metres.bvh --units m`

`supple scale-units walk.bvh -o child.bvh --factor 0.7`
"""


@everyday.verb
def command(
    units: Annotated[
        str,
        typer.Option(
            "--units",
            metavar="UNIT",
            help="Unit of the output's numbers: m dm cm mm in ft cmu, metres per unit, or auto (as in the input).",
        ),
    ] = "auto",
    factor: Annotated[
        float, typer.Option("--factor", metavar="TIMES", help="Make the figure and its travel so many times as large.")
    ] = 1.0,
) -> everyday.Work:
    """Write a motion in another unit, or make the figure itself larger or smaller.

    A wrong guess about a file's own unit is set right with --input-units. --units changes the numbers and not the
    figure; --factor changes the figure, its travel and its contacts, and not the speed of time.
    """
    scale = options.scale(units)
    if scale is None and factor == 1.0:
        raise typer.BadParameter("say what to change, with --units or --factor.")

    def work(clip: Clip) -> Clip:
        from supple.recipes.everyday.scale_units import scale_units

        return scale_units(clip.motion, factor=factor, units=scale, contacts=clip.contacts)

    return work
