"""Write a motion in many formats, read each back, and say what changed."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from supple.core.motion import Motion
from supple.errors import FileError
from supple.io import registry
from supple.io.output import write_files
from supple.recipes.compare import Comparison, compare

FORMATS = (".bvh", ".amc", ".glb", ".x3d", ".npz")


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """A motion that went out to files of one format and came back."""

    format: str  # name of the format
    path: Path  # of the file that was read back
    files: tuple[Path, ...]  # all that were written
    size_bytes: int  # of all of them
    comparison: Comparison
    notes: tuple[str, ...]  # what the format changed or lost, in words
    seconds: float  # to write and read


def round_trip(
    motion: Motion, folder: Path, suffixes: Iterable[str] = FORMATS, *, name: str = "walk", overwrite: bool = False
) -> tuple[RoundTrip, ...]:
    """Write ``motion`` to ``folder`` once per suffix, read each file and compare it with the original."""
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(_one(motion, folder / (name + suffix), overwrite) for suffix in suffixes)


def _one(motion: Motion, path: Path, overwrite: bool) -> RoundTrip:
    start = time.perf_counter()
    encoded = registry.encode(motion, path)
    write_files(encoded.files, overwrite=overwrite)
    back = registry.read(path)
    seconds = time.perf_counter() - start
    if not isinstance(back, Motion):
        raise FileError(path, f"a motion was written, but {type(back).__name__} was read back.")
    return RoundTrip(
        format=registry.format_of(path).name,
        path=path,
        files=tuple(encoded.files),
        size_bytes=sum(map(len, encoded.files.values())),
        comparison=compare(motion, back),
        notes=encoded.notes,
        seconds=seconds,
    )
