"""``supple diff``: what changed between two motions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import clips, frame_spans, options, pictures, say
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.recipes.everyday.differences import Difference

NAME = "diff"
EXAMPLES = """Examples:

`supple diff walk.bvh dance.bvh`

`supple diff walk.bvh dance.bvh --frames 10:60 --plot change.png --json`

`supple diff walk.bvh walk.bvh --exit-code`
"""
DIFFERENT = 3  # the exit code of --exit-code
_ROWS = 20  # joints that the table shows
_SPANS = 6


@reads
def command(
    *,
    given: Given,
    first: Annotated[Path, typer.Argument(metavar="A", help="A motion file, or - for standard input.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The motion that is compared with it.")],
    frames: frame_spans.Frames = None,
    contacts: Annotated[
        list[Path] | None,
        typer.Option("--contacts", metavar="FILE", help="Contacts of both; given twice, for A and for B."),
    ] = None,
    tolerance_mm: Annotated[
        float, typer.Option("--mm", min=0.0, help="Places that differ by less are the same.")
    ] = 1e-3,
    tolerance_deg: Annotated[
        float, typer.Option("--deg", min=0.0, help="Turns that differ by less are the same.")
    ] = 1e-3,
    every: Annotated[bool, typer.Option("--all", help="Show all joints that changed, not only the worst.")] = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="A map of joints and time, as png, svg or pdf.")
    ] = None,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="End with code 3 where something differs, else 0.")
    ] = False,
    format: Annotated[
        str, typer.Option("--format", metavar="SUFFIX", help="Format of what comes through standard input.")
    ] = "bvh",
    json: options.Json = False,
    force: options.Force = False,
) -> None:
    """Tell what changed between two motions: which joints, by how many millimetres and degrees, and when.

    Places are those in the world, turns are a joint's own, seen from its parent. Joints are matched by their names, or
    by their roles where the names differ. The code is 0 whether or not they differ, unless --exit-code is given.
    """
    from supple.cli.compiling import announce
    from supple.io.documents.contacts import read_contacts
    from supple.io.output import refuse_overwrite
    from supple.recipes.everyday.diff import diff

    if contacts is not None and len(contacts) != 2:
        raise typer.BadParameter("give --contacts twice: those of A, and those of B.")
    if first == second == clips.STREAM:
        raise typer.BadParameter("standard input can be read once.")
    if plot is not None:
        pictures.check_picture(plot)
        if not force:
            refuse_overwrite([plot])
    how = clips.reading(given, frames, None, format)
    one, other = (clips.read_clip(path, how).motion for path in (first, second))
    documents = None if contacts is None else (read_contacts(contacts[0]), read_contacts(contacts[1]))
    announce("fk")
    found = diff(one, other, contacts=documents, tolerance_mm=tolerance_mm, tolerance_deg=tolerance_deg)
    if plot is not None:
        _draw(found, plot, force)
    if json:
        say.emit_json({"first": str(first), "second": str(second), **found.as_table()})
    else:
        _show(found, _ROWS if not every else len(found.joints))
    if exit_code and not found.is_empty:
        raise typer.Exit(DIFFERENT)


def _draw(found: Difference, plot: Path, force: bool) -> None:
    from supple.io.output import write_files
    from supple.plots.difference_map import difference_map

    write_files({plot: difference_map(found, plot.suffix.lower().removeprefix("."))}, overwrite=force)
    say.note(f"wrote {plot}")


def _show(found: Difference, count: int) -> None:
    for line in found.notes:
        say.note(f"  note: {line}")
    if found.is_empty:
        typer.echo("no difference")
        return
    for line in found.facts:
        typer.echo(line)
    rows, root = found.rows(), found.root()
    if not rows:
        typer.echo("no difference in the poses that were compared")
        return
    typer.echo(
        f"{'joint':28} {'worst mm':>10} {'rms mm':>10} {'frame':>7} {'worst deg':>10} {'rms deg':>10} {'frame':>7}"
    )
    for row in rows[:count]:
        place = f"{row.worst_mm:>10.3f} {row.rms_mm:>10.3f} {row.worst_frame:>7}"
        typer.echo(f"{row.joint[:28]:28} {place} {row.worst_deg:>10.3f} {row.rms_deg:>10.3f} {row.worst_deg_frame:>7}")
    if len(rows) > count:
        typer.echo(f"and {len(rows) - count} more joints (--all)")
    typer.echo(f"way of the figure ({root.joint}): {root.worst_mm:.3f} mm at worst, {root.rms_mm:.3f} mm rms")
    spans = [f"{start}:{stop} ({(stop - start) * found.frame_time:.2f} s)" for start, stop in found.spans()]
    more = f" and {len(spans) - _SPANS} more" if len(spans) > _SPANS else ""
    typer.echo(f"frames that differ: {', '.join(spans[:_SPANS])}{more}")
