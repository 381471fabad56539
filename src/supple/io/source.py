"""Bytes and text of files that strangers made."""

from __future__ import annotations

import stat
from pathlib import Path

from supple.errors import FileError

MAX_NAME = 500  # characters of a joint's name
MAX_JOINTS = 10_000  # far above any figure; keeps a hostile file from costing minutes


def load_bytes(path: Path) -> bytes:
    """The whole file, or a :class:`FileError` that says why it cannot be had."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise FileError(path, "this is a folder. Give a file inside it.")
        if not stat.S_ISREG(mode):  # it might never end, or never begin
            raise FileError(path, "this is a pipe or device; save it to a file first.")
        return path.read_bytes()
    except FileNotFoundError:
        raise FileError(path, "there is no such file. Check the spelling and the folder.") from None
    except FileError:
        raise
    except (OSError, ValueError) as error:  # a name that is too long, or holds a NUL
        raise FileError(path, f"the file cannot be read: {getattr(error, 'strerror', None) or error}.") from None


def decode(data: bytes, path: Path) -> tuple[str, tuple[str, ...]]:
    """The text of ``data`` and warnings about how it was encoded.

    Byte-order marks are honoured; bytes that are not UTF-8 are read as Latin-1, which every byte fits.
    Binary data (NUL bytes) is refused.
    """
    if not data.strip():
        raise FileError(path, "the file is empty.")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16"), ("the text is UTF-16; it is written back as UTF-8.",)
        except UnicodeDecodeError:
            raise FileError(path, "the file starts like UTF-16 text, but is not. Is it damaged?") from None
    if b"\0" in data[:65536]:
        raise FileError(path, "this is binary data, not text. Is the suffix right?")
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return data.decode("latin-1"), ("the text is not UTF-8; it was read as Latin-1.",)


def document_text(path: Path | str) -> tuple[str, str, str]:
    """The text of a document, its name for messages, and its language: ``"json"`` by its suffix, else ``"toml"``."""
    path = Path(path)
    text, _ = decode(load_bytes(path), path)
    return text, str(path), "json" if path.suffix.lower() == ".json" else "toml"
