"""Rows of numbers in a file, one to a line: only where they stand is kept, and they are read when asked for."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from supple.errors import FileError
from supple.io.numbers import read_numbers

_CHUNK = 1 << 20  # bytes of text that are read at a time
_LONGEST_LINE = 1 << 20  # [bytes] of a row; beyond any figure
_NEWLINE = 10


class Stamp(NamedTuple):
    """Tells a file from another of the same name, and from itself after a change."""

    number: int
    size: int
    time: int


def _stamp(stream: BinaryIO) -> Stamp:
    found = os.fstat(stream.fileno())
    return Stamp(found.st_ino, found.st_size, found.st_mtime_ns)


@dataclass(frozen=True, slots=True, eq=False)
class LineRows:
    """A table (F, C) in the lines of a file; an index gives rows as an array would."""

    path: Path
    width: int
    starts: np.ndarray  # (F + 1,) where each row begins in the file, and where the last one ends
    stamp: Stamp

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, index: slice | np.ndarray) -> np.ndarray:
        wanted = np.arange(len(self))[index]
        cuts = np.flatnonzero(np.diff(wanted) != 1) + 1
        try:
            with self.path.open("rb") as stream:
                if _stamp(stream) != self.stamp:
                    raise self._changed()
                runs = [self._read(stream, int(run[0]), int(run[-1]) + 1) for run in np.split(wanted, cuts) if len(run)]
        except OSError as error:
            raise FileError(self.path, f"the file cannot be read: {error.strerror or error}.") from None
        return np.concatenate(runs) if runs else np.zeros((0, self.width))

    def _read(self, stream: BinaryIO, first: int, stop: int) -> np.ndarray:
        stream.seek(int(self.starts[first]))
        values = read_numbers(stream.read(int(self.starts[stop] - self.starts[first]))).values
        if len(values) != (stop - first) * self.width:
            raise self._changed()
        return values.reshape(stop - first, self.width)

    def _changed(self) -> FileError:
        return FileError(self.path, "the file was changed while it was read. Try again when it is whole.")


class Scanned(NamedTuple):
    """What a first look at all lines found."""

    rows: LineRows
    torn: tuple[int, int] | None  # the last line, counted from the first, and its numbers, where they make no row


def scan(path: Path, place: int, width: int, see: Callable[[np.ndarray], None]) -> Scanned | None:
    """Find the rows of ``width`` numbers from ``place`` on; ``see`` gets each once, in blocks (n, C).

    None where the lines are anything but rows, all but the last: such a file has to be read at once to be understood.
    """
    with path.open("rb") as stream:
        return _scanned(stream, path, place, width, see)


def _scanned(stream: BinaryIO, path: Path, place: int, width: int, see: Callable[[np.ndarray], None]) -> Scanned | None:
    starts, lines, end, stamp = array("q"), 0, place, _stamp(stream)
    torn: tuple[int, int] | None = None
    for text in _pieces(stream, place):
        values, ends, complete = read_numbers(text)
        counts = np.diff(ends, prepend=0, append=len(values))
        filled = np.flatnonzero(counts)
        odd = filled[counts[filled] != width]
        if not complete or (torn and len(filled)) or not _only_cut_off(odd, filled, counts, width):
            return None
        begins = place + np.append(0, np.flatnonzero(np.frombuffer(text, np.uint8) == _NEWLINE) + 1)
        starts.frombytes(begins[counts == width].astype(np.int64).tobytes())
        see(values[: len(values) // width * width].reshape(-1, width))
        if len(odd):
            torn, end = (lines + int(odd[0]), int(counts[odd[0]])), int(begins[odd[0]])
        elif torn is None:  # else only blank lines follow
            end = place + len(text)
        lines, place = lines + len(ends), place + len(text)
    if not starts:
        return None
    return Scanned(LineRows(path, width, np.append(np.frombuffer(starts, np.int64), end), stamp), torn)


def _only_cut_off(odd: np.ndarray, filled: np.ndarray, counts: np.ndarray, width: int) -> bool:
    """Whether no line but the last has other than ``width`` numbers, and that has fewer."""
    return len(odd) == 0 or (len(odd) == 1 and odd[0] == filled[-1] and counts[odd[0]] < width)


def _pieces(stream: BinaryIO, place: int) -> Iterator[bytes]:
    """The text from ``place`` on, cut behind line ends."""
    stream.seek(place)
    while text := stream.read(_CHUNK):
        yield text if text.endswith(b"\n") else text + stream.readline(_LONGEST_LINE)
