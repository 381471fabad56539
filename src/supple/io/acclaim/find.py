"""Which skeleton file belongs to a motion file."""

from __future__ import annotations

import re
from pathlib import Path, PureWindowsPath

from supple.errors import FileError

_MADE_FROM = re.compile(r"^#!OML:ASF\s+(.+)$", re.IGNORECASE)
_LISTED = 8


def find_asf(path: Path, given: Path | None, first_line: str) -> tuple[Path, str]:
    """The .asf of an .amc, and how it was found in words."""
    if given is not None:
        return given, f"{given.name}, as told"
    found = _by_stem(path.parent)
    wanted = candidates(path.stem, first_line)
    for stem in wanted:
        if stem.lower() in found:
            return found[stem.lower()], f"{found[stem.lower()].name}, by its name"
    if len(found) == 1:
        only = next(iter(found.values()))
        return only, f"{only.name}, the only .asf beside the motion"
    looked = ", ".join(f"{stem}.asf" for stem in wanted)
    there = ", ".join(sorted(p.name for p in found.values())[:_LISTED]) or "none"
    raise FileError(
        path,
        f"an .amc needs the .asf of its skeleton. Looked beside it for {looked}; found {there}. "
        "Put the right one there or name it with --skeleton FILE (ReadOptions(skeleton=...)).",
    )


def candidates(stem: str, first_line: str = "") -> list[str]:
    """Stems to look for: the same; without the take's number; CMU's subject; the one it was made from."""
    names = [stem]
    for mark in "_-":
        if mark in stem:
            names.append(stem.rpartition(mark)[0])
    names.append(re.sub(r"_\d+(?=-)", "", stem))  # 07_05-walk -> 07-walk
    names.append(re.split(r"[_-]", stem)[0])
    if match := _MADE_FROM.match(first_line.strip()):
        names.append(PureWindowsPath(match[1]).stem)
    return list(dict.fromkeys(name for name in names if name))


def _by_stem(folder: Path) -> dict[str, Path]:
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return {}
    return {entry.stem.lower(): entry for entry in entries if entry.suffix.lower() == ".asf"}
