"""``supple diff``: what changed between motions."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import clips, differing, each_input, frame_spans, options, pictures, say
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.core.contacts import Contacts
    from supple.recipes.everyday.clip import Clip
    from supple.recipes.everyday.differences import Difference

NAME = "diff"
EXAMPLES = """Examples:

`supple diff walk.bvh dance.bvh`

`supple diff walk.bvh dance.bvh --frames 10:60 --plot change.png --json`

`supple diff walk.bvh dance.bvh kick.bvh --plot maps/`

`supple diff walk.bvh walk.bvh --exit-code`
"""
DIFFERENT = 3  # the exit code of --exit-code


@reads
def command(
    *,
    given: Given,
    first: Annotated[Path, typer.Argument(metavar="A", help="A motion file, or - for standard input.")],
    others: Annotated[list[Path], typer.Argument(metavar="B...", help="Motions that are compared with it, or -.")],
    frames: frame_spans.Frames = None,
    contacts: Annotated[
        list[Path] | None,
        typer.Option(
            "--contacts",
            metavar="FILE",
            help="Contacts: given once for each clip, A first, or a folder of NAME.contacts.json.",
        ),
    ] = None,
    tolerance_mm: Annotated[
        float, typer.Option("--mm", min=0.0, help="Places that differ by less are the same.")
    ] = 1e-3,
    tolerance_deg: Annotated[
        float, typer.Option("--deg", min=0.0, help="Turns that differ by less are the same.")
    ] = 1e-3,
    every: Annotated[bool, typer.Option("--all", help="Show all joints that changed, not only the worst.")] = False,
    plot: Annotated[
        Path | None,
        typer.Option(
            "--plot", metavar="FILE", help="A map of joints and time, as png, svg or pdf; for many B a folder."
        ),
    ] = None,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="End with code 3 where something differs, else 0.")
    ] = False,
    format: options.StreamFormat = clips.STREAM_FORMAT,
    json: options.Json = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Compare and tell, draw no plot.")] = False,
    force: options.Force = False,
) -> None:
    """Tell what changed from one motion to others: which joints, by how many millimetres and degrees, and when.

    Places are those in the world, turns are a joint's own, seen from its parent. Joints are matched by their names, or
    by their roles where the names differ. The code is 0 whether or not they differ, unless --exit-code is given.
    """
    from supple.cli.compiling import announce
    from supple.recipes.everyday.diff import diff

    if [first, *others].count(clips.STREAM) > 1:
        raise typer.BadParameter("standard input can be read once.")
    documents = _documents(contacts, 1 + len(others))
    maps = _maps(plot, others, force=force)
    how = clips.reading(given, frames, None, format)
    one = clips.read_clip(first, how, documents[0])
    announce("fk")

    def compared(other: Path, document: Path | None, drawn: Path | None) -> dict[str, object]:
        clip = clips.read_clip(other, how, document)
        found = diff(
            one.motion,
            clip.motion,
            contacts=_both(one, clip),
            tolerance_mm=tolerance_mm,
            tolerance_deg=tolerance_deg,
        )
        if drawn is not None:
            _draw(found, drawn, force=force, dry_run=dry_run)
        if not json:
            differing.show(found, other, many=len(others) > 1, every=every)
        return {"input": str(other), **found.as_table(), "written": [] if drawn is None or dry_run else [str(drawn)]}

    given_others = zip(others, documents[1:], maps, strict=True)
    if not json and len(others) > 1:
        typer.echo(differing.TITLES)
    facts = each_input.facts_of([(other[0], partial(compared, *other)) for other in given_others])
    if json:
        say.emit_json({"verb": NAME, "first": str(first), "clips": facts})
    each_input.end_on_errors(facts)
    if exit_code and not all(fact["equal"] for fact in facts):
        raise typer.Exit(DIFFERENT)


def _documents(given: list[Path] | None, count: int) -> list[Path | None]:
    """A contacts document for each clip, or a folder that has them all."""
    if not given:
        return [None] * count
    if len(given) == 1 and given[0].is_dir():
        return [given[0]] * count
    if len(given) != count:
        raise typer.BadParameter(
            f"give --contacts {count} times, those of A first, or once with a folder that has NAME.contacts.json."
        )
    return list(given)


def _maps(plot: Path | None, others: list[Path], *, force: bool) -> list[Path | None]:
    """Where each map goes: one file, or files named after what was compared in a folder."""
    from supple.io.output import refuse_overwrite

    if plot is None:
        return [None] * len(others)
    maps = [plot] if len(others) == 1 and plot.suffix else [plot / f"{other.stem}.png" for other in others]
    for path in maps:
        if maps.count(path) > 1:
            raise typer.BadParameter(f"two maps would be written to {path}. Compare files of one name one by one.")
        pictures.check_picture(path)
    if not force:
        refuse_overwrite(maps)
    return list(maps)


def _both(one: Clip, other: Clip) -> tuple[Contacts, Contacts] | None:
    return None if one.contacts is None or other.contacts is None else (one.contacts, other.contacts)


def _draw(found: Difference, plot: Path, *, force: bool, dry_run: bool) -> None:
    from supple.io.output import make_folder, write_files
    from supple.plots.difference_map import difference_map

    if not dry_run:
        data = difference_map(found, plot.suffix.lower().removeprefix("."))
        make_folder(plot.parent)
        write_files({plot: data}, overwrite=force)
    say.note(f"{'would write' if dry_run else 'wrote'} {plot}")
