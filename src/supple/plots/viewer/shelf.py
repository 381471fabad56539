"""The files that can be looked at: read when one is shown, and the last few kept."""

from __future__ import annotations

import os
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.errors import FileError, SuppleError
from supple.io.formats import Content
from supple.io.options import DEFAULT_READ, ReadOptions
from supple.io.registry import formats, read
from supple.plots.contact_marks import Mark, found_marks, marks_in
from supple.plots.figure import Figure, figure_of
from supple.plots.viewer.payload import payload

# choice: tables of numbers and bare skeletons are shown when they are named, but not looked for in folders
_NOT_LOOKED_FOR = {".asf", ".csv", ".mot", ".sto"}
_KEPT_CLIPS, _KEPT_BYTES = 24, 256_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A file that was read: what the page gets, and what contacts are found in."""

    payload: bytes
    content: Motion | Markers  # all of it, whatever part is shown
    start: int  # first frame that is shown
    frames: int


class Shelf:
    """Files by number. Many threads may ask; each file is read once, and contacts are found one file at a time."""

    def __init__(
        self,
        paths: Sequence[Path],
        options: ReadOptions = DEFAULT_READ,
        contacts: Path | None = None,
        kept: tuple[int, int] = (_KEPT_CLIPS, _KEPT_BYTES),
        *,
        read: Callable[[Path, ReadOptions], Content] = read,
        part: Callable[[Figure, Path], tuple[int, int]] | None = None,
    ) -> None:
        """``read`` gives what a path stands for, ``part`` the frames of it that are shown, if not all of them are."""
        self.paths, self._options, self._contacts, self._kept = tuple(paths), options, contacts, kept
        self._from, self._part = read, part
        self._clips: OrderedDict[int, Future[Shown]] = OrderedDict()
        self._marks: dict[int, tuple[Mark, ...]] = {}
        self._lock, self._finding = threading.Lock(), threading.Lock()

    @property
    def names(self) -> tuple[str, ...]:
        """The files without the folders that all of them are in."""
        try:
            base = os.path.commonpath([path.parent for path in self.paths])
        except ValueError:  # some from the root and some from here, or from several disks
            base = ""
        return tuple(os.path.relpath(path, base) if base else str(path) for path in self.paths)

    @property
    def held(self) -> tuple[int, ...]:
        """Numbers of the clips in memory, from the one used longest ago."""
        with self._lock:
            return tuple(self._clips)

    def shown(self, number: int) -> Shown:
        """A clip, ready for the page; a file that cannot be shown raises a :class:`SuppleError`."""
        with self._lock:
            future, mine = self._clips.get(number), False
            if future is None:
                future, mine = Future(), True
                self._clips[number] = future
            self._clips.move_to_end(number)
        if mine:
            self._read(number, future)
        return future.result()

    def marks(self, number: int) -> tuple[Mark, ...]:
        """What stands in a clip: as the document says, else as it is found, which may take seconds."""
        shown = self.shown(number)
        with self._finding:
            if number not in self._marks:
                marks = found_marks(shown.content, self._contacts)
                self._marks[number] = marks_in(marks, shown.start, shown.start + shown.frames)
            return self._marks[number]

    def _read(self, number: int, future: Future[Shown]) -> None:
        path = self.paths[number]
        try:
            future.set_result(self._shown(path))
        except SuppleError as error:
            future.set_exception(error)
        except Exception as error:  # one bad file never ends the browsing, not even by a bug of ours
            words = f"a bug in Supple, please report it with this file: {type(error).__name__}: {error}"
            future.set_exception(FileError(path, words))
        self._forget_oldest()

    def _shown(self, path: Path) -> Shown:
        content = self._from(path, self._options)
        figure = figure_of(content, path)
        start, stop = (0, figure.frames) if self._part is None else self._part(figure, path)
        assert isinstance(content, Motion | Markers)
        if self._part is not None:
            figure = figure.part(start, stop)
        return Shown(payload(figure, content, start), content, start, figure.frames)

    def _forget_oldest(self) -> None:
        clips, most = self._kept
        with self._lock:
            sizes = {n: len(f.result().payload) for n, f in self._clips.items() if f.done() and not f.exception()}
            for number in tuple(self._clips)[:-1]:
                if len(self._clips) <= clips and sum(sizes.values()) <= most:
                    return
                if self._clips[number].done():
                    del self._clips[number]
                    sizes.pop(number, None)


def motion_files(given: Iterable[Path]) -> tuple[Path, ...]:
    """The named files, and for a folder all motions inside it and its folders, sorted as people count."""
    found: list[Path] = []
    for path in given:
        if not path.is_dir():
            found.append(path)
            continue
        inside = sorted(_inside(path), key=_natural)
        if not inside:
            raise FileError(path, f"no motion file is in this folder. Looked for: {' '.join(sorted(_suffixes()))}")
        found.extend(inside)
    return tuple(found)


def _inside(folder: Path) -> Iterable[Path]:
    suffixes = _suffixes()
    for at, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            if Path(name).suffix.lower() in suffixes and not name.startswith("."):
                yield Path(at) / name


def _suffixes() -> set[str]:
    return {suffix for entry in formats() if entry.read for suffix in entry.suffixes} - _NOT_LOOKED_FOR


def _natural(path: Path) -> list[tuple[int, str]]:
    """``walk2`` before ``walk10``."""
    return [(int(part), "") if part.isdecimal() else (-1, part.lower()) for part in re.split(r"(\d+)", str(path))]
