"""The bytes behind a document: only from the file itself and from files beside it."""

from __future__ import annotations

import base64
import binascii
from pathlib import Path
from urllib.parse import unquote

from supple.errors import FileError
from supple.io.gltf.container import Opened
from supple.io.source import load_bytes


def load_buffer(opened: Opened, index: int) -> memoryview:
    """The bytes of one buffer, wherever they are."""
    path, buffers = opened.path, opened.document.buffers
    if index >= len(buffers):
        raise FileError(path, f"buffer {index} is used, but the file lists {len(buffers)}.")
    uri = buffers[index].uri
    if uri is None:
        if index != 0 or opened.binary is None:
            raise FileError(path, f"buffer {index} has neither a URI nor a binary chunk in the file.")
        return opened.binary
    if uri[:5].lower() == "data:":
        return memoryview(_embedded(path, index, uri))
    return memoryview(_neighbour(path, index, uri))


def _embedded(path: Path, index: int, uri: str) -> bytes:
    head, comma, body = uri.partition(",")
    if not comma or not head.lower().endswith(";base64"):
        raise FileError(path, f"buffer {index} is a data URI without base64 ({head[:60]!r}), which glTF does not use.")
    try:
        return base64.b64decode(unquote(body) if "%" in body else body, validate=True)
    except (binascii.Error, ValueError) as error:
        raise FileError(path, f"the base64 text of buffer {index} is damaged: {error}.") from None


def _neighbour(path: Path, index: int, uri: str) -> bytes:
    """A file in the document's own folder or below it; nothing else is ever opened."""
    name = unquote(uri)
    folder = path.parent.resolve()
    if "\0" in name or "\\" in name or ":" in name or name.startswith("/"):
        raise FileError(path, f"buffer {index} is at {uri[:80]!r}; only files in the folder of the document are read.")
    try:
        target = (folder / name).resolve()
        inside = target.is_relative_to(folder)
    except (OSError, RuntimeError):
        inside = False
    if not inside:
        raise FileError(path, f"buffer {index} is at {uri[:80]!r}, outside the folder of the document; it is not read.")
    try:
        is_file = target.is_file()
    except OSError:  # a name too long for the system
        is_file = False
    if not is_file:
        raise FileError(path, f"the file {name[:80]!r} that holds buffer {index} is missing. Put it beside this file.")
    return load_bytes(target)
