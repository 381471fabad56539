"""The project file ``.supple``: a document and its motions in one zip, versioned.

``document.json`` holds ``format`` and the document; ``motions/KEY`` the bytes of each motion. Nothing is compressed, so
that nothing can unpack to more than the file has. The same document always gives the same bytes.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from supple.errors import DocumentError, FileError, SuppleError
from supple.io.npz_packing import NO_DATE
from supple.io.source import load_bytes
from supple.session.checks import check_document
from supple.session.document import Document
from supple.session.motions import Motions, check_key

SUFFIX = ".supple"
FORMAT = 1
Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
UPGRADES: Mapping[int, Upgrade] = {}  # format -> what makes the next one of it
_DOCUMENT, _MOTIONS = "document.json", "motions/"
_BROKEN = (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, KeyError, IndexError, EOFError)


def motion_keys(document: Document) -> tuple[str, ...]:
    """The motions and bodies that a document is about, each once."""
    keys = (key for clip in document.clips for key in (clip.motion.key, clip.skin) if key is not None)
    return tuple(dict.fromkeys(keys))


def project_bytes(document: Document, motions: Motions) -> bytes:
    """A project file."""
    table = {"format": FORMAT, "document": msgspec.to_builtins(document)}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(_member(_DOCUMENT), json.dumps(table, ensure_ascii=False).encode())
        for key in motion_keys(document):
            archive.writestr(_member(_MOTIONS + key), motions.data(key))
    return stream.getvalue()


def read_project(path: Path, motions: Motions, upgrades: Mapping[int, Upgrade] = UPGRADES) -> tuple[Document, bytes]:
    """The document of a project file, whose motions come into ``motions``, and the file's bytes."""
    data = load_bytes(path)
    try:
        members = _members(path, data)
        document = _document(members.pop(_DOCUMENT, b""), upgrades)
        for key in motion_keys(document):
            if _MOTIONS + key not in members:
                raise DocumentError(f"the motion {check_key(key)[:12]} is missing. Is the file damaged?")
            motions.put_bytes(key, members[_MOTIONS + key])
    except FileError:
        raise
    except SuppleError as error:
        raise FileError(path, str(error)) from None
    return document, data


def _document(text: bytes, upgrades: Mapping[int, Upgrade]) -> Document:
    try:
        table = json.loads(text)
        document = msgspec.convert(_upgraded(table, upgrades), Document)
    except (ValueError, RecursionError) as error:  # msgspec's errors are values too
        raise DocumentError(f"the document of the project cannot be read: {error}. Is the file damaged?") from None
    check_document(document)
    return document


def _upgraded(table: Any, upgrades: Mapping[int, Upgrade]) -> Any:
    """The table of the document as this version writes it."""
    number = table.get("format") if isinstance(table, dict) else None
    if not isinstance(number, int) or isinstance(number, bool) or number > FORMAT:
        raise DocumentError(
            f"the project has format {number!r}; this version reads up to {FORMAT}. Use a newer Supple."
        )
    while number < FORMAT:
        if number not in upgrades:
            raise DocumentError(f"a project of format {number} cannot be read any more.")
        table = upgrades[number](table)
        number += 1
    return table.get("document")


def _member(name: str) -> zipfile.ZipInfo:
    return zipfile.ZipInfo(name, date_time=NO_DATE)


def _members(path: Path, data: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            if any(info.compress_type != zipfile.ZIP_STORED or info.file_size > len(data) for info in infos):
                raise FileError(path, "a part of the project is compressed, which Supple never does.")
            if sum(info.file_size for info in infos) > len(data):
                raise FileError(path, "the parts of the project are larger than all of it. Is the file damaged?")
            return {info.filename: archive.read(info) for info in infos}
    except FileError:
        raise
    except _BROKEN as error:
        raise FileError(path, f"this is no project of Supple, or it is damaged ({error}).") from None
