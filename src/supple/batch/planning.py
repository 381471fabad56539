"""Which clips a run is about: a walk through a folder, in the same order every time, and what stands in the way."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from supple.errors import FileError

Target = Callable[[Path], Path | None]  # where a clip's output goes, by its path in the input folder


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """A file of the input folder, and where its output goes."""

    name: str  # its path in the input folder, with slashes
    source: Path
    target: Path | None  # None where nothing is written


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Something of the input folder that cannot be done, and why; ``harmless``: nothing is lost by it."""

    name: str
    cause: str
    message: str
    harmless: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """An input folder, an output folder, and which files of the first are clips."""

    source: Path
    target: Path
    suffixes: tuple[str, ...]  # lower case, with the dot
    include: tuple[str, ...] = ()  # patterns of paths; with none every clip is meant
    exclude: tuple[str, ...] = ()
    target_of: Target = field(default=lambda path: path)


def check_folders(source: Path, target: Path) -> None:
    """Refuse folders that a run would mix up; the output folder is made where it is missing."""
    if not source.is_dir():
        raise FileError(source, "there is no such folder. Give a folder of clips.")
    one, other = Path(os.path.realpath(source)), Path(os.path.realpath(target))
    if one == other:
        raise FileError(target, "the outputs would replace their own inputs. Write to another folder.")
    if one in other.parents:
        raise FileError(
            target,
            f"this is inside the input folder {source}: outputs would be inputs of the next run. Write beside it.",
        )
    if other in one.parents:
        raise FileError(target, f"the input folder {source} is inside this one. Write to a folder beside it.")
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(target, f"the folder cannot be made: {error.strerror or error}.") from None


def plan(tree: Tree) -> Iterator[Clip | Trouble]:
    """Every clip of a tree, folder by folder in the order of names."""
    fold = _disk_ignores_case(tree.target)
    yield from _walk(tree, Path(), (_identity(tree.source),), fold)


def _walk(tree: Tree, folder: Path, above: tuple[tuple[int, int], ...], fold: bool) -> Iterator[Clip | Trouble]:
    try:
        found = sorted(os.scandir(tree.source / folder), key=lambda entry: entry.name)
    except OSError as error:
        reason = error.strerror or str(error)
        yield Trouble(name=_name(folder) + "/", cause="folder", message=f"the folder cannot be read: {reason}.")
        return
    yield from _clips(tree, folder, [Path(folder, entry.name) for entry in found if _is_file(entry)], fold)
    for entry in found:
        if not _is_folder(entry):
            continue
        inner = folder / entry.name
        identity = _identity(tree.source / inner)
        if identity in above:
            said = "this link leads to a folder that it is in, and is not followed."
            yield Trouble(name=_name(inner) + "/", cause="loop", message=said, harmless=True)
        elif identity != _identity(tree.target):
            yield from _walk(tree, inner, (*above, identity), fold)


def _clips(tree: Tree, folder: Path, paths: Sequence[Path], fold: bool) -> Iterator[Clip | Trouble]:
    """The clips of one folder; of two that would be written to the same file the second is refused."""
    endings = {path.suffix.lower() for path in paths}
    taken: dict[str, tuple[Path, Path]] = {}  # targets, and whose they are
    for path in paths:
        if not _wanted(tree, path) or (path.suffix.lower() == ".asf" and ".amc" in endings):
            continue
        target = tree.target_of(path)
        if target is not None:
            other, first = taken.setdefault(target.name.casefold(), (target, path))
            if first != path and (fold or other == target):
                yield Trouble(name=_name(path), cause="same output", message=_clash(target, first))
                continue
            if first != path:
                said = (
                    f"this differs from {first.name} only in upper and lower case; many disks would keep one of them."
                )
                yield Trouble(name=_name(path), cause="case", message=said, harmless=True)
        where = None if target is None else tree.target / target
        yield Clip(name=_name(path), source=tree.source / path, target=where)


def _clash(target: Path, first: Path) -> str:
    return f"{target} would also be the output of {first.name}. Rename one of them, or leave one out with --exclude."


def _wanted(tree: Tree, path: Path) -> bool:
    name = path.as_posix()
    if not name.lower().endswith(tree.suffixes) or path.name.startswith("."):
        return False
    chosen = not tree.include or any(_matches(name, pattern) for pattern in tree.include)
    return chosen and not any(_matches(name, pattern) for pattern in tree.exclude)


def _matches(name: str, pattern: str) -> bool:
    """By the whole path, or by the name alone where the pattern has no slash; ``*`` goes through slashes."""
    return fnmatchcase(name if "/" in pattern else name.rpartition("/")[2], pattern)


def _name(path: Path) -> str:
    """A path that can be written down, also where its bytes are no text."""
    return path.as_posix().encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file() or (entry.is_symlink() and not entry.is_dir())  # a dead link is a clip that fails
    except OSError:
        return True  # so does a link that leads to itself


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _identity(path: Path) -> tuple[int, int]:
    try:
        state = os.stat(path)
    except OSError:
        return (-1, -1)
    return state.st_dev, state.st_ino


def _disk_ignores_case(folder: Path) -> bool:
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".Case", suffix=".part") as probe:
            path = Path(probe.name)
            return path.with_name(path.name.swapcase()).exists()
    except OSError:
        return False
