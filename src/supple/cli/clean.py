"""``supple clean``: feet and hands that stand still, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from supple.cli import cleaning, clips, options, outcomes
from supple.cli.reading import Given, reads

NAME = "clean"
EXAMPLES = """Examples:

`supple clean walk.bvh -o cleaned.bvh`

`supple clean walk.bvh -o cleaned.bvh --contacts contacts.json --report cleaned.html`

`supple clean walk.bvh -o cleaned.bvh --stretch`

`supple clean climb.bvh -o cleaned.bvh --floor stairs:rise=0.17,run=0.29 --stretch 2 --json`
"""
_STRETCH = "--stretch"
_USUAL_PCT = "3"


@reads
def command(
    *,
    given: Given,
    motion: Annotated[Path, typer.Argument(metavar="MOTION", help="A motion file, or -.")],
    out: outcomes.Out = None,
    contacts: options.ContactsFile = None,
    floor: options.FloorHeights = None,
    stretch: Annotated[
        float | None,
        typer.Option(
            _STRETCH,
            metavar="[PCT]",
            min=0.0,
            max=50.0,
            help="Let limbs change their length by up to so many percent (3 where no number follows), instead of "
            "keeping bones as they are, which is also what 0 means.",
        ),
    ] = None,
    format: clips.StreamFormat = clips.STREAM_FORMAT,
    json: options.Json = False,
    report: Annotated[
        Path | None,
        typer.Option("--report", metavar="FILE.html", help="A page with heights of heels and balls, before and after."),
    ] = None,
    roles: options.RolesFile = None,
    force: options.Force = False,
    dry_run: outcomes.DryRun = False,
) -> None:
    """Plant the feet and hands of a motion, keep them out of the ground, and say what that took.

    Without contacts those that `supple detect` finds are planted. Bones keep their lengths, because engines and
    retargeters ignore knees that translate: the way of the root and the knees give way instead. With --stretch limbs
    may become a little longer or shorter; a file that has no position channels for that gets them.

    Exit code 0: every contact is met; 3: cleaned and written, but not every contact is met, a limb or the body jumps
    or a point is in the ground where notes say so, or the format does not keep it; 1: an error, nothing is written; 2:
    wrong use.
    """
    from supple.cli import editing
    from supple.cli.compiling import CLEANING, announce
    from supple.io.documents.heights import read_heights
    from supple.recipes.clean import clean

    suffix = clips.suffix(format) or clips.STREAM_FORMAT
    to = outcomes.outputs(out, report, force=force, dry_run=dry_run, json=json, format=suffix)
    outcomes.check_apart({"-o": out, "--report": report}, {"MOTION": motion, "--contacts": contacts})
    ground = None if floor is None else read_heights(floor)
    source = clips.read_motion(motion, given, suffix)
    to.check(source)
    announce(*CLEANING)
    share = None if stretch is None else 0.01 * stretch
    with editing.progress_bar("cleaning"):
        cleaned = clean(source, contacts, stretch=share, floor=ground, roles=roles)
    cleaning.finish(cleaned, to)


def spelled_out(words: Sequence[str]) -> list[str]:
    """A command line in which ``--stretch`` without a number has the usual one; other options always take a value."""
    said = list(words)
    if said[:1] != [NAME] or _STRETCH not in said:
        return said
    at = said.index(_STRETCH)
    if at + 1 == len(said) or not _is_number(said[at + 1]):
        said.insert(at + 1, _USUAL_PCT)
    return said


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
