"""``supple reach``: a catch or reach at another height."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import options, outcomes, say
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.recipes.reach.reaching import Reached

NAME = "reach"
EXAMPLES = """Examples:

`supple reach catch.bvh -o high_catch.bvh --hands both --at auto --height 1.6`

`supple reach catch.bvh -o low_catch.bvh --hands right --at 1.2 --height 1.2 --json`
"""


class Hands(StrEnum):
    """Which hands reach."""

    both = "both"
    left = "left"
    right = "right"


@reads
def command(
    *,
    to: outcomes.Outputs,
    given: Given,
    motion: Annotated[Path, typer.Argument(metavar="MOTION", help="A motion in which hands catch or reach.")],
    height: Annotated[
        float,
        typer.Option("--height", metavar="M", help="Where the hands (wrists) are at the catch [m above the ground]."),
    ],
    hands: Annotated[Hands, typer.Option("--hands", help="Which hands.")] = Hands.both,
    at: Annotated[
        str,
        typer.Option(
            "--at",
            metavar="TIME|auto",
            help="When: seconds, frames (120f), or where hands are farthest from their start.",
        ),
    ] = "auto",
    contacts: options.ContactsFile = None,
    roles: options.RolesFile = None,
) -> None:
    """Let hands catch at another height: their heights are scaled about that of the first frame, which stays.

    Arms follow from the collar bones on; trunk and hips do not move. Toes are kept on the ground with the shuffle they
    have, and heels lie flat that would sink.

    Exit code 0: the hands are at their height within 1 mm; 3: written, but an arm is too short; 1: an error, nothing is
    written; 2: wrong use.
    """
    from supple.cli import editing
    from supple.cli.compiling import ONLINE, announce
    from supple.recipes.reach.reaching import reach

    source = editing.read_motion(motion, given)
    to.check(source)
    announce(*ONLINE)
    result = reach(source, height, hands=hands.value, at=_moment(at), contacts=contacts, roles=roles)
    _finish(result, to)


def _moment(text: str) -> str | float:
    """A number is seconds; the rest is said as in documents."""
    try:
        return float(text)
    except ValueError:
        return text


def _finish(result: Reached, to: outcomes.Outputs) -> None:
    """Write the file, tell how it went, and end with the code that says so."""
    from supple.io.output import write_files
    from supple.io.registry import encode

    encoded = None if to.out is None else encode(result.motion, to.out)
    files = {} if encoded is None else dict(encoded.files)
    if not to.dry_run:
        write_files(files, overwrite=to.force)
    if to.json:
        say.emit_json(_facts(result))
    else:
        _show(result)
    outcomes.tell(result.notes, encoded, files, to)
    if result.status != "met":
        raise typer.Exit(outcomes.NOT_ALL_MET)


def _facts(result: Reached) -> dict[str, object]:
    return {
        "status": result.status,
        "frame": result.frame,
        "time_s": result.frame * result.motion.frame_time,
        "hands": {side: asdict(hand) for side, hand in result.hands.items()},
        "foot_miss_mm": result.foot_miss_mm,
        "seconds": result.seconds,
        "notes": list(result.notes),
    }


def _show(result: Reached) -> None:
    for side, hand in result.hands.items():
        typer.echo(
            f"{side:5} hand: {hand.catch_m:.3f} to {hand.reached_m:.3f} m at the catch (start {hand.start_m:.3f} m, "
            f"heights x {hand.factor:.3f}), off by {hand.miss_mm:.2f} mm"
        )
    say.note(f"{result.status}: catch in frame {result.frame} ({result.frame * result.motion.frame_time:.2f} s)")
