"""Which clips a run is about: a walk through a folder, in the same order every time, and what stands in the way."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from supple.batch.names import text_of
from supple.errors import UsageError

Target = Callable[[Path], Path | None]  # where a clip's output goes, by its path in the input folder
NO_FILE = "no file"  # the cause of what is left out for being a pipe or a device
OTHER_KIND = "other kind"  # the cause of what is left out because another verb is for it, as captures in clean
SAME_OUTPUT = "same output"  # the cause of a clip whose output is that of another clip, too
Above = tuple[tuple[int, int], ...]  # the folders that a folder is in, by device and number


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
    aside: tuple[str, ...] = ()  # those of files that are left out, but not without a word
    include: tuple[str, ...] = ()  # patterns of paths; with none every clip is meant
    exclude: tuple[str, ...] = ()
    target_of: Target = field(default=lambda path: path)


def check_folders(source: Path, target: Path) -> None:
    """Refuse folders that a run would mix up, and a file in the place of one."""
    if not source.is_dir():
        what = "this is a file, not a folder" if source.exists() else "there is no such folder"
        raise UsageError(f"{source}: {what}. Give a folder of clips.")
    one, other = Path(os.path.realpath(source)), Path(os.path.realpath(target))
    if one == other:
        raise UsageError(f"{target}: the outputs would replace their own inputs. Write to another folder.")
    if one in other.parents:
        raise UsageError(
            f"{target}: this is inside the input folder {source}: outputs would be inputs of the next run. "
            "Write beside it."
        )
    if other in one.parents:
        raise UsageError(f"{target}: the input folder {source} is inside this one. Write to a folder beside it.")
    if target.exists() and not target.is_dir():
        raise UsageError(f"{target}: this is a file, not a folder. Write to another folder.")


def plan(tree: Tree) -> Iterator[Clip | Trouble]:
    """Every clip of a tree, folder by folder in the order of names."""
    fold = _disk_ignores_case(tree.target)
    waiting: list[tuple[Path, Above]] = [(Path(), (_identity(tree.source),))]  # no recursion: folders may be deep
    while waiting:
        folder, above = waiting.pop()
        try:
            found = sorted(os.scandir(tree.source / folder), key=lambda entry: entry.name)
        except OSError as error:
            reason = error.strerror or str(error)
            yield Trouble(name=text_of(folder) + "/", cause="folder", message=f"the folder cannot be read: {reason}.")
            continue
        files = [Path(folder, entry.name) for entry in found if _is_file(entry)]
        yield from _clips(tree, folder, files, fold)
        yield from _of_other_kinds(tree, files)
        yield from _no_files(tree, [Path(folder, entry.name) for entry in found if _is_neither(entry)])
        for entry in reversed(found):
            if _is_folder(entry):
                yield from _entered(tree, folder / entry.name, above, waiting)


def _of_other_kinds(tree: Tree, paths: Sequence[Path]) -> Iterator[Trouble]:
    """Files that a person may have meant, but that need another verb."""
    for path in paths:
        if not _wanted(tree, path) and _wanted(tree, path, tree.aside):
            said = f"files of the kind {path.suffix.lower()} are left out: the verb does not take them."
            yield Trouble(name=text_of(path), cause=OTHER_KIND, message=said, harmless=True)


def _no_files(tree: Tree, paths: Sequence[Path]) -> Iterator[Trouble]:
    """Pipes and devices that are called like clips: to read them may never end."""
    said = "this is a pipe or a device, not a file, and is left out."
    for path in paths:
        if _wanted(tree, path):
            yield Trouble(name=text_of(path), cause=NO_FILE, message=said, harmless=True)


def _entered(tree: Tree, folder: Path, above: Above, waiting: list[tuple[Path, Above]]) -> Iterator[Trouble]:
    """Put a folder on the list, unless it is one that it is in, or the output folder."""
    identity = _identity(tree.source / folder)
    if identity in above:
        said = "this link leads to a folder that it is in, and is not followed."
        yield Trouble(name=text_of(folder) + "/", cause="loop", message=said, harmless=True)
    elif identity != _identity(tree.target):
        waiting.append((folder, (*above, identity)))


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
                yield Trouble(name=text_of(path), cause=SAME_OUTPUT, message=_clash(target, first))
                continue
            if first != path:
                said = (
                    f"this differs from {first.name} only in upper and lower case; many disks would keep one of them."
                )
                yield Trouble(name=text_of(path), cause="case", message=said, harmless=True)
        where = None if target is None else tree.target / target
        yield Clip(name=text_of(path), source=tree.source / path, target=where)


def _clash(target: Path, first: Path) -> str:
    return f"{target} would also be the output of {first.name}. Rename one of them, or leave one out with --exclude."


def _wanted(tree: Tree, path: Path, suffixes: tuple[str, ...] | None = None) -> bool:
    """Whether a file is meant, by its ending and by the patterns."""
    name = path.as_posix()
    if not name.lower().endswith(tree.suffixes if suffixes is None else suffixes) or path.name.startswith("."):
        return False
    chosen = not tree.include or any(_matches(name, pattern) for pattern in tree.include)
    return chosen and not any(_matches(name, pattern) for pattern in tree.exclude)


def _matches(name: str, pattern: str) -> bool:
    """By the whole path, or by the name alone where the pattern has no slash; ``*`` goes through slashes."""
    return fnmatchcase(name if "/" in pattern else name.rpartition("/")[2], pattern)


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file() or (entry.is_symlink() and not os.path.exists(entry))  # a dead link is a clip that fails
    except OSError:
        return True  # so does a link that leads to itself


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_neither(entry: os.DirEntry[str]) -> bool:
    return not _is_file(entry) and not _is_folder(entry)


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
