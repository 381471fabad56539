"""One run at a time in a folder. The system forgets the lock of a process that dies, however it dies."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from supple.errors import FileError

NAME = ".supple-batch.lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder while its outputs are made; refuse where another run holds it."""
    path = folder / NAME
    try:
        stream = open(path, "a+", encoding="utf-8")  # noqa: SIM115
    except OSError as error:
        raise FileError(folder, f"the folder cannot be written: {error.strerror or error}.") from None
    with stream:
        if not _taken(stream):
            raise FileError(folder, f"another run works in this folder{_holder(stream)}. Wait for it, or end it first.")
        _sign(stream)
        yield  # choice: the file stays; to remove it would let a third run lock another file of the same name


def _taken(stream: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            stream.seek(1 << 20)  # beyond what is written: what is locked cannot be read there
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sign(stream: IO[str]) -> None:
    with suppress(OSError):  # on a full disk nobody is told who it is
        stream.seek(0)
        stream.truncate()
        stream.write(json.dumps({"process": os.getpid(), "host": socket.gethostname()}))
        stream.flush()


def _holder(stream: IO[str]) -> str:
    try:
        stream.seek(0)
        who = json.loads(stream.read())
        return f" (process {int(who['process'])} on {who['host']!s})"
    except (OSError, ValueError, KeyError, TypeError):
        return ""
