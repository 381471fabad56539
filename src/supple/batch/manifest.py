"""The manifest of a run: one JSON line for each clip, appended as it finishes. A cut line at the end is forgotten.

The first line says what was run. Of a clip that was done several times the last line counts.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any, Literal

import msgspec

from supple.batch.digests import Stamp
from supple.batch.names import text_only
from supple.errors import FileError

NAME = "manifest.jsonl"
FORMAT = 1
_BEGIN = b'{"format":'
Status = Literal["ok", "not_met", "failed"]


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: what was run on which folder."""

    format: int = FORMAT
    run: str  # the verb, or the recipe's name
    steps: tuple[tuple[str, ...], ...]  # the words of each
    input: str  # the folder


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line: a clip, what was done with it, and what came of it."""

    format: int = FORMAT
    clip: str  # its path in the input folder
    input: Stamp | None  # None where the file cannot even be read
    options: str  # hash of the options, and of the documents that they name
    version: str
    status: Status
    seconds: float
    written: dict[str, int]  # outputs by their path in the output folder, with their size in bytes
    metrics: dict[str, Any]
    error: str | None = None
    cause: str | None = None  # the kind of error, to group by
    again: bool = False  # a failure that may not be the clip's own: it is tried again by --resume

    def __post_init__(self) -> None:
        """Outputs are removed by these names when they are made anew: none may lead out of the folder."""
        for name in self.written:
            path = PurePath(name)
            if path.anchor or ".." in path.parts:
                raise ValueError(f"written: {name!r} is not inside the output folder")


class Manifest:
    """A manifest that is open for more lines. Each is written at once and whole, or the run ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise FileError(path, f"the manifest cannot be written: {error.strerror or error}.") from None
        self._end = _whole_length(self._handle)
        os.ftruncate(self._handle, self._end)

    def append(self, line: Run | Entry) -> None:
        """One more line; where the disk is full nothing of it stays."""
        data = encoded(line)
        try:
            if os.write(self._handle, data) != len(data):
                raise OSError(28, "No space left on device")
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._handle, self._end)
            raise FileError(
                self.path, f"the manifest cannot be written: {error.strerror or error}. Go on with --resume."
            ) from None
        self._end += len(data)

    def close(self) -> None:
        """Give the file back."""
        os.close(self._handle)


def encoded(line: Run | Entry) -> bytes:
    """A line as it stands in the file."""
    try:
        return msgspec.json.encode(line) + b"\n"
    except UnicodeEncodeError:  # a name whose bytes are no text, in the words of an error
        return msgspec.json.encode(text_only(msgspec.to_builtins(line))) + b"\n"


def read_entries(path: Path) -> Iterator[tuple[int, Entry]]:
    """Every line about a clip with its place in the file, in the order of the file."""
    for place, number, line in _lines(path):
        if number > 1:
            yield place, _decoded(line, Entry, path, number)


def read_run(path: Path) -> Run | None:
    """What was run, by the first line; None where the manifest is empty."""
    for _, number, line in _lines(path):
        return _decoded(line, Run, path, number)
    with open(path, "rb") as stream:
        begun = stream.read(len(_BEGIN))
    if not _BEGIN.startswith(begun):  # not even a line that was cut while it was written
        raise FileError(path, f"this is no manifest of a run: it begins with {begun!r}. Write to another folder.")
    return None


def entry_at(path: Path, place: int) -> Entry:
    """The line that begins at a place of the file."""
    with open(path, "rb") as stream:
        stream.seek(place)
        return _decoded(stream.readline(), Entry, path, None)


def write_sorted(path: Path, run: Run, places: Iterable[int]) -> None:
    """Write the manifest anew with the lines at these places only, so that equal runs leave equal manifests."""
    aside = path.with_name(f".{path.name}.part")
    try:
        with open(path, "rb") as old, open(aside, "wb") as new:
            new.write(encoded(run))
            for place in places:
                old.seek(place)
                new.write(old.readline())
            new.flush()
            os.fsync(new.fileno())
        os.replace(aside, path)
    except OSError as error:
        with suppress(OSError):
            aside.unlink()
        raise FileError(path, f"the manifest cannot be put in order: {error.strerror or error}.") from None


def _lines(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """Whole lines with their places and numbers."""
    try:
        with open(path, "rb") as stream:
            place = 0
            for number, line in enumerate(stream, 1):
                if line.endswith(b"\n"):
                    yield place, number, line
                place += len(line)
    except OSError as error:
        raise FileError(path, f"the manifest cannot be read: {error.strerror or error}.") from None


def _decoded(line: bytes, kind: Any, path: Path, number: int | None) -> Any:
    try:
        head = msgspec.json.decode(line, type=_Head)
        if head.format != FORMAT:
            raise FileError(path, f"format {head.format} of a manifest is not known; this version reads "
                            f"{FORMAT}. Write to another folder, or begin anew with --force.", number)  # fmt: skip
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise FileError(path, f"this is no line of a manifest: {error}. Begin anew with --force.", number) from None


class _Head(msgspec.Struct):
    format: int


def _whole_length(handle: int) -> int:
    """Where the last whole line ends; a run that was killed may leave a part of one behind."""
    end = os.lseek(handle, 0, os.SEEK_END)
    while end > 0:
        start = max(0, end - 4096)
        os.lseek(handle, start, os.SEEK_SET)
        at = os.read(handle, end - start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        end = start
    return 0
