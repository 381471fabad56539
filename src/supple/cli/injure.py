"""``supple injure``: a walk as a limp."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from math import degrees
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import each_input, fitted, options, outcomes
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.recipes.injure.injuring import Injured
    from supple.recipes.injure.procedural import WalkedLimp

NAME = "injure"
EXAMPLES = """Examples:

`supple injure walk.bvh -o limp.bvh --preset knee-left`

`supple injure walk.bvh -o sore.bvh --preset ankle-right --severity 0.4 --json`

`supple injure --procedural -o made.bvh --preset knee-left --seconds 8`
"""


@reads
def command(
    *,
    to: outcomes.Outputs,
    given: Given,
    motion: Annotated[Path | None, typer.Argument(metavar="MOTION", help="A walk.")] = None,
    preset: Annotated[
        str,
        typer.Option("--preset", metavar="JOINT-SIDE", help="What hurts: hip, knee, ankle or leg, as in knee-left."),
    ],
    procedural: Annotated[
        bool, typer.Option("--procedural", help="Without a MOTION: `supple walk` makes the walk, too.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="How long the limp is that is made by --procedural; else 10.")
    ] = None,
    severity: Annotated[float, typer.Option("--severity", min=0.0, max=1.0, help="From 0 (not at all) to 1.")] = 1.0,
    contacts: options.ContactsFile = None,
    roles: options.RolesFile = None,
) -> None:
    """Make a walk limp: the hurt foot flies lower, comes down nearer to the other one and hurries; a joint is stiff.

    At severity 1 height and length of the step are halved, it is 30 % faster, and the joint's weight is 0.1; `leg`
    stiffens no joint. Feet stand exactly where they come down. With --procedural the walk is made from nothing, too.

    Exit code 0: every contact is met; 3: written, but not all is met; 1: an error, nothing is written; 2: wrong use.
    """
    if procedural or motion is None:
        _check_procedural(motion, contacts, roles, procedural=procedural)
        _walked(preset, severity, 10.0 if seconds is None else seconds, to)
        return
    if seconds is not None:
        raise typer.BadParameter("--seconds belongs to --procedural; a MOTION is as long as it is.")
    from supple.cli import editing
    from supple.cli.compiling import CLEANING, FITTING, announce
    from supple.recipes.injure.injuring import injure
    from supple.recipes.injure.presets import limp_of

    limp_of(preset, severity)  # refused before the work
    source = editing.read_motion(motion, given)
    to.check(source)
    announce(*dict.fromkeys((*CLEANING, *FITTING)))
    with editing.progress_bar("limping"):
        work = partial(injure, source, preset, severity=severity, contacts=contacts, roles=roles)
        result = each_input.named(motion, work)
    fitted.finish(result, to, _facts(result), _lines(result))


def _check_procedural(motion: Path | None, contacts: Path | None, roles: Path | None, *, procedural: bool) -> None:
    if not procedural:
        raise typer.BadParameter("give a MOTION, or --procedural for a limp that is made from nothing.")
    for name, value in (("MOTION", motion), ("--contacts", contacts), ("--roles", roles)):
        if value is not None:
            raise typer.BadParameter(f"--procedural makes its own walk and takes no {name}.")


def _walked(preset: str, severity: float, seconds: float, to: outcomes.Outputs) -> None:
    from supple.cli import walk
    from supple.cli.compiling import WALKING, announce
    from supple.recipes.injure.procedural import walk_with_limp

    walk.check(to)
    announce(*WALKING)
    made = walk_with_limp(preset, severity=severity, seconds=seconds)
    told = {**walk.facts(made.walked), **_facts(made), "speed": made.speed}
    faster = f"hips go {100 * (made.speed - 1.0):+.0f} % faster to the {made.limp.side} foot than to the other"
    walk.finish(made.walked, to, None, told, (*_lines(made), faster))


def _facts(result: Injured | WalkedLimp) -> dict[str, object]:
    knees = {
        when: {leg.side: degrees(leg.ranges["knee"]) for leg in gait.legs}
        for when, gait in (("before", result.before), ("after", result.after))
    }
    return {"side": result.limp.side, **asdict(result.measures), "knee_range_deg": knees}


def _lines(result: Injured | WalkedLimp) -> tuple[str, ...]:
    m, side = result.measures, result.limp.side
    was, now = (degrees(gait.leg(side).ranges["knee"]) for gait in (result.before, result.after))
    return (
        f"{side} foot, of the walk before: step {100 * m.step_length:.0f} %, height of the flight "
        f"{100 * m.flight_height:.0f} %, time of the swing {100 * m.swing_time:.0f} %",
        f"{side} knee: range {was:.1f} to {now:.1f} deg",
    )
