"""Files that are dropped on the page: read, kept in the bin, and never written into the folder."""

from __future__ import annotations

import tempfile
from pathlib import Path

from starlette.requests import Request

from supple.errors import FileError
from supple.io.registry import format_of

MOST_BYTES = 512 * 2**20
_LONGEST_NAME = 200


def plain_name(name: str) -> str:
    """The name of a file without any folder; anything that is no such name is refused."""
    wrong = not name or len(name) > _LONGEST_NAME or not name.isprintable() or name.startswith(".")
    if wrong or any(letter in name for letter in "/\\:"):
        raise FileError(name[:80], "this is no name of a file.")
    format_of(Path(name))  # refuses suffixes that no format has
    return name


async def received(request: Request, folder: Path) -> Path:
    """The body of a request as a file in a folder; one that is too large is refused while it comes."""
    path, size = folder / plain_name(request.query_params.get("name", "")), 0
    with path.open("wb") as stream:
        async for part in request.stream():
            size += len(part)
            if size > MOST_BYTES:
                raise FileError(path.name, f"it has more than {MOST_BYTES // 2**20} MiB. Open it from the folder.")
            stream.write(part)
    return path


def waiting_room() -> tempfile.TemporaryDirectory[str]:
    """A folder for one file, gone when it is read."""
    return tempfile.TemporaryDirectory(prefix="supple-upload-")
