"""Writing that never leaves half a file behind."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from supple.errors import FileError, OverwriteError


def write_files(files: Mapping[Path, bytes], *, overwrite: bool = False) -> None:
    """Write all files or none: each goes to a temporary name first, then all are renamed."""
    if not overwrite:
        refuse_overwrite(files)
    written: list[tuple[str, Path]] = []
    try:
        for path, data in files.items():
            written.append((_temporary(path, data), path))
        for temporary, path in written:
            os.replace(temporary, path)
    except OSError as error:
        raise FileError(path, f"the file cannot be written: {error.strerror or error}.") from None
    finally:
        for temporary, _ in written:
            if os.path.exists(temporary):
                os.unlink(temporary)


def refuse_overwrite(paths: Iterable[Path]) -> None:
    """Raise if one of the files is there already."""
    for path in paths:
        if path.exists():
            raise OverwriteError(path)


def _temporary(path: Path, data: bytes) -> str:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(name, _permissions(path))
    except BaseException:
        os.unlink(name)
        raise
    return name


def _permissions(path: Path) -> int:
    """Those of the file that is replaced, else those of any new file of this user."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
