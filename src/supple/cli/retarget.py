"""``supple retarget``: the motion of one figure on another."""

from __future__ import annotations

from enum import StrEnum
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import as_written, options, outcomes, say
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.recipes.retarget.report import RetargetReport
    from supple.recipes.retarget.retargeting import Retargeted

NAME = "retarget"


class Solver(StrEnum):
    """How contacts are made to hold."""

    hierarchical = "hierarchical"
    online = "online"


EXAMPLES = """Examples:

`supple retarget walk.bvh --to hero.glb -o hero_walk.glb`

`supple retarget take.amc --to hero.bvh -o hero_take.bvh --map map.toml --json`

`supple retarget walk.bvh --to hero.bvh -o hero_walk.bvh --contacts contacts.json`

`supple retarget walk.bvh --to body.toml -o long_legs.bvh`

`supple retarget walk.bvh --to hero.bvh -o hero_live.bvh --solver online`
"""


@reads
def command(
    *,
    given: Given,
    of_character: Given,
    motion: Annotated[Path, typer.Argument(metavar="MOTION", help="A motion file.")],
    character: Annotated[
        Path,
        typer.Option(
            "--to",
            metavar="CHARACTER",
            help="Any file with the figure, whose own motion only shows how it stands; or a body document, which says "
            "the proportions of a figure like that of MOTION (`supple print body`).",
        ),
    ],
    out: outcomes.Out = None,
    joint_map: Annotated[
        Path | None,
        typer.Option("--map", metavar="MAP.toml", help="Which joint follows which; start from `supple map A B`."),
    ] = None,
    contacts: Annotated[
        Path | None,
        typer.Option("--contacts", metavar="FILE", help="Contacts of MOTION (`supple detect`); else they are found."),
    ] = None,
    solver: Annotated[
        Solver,
        typer.Option(
            "--solver",
            help="hierarchical looks at the whole clip; online goes frame by frame without looking ahead, as live "
            "(supple.OnlineRetarget), and holds heels and balls of feet.",
        ),
    ] = Solver.hierarchical,
    json: options.Json = False,
    roles: options.RolesFile = None,
    character_roles: options.CharacterRoles = None,
    force: options.Force = False,
    dry_run: outcomes.DryRun = False,
) -> None:
    """Give a motion to another figure: other names, rest pose, joint count or size.

    Joints are matched by the part they play in a body. Limbs, palms and soles point where those of the source point;
    the way of the root is scaled by the length of the legs; what stood still on the source stands still.

    Exit code 0: every contact is met; 3: written, but a contact is not met, or a joint leaves its range for one; 1: an
    error, nothing is written; 2: wrong use.
    """
    from supple.cli import editing
    from supple.cli.compiling import CLEANING, FITTING, ONLINE, announce
    from supple.recipes.retarget.described import is_description
    from supple.recipes.retarget.retargeting import retarget

    to = outcomes.outputs(out, None, force=force, dry_run=dry_run, json=json)
    source = editing.read_motion(motion, given)
    target = character if is_description(character) else editing.read_character(character, of_character)
    to.check(source if isinstance(target, Path) else target)
    announce(*dict.fromkeys((*CLEANING, *FITTING, *(ONLINE if solver is Solver.online else ()))))
    with editing.progress_bar("retargeting") as progress:
        result = retarget(
            source,
            target,
            joint_map=joint_map,
            contacts=contacts,
            roles=roles,
            character_roles=character_roles,
            solver=solver.value,
            progress=progress,
        )
    _finish(result, to)


def _finish(result: Retargeted, to: outcomes.Outputs) -> None:
    """Write the file, tell how it went with it as it will be read again, and end with the code that says so."""
    from dataclasses import replace

    from supple.io.output import write_files
    from supple.io.registry import encode

    encoded = None if to.out is None else encode(result.motion, to.out)
    files = {} if encoded is None else dict(encoded.files)
    if not to.dry_run:
        write_files(files, overwrite=to.force)
    report = result.report
    feet = as_written.Feet(*result.sliding(as_written.read_back(result.motion, encoded, to.out)))
    lost = as_written.lost(as_written.Feet(report.slide_mm_max, report.penetration_mm_max), feet, to.out)
    status = as_written.status_of(report.status, lost)
    report = replace(report, slide_mm_max=feet.slide_mm, penetration_mm_max=feet.sink_mm, status=status)
    if to.json:
        say.emit_json({**facts(report), "not_kept": lost})
    else:
        _show(report)
    outcomes.tell(report.notes, encoded, files, to)
    as_written.tell(lost)
    if report.status != "met":
        raise typer.Exit(outcomes.NOT_ALL_MET)


def facts(report: RetargetReport) -> dict[str, object]:
    """How a retargeting went, for machines."""
    return {
        "status": report.status,
        "slide_mm_max": report.slide_mm_max,
        "penetration_mm_max": report.penetration_mm_max,
        "limb_direction_deg_median": report.limb_direction_deg_median,
        "limb_direction_deg": dict(report.limb_direction_deg),
        "limits_broken": report.limits_broken,
        "limits": [limit._asdict() for limit in report.limits],
        "scale": report.scale,
        "seconds": report.seconds,
        "notes": list(report.notes),
    }


def _show(report: RetargetReport) -> None:
    for name, value in (
        ("planted points slide at most [mm]", report.slide_mm_max),
        ("feet are in the ground at most [mm]", report.penetration_mm_max),
        ("limbs point elsewhere by, median [deg]", report.limb_direction_deg_median),
        ("joint limits broken by the fit", report.limits_broken),
        ("the way is scaled by", report.scale),
    ):
        shown = "-" if isnan(value) else f"{value:.4g}" if value >= 5e-4 else "0"  # there is nothing to measure
        typer.echo(f"{name:42} {shown:>12}")
    worst = sorted(report.limb_direction_deg.items(), key=lambda item: -item[1])[:3]
    if worst:
        say.note("  most: " + ", ".join(f"{role} {angle:.1f} deg" for role, angle in worst))
    say.note(f"{report.status} in {report.seconds:.2g} s")
