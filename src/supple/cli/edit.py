"""``supple edit``: bend a motion to wishes."""

from __future__ import annotations

from enum import StrEnum
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import clips, editing, options, outcomes
from supple.cli.reading import Given, reads
from supple.errors import FileError, InvalidValueError

if TYPE_CHECKING:
    from supple.solvers.hierarchical.settings import FitSettings

NAME = "edit"
EXAMPLES = """Examples:

`supple print edit > edit.toml`

`supple edit walk.bvh edit.toml -o waving.bvh`

`supple edit walk.bvh edit.toml -o waving.glb --report waving.html --json`

`supple edit walk.bvh edit.toml -o waving.bvh --contacts contacts.json`

`supple edit walk.bvh edit.toml -o waving.bvh --solver hierarchical --spacing 0.3`

`generate-wishes | supple edit walk.bvh - -o waving.bvh --force`

`supple trim walk.bvh --to 3 -o - | supple edit - edit.toml -o - > waving.bvh`
"""


class Solver(StrEnum):
    """Who bends the motion."""

    PRIORITIZED = "prioritized"
    HIERARCHICAL = "hierarchical"


@reads
def command(
    *,
    given: Given,
    motion: Annotated[Path, typer.Argument(metavar="MOTION", help="A motion file, or -.")],
    edit: editing.Document,
    out: outcomes.Out = None,
    solver: Annotated[
        Solver,
        typer.Option("--solver", help="prioritized: what matters more; hierarchical: how far around it motion bends."),
    ] = Solver.PRIORITIZED,
    levels: Annotated[
        int | None, typer.Option("--levels", min=1, max=12, help="Levels of a hierarchical fit, each twice as fine.")
    ] = None,
    spacing: Annotated[
        float | None,
        typer.Option(
            "--spacing", metavar="SECONDS", help="Between the coarsest knots of a hierarchical fit: how far it reaches."
        ),
    ] = None,
    tolerance: Annotated[
        float | None, typer.Option("--tolerance", metavar="MM", help="What a hierarchical fit may miss by.")
    ] = None,
    format: clips.StreamFormat = clips.STREAM_FORMAT,
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
    asks something of the same joint at the same time, its own wish counts. Footplants with `events = "detect"` take
    their steps from these contacts, else from those that are found in the motion.

    Ctrl-C ends the solve with the best so far, which is written; pressed again, it ends at once.

    Exit code 0: every wish is met; 3: solved and written, but not every wish is met; 1: an error, nothing is written;
    2: wrong use.
    """
    from supple.cli.compiling import EDITING, FITTING, announce
    from supple.core.pose import world_pose
    from supple.recipes.detected_steps import with_detected_steps
    from supple.recipes.edit import edit as edit_motion
    from supple.recipes.edit import with_notes
    from supple.recipes.kept_contacts import Kept, with_contacts
    from supple.recipes.names import motion_names

    fit = _fit_settings(solver, levels, spacing, tolerance)
    suffix = editing.stream_format(format, motion, edit)
    to = outcomes.outputs(out, report, force=force, dry_run=dry_run, json=json, format=suffix)
    wishes = editing.read_wishes(edit)
    source = clips.read_motion(motion, given, suffix)
    if source.rest_rows == source.frames:
        raise FileError(clips.shown(motion), "this has no frames, only a figure at rest; `supple pose` bends that one.")
    to.check(source)
    announce(*(EDITING if solver is Solver.PRIORITIZED else FITTING))
    seen = world_pose(source)
    names = motion_names(source, roles, seen)
    stated = with_detected_steps(wishes, source, names, contacts)
    editing.end_on_errors(source, stated.edit, names, seen, edit)
    kept = Kept(stated.edit) if contacts is None else with_contacts(stated.edit, contacts, source, names)
    with editing.solving(stops=solver is Solver.PRIORITIZED) as progress:
        result = edit_motion(source, kept.edit, roles=names, progress=progress, solver=solver.value, fit=fit)
    outcomes.finish(source, kept.edit, names, with_notes(result, (*stated.notes, *kept.notes)), to)


def _fit_settings(
    solver: Solver, levels: int | None, spacing: float | None, tolerance: float | None
) -> FitSettings | None:
    """What was said about a hierarchical fit; None for another solver."""
    from supple.solvers.hierarchical.settings import FitSettings

    said = {"levels": levels, "spacing_s": spacing, "tolerance_m": None if tolerance is None else 1e-3 * tolerance}
    given = {name: value for name, value in said.items() if value is not None}
    if solver is not Solver.HIERARCHICAL:
        if given:
            raise typer.BadParameter("--levels, --spacing and --tolerance belong to --solver hierarchical.")
        return None
    for option, value, unit in (("--spacing", spacing, "seconds"), ("--tolerance", tolerance, "millimetres")):
        if value is not None and not 0.0 < value < inf:
            raise typer.BadParameter(f"{option} must be a positive number of {unit}; got {value:g}.")
    try:
        return FitSettings(**given)  # type: ignore[arg-type]
    except InvalidValueError as error:
        raise typer.BadParameter(str(error)) from None
