"""The hidden folder beside a file in which the work on it is kept until it is saved."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from supple.errors import DocumentError
from supple.session.disk import locked
from supple.session.document import Document
from supple.session.entries import FORMAT, Begin, Change, Did, Redid, Replayed, Saved, Stands, Undid, replay, text_of
from supple.session.history import MOST_STEPS
from supple.session.journal import Journal, sound_lines
from supple.session.motions import Motions
from supple.session.project import motion_keys

_LONGEST = 16 * 2**20  # [bytes] of a journal; then it begins anew


def workplace_of(file: Path) -> Path:
    """Where the work on a file is kept."""
    return file.parent / f".{file.name}.work"


class Workplace:
    """A journal and motions on the disk. What touches the disk raises :class:`OSError` where that refuses."""

    def __init__(self, folder: Path, motions: Motions) -> None:
        self.folder, self.motions = folder, motions
        self.aside: Path | None = None  # a journal that was put aside because it was not understood to its end
        self._journal: Journal | None = None
        self._back, self._forth = 0, 0  # steps that the journal can tell
        self._lock: int | None = None
        motions.move_to(folder / "motions")

    def take(self) -> None:
        """Make sure that nobody else works here."""
        if self._lock is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = locked(self.folder / "lock")

    def left(self, of: str) -> Replayed | None:
        """The work that was left here about a file with this digest; work on another version of it is put aside."""
        path = self._path
        if not path.is_file():
            return None
        texts, length = sound_lines(path.read_bytes())
        try:
            found = replay(texts)
        except DocumentError:
            found = None
        if found is None or found.of != of:
            self.aside = self._free_name()
            os.replace(path, self.aside)
            return None
        if found.lines < len(texts):  # what cannot be understood is kept, and the journal begins anew
            self.aside = self._free_name()
            shutil.copy2(path, self.aside)
            return found
        self._journal = Journal.resumed(path, length)
        self._back, self._forth = len(found.history.past), len(found.history.future)
        return found

    def begin(self, document: Document, of: str, *, saved: bool = True) -> None:
        """A new journal that starts with this document, which the file holds where it is ``saved``."""
        self.take()
        self.motions.secure(motion_keys(document))
        self._close_journal()
        first = Begin(format=FORMAT, document=document, of=of, saved=saved)
        self._journal = Journal.begun(self._path, [text_of(first)])
        self._back, self._forth = 0, 0

    def add(self, change: Change | Saved, before: Document, after: Document, of: str) -> None:
        """One more change, on the disk when this returns; a journal that is missing or long begins anew."""
        if self._journal is None or self._journal.length > _LONGEST:
            return self.begin(after, of, saved=isinstance(change, Saved))
        known = set(motion_keys(before))
        self.motions.secure(key for key in motion_keys(after) if key not in known)
        back, forth = self._reach(change)
        if min(back, forth) < 0:  # a step from before the journal began, as when a project was saved under its name
            self._journal.add(text_of(Stands(document=after)))
            back, forth = 0, 0
        else:
            self._journal.add(text_of(change))
        self._back, self._forth = back, forth

    def _reach(self, change: Change | Saved) -> tuple[int, int]:
        """How many steps back and forth the journal can tell after a change; negative where it cannot tell that one."""
        match change:
            case Did():
                return min(self._back + 1, MOST_STEPS), 0
            case Undid():
                return self._back - 1, self._forth + 1
            case Redid():
                return self._back + 1, self._forth - 1
            case Saved():
                return self._back, self._forth

    def give_up(self) -> None:
        """The journal cannot be trusted any more: it begins anew with the next change."""
        with contextlib.suppress(OSError):
            self._close_journal()
        self._journal = None

    def close(self, clear: bool) -> None:
        """Let go of the folder, and remove it where nothing in it is needed."""
        self.give_up()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        if clear:
            shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def _path(self) -> Path:
        return self.folder / "journal"

    def _close_journal(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _free_name(self) -> Path:
        return next(p for k in range(10_000) if not (p := self.folder / f"journal.{k}").exists())
