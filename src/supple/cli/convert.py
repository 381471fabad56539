"""``supple convert``: any format to any other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from supple.cli import frame_spans, options, say
from supple.cli.reading import Given, reads
from supple.errors import FileError

if TYPE_CHECKING:
    from supple.core.motion import Motion
    from supple.core.skinning.skin import Skin
    from supple.core.streams import Stream
    from supple.io.options import Encoded, EncodedStream, WriteOptions

NAME = "convert"
EXAMPLES = """Examples:

`supple convert walk.bvh walk.glb`

`supple convert take.amc take.bvh --units cm --fps 30 --frames 100:400`

`supple convert blender.bvh yup.bvh --up y --force`

`supple convert walk.bvh walk.glb --mesh body.obj`
"""


@reads
def command(
    *,
    given: Given,
    source: Annotated[Path, typer.Argument(metavar="IN", help="A motion file.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="Where to write; the suffix names the format.")],
    units: Annotated[
        str,
        typer.Option(
            "--units",
            metavar="UNIT",
            help="Unit of the output: m dm cm mm in ft cmu, metres per unit, or auto (as in the input).",
        ),
    ] = "auto",
    up: Annotated[
        str,
        typer.Option("--up", metavar="AXIS", help="Up axis of the output: x y z -x -y -z, or auto (as in the input)."),
    ] = "auto",
    mesh: Annotated[
        Path | None,
        typer.Option(
            "--mesh",
            metavar="OBJ",
            help="A mesh around the figure's rest pose (metres, +Y up), to move with it in a .glb instead of a plain "
            "body.",
        ),
    ] = None,
    skinning: Annotated[
        str,
        typer.Option("--skinning", metavar="KIND", help="How joints carry the mesh: smooth, or simple (creases)."),
    ] = "smooth",
    fps: options.Fps = None,
    frames: frame_spans.Frames = None,
    force: options.Force = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would happen, write nothing.")] = False,
    json: options.Json = False,
) -> None:
    """Convert a motion to another format, unit, up axis or frame rate, and say what cannot be kept."""
    from supple.io.options import WriteOptions
    from supple.io.output import refuse_overwrite, write_files

    wanted = WriteOptions(unit_scale=options.scale(units), up=options.up_axis(up))
    span = frame_spans.parsed(frames)
    if not force:
        refuse_overwrite([target])  # before the work, and again for all files when they are known
    change = _Change(span, fps, mesh, skinning)
    motion, encoded = _streamed(source, target, given, wanted, change) or _whole(source, target, given, wanted, change)
    if not dry_run:
        write_files(encoded.files, overwrite=force)
    elif not force:
        refuse_overwrite(encoded.files)
    if json:
        say.emit_json(_facts(source, target, motion, encoded, dry_run))
    else:
        _tell(motion, encoded, dry_run)


class _Change(NamedTuple):
    """What needs all frames at once."""

    span: frame_spans.Span | None
    fps: str | None
    mesh: Path | None
    skinning: str

    @property
    def none(self) -> bool:
        return self.span is None and self.fps is None and self.mesh is None


def _streamed(
    source: Path, target: Path, given: Given, wanted: WriteOptions, change: _Change
) -> tuple[Stream, EncodedStream] | None:
    """A large file in blocks, where both formats can; the same bytes as otherwise."""
    from supple.io import registry

    motion = registry.stream(source, given) if change.none and registry.takes_streams(target, wanted) else None
    encoded = None if motion is None else registry.encode_stream(motion, target, wanted)
    return None if motion is None or encoded is None else (motion, encoded)


def _whole(source: Path, target: Path, given: Given, wanted: WriteOptions, change: _Change) -> tuple[Motion, Encoded]:
    from supple.io import registry

    motion, said = _chosen(_motion(registry.read(source, given), source), source, change.span, change.fps)
    if change.mesh is not None:
        wanted = replace(wanted, skin=_skin(change.mesh, motion, change.skinning))
    encoded = registry.encode(motion, target, wanted)
    return motion, replace(encoded, notes=(*said, *encoded.notes))


def _facts(
    source: Path, target: Path, motion: Motion | Stream, encoded: Encoded | EncodedStream, dry_run: bool
) -> dict[str, object]:
    from supple.io.registry import format_of

    return {
        "input": str(source),
        "written": [] if dry_run else [str(path) for path in encoded.files],
        "frames": motion.frames,
        "joints": motion.skeleton.joint_count,
        "fps": motion.fps,
        "notes": list(encoded.notes),
        "drops": list(format_of(target).drops),
        "warnings": list(motion.provenance.warnings),
    }


def _tell(motion: Motion | Stream, encoded: Encoded | EncodedStream, dry_run: bool) -> None:
    say.reader_warnings(motion.provenance.warnings)
    for line in encoded.notes:
        say.note(f"  note: {line}")
    verb, files = "would write" if dry_run else "wrote", " and ".join(str(path) for path in encoded.files)
    what = f"{motion.skeleton.joint_count} joints, {motion.frames} frames at {motion.fps:g} fps"
    say.note(f"{verb} {files}: {what}")


def _skin(path: Path, motion: Motion, kind: str) -> Skin:
    """The mesh of a file on the figure's rest pose."""
    from supple.core.skinning.attaching import attach
    from supple.core.skinning.skin import bind_of
    from supple.io.obj import read_mesh

    return attach(read_mesh(path), bind_of(motion.skeleton), kind)  # type: ignore[arg-type]  # which it checks


def _motion(content: object, source: Path) -> Motion:
    from supple.core.motion import Motion

    if not isinstance(content, Motion):
        raise FileError(
            source,
            f"this holds {type(content).__name__.lower()}, not a skeleton's motion, and cannot be converted yet.",
        )
    return content


def _chosen(
    motion: Motion, source: Path, span: frame_spans.Span | None, fps: str | None
) -> tuple[Motion, tuple[str, ...]]:
    """The frames that are wanted at the rate that is wanted, and what is to be said about it."""
    from supple.recipes.everyday.resample import resample

    if span is not None:
        motion = motion.with_frames(*frame_spans.bounds(span, motion, source))
    if fps is None:
        return motion, ()
    clip = resample(motion, fps)
    return clip.motion, clip.notes
