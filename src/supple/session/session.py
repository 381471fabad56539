"""One person's work: a document with its history, kept on the disk step by step.

    session = Session.opened(Path("walk.bvh"))
    session.do(AddConstraint(constraint=Position(effector="left_wrist", goals=(...,))))
    session.undo()
    session.save(Path("walk.supple"))

Whatever :meth:`Session.do` returns from is in the journal: a process that is killed loses nothing of it. Where the
folder cannot be written, work goes on in memory and :attr:`State.trouble` says why.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.errors import FileError, SuppleError
from supple.io.source import load_bytes
from supple.session.disk import write_durably
from supple.session.document import Document, MotionRef
from supple.session.edits import AddClip, AnyEdit
from supple.session.entries import Change, Did, Redid, Saved, Undid, changed
from supple.session.history import History
from supple.session.motions import Motions, digest
from supple.session.project import SUFFIX, project_bytes, read_project
from supple.session.skins import skin_of
from supple.session.workplace import Workplace, workplace_of

_UNTITLED = "untitled.supple"


@dataclass(frozen=True, slots=True)
class State:
    """A document at one moment, and what can be done with it."""

    revision: int  # grows with every change, also of undo
    document: Document
    undo: str | None  # what would be undone
    redo: str | None
    project: Path | None  # its file; None where it was never saved
    saved: bool  # whether that file holds it
    trouble: str = ""  # why the last change is in memory alone


class Session:
    """The only object with state: all changes go through it, one at a time."""

    def __init__(self, motions: Motions, place: Workplace, history: History, project: Path | None, of: str) -> None:
        self.motions = motions
        self._place, self._history, self._project, self._of = place, history, project, of
        self._saved: Document | None = history.document
        self._lock = threading.RLock()
        self._revision, self._trouble = 0, ""
        self.notices: tuple[str, ...] = ()

    @classmethod
    def opened(
        cls,
        path: Path | None = None,
        *,
        folder: Path | None = None,
        otherwise: tuple[Motion, str] | None = None,
        revision: int = 0,
    ) -> Session:
        """Work on a project or a motion's file, or in a folder; goes on with work that was left.

        Without a file it begins with nothing, or with the motion ``otherwise`` and its name. Its first state has the
        number ``revision``.
        """
        file = (folder or Path.cwd()) / _UNTITLED if path is None else path
        motions = Motions()
        if path is not None and path.suffix.lower() == SUFFIX:
            document, data = read_project(path, motions)
            start, project = History(document), path
        elif path is not None:
            data, project = load_bytes(path), None
            start = _begun(motions.put_file(path), _clip_name(path), motions)
        elif otherwise is not None:
            data, project = b"", None
            start = _begun(motions.put(*otherwise), otherwise[1], motions)
        else:
            data, start, project = b"", History(), None
        session = cls(motions, Workplace(workplace_of(file), motions), start, project, digest(data))
        session._revision = revision
        session._resume()
        return session

    @property
    def state(self) -> State:
        """Where things stand."""
        with self._lock:
            past, future = self._history.past, self._history.future
            return State(
                revision=self._revision,
                document=self._history.document,
                undo=past[-1].label if past else None,
                redo=future[-1].label if future else None,
                project=self._project,
                saved=self._saved == self._history.document,
                trouble=self._trouble,
            )

    @property
    def document(self) -> Document:
        """The document as it is now."""
        return self._history.document

    def do(self, edit: AnyEdit) -> State:
        """One edit, one step of undo; refused with a :class:`SuppleError`, or kept when this returns."""
        return self._change(Did(edit=edit))

    def undo(self) -> State:
        """One step back."""
        return self._change(Undid())

    def redo(self) -> State:
        """One step forth again."""
        return self._change(Redid())

    def add_motion(self, motion: Motion, name: str, contacts: Contacts | None = None) -> State:
        """A motion comes into the bin."""
        return self.do(AddClip(motion=self.motions.put(motion, name), name=name, contacts=contacts))

    def add_file(self, path: Path) -> State:
        """The motion of a file comes into the bin."""
        return self.do(self.read_file(path))

    def read_file(self, path: Path) -> AddClip:
        """The edit that brings the motion of a file into the bin; others may change the session meanwhile."""
        return _added(self.motions.put_file(path), _clip_name(path), self.motions)

    def save(self, path: Path | None = None) -> State:
        """Write the project, to its own file or another one, which is its own from then on."""
        with self._lock:
            target = path or self._project
            if target is None:
                raise FileError(_UNTITLED, "the project has no file yet. Say where to save it.")
            if target.suffix.lower() != SUFFIX:
                raise FileError(target, f"a project is saved as {SUFFIX}.")
            data = project_bytes(self.document, self.motions)
            try:
                write_durably(target, data)
            except (OSError, ValueError) as error:
                raise FileError(target, f"the project is not saved: {_reason(error)}. It is kept in memory.") from None
            self._now_in(target, data)
            return self.state

    def close(self) -> None:
        """Stop; work that is not saved is found again when the same file is opened."""
        with self._lock:
            self._place.close(clear=self.state.saved and not self._trouble)

    def _change(self, change: Change) -> State:
        with self._lock:
            before, after = self._history, changed(self._history, change)
            if after is before:
                return self.state
            self._keep(change, before.document, after.document)
            self._history = after
            self._revision += 1
            return self.state

    def _keep(self, change: Change | Saved, before: Document, after: Document) -> None:
        try:
            self._place.add(change, before, after, self._of)
            self._trouble = ""
        except (OSError, SuppleError) as error:
            self._place.give_up()
            self._trouble = f"Changes are in memory alone: {_reason(error)}. Save the project elsewhere."

    def _resume(self) -> None:
        """Take the workplace, and go on with what is there."""
        try:
            self._place.take()
            left = self._place.left(self._of)
            if (aside := self._place.aside) is not None:
                which = "about another version of this file" if left is None else "not understood to its end"
                self.notices += (
                    f"Work that was left here is {which}; it is kept as {aside.parent.name}/{aside.name}.",
                )
            if left is None:
                return self._place.begin(self.document, self._of)
        except OSError as error:
            self._trouble = f"Changes are in memory alone: {_reason(error)}. Save the project elsewhere."
            return
        if left.history.document != left.saved:
            self.notices += ("This goes on with work that was not saved.",)
        self._history, self._saved = left.history, left.saved

    def _now_in(self, target: Path, data: bytes) -> None:
        """The project is in a file: from now on work on it is kept beside that."""
        self._of, self._saved = digest(data), self.document
        if target == self._project:
            return self._keep(Saved(of=self._of), self.document, self.document)
        old, self._project = self._place, target
        self._place = Workplace(workplace_of(target), self.motions)
        old.close(clear=True)
        try:
            self._place.begin(self.document, self._of)
            self._trouble = ""
        except (OSError, SuppleError) as error:
            self._place.give_up()
            self._trouble = f"Changes are in memory alone: {_reason(error)}."


def _begun(motion: MotionRef, name: str, motions: Motions) -> History:
    """A history that begins with a clip, which is not undone."""
    return History(History().applied(_added(motion, name, motions)).document)


def _added(motion: MotionRef, name: str, motions: Motions) -> AddClip:
    """A motion comes into the bin, with the body that its file has."""
    return AddClip(motion=motion, name=name, skin=skin_of(motion, motions))


def _clip_name(path: Path) -> str:
    name = "".join(letter for letter in path.stem if letter.isprintable())
    return name.strip()[:100] or "clip"


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).rstrip(".")
