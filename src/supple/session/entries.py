"""What a journal says: a document to begin with, and all that was done since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from supple.errors import DocumentError, SuppleError
from supple.session.checks import check_document
from supple.session.document import Data, Document
from supple.session.edits import AnyEdit
from supple.session.history import History

FORMAT = 1


class Begin(Data, frozen=True, kw_only=True, tag_field="entry", tag="begin"):
    """The document at the start, the digest of the file that it is about, and whether that file holds it."""

    format: int
    document: Document
    of: str = ""
    saved: bool = True


class Did(Data, frozen=True, kw_only=True, tag_field="entry", tag="did"):
    """An edit."""

    edit: AnyEdit


class Undid(Data, frozen=True, kw_only=True, tag_field="entry", tag="undid"):
    """One step back."""


class Redid(Data, frozen=True, kw_only=True, tag_field="entry", tag="redid"):
    """One step forth."""


class Stands(Data, frozen=True, kw_only=True, tag_field="entry", tag="stands"):
    """A step back or forth to where the journal has not been: the document that it led to."""

    document: Document


class Saved(Data, frozen=True, kw_only=True, tag_field="entry", tag="saved"):
    """The project was written; ``of`` is the digest of its file."""

    of: str


Change = Did | Undid | Redid
Entry = Begin | Change | Stands | Saved
_ENCODER, _DECODER = msgspec.json.Encoder(), msgspec.json.Decoder(Entry)


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a journal leads to."""

    history: History
    of: str  # digest of the file it is about
    saved: Document | None  # as it is in that file, where that is known
    lines: int  # how many were understood


def changed(history: History, change: Change) -> History:
    """The history after a change of it."""
    match change:
        case Did():
            return history.applied(change.edit)
        case Undid():
            return history.undone()
        case Redid():
            return history.redone()


def text_of(entry: Entry) -> bytes:
    """An entry as a line of text."""
    return _ENCODER.encode(entry)


def replay(texts: Sequence[bytes]) -> Replayed:
    """Everything that the lines say, up to the first that cannot be understood."""
    if not texts:
        raise DocumentError("the journal is empty.")
    first = _entry(texts[0])
    if not isinstance(first, Begin):
        raise DocumentError("the journal does not begin with a document.")
    if first.format != FORMAT:
        raise DocumentError(f"the journal has format {first.format}; this version reads {FORMAT}. Use a newer Supple.")
    check_document(first.document)
    found = Replayed(History(first.document), first.of, first.document if first.saved else None, 1)
    for text in texts[1:]:
        try:
            found = _followed(found, _entry(text))
        except SuppleError:
            break
    return found


def _followed(found: Replayed, entry: Entry) -> Replayed:
    history, of, saved = found.history, found.of, found.saved
    if isinstance(entry, Begin):
        raise DocumentError("a journal begins only once.")
    if isinstance(entry, Saved):
        of, saved = entry.of, history.document
    elif isinstance(entry, Stands):
        check_document(entry.document)
        history = History(entry.document)
    else:
        history = changed(history, entry)
    return Replayed(history, of, saved, found.lines + 1)


def _entry(text: bytes) -> Entry:
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise DocumentError(f"a line of the journal is not understood: {error}.") from None
