"""Writing that never leaves half a file behind."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

from supple.errors import FileError, OverwriteError

Bytes = bytes | Callable[[BinaryIO], None]


def write_files(files: Mapping[Path, Bytes], *, overwrite: bool = False) -> None:
    """Write all files or none: each goes to a temporary name first, then all are renamed.

    What is no bytes writes them into the file that it is called with. A link stays a link: what it leads to is
    written. Files that are replaced are kept aside until the last one is in its place, and put back if one fails.
    """
    if not overwrite:
        refuse_overwrite(files)
    written: list[tuple[str, Path]] = []
    try:
        for path, data in files.items():
            target = _target(path)
            written.append((_temporary(target, data), target))
        _rename_all(written)
    except FileError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that holds a NUL
        reason = getattr(error, "strerror", None) or error
        raise FileError(path, f"the file cannot be written: {reason}.") from None
    finally:
        for temporary, _ in written:
            _forget(temporary)


def refuse_overwrite(paths: Iterable[Path]) -> None:
    """Raise if one of the files is there already, even if only as a link to nothing."""
    for path in paths:
        if os.path.lexists(path):
            raise OverwriteError(path)


def make_folder(folder: Path) -> None:
    """A folder for what will be written, with those above it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FileError(folder, f"the folder cannot be made: {reason}. Write elsewhere.") from None


def _target(path: Path) -> Path:
    """Where the bytes go: the file itself, or what a link leads to. Only a plain file is ever replaced."""
    target = Path(os.path.realpath(path))
    if not os.path.lexists(target):
        return target
    mode = target.lstat().st_mode
    if stat.S_ISREG(mode):
        return target
    what = "a folder" if stat.S_ISDIR(mode) else "a circle of links" if stat.S_ISLNK(mode) else "a pipe or device"
    raise FileError(path, f"the file cannot be written: {what} is in its place.")


def _rename_all(written: list[tuple[str, Path]]) -> None:
    """Give every file its name; where one fails, those before it get their old content back."""
    if len(written) == 1:  # a single rename is safe by itself
        os.replace(*written[0])
        return
    backups: list[str | None] = []
    renamed = 0
    try:
        for temporary, target in written:
            backups.append(_kept_aside(target))
            os.replace(temporary, target)
            renamed += 1
    except BaseException:
        for (_, target), backup in zip(written[:renamed], backups[:renamed], strict=True):
            _put_back(target, backup)
        backups = backups[renamed:]
        raise
    finally:
        for backup in backups:
            _forget(backup)


def _kept_aside(target: Path) -> str | None:
    """Another name for the file that is there, without a moment in which it is gone; None where there is none."""
    if not target.exists():
        return None
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.", suffix=".old")
    os.close(handle)
    try:
        os.unlink(name)
        os.link(target, name)
    except OSError:  # a disk without links
        shutil.copy2(target, name)
    return name


def _put_back(target: Path, backup: str | None) -> None:
    """The old file under its name again; where even that fails, it stays under the name of its backup."""
    if backup is None:
        _forget(target)
        return
    with contextlib.suppress(OSError):
        os.replace(backup, target)


def _forget(name: str | Path | None) -> None:
    if name is not None:
        with contextlib.suppress(OSError):
            os.unlink(name)


def _temporary(path: Path, data: Bytes) -> str:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            if isinstance(data, bytes):
                stream.write(data)
            else:
                data(stream)
        os.chmod(name, permissions(path))
    except BaseException:
        os.unlink(name)
        raise
    return name


def permissions(path: Path) -> int:
    """Those of the file that is replaced, else those of any new file of this user."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
