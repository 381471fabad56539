"""All formats by suffix, and the two verbs everybody uses: read and write."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar

import numpy as np

from supple.core.motion import Motion
from supple.core.streams import Stream
from supple.errors import FileError, InvalidValueError, ShapeError, TooLargeError, UnknownFormatError
from supple.io.choice import only_one
from supple.io.formats import Content, Format
from supple.io.noticing import about_to_read, noticed
from supple.io.options import DEFAULT_READ, DEFAULT_WRITE, Encoded, EncodedStream, ReadOptions, WriteOptions
from supple.io.output import write_files
from supple.io.quoting import shortened
from supple.io.warning_list import bounded

_MODULES = ("acclaim", "amass", "bvh", "c3d", "csv", "fbx", "gltf", "hanim", "mot", "npz", "trc")
LARGE = 16 << 20  # [bytes] from here on a file is streamed where that can be done
_LONGEST = 1000  # characters of an error; what a file says may be endless

Held = TypeVar("Held", bound=Content | Stream)


@cache
def formats() -> tuple[Format, ...]:
    """Every format Supple knows. Each module states its own in ``FORMAT`` and loads the rest when used."""
    return tuple(importlib.import_module(f"supple.io.{name}").FORMAT for name in _MODULES)


def format_of(path: Path) -> Format:
    """The format that a file's suffix names."""
    name = path.name.lower()
    fitting = [(s, entry) for entry in formats() for s in entry.suffixes if name.endswith(s) and name != s]
    if fitting:
        return max(fitting, key=lambda pair: len(pair[0]))[1]  # .amass.npz goes before .npz
    known = " ".join(s for entry in formats() for s in entry.suffixes)
    raise UnknownFormatError(path, f"no format has the suffix {path.suffix.lower()!r}. Known: {known}")


def read(path: Path | str, options: ReadOptions = DEFAULT_READ) -> Content:
    """Read a file by its suffix: a motion, a capture's markers, or a table of signals."""
    path = Path(path)
    if os.path.isdir(path):
        raise FileError(path, "this is a folder. Give the files inside it, such as folder/*.bvh.")
    if str(path) == "-":
        raise FileError(path, "motions are not read from standard input; save it to a file first.")
    entry = format_of(path)
    if entry.read is None:
        raise FileError(path, f"{entry.title} can be written but not read.")
    if entry.single:
        only_one(options.figure, path)
    about_to_read(path)
    with _refusing(path):
        return noticed(path, _bounded(entry.read(path, options)))


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Whatever is wrong with a file is said in words that name it."""
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # absurd numbers end in a refusal, not in a warning
            yield
    except FileError as error:
        if len(error.message) <= _LONGEST:
            raise
        raise FileError(error.path, shortened(error.message, _LONGEST), error.line) from None
    except (InvalidValueError, ShapeError) as error:  # the data model refuses what the file says
        raise FileError(path, shortened(str(error), _LONGEST)) from error
    except MemoryError:
        raise TooLargeError(path, "reading this file needs more memory than there is.") from None


def stream(path: Path | str, options: ReadOptions = DEFAULT_READ) -> Stream | None:
    """A large file in blocks; None where it is not large, or where only :func:`read` can say what is in it."""
    path = Path(path)
    try:
        large = path.stat().st_size >= LARGE
    except (OSError, ValueError):
        return None
    if not large or not path.is_file() or (open_stream := format_of(path).stream) is None:
        return None
    with _refusing(path):
        found = open_stream(path, options)
        return None if found is None else noticed(path, _bounded(found))


def takes_streams(path: Path | str, options: WriteOptions = DEFAULT_WRITE) -> bool:
    """Whether a file can be written in blocks; asked first, because to look through a large file takes time."""
    try:
        entry = format_of(Path(path))
    except UnknownFormatError:  # which encoding tells in words
        return False
    return entry.encode_stream is not None and options.skin is None and entry.streams_with(options)


def encode_stream(motion: Stream, path: Path | str, options: WriteOptions = DEFAULT_WRITE) -> EncodedStream | None:
    """What :func:`encode` makes, to be written in blocks; None where the format needs the whole motion."""
    encoder = format_of(Path(path)).encode_stream
    return encoder(motion, Path(path), options) if encoder is not None and takes_streams(path, options) else None


def _bounded(content: Held) -> Held:
    """However many warnings a reader found, a person gets to see a few."""
    said = content.provenance.warnings
    few = bounded(said)
    return content if few == said else replace(content, provenance=replace(content.provenance, warnings=few))


def encode(motion: Motion, path: Path | str, options: WriteOptions = DEFAULT_WRITE) -> Encoded:
    """The files that a write would make, and what would be lost, without touching the disk."""
    path = Path(path)
    entry = format_of(path)
    if entry.encode is None:
        writable = " ".join(s for f in formats() if f.encode for s in f.suffixes)
        raise FileError(path, f"{entry.title} can be read but not written. Write one of: {writable}")
    if not isinstance(motion, Motion):
        raise FileError(path, f"only a motion can be written as {entry.name}; got {type(motion).__name__}.")
    if options.skin is not None and not entry.skins:
        holding = " ".join(s for f in formats() if f.skins for s in f.suffixes)
        raise FileError(path, f"{entry.title} holds no skin. Write one of: {holding}, or leave the skin out.")
    return entry.encode(motion, path, options)


def write(
    motion: Motion, path: Path | str, options: WriteOptions = DEFAULT_WRITE, *, overwrite: bool = False
) -> tuple[str, ...]:
    """Write a motion by the suffix of ``path``; returns what was changed or lost, in words."""
    encoded = encode(motion, path, options)
    write_files(encoded.files, overwrite=overwrite)
    return encoded.notes
