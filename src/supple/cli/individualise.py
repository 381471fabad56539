"""``supple individualise``: a walk as another person would walk it."""

from __future__ import annotations

from functools import partial
from math import degrees
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import each_input, fitted, options, outcomes
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.core.motion import Motion
    from supple.recipes.individualise.individualising import Individual

NAME = "individualise"
EXAMPLES = """Examples:

`supple individualise walk.bvh -o stiff.bvh --weights weights.toml`

`supple individualise walk.bvh -o anna.bvh --fit anna_walks.bvh --save-weights anna.toml`

`supple individualise walk.bvh -o heavy.bvh --body heavy.toml --json`
"""
_DOCUMENTS = (".toml", ".json")


@reads
def command(
    *,
    to: outcomes.Outputs,
    given: Given,
    motion: Annotated[Path, typer.Argument(metavar="MOTION", help="A walk or run.")],
    weights: Annotated[
        Path | None, typer.Option("--weights", metavar="W.toml", help="Weights document (`supple print weights`).")
    ] = None,
    body: Annotated[
        Path | None,
        typer.Option(
            "--body",
            metavar="TARGET",
            help="Another person: a motion file with the figure, or a body document, whose [mass] tells the weights.",
        ),
    ] = None,
    fit: Annotated[
        Path | None,
        typer.Option("--fit", metavar="WALK", help="A walk of the target; weights are searched that come nearest."),
    ] = None,
    save_weights: Annotated[
        Path | None, typer.Option("--save-weights", metavar="W.toml", help="Write the weights that were used.")
    ] = None,
    contacts: options.ContactsFile = None,
    roles: options.RolesFile = None,
) -> None:
    """Make a walk somebody else's: joints of the legs go further or less far, over the gait cycle, and feet stand.

    --fit fits the gait of the target's walk: what it gives is an imitation of that walk by this one, with its timing,
    its arms and its trunk.

    Exit code 0: every contact is met; 3: written, but not all is met; 1: an error, nothing is written; 2: wrong use.
    """
    from supple.cli import editing
    from supple.cli.compiling import CLEANING, FITTING, announce
    from supple.io.options import DEFAULT_READ
    from supple.recipes.individualise.individualising import individualise

    if weights is None and body is None and fit is None:
        raise typer.BadParameter("give --weights, --body or --fit.")
    if weights is not None and fit is not None:
        raise typer.BadParameter("--weights gives the weights and --fit searches them: give one of them.")
    if save_weights is not None:
        outcomes.check_apart({"-o": to.out, "--save-weights": save_weights}, {"MOTION": motion})
        outcomes.check_places([save_weights], force=to.force)
    source = editing.read_motion(motion, given)
    person: Motion | Path | None = body
    if body is not None and body.suffix.lower() not in _DOCUMENTS:
        person = editing.read_motion(body, DEFAULT_READ)
    shown = None if fit is None else editing.read_motion(fit, DEFAULT_READ)
    to.check(source)
    announce(*dict.fromkeys((*CLEANING, *FITTING)))
    with editing.progress_bar("fitting"):
        work = partial(individualise, source, weights, body=person, fit=shown, contacts=contacts, roles=roles)
        result = each_input.named(motion, work)
    fitted.finish(result, to, facts(result), _lines(result), _weights_file(result, save_weights))


def facts(result: Individual) -> dict[str, object]:
    """What became of the gait, for machines."""
    ranges = {
        when: {leg.side: degrees(leg.ranges["knee"]) for leg in gait.legs}
        for when, gait in (("before", result.before), ("after", result.after))
    }
    return {
        "fitted_deg": list(result.fitted_deg),
        "stride_m": [result.before.stride_m, result.after.stride_m],
        "knee_range_deg": ranges,
        "knee_shift_deg": result.knee_shift_deg,
    }


def _lines(result: Individual) -> tuple[str, ...]:
    lines = [f"strides of {result.before.stride_m:.3f} m become {result.after.stride_m:.3f} m"]
    for leg in result.after.legs:
        was = degrees(result.before.leg(leg.side).ranges["knee"])
        shift = result.knee_shift_deg[leg.side]
        lines.append(f"{leg.side} knee: range {was:.1f} to {degrees(leg.ranges['knee']):.1f} deg, shifted {shift:+.1f}")
    if result.fitted_deg:
        first, best = result.fitted_deg[0], min(result.fitted_deg)
        lines.append(f"distance to the walk that was fitted: {first:.2f} deg without weights, {best:.2f} with them")
    return tuple(lines)


def _weights_file(result: Individual, path: Path | None) -> dict[Path, bytes]:
    from supple.io.documents.joint_weights import dump_weights

    return {} if path is None else {path: dump_weights(result.weights).encode()}
