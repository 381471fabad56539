"""Edit documents of files."""

from __future__ import annotations

from pathlib import Path

from supple.constraints.document import parse_edit
from supple.constraints.model import Edit
from supple.core.option_types import checked
from supple.io.source import document_text


@checked
def read_edit(path: Path | str) -> Edit:
    """Read an edit document, JSON by the suffix ``.json`` and else TOML; :class:`DocumentError` names what is wrong."""
    return parse_edit(*document_text(path))
