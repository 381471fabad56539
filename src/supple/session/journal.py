"""A file to which lines are added, each on the disk before it counts.

A line is a checksum, a blank and its text. Whatever moment a process dies in, what was added is there; a last line that
was cut short is as if it had never been.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable
from pathlib import Path

from supple.session.disk import write_durably

_MARK = 9  # characters before the text: eight of the checksum, and a blank


def line_of(text: bytes) -> bytes:
    """A line of a journal; JSON has no line breaks of its own."""
    return b"%08x %s\n" % (zlib.crc32(text), text)


def sound_lines(data: bytes) -> tuple[list[bytes], int]:
    """The texts of all lines up to the first that is damaged or cut short, and where that begins."""
    texts, at = [], 0
    while (end := data.find(b"\n", at)) >= 0:
        mark, text = data[at : at + _MARK], data[at + _MARK : end]
        if mark != b"%08x " % zlib.crc32(text):
            break
        texts.append(text)
        at = end + 1
    return texts, at


class Journal:
    """An open journal. Every method raises :class:`OSError` where the disk refuses."""

    def __init__(self, path: Path, handle: int, length: int) -> None:
        self.path, self.length = path, length
        self._handle = handle

    @classmethod
    def begun(cls, path: Path, texts: Iterable[bytes]) -> Journal:
        """A new journal in the place of any other, whole or not at all."""
        data = b"".join(map(line_of, texts))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_durably(path, data)
        return cls(path, os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0)), len(data))

    @classmethod
    def resumed(cls, path: Path, length: int) -> Journal:
        """The journal that is there, of which ``length`` bytes are sound; the rest is cut off."""
        handle = os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0))
        os.ftruncate(handle, length)
        return cls(path, handle, length)

    def add(self, text: bytes) -> None:
        """One more line; when this returns it is on the disk."""
        line = line_of(text)
        try:
            os.lseek(self._handle, self.length, os.SEEK_SET)
            left = memoryview(line)
            while left:
                left = left[os.write(self._handle, left) :]
            os.fsync(self._handle)
        except OSError:
            self._cut()
            raise
        self.length += len(line)

    def close(self) -> None:
        """Let go of the file."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def _cut(self) -> None:
        """Take back what was written of a line; where even that fails, its checksum tells."""
        try:
            os.ftruncate(self._handle, self.length)
        except OSError:
            return
