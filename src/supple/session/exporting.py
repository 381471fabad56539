"""A clip's bent motion, edit or contacts as files that everybody else reads."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from supple.constraints.writing import dump_edit
from supple.errors import FileError
from supple.io.documents.contacts import write_contacts
from supple.io.output import write_files
from supple.io.registry import write
from supple.session.document import Clip, edit_of
from supple.session.solving import Solves

What = Literal["motion", "edit", "contacts"]


def export_clip(clip: Clip, solves: Solves, path: Path, what: What, *, overwrite: bool = False) -> tuple[str, ...]:
    """Write a part of a clip; returns what its format does not keep, in words."""
    if what == "motion":
        return write(solves.whole(clip).motion, path, overwrite=overwrite)
    if what == "contacts":
        if clip.contacts is None:
            raise FileError(path, f"no contacts of {clip.name!r} are known.")
        if path.suffix.lower() != ".json":
            raise FileError(path, "contacts are written as .json.")
        write_contacts(path, clip.contacts, overwrite=overwrite)
        return ()
    language = {".json": "json", ".toml": "toml"}.get(path.suffix.lower())
    if language is None:
        raise FileError(path, "an edit is written as .toml or .json.")
    write_files({path: dump_edit(edit_of(clip), language).encode()}, overwrite=overwrite)
    return ()
