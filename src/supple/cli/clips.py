"""Clips in and out of small verbs: a file or standard input, its contacts beside it, and all outputs or none."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from supple.cli import frame_spans
from supple.errors import FileError

if TYPE_CHECKING:
    from supple.core.motion import Motion
    from supple.io.formats import Content
    from supple.io.options import Encoded, ReadOptions
    from supple.recipes.everyday.clip import Clip

STREAM = Path("-")
STREAM_FORMAT = "bvh"
StreamFormat = Annotated[str, typer.Option("--format", metavar="SUFFIX", help="Format of standard input and output.")]
BESIDE = ".contacts.json"  # what a clip's contacts are called: walk.bvh has walk.contacts.json


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How clips are to be read."""

    options: ReadOptions
    span: frame_spans.Span | None
    contacts: Path | None  # a document, or a folder that has one for each clip
    format: str  # suffix of what comes through standard input


def reading(options: ReadOptions, frames: str | None, contacts: Path | None, format: str | None) -> Reading:
    """How clips are to be read, as a command line says it."""
    return Reading(
        options=options, span=frame_spans.parsed(frames), contacts=contacts, format=suffix(format) or STREAM_FORMAT
    )


def suffix(format: str | None) -> str | None:
    """A suffix as a person may write it: ``.BVH`` is ``bvh``."""
    if format is not None and any(mark in format for mark in "/\\\0"):
        raise typer.BadParameter(f"--format takes a suffix, such as bvh; got {format!r}.")
    return None if format is None else format.lower().removeprefix(".")


def read_clip(source: Path, how: Reading, document: Path | None = None) -> Clip:
    """The frames of a file that are wanted, with their contacts where a document is named, here or for all."""
    from supple.recipes.everyday.clip import Clip
    from supple.recipes.everyday.trim import trim

    motion = read_motion(source, how.options, how.format)
    contacts, named = None, document or how.contacts
    if named is not None:
        from supple.io.documents.contacts import check_contacts, read_contacts

        document = named / f"{source.stem}{BESIDE}" if named.is_dir() else named
        contacts = read_contacts(document)
        check_contacts(contacts, motion, str(document))
    if how.span is None:
        return Clip(motion, contacts)
    return trim(motion, *frame_spans.bounds(how.span, motion, source), contacts=contacts)


def read_motion(source: Path, options: ReadOptions, suffix: str) -> Motion:
    """The motion of a file, or of what comes through standard input; markers and the like are refused."""
    from supple.cli import editing

    return editing.motion_in(read_content(source, options, suffix), shown(source))


def read_content(source: Path, options: ReadOptions, suffix: str) -> Content:
    """What a file holds, or what comes through standard input."""
    from supple.io.registry import read

    if source != STREAM:
        return read(source, options)
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / f"standard-input.{suffix}"
        try:
            kept.write_bytes(sys.stdin.buffer.read())
        except OSError as error:
            reason = f"it cannot be kept in {tempfile.gettempdir()}: {error.strerror or error}. Give a file."
            raise FileError(shown(source), reason) from None
        try:
            content = read(kept, options)
        except FileError as error:  # the temporary name would help nobody
            raise FileError(shown(source), error.message, error.line) from None
    return replace(content, provenance=replace(content.provenance, source=shown(source)))


def shown(source: Path) -> str:
    """What an input is called in words."""
    return "standard input" if source == STREAM else str(source)


def targets(inputs: Sequence[Path], out: Path | None, suffix: str | None) -> list[Path | None]:
    """Where each clip goes: one file, standard output, or files of the same names in a folder."""
    if out is None:
        return [None] * len(inputs)
    if out == STREAM or (len(inputs) == 1 and out.suffix and not out.is_dir()):
        if len(inputs) > 1:
            raise typer.BadParameter("standard output takes one clip; give -o FOLDER for several.")
        return [out]
    if STREAM in inputs:
        raise typer.BadParameter("what comes through standard input has no name; give -o FILE, or -o - .")
    paths = [out / (p.name if suffix is None else f"{p.stem}.{suffix}") for p in inputs]
    for path in paths:
        if paths.count(path) > 1:
            raise typer.BadParameter(f"two inputs would be written to {path}. Write them to folders of their own.")
    return list(paths)


def encoded_clip(clip: Clip, target: Path, suffix: str) -> Encoded:
    """The files of a clip, its contacts among them."""
    from supple.io.documents.contacts import dump_contacts
    from supple.io.registry import encode

    if target == STREAM:
        if clip.beside:
            endings = " and ".join(clip.beside)
            raise FileError("standard output", f"a file {endings} goes beside the motion. Give a file, with -o OUT.")
        return encode(clip.motion, Path(f"standard-output.{suffix}"), clip.writing)
    encoded = encode(clip.motion, target, clip.writing)
    texts = dict(clip.beside) if clip.contacts is None else {**clip.beside, BESIDE: dump_contacts(clip.contacts)}
    files = {target.with_name(f"{target.stem}{ending}"): text.encode() for ending, text in texts.items()}
    return replace(encoded, files={**encoded.files, **files})


def write_clip(encoded: Encoded, target: Path, *, force: bool) -> None:
    """Write all files of a clip or none."""
    from supple.io.output import make_folder, write_files

    if target == STREAM:
        check_single(encoded)
        (data,) = encoded.files.values()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    make_folder(target.parent)
    write_files(encoded.files, overwrite=force)


def check_single(encoded: Encoded) -> None:
    """Refuse what cannot go through a pipe."""
    if len(encoded.files) > 1:
        names = " and ".join(path.suffix for path in encoded.files)
        raise FileError("standard output", f"this format makes several files ({names}). Write it to a file.")
