"""Standard streams whose reader may leave, as ``head`` does: the command goes on, and ends with its own code."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class _Pipe(io.FileIO):
    """What nobody reads any more is dropped.

    choice: an error would end the command with another code, or not at all, by when the reader leaves.
    """

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            return memoryview(data).nbytes


@contextmanager
def nobody_has_to_listen() -> Iterator[None]:
    """Let both standard streams of this process outlive their reader."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _patient(sys.stdout, sys.__stdout__), _patient(sys.stderr, sys.__stderr__)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # a full disk was told already
                stream.flush()
        sys.stdout, sys.stderr = before


def _patient(stream: TextIO, own: TextIO | None) -> TextIO:
    """The same stream over a patient pipe; terminals stay, and so does what others put in the stream's place."""
    if stream is not own or not isinstance(stream, io.TextIOWrapper) or stream.isatty():
        return stream
    stream.flush()
    pipe = _Pipe(stream.fileno(), "w", closefd=False)
    buffer = io.BufferedWriter(pipe) if hasattr(stream.buffer, "raw") else pipe  # pipe alone: PYTHONUNBUFFERED
    return io.TextIOWrapper(
        buffer,
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
