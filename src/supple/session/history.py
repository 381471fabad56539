"""Every step back and forth: documents share what did not change, so a step costs what it changed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from supple.errors import InvalidValueError
from supple.session.applying import apply
from supple.session.document import EMPTY, Document
from supple.session.edits import AnyEdit, label

MOST_STEPS = 1000


@dataclass(frozen=True, slots=True)
class Step:
    """What was done, and the document on the other side of it."""

    label: str
    document: Document


@dataclass(frozen=True, slots=True)
class History:
    """A document with the steps that led to it, and those that were undone; the next one is the last of each."""

    document: Document = EMPTY
    past: tuple[Step, ...] = ()
    future: tuple[Step, ...] = ()

    def applied(self, edit: AnyEdit) -> History:
        """After an edit; one that changes nothing is no step."""
        after = apply(self.document, edit)
        if after == self.document:
            return self
        past = (*self.past, Step(label(edit), self.document))[-MOST_STEPS:]
        return replace(self, document=after, past=past, future=())

    def undone(self) -> History:
        """One step back."""
        if not self.past:
            raise InvalidValueError("there is nothing to undo.")
        step = self.past[-1]
        future = (*self.future, Step(step.label, self.document))
        return History(step.document, self.past[:-1], future)

    def redone(self) -> History:
        """One step forth again."""
        if not self.future:
            raise InvalidValueError("there is nothing to redo.")
        step = self.future[-1]
        return History(step.document, (*self.past, Step(step.label, self.document)), self.future[:-1])
