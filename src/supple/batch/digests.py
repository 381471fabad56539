"""Names for contents: of a clip's file with what is read beside it, and of the options with the files they name."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

_BESIDE = {".amc": (".asf",), ".gltf": (".bin",)}  # what readers look for in the folder of a file


class Stamp(msgspec.Struct, frozen=True, kw_only=True):
    """What a file was: its contents by their hash, and what tells without reading that it is still the same."""

    sha256: str
    size: int
    mtime_ns: int


def stamp_of(path: Path) -> Stamp:
    """The stamp of a file as it is now, with what is read beside it."""
    size, mtime_ns = _glance(path)
    return Stamp(sha256=_contents(path), size=size, mtime_ns=mtime_ns)


def is_same(path: Path, stamp: Stamp) -> bool:
    """Whether a file still has the contents of a stamp; it is read only where size or time have changed."""
    try:
        if _glance(path) == (stamp.size, stamp.mtime_ns):
            return True
        return _contents(path) == stamp.sha256
    except OSError:
        return False


def options_hash(words: Sequence[Sequence[str]]) -> str:
    """A name for what is done with a clip: the words of every step, and the contents of files that they name."""
    told = [[(word, _named_file(word)) for word in step] for step in words]
    return hashlib.sha256(json.dumps(told).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _named_file(word: str) -> str | None:
    """The contents of a document or figure that an option names, also as ``--roles=FILE``; None for other words."""
    path = Path(word.partition("=")[2] if word.startswith("--") and "=" in word else word)
    try:
        return _contents(path) if path.is_file() else None
    except (OSError, ValueError):
        return None


def _contents(path: Path) -> str:
    digest = hashlib.sha256()
    for part in (path, *_beside(path)):
        with open(part, "rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


def _glance(path: Path) -> tuple[int, int]:
    """The size of a file and of those beside it, and the newest of their times."""
    states = [os.stat(part) for part in (path, *_beside(path))]
    return sum(s.st_size for s in states), max(s.st_mtime_ns for s in states)


def _beside(path: Path) -> list[Path]:
    endings = _BESIDE.get(path.suffix.lower())
    if endings is None:
        return []
    with os.scandir(path.parent) as found:  # for each of ten thousand clips in one folder: names alone are quick
        return sorted(Path(entry.path) for entry in found if entry.name.lower().endswith(endings))
