"""``supple path``: a motion along another path over the ground."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import fitted, options, outcomes
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.recipes.path.lengths import Length

NAME = "path"
EXAMPLES = """Examples:

`supple path walk.bvh arc:radius=3 -o left_turn.bvh`

`supple path walk.bvh arc:radius=-2,deg=90 -o corner.bvh --length stretch`

`supple path walk.bvh garden.toml -o garden.bvh --json`
"""


def _length(text: str) -> str:
    from supple.recipes.path.lengths import LENGTHS

    if text not in LENGTHS:
        raise typer.BadParameter(f"{text!r} is neither {' nor '.join(LENGTHS)}.")
    return text


@reads
def command(
    *,
    given: Given,
    motion: Annotated[Path, typer.Argument(metavar="MOTION", help="A motion file.")],
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            help="line, arc:radius=3 (to the left; negative to the right; deg=90 ends it), which begin where the "
            "motion does, or a CSV (x,z) or TOML file with ground points; see `supple print path`.",
        ),
    ],
    out: outcomes.Out = None,
    length: Annotated[
        str,
        typer.Option(
            "--length",
            metavar="HOW",
            callback=_length,
            help="keep: strides stay, and the motion ends where it ends. stretch: it ends where the path does.",
        ),
    ] = "keep",
    contacts: options.ContactsFile = None,
    roles: options.RolesFile = None,
    json: options.Json = False,
    force: options.Force = False,
    dry_run: outcomes.DryRun = False,
) -> None:
    """Let a motion follow another path over the ground: it turns with the path, and planted feet stand still there.

    Corners that a body cannot follow are rounded, and a note says so; a path that turns back on itself is an error.

    Exit code 0: every contact is met; 3: written, but not all is met; 1: an error, nothing is written; 2: wrong use.
    """
    from supple.cli import editing
    from supple.cli.compiling import CLEANING, FITTING, SMOOTHING, announce
    from supple.io.documents.path import read_path
    from supple.recipes.path.following import follow_path

    to = outcomes.outputs(out, None, force=force, dry_run=dry_run, json=json)
    way = read_path(path)
    source = editing.read_motion(motion, given)
    to.check(source)
    announce(*CLEANING, *FITTING, *SMOOTHING)
    how: Length = "stretch" if length == "stretch" else "keep"
    with editing.progress_bar("fitting"):
        moved = follow_path(source, way, length=how, contacts=contacts, roles=roles)
    facts = {"way_m": moved.way_m, "path_m": moved.path.length, "strides": moved.strides}
    fitted.finish(moved, to, facts)
