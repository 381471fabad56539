"""``supple convert``: any format to any other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import options, say
from supple.errors import FileError

if TYPE_CHECKING:
    from supple.core.motion import Motion

NAME = "convert"
EXAMPLES = """Examples:

`supple convert walk.bvh walk.glb`

`supple convert take.amc take.bvh --units cm --fps 30 --frames 100:400`

`supple convert blender.bvh yup.bvh --up y --force`
"""


def command(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A motion file.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="Where to write; the suffix names the format.")],
    units: Annotated[
        str,
        typer.Option(
            "--units",
            metavar="UNIT",
            help="Unit of the output: m cm mm dm in, metres per unit, or auto (as in the input).",
        ),
    ] = "auto",
    up: Annotated[
        str, typer.Option("--up", metavar="AXIS", help="Up axis of the output: y, z, or auto (as in the input).")
    ] = "auto",
    fps: Annotated[float | None, typer.Option("--fps", help="Frame rate of the output.")] = None,
    frames: Annotated[
        str | None, typer.Option("--frames", metavar="A:B", help="Frames A up to, not including, B.")
    ] = None,
    input_units: options.InputUnits = "auto",
    input_up: options.InputUp = "auto",
    skeleton: options.SkeletonFile = None,
    figure: options.Figure = 0,
    force: options.Force = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would happen, write nothing.")] = False,
    json: options.Json = False,
) -> None:
    """Convert a motion to another format, unit, up axis or frame rate, and say what cannot be kept."""
    from supple.io import registry
    from supple.io.options import WriteOptions
    from supple.io.output import refuse_overwrite, write_files

    motion = registry.read(source, options.read_options(input_units, input_up, skeleton, figure))
    motion = _chosen(_motion(motion, source), frames, fps)
    encoded = registry.encode(motion, target, WriteOptions(unit_scale=options.scale(units), up=options.up_axis(up)))
    if dry_run and not force:
        refuse_overwrite(encoded.files)
    elif not dry_run:
        write_files(encoded.files, overwrite=force)
    warnings = list(motion.provenance.warnings)
    written = [str(path) for path in encoded.files]
    if json:
        say.emit_json({"input": str(source), "written": [] if dry_run else written, "frames": motion.frames,
                       "joints": motion.skeleton.joint_count, "fps": motion.fps, "notes": list(encoded.notes),
                       "drops": list(registry.format_of(target).drops), "warnings": warnings})  # fmt: skip
        return
    for line in warnings:
        say.note(f"  warning: {line}")
    say.notes(encoded.notes)
    verb = "would write" if dry_run else "wrote"
    what = f"{motion.skeleton.joint_count} joints, {motion.frames} frames at {motion.fps:g} fps"
    say.note(f"{verb} {' and '.join(written)}: {what}")


def _motion(content: object, source: Path) -> Motion:
    from supple.core.motion import Motion

    if not isinstance(content, Motion):
        raise FileError(
            source,
            f"this holds {type(content).__name__.lower()}, not a skeleton's motion, and cannot be converted yet.",
        )
    return content


def _chosen(motion: Motion, frames: str | None, fps: float | None) -> Motion:
    from supple.recipes.resample import resampled

    if frames is not None:
        motion = motion.with_frames(*_range(frames, motion.frames))
    return motion if fps is None else resampled(motion, fps)


def _range(text: str, count: int) -> tuple[int, int]:
    start, colon, stop = text.partition(":")
    try:
        return int(start or 0), int(stop) if colon and stop else count if colon else int(start) + 1
    except ValueError:
        raise typer.BadParameter(f"--frames takes A:B, such as 100:400, 100: or :400; got {text!r}.") from None
