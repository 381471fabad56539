"""``supple terrain``: a motion on another ground."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import fitted

if TYPE_CHECKING:
    from supple.core.motion import Motion
    from supple.core.progress import Progress

NAME = "terrain"
EXAMPLES = """Examples:

`supple terrain walk.bvh waves:height=0.1,length=2 -o hilly.bvh`

`supple terrain walk.bvh ramp:deg=8 -o uphill.bvh --json`

`supple terrain walk.bvh flat -o ducking.bvh --limits doorways.toml`
"""


@fitted.verb
def command(
    heights: Annotated[
        str,
        typer.Argument(
            metavar="HEIGHTS",
            help="The new ground: a height, flat, stairs:rise=0.17,run=0.29, ramp:deg=8, waves:height=0.1,length=2, "
            "or a file with a grid (npz, CSV) or a mesh (OBJ).",
        ),
    ],
    limits: Annotated[
        Path | None,
        typer.Option("--limits", metavar="FILE", help="Doorways and beams to duck under; see `supple print limits`."),
    ] = None,
) -> fitted.Work:
    """Put a motion on another ground: planted feet stand on it, the body follows smoothly and ducks under limits.

    Exit code 0: every contact and limit is met; 3: written, but not all is met; 1: an error, nothing is written; 2:
    wrong use.
    """
    from supple.io.documents.heights import read_heights
    from supple.io.documents.limits import read_limits
    from supple.recipes.terrain.walking_on import terrain

    ground, under = read_heights(heights), () if limits is None else read_limits(limits)

    def work(source: Motion, contacts: Path | None, roles: Path | None, progress: Progress | None) -> fitted.Told:
        moved = terrain(source, ground, contacts=contacts, limits=under, roles=roles, progress=progress)
        lines = (f"above a height limit by {moved.over_mm:.2f} mm",) if moved.over_mm else ()
        return fitted.Told(moved, {"over_limits_mm": moved.over_mm}, lines)

    return work
