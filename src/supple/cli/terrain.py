"""``supple terrain``: a motion on another ground."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import options, outcomes, say
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.recipes.metrics import Metrics
    from supple.recipes.terrain.walking_on import OnTerrain

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
    _finish(moved, to)


def _finish(moved: OnTerrain, to: outcomes.Outputs) -> None:
    from supple.io.output import write_files
    from supple.io.registry import encode

    encoded = None if to.out is None else encode(moved.motion, to.out)
    after = moved.cleaned.after()
    if encoded is not None and not to.dry_run:
        write_files(encoded.files, overwrite=to.force)
    if to.json:
        say.emit_json(_facts(moved, after))
    else:
        _tell(moved, after)
    for line in (*moved.contacts.notes, *moved.cleaned.report.notes, *(encoded.notes if encoded else ())):
        say.note(f"  note: {line}")
    if encoded is not None:
        say.note(f"{'would write' if to.dry_run else 'wrote'} {' and '.join(map(str, encoded.files))}")
    if moved.cleaned.report.status != "met" or moved.over_mm > _OVER_MM:
        raise typer.Exit(outcomes.NOT_ALL_MET)


def _facts(moved: OnTerrain, after: Metrics) -> dict[str, object]:
    return {
        "status": moved.cleaned.report.status,
        "slide_mm_max": after.slide_mm_max,
        "penetration_mm_max": after.penetration_mm_max,
        "over_limits_mm": moved.over_mm,
        "levels": [
            {"spacing_s": level.spacing_s, "worst_mm": 1e3 * level.worst_m, "seconds": level.seconds}
            for level in moved.levels
        ],
        "contacts": len(moved.contacts.contacts),
    }


def _tell(moved: OnTerrain, after: Metrics) -> None:
    for level in moved.levels:
        name = f"knots every {level.spacing_s:.3g} s" if level.spacing_s else "last pass"
        typer.echo(f"{name:24} {1e3 * level.worst_m:9.2f} mm left  {1e3 * level.seconds:7.1f} ms")
    typer.echo(f"planted points slide by {after.slide_mm_max:.2f} mm, sink by {after.penetration_mm_max:.2f} mm")
    if moved.over_mm:
        typer.echo(f"above a height limit by {moved.over_mm:.2f} mm")
    say.note(f"{moved.cleaned.report.status}: {len(moved.contacts.contacts)} contacts")
