"""From bytes to a checked document: the GLB container, or JSON text."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import msgspec

from supple.errors import FileError
from supple.io.gltf.schema import Document
from supple.io.source import load_bytes

MAGIC = b"glTF"
JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942


@dataclass(frozen=True, slots=True)
class Opened:
    """A document with the bytes that came in the same file."""

    path: Path
    size: int  # bytes of the file
    document: Document
    binary: memoryview | None  # the GLB's own buffer
    warnings: tuple[str, ...]


def open_document(path: Path) -> Opened:
    """Read a file as GLB or JSON, whichever it is, and check the shape of the document."""
    data = load_bytes(path)
    if not data:
        raise FileError(path, "the file is empty.")
    if data[:4] == MAGIC:
        text, binary, warnings = _split(path, memoryview(data))
    elif path.suffix.lower() == ".glb" and data.lstrip()[:1] != b"{":
        raise FileError(path, f"a GLB starts with the letters glTF; this file starts with {data[:4]!r}.")
    else:
        text, binary, warnings = memoryview(data.removeprefix(b"\xef\xbb\xbf")), None, []
    return Opened(path, len(data), _decoded(path, text), binary, tuple(warnings))


def _split(path: Path, data: memoryview) -> tuple[memoryview, memoryview | None, list[str]]:
    """The JSON and the binary chunk of a GLB."""
    if len(data) < 20:
        raise FileError(path, f"the file is cut short: a GLB has at least 20 bytes, this one {len(data)}.")
    version, length = struct.unpack_from("<II", data, 4)
    if version != 2:
        raise FileError(path, f"this is GLB version {version}; Supple reads version 2. Export it as glTF 2.0.")
    if length > len(data):
        raise FileError(path, f"the file is cut short: its header states {length} bytes, it has {len(data)}.")
    warnings = [] if length == len(data) else [f"{len(data) - length} bytes after the end of the GLB were ignored."]
    chunks = _chunks(path, data[:length])
    if not chunks or chunks[0][0] != JSON_CHUNK:
        raise FileError(path, "the first chunk of the GLB is not JSON. Is the file damaged?")
    return chunks[0][1], next((body for kind, body in chunks[1:] if kind == BINARY_CHUNK), None), warnings


def _chunks(path: Path, data: memoryview) -> list[tuple[int, memoryview]]:
    """At most the first three chunks: JSON and binary are the first two, others are extensions."""
    found: list[tuple[int, memoryview]] = []
    at = 12
    while at + 8 <= len(data) and len(found) < 3:
        size, kind = struct.unpack_from("<II", data, at)
        if at + 8 + size > len(data):
            raise FileError(
                path, f"chunk {len(found)} states {size} bytes, but only {len(data) - at - 8} follow. Is it cut short?"
            )
        found.append((kind, data[at + 8 : at + 8 + size]))
        at += 8 + size
    return found


def _decoded(path: Path, text: memoryview) -> Document:
    try:
        document = msgspec.json.decode(text, type=Document, strict=False)
    except msgspec.ValidationError as error:
        raise FileError(path, f"the document is not glTF 2.0: {error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FileError(path, f"the JSON text cannot be read: {error}.") from None
    except RecursionError:
        raise FileError(path, "the JSON text is nested too deeply.") from None
    if not document.asset.version.startswith("2."):
        raise FileError(
            path, f"this is glTF version {document.asset.version!r}; Supple reads version 2. Export it as glTF 2.0."
        )
    return document
