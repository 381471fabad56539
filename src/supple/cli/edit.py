"""``supple edit``: bend a motion to wishes."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from supple.cli import editing, options, outcomes
from supple.cli.reading import Given, reads

NAME = "edit"
EXAMPLES = """Examples:

`supple print edit > edit.toml`

`supple edit walk.bvh edit.toml -o waving.bvh`

`supple edit walk.bvh edit.toml -o waving.glb --report waving.html --json`

`supple edit walk.bvh edit.toml -o waving.bvh --contacts contacts.json`

`generate-wishes | supple edit walk.bvh - -o waving.bvh --force`
"""


class Solver(StrEnum):
    """Who bends the motion."""

    PRIORITIZED = "prioritized"


@reads
def command(
    *,
    given: Given,
    motion: Annotated[Path, typer.Argument(metavar="MOTION", help="A motion file.")],
    edit: editing.Document,
    out: outcomes.Out = None,
    solver: Annotated[Solver, typer.Option("--solver", help="Who bends the motion.")] = Solver.PRIORITIZED,
    json: options.Json = False,
    report: outcomes.ReportFile = None,
    roles: options.RolesFile = None,
    contacts: Annotated[
        Path | None,
        typer.Option("--contacts", metavar="FILE", help="Contacts document of the motion; they are kept, too."),
    ] = None,
    force: options.Force = False,
    dry_run: outcomes.DryRun = False,
) -> None:
    """Bend a motion to the wishes of an edit document, and say what each of them got.

    The table says by how much a wish is missed at worst and on the whole (rms), in which frame, and which stronger
    wish, joint limits or reach stood in the way. What `supple lint` calls an error ends the command before solving.

    With --contacts what stands keeps standing, as by the wishes that `supple detect --edit` writes; where the document
    asks something of the same joint at the same time, its own wish counts.

    Exit code 0: every wish is met; 3: solved and written, but not every wish is met; 1: an error, nothing is written;
    2: wrong use.
    """
    from supple.cli.compiling import EDITING, announce
    from supple.core.pose import world_pose
    from supple.recipes.edit import edit as edit_motion
    from supple.recipes.edit import with_notes
    from supple.recipes.kept_contacts import Kept, with_contacts
    from supple.recipes.names import motion_names

    to = outcomes.outputs(out, report, force=force, dry_run=dry_run, json=json)
    wishes = editing.read_wishes(edit)
    source = editing.read_motion(motion, given)
    to.check(source)
    announce(*EDITING)
    seen = world_pose(source)
    names = motion_names(source, roles, seen)
    editing.end_on_errors(source, wishes, names, seen, edit)
    kept = Kept(wishes) if contacts is None else with_contacts(wishes, contacts, source, names)
    with editing.progress_bar("solving") as progress:
        result = edit_motion(source, kept.edit, roles=names, progress=progress)
    outcomes.finish(source, kept.edit, names, with_notes(result, kept.notes), to)
