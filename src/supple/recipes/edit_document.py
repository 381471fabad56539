"""Edit documents of files."""

from __future__ import annotations

from pathlib import Path

from supple.constraints.document import parse_edit
from supple.constraints.model import Edit
from supple.io.source import decode, load_bytes


def read_edit(path: Path | str) -> Edit:
    """Read an edit document, JSON by the suffix ``.json`` and else TOML; :class:`DocumentError` names what is wrong."""
    path = Path(path)
    text, _ = decode(load_bytes(path), path)
    return parse_edit(text, str(path), "json" if path.suffix.lower() == ".json" else "toml")
