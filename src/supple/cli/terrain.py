"""``supple terrain``: a motion on another ground."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from supple.cli import fitted, options, outcomes
from supple.cli.reading import Given, reads

NAME = "terrain"
EXAMPLES = """Examples:

`supple terrain walk.bvh waves:height=0.1,length=2 -o hilly.bvh`

`supple terrain walk.bvh ramp:deg=8 -o uphill.bvh --json`

`supple terrain walk.bvh flat -o ducking.bvh --limits doorways.toml`
"""
_OVER_MM = 1.0  # by which something may stick out above a limit


@reads
def command(
    *,
    given: Given,
    motion: Annotated[Path, typer.Argument(metavar="MOTION", help="A motion file.")],
    heights: Annotated[
        str,
        typer.Argument(
            metavar="HEIGHTS",
            help="The new ground: a height, flat, stairs:rise=0.17,run=0.29, ramp:deg=8, waves:height=0.1,length=2, "
            "or a file with a grid (npz, CSV) or a mesh (OBJ).",
        ),
    ],
    out: outcomes.Out = None,
    limits: Annotated[
        Path | None,
        typer.Option("--limits", metavar="FILE", help="Doorways and beams to duck under; see `supple print limits`."),
    ] = None,
    contacts: options.ContactsFile = None,
    roles: options.RolesFile = None,
    json: options.Json = False,
    force: options.Force = False,
    dry_run: outcomes.DryRun = False,
) -> None:
    """Put a motion on another ground: planted feet stand on it, the body follows smoothly and ducks under limits.

    Exit code 0: every contact and limit is met; 3: written, but not all is met; 1: an error, nothing is written; 2:
    wrong use.
    """
    from supple.cli import editing
    from supple.cli.compiling import CLEANING, FITTING, announce
    from supple.io.documents.heights import read_heights
    from supple.io.documents.limits import read_limits
    from supple.recipes.terrain.walking_on import terrain

    to = outcomes.outputs(out, None, force=force, dry_run=dry_run, json=json)
    ground, under = read_heights(heights), () if limits is None else read_limits(limits)
    source = editing.read_motion(motion, given)
    to.check(source)
    announce(*CLEANING, *FITTING)
    with editing.progress_bar("fitting"):
        moved = terrain(source, ground, contacts=contacts, limits=under, roles=roles)
    lines = (f"above a height limit by {moved.over_mm:.2f} mm",) if moved.over_mm else ()
    fitted.finish(moved, to, {"over_limits_mm": moved.over_mm}, lines, met=moved.over_mm <= _OVER_MM)
