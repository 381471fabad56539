"""``supple path``: a motion along another path over the ground."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import fitted

if TYPE_CHECKING:
    from supple.core.motion import Motion
    from supple.core.progress import Progress
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


@fitted.verb
def command(
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            help="line, arc:radius=3 (to the left; negative to the right; deg=90 ends it), which begin where the "
            "motion does, or a CSV (x,z) or TOML file with ground points; see `supple print path`.",
        ),
    ],
    length: Annotated[
        str,
        typer.Option(
            "--length",
            metavar="HOW",
            callback=_length,
            help="keep: strides stay, and the motion ends where it ends. stretch: it ends where the path does.",
        ),
    ] = "keep",
) -> fitted.Work:
    """Let a motion follow another path over the ground: it turns with the path, and planted feet stand still there.

    Corners that a body cannot follow are rounded, and a note says so; a path that turns back on itself is an error.

    Exit code 0: every contact is met; 3: written, but not all is met; 1: an error, nothing is written; 2: wrong use.
    """
    from supple.io.documents.path import read_path
    from supple.recipes.path.following import follow_path

    way = read_path(path)
    how: Length = "stretch" if length == "stretch" else "keep"

    def work(source: Motion, contacts: Path | None, roles: Path | None, progress: Progress | None) -> fitted.Told:
        moved = follow_path(source, way, length=how, contacts=contacts, roles=roles, progress=progress)
        facts = {"way_m": moved.way_m, "path_m": moved.path.length, "strides": moved.strides}
        return fitted.Told(moved, facts)

    return work
