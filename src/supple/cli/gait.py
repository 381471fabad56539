"""``supple gait``: the gait signatures of walks and runs, and how far they are apart."""

from __future__ import annotations

from functools import partial
from math import degrees, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import clips, each_input, frame_spans, options, pictures, say
from supple.cli.reading import Given, reads

if TYPE_CHECKING:
    from supple.detect.signature.signature import GaitSignature, LegGait

NAME = "gait"
EXAMPLES = """Examples:

`supple gait walk.bvh`

`supple gait walk.bvh other.bvh --plot loops.png --json`
"""
_COLUMNS = (
    *("leg", "cycles", "stride m", "stride s", "steps/min", "speed m/s", "stance %"),
    *("hip deg", "knee deg", "ankle deg", "spread deg"),
)

_UNLIKE_DEG = 20.0  # choice: captured walks and limps have up to 16, dances and sitting down 24 and more


@reads
def command(
    *,
    given: Given,
    motions: Annotated[list[Path], typer.Argument(metavar="MOTION...", help="Motion files, or - for standard input.")],
    contacts: Annotated[
        Path | None,
        typer.Option(
            "--contacts",
            metavar="FILE",
            help="Contacts with gait events (for many clips: a folder of NAME.contacts.json); else they are found.",
        ),
    ] = None,
    frames: frame_spans.Frames = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Hip against knee, as png, svg or pdf.")
    ] = None,
    json: options.Json = False,
    roles: options.RolesFile = None,
    force: options.Force = False,
) -> None:
    """Measure the gait of walks and runs: hip against knee over the cycle, strides, ranges, symmetry; compare clips.

    The distance between two clips is an angle: by how much hips and knees differ over the cycle (docs/gait.md has the
    formula). It knows no frame rate, length, size or speed.

    Exit code 0: done; 1: an error, such as a clip without a whole cycle (the others are told all the same); 2: wrong
    use.
    """
    from supple.cli.compiling import DETECTING, announce

    if len(motions) > 1 and contacts is not None and not contacts.is_dir():
        raise typer.BadParameter("with several clips --contacts takes a folder that has NAME.contacts.json for each.")
    if motions.count(clips.STREAM) > 1:
        raise typer.BadParameter("standard input can be read once.")
    if plot is not None:
        pictures.check_plot(plot, force=force)
    announce(*DETECTING)
    how = clips.reading(given, frames, contacts, None)
    found: dict[str, GaitSignature] = {}
    facts = each_input.facts_of([(path, partial(_measured, path, how, roles, found)) for path in motions])
    if plot is not None and found:
        _draw(list(found.values()), plot, force)
    _tell(facts, found, json)
    each_input.end_on_errors(facts)


def _measured(path: Path, how: clips.Reading, roles: Path | None, into: dict[str, GaitSignature]) -> each_input.Facts:
    """The signature of one file, kept by its name."""
    from supple.recipes.signature import gait

    clip = clips.read_clip(path, how)
    into[str(path)] = gait(clip.motion, clip.contacts, roles=roles, name=path.stem)
    return {"input": str(path), **into[str(path)].as_table()}


def _tell(facts: list[each_input.Facts], found: dict[str, GaitSignature], json: bool) -> None:
    from supple.detect.signature.distance import distances

    apart = [[degrees(d) for d in row] for row in distances(list(found.values()))] if found else []
    if json:
        say.emit_json({"clips": facts, "compared": list(found), "distance_deg": apart})
        return
    _show(found)
    if len(found) > 1:
        _show_matrix([s.name for s in found.values()], apart)


def _show(found: dict[str, GaitSignature]) -> None:
    wide = max((len(s.name) for s in found.values()), default=4)
    typer.echo(f"{'clip':{wide}} " + " ".join(f"{title:>10}" for title in _COLUMNS))
    for signature in found.values():
        for leg in signature.legs:
            cells = (f"{cell:>10}" for cell in _cells(leg))
            typer.echo(f"{signature.name:{wide}} " + " ".join(cells))
        uneven = [f"{name} {100.0 * v:+.0f} %" for name, v in signature.symmetry.items() if abs(v) >= 0.1]
        if uneven:
            say.note(f"  note: {signature.name} is uneven, left against right: {', '.join(uneven)}")
        if (spread := max(degrees(leg.spread) for leg in signature.legs)) > _UNLIKE_DEG:
            say.note(
                f"  note: the cycles of {signature.name} are {spread:.0f} deg apart: their mean is hardly one gait. "
                "Choose steady strides with --frames."
            )


def _cells(leg: LegGait) -> tuple[str, ...]:
    stance, ranges = float(leg.stance.mean()), {joint: f"{degrees(v):.1f}" for joint, v in leg.ranges.items()}
    return (
        *(leg.side, str(len(leg.cycles)), f"{leg.stride_m.mean():.3f}", f"{leg.stride_s.mean():.3f}"),
        *(f"{120.0 / leg.stride_s.mean():.1f}", f"{leg.hip_speed.mean():.2f}"),
        f"{100.0 * stance:.0f}" if isfinite(stance) else "-",
        *(ranges.get(joint, "-") for joint in ("hip", "knee", "ankle")),
        f"{degrees(leg.spread):.1f}",
    )


def _show_matrix(names: list[str], apart: list[list[float]]) -> None:
    wide = max(map(len, names))
    typer.echo("\ndistances between signatures [deg]")
    typer.echo(" " * wide + " " + " ".join(f"{name[-8:]:>8}" for name in names))
    for name, row in zip(names, apart, strict=True):
        typer.echo(f"{name:{wide}} " + " ".join(f"{d:>8.2f}" for d in row))


def _draw(found: list[GaitSignature], plot: Path, force: bool) -> None:
    from supple.io.output import write_files
    from supple.plots.gait_loops import gait_loops

    write_files({plot: gait_loops(found, plot.suffix.lower().removeprefix("."))}, overwrite=force)
    say.note(f"wrote {plot}")
