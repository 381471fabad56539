"""``supple render``: pictures, film strips and films of a figure, without a screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import clips, frame_spans, options, rendering, say
from supple.errors import SuppleError

if TYPE_CHECKING:
    from supple.io.options import ReadOptions

NAME = "render"
EXAMPLES = """Examples:

`supple render walk.bvh -o walk.gif --camera side --trail left_ankle`

`supple render walk.bvh -o stride.png --strip 8 --frames 60:130 --camera side`

`supple render walk.bvh cleaned.bvh -o pictures/ --format png --frame 100`

`supple render cleaned.bvh -o both.mp4 --overlay walk.bvh --contacts auto --size 1280x720`
"""
_DEFAULT_SUFFIX = "png"


def command(
    inputs: Annotated[
        list[Path], typer.Argument(metavar="IN...", help="Motions or captures, or - for standard input (BVH).")
    ],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="OUT", help="A .png, .gif or .mp4, or a folder for many inputs."),
    ] = None,
    frame: Annotated[int | None, typer.Option("--frame", min=0, help="The frame of a picture; else the first.")] = None,
    strip: Annotated[
        int | None, typer.Option("--strip", min=1, max=100, help="So many moments side by side in one picture.")
    ] = None,
    frames: frame_spans.Frames = None,
    size: Annotated[str | None, typer.Option("--size", metavar="WxH", help="Pixels, such as 640x480.")] = None,
    camera: Annotated[
        str,
        typer.Option("--camera", metavar="VIEW", help="front, side, top, three-quarter, or degrees left of the front."),
    ] = "three-quarter",
    still: Annotated[
        bool, typer.Option("--still", help="The camera stands and sees the whole way, instead of going along.")
    ] = False,
    fps: Annotated[
        float | None,
        typer.Option("--fps", callback=options.rate, help="Pictures per second of a film; else 25 (gif) or 30 (mp4)."),
    ] = None,
    overlay: Annotated[
        Path | None, typer.Option("--overlay", metavar="OTHER", help="A second motion, drawn pale at the same time.")
    ] = None,
    contacts: Annotated[
        str | None,
        typer.Option("--contacts", metavar="FILE|auto", help="Mark what stands: by a contacts document, or found."),
    ] = None,
    trail: Annotated[
        list[str] | None, typer.Option("--trail", metavar="JOINT", help="Show the way of a joint or role; repeatable.")
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="On a dark ground.")] = False,
    format: Annotated[
        str | None, typer.Option("--format", metavar="SUFFIX", help="png, gif or mp4, for what goes to a folder.")
    ] = None,
    json: options.Json = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check and tell, draw and write nothing.")] = False,
    force: options.Force = False,
    input_units: options.InputUnits = "auto",
    input_up: options.InputUp = "auto",
    skeleton: options.SkeletonFile = None,
    figure: options.Figure = 0,
) -> None:
    """Draw a motion as a picture, a strip of moments, or a film.

    Left is blue, right is orange; the camera is placed by where the figure faces at first. A film runs as fast as the
    motion does. An .mp4 needs ffmpeg.
    """
    given = options.read_options(input_units, input_up, skeleton, figure)
    if out is None:
        raise typer.BadParameter("say where to draw, with -o OUT.png, OUT.gif or OUT.mp4.")
    if inputs.count(clips.STREAM) > 1 or out == clips.STREAM:
        raise typer.BadParameter("standard input can be read once, and pictures go to files.")
    suffix = (format or _DEFAULT_SUFFIX).lower().removeprefix(".")
    wanted = rendering.Wanted(
        frame=frame, strip=strip, span=frame_spans.parsed(frames), size=rendering.parsed_size(size), fps=fps,
        camera=camera, follow=not still, dark=dark, overlay=overlay, contacts=contacts, trails=tuple(trail or ()),
    )  # fmt: skip
    targets = [target for target in clips.targets(inputs, out, suffix) if target is not None]
    pairs = list(zip(inputs, targets, strict=True))
    for target in targets:
        rendering.check(wanted, target, force=force)
    facts = [_fact(pair, given, wanted, len(pairs) > 1, force=force, dry_run=dry_run) for pair in pairs]
    if json:
        say.emit_json({"pictures": facts})
    if any("error" in fact for fact in facts):
        raise typer.Exit(1)


def _fact(
    pair: tuple[Path, Path], given: ReadOptions, wanted: rendering.Wanted, many: bool, *, force: bool, dry_run: bool
) -> dict[str, object]:
    """One input; among many, one that fails does not stop the others."""
    try:
        return rendering.rendered(*pair, given, wanted, force=force, dry_run=dry_run)
    except SuppleError as error:
        if not many:
            raise
        say.note(f"supple: {error}")
        return {"input": str(pair[0]), "error": str(error)}
