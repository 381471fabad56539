"""The cleanup of the demo: the walk with the faults of a bad capture, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from supple.io import registry
from supple.io.documents.contacts import dump_contacts
from supple.io.output import write_files
from supple.recipes.clean import Cleaned, clean
from supple.recipes.damage import skating
from supple.recipes.metrics import Metrics
from supple.recipes.walk import Walk

NAME = "cleaned"
DAMAGED = "skating"
FLOOR = 0.0  # [m] the walk's own


@dataclass(frozen=True, slots=True, eq=False)
class DemoClean:
    """A damaged walk, cleaned."""

    cleaned: Cleaned
    before: Metrics
    after: Metrics
    files: tuple[Path, ...]


def run_demo_clean(walk: Walk, folder: Path, *, overwrite: bool = False) -> DemoClean:
    """Damage the walk and clean it; both motions and the contacts go to ``folder``."""
    cleaned = clean(skating(walk.motion), floor=FLOOR)
    files = {
        **registry.encode(cleaned.original, folder / f"{DAMAGED}.bvh").files,
        folder / f"{DAMAGED}-contacts.json": dump_contacts(cleaned.contacts).encode(),
        **registry.encode(cleaned.motion, folder / f"{NAME}.bvh").files,
    }
    write_files(files, overwrite=overwrite)
    return DemoClean(cleaned, cleaned.before(), cleaned.after(), tuple(files))
