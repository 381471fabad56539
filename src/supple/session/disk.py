"""Bytes that are on the disk when a function returns, not only on their way."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from supple.errors import FileError
from supple.io.output import permissions


def write_durably(path: Path, data: bytes) -> None:
    """A whole file under its name, or no change; :class:`OSError` where the disk refuses. A link stays a link."""
    path = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, permissions(path))
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """The names in a folder are on the disk too, where the system can be asked."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def _handle(path: Path) -> Iterator[int]:
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield handle
    except BaseException:
        os.close(handle)
        raise


def locked(path: Path) -> int:
    """Take a file for this process alone, until it ends or closes what is returned."""
    with _handle(path) as handle:
        try:
            _take(handle)
        except OSError:
            raise FileError(path.parent, "another editor works here. Close it first, or open a copy.") from None
        return handle


def _take(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        windows: Any = __import__("msvcrt")
        windows.locking(handle, windows.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
