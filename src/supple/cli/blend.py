"""``supple blend``: a clip between two others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import everyday, options

if TYPE_CHECKING:
    from supple.recipes.everyday.clip import Clip

NAME = "blend"
EXAMPLES = """Examples:

`supple blend walk.bvh hurry.bvh --weight 0.5 -o between.bvh`

`supple blend walk.bvh hurry.bvh --weight 0.25 --dry-run --json`
"""


@everyday.together
def command(
    weight: Annotated[
        float,
        typer.Option(
            "--weight", metavar="W", min=0.0, max=1.0, help="0 is the first clip, 1 the second, and the rest between."
        ),
    ],
    roles: options.RolesFile = None,
) -> everyday.Gathering:
    """Make a clip that lies between two clips of one figure: their poses, pace, way and footfalls.

    Strides are matched in time, or poses where there are none, and what both clips show is blended; planted feet are
    kept. The first gives the rate and the place. Exit code 3: written, but not every contact is met.
    """

    def work(given: list[Clip]) -> Clip:
        from supple.cli import editing
        from supple.cli.compiling import CLEANING, FITTING, announce
        from supple.recipes.transition.blends import blend

        if len(given) != 2:
            raise typer.BadParameter(f"two clips are blended; got {len(given)}.")
        announce(*CLEANING, *FITTING)
        with editing.progress_bar("blending") as progress:
            made = blend(given[0], given[1], weight, roles=roles, progress=progress)
        return everyday.as_given(made, given)

    return work
