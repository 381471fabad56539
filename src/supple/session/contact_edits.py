"""Edits of the contacts of a clip."""

from __future__ import annotations

import msgspec

from supple.constraints.model import Constraint, LookAt, Orientation, Position, Shape
from supple.core.contacts import Contact, Contacts
from supple.errors import InvalidValueError
from supple.session.document import Clip, Track, replace
from supple.session.edits import (
    AddContact,
    ChangeContact,
    ContactEdit,
    MergeContacts,
    RemoveContact,
    SetContacts,
    SetContactSpan,
    SplitContact,
)


def contacts_edited(clip: Clip, edit: ContactEdit) -> Clip:
    """The clip after an edit of its contacts."""
    if isinstance(edit, SetContacts):
        return replace(clip if edit.contacts is None else beside_contacts(clip), contacts=edit.contacts)
    if isinstance(edit, AddContact):
        known = clip.contacts or Contacts(fps=1.0 / clip.motion.frame_time)
        return _with(beside_contacts(clip), known, (*known.contacts, edit.contact))
    if clip.contacts is None:
        raise InvalidValueError(f"no contacts of {clip.name!r} are known. Detect them, or add one.")
    return _with(clip, clip.contacts, _changed(clip.contacts.contacts, edit))


def beside_contacts(clip: Clip) -> Clip:
    """The clip before it gets its first contacts: what somebody dragged is weaker than feet that stand, as later drags.

    choice: all tracks are one priority weaker, so that their order stays, but for those that keep something where it
    is and are the strongest, which stand beside the contacts.
    """
    if not _moved_at_will(clip) or clip.contacts is not None or not clip.solving.keep_contacts:
        return clip
    return replace(clip, tracks=tuple(_weaker(track) for track in clip.tracks))


def weaker_priorities(clip: Clip) -> list[tuple[int, int]]:
    """The same before contacts come as tracks of the first priority: tracks, and what their priorities become.

    choice: one that is locked stays as it is.
    """
    changed = [(track, _weaker(track)) for track in clip.tracks if not track.locked] if _moved_at_will(clip) else []
    return [(old.id, new.constraint.priority) for old, new in changed if new is not old]


def _moved_at_will(clip: Clip) -> bool:
    """Whether something is moved by a wish of the first priority."""
    return any(_moves(track.constraint) and track.constraint.priority == 1 for track in clip.tracks)


def _moves(wish: Constraint) -> bool:
    return isinstance(wish, Position | Orientation | LookAt | Shape)


def _weaker(track: Track) -> Track:
    wish = track.constraint
    if wish.priority == 1 and not _moves(wish):
        return track
    return replace(track, constraint=msgspec.structs.replace(wish, priority=wish.priority + 1))


def _changed(
    contacts: tuple[Contact, ...],
    edit: ChangeContact | SetContactSpan | SplitContact | MergeContacts | RemoveContact,
) -> tuple[Contact, ...]:
    match edit:
        case ChangeContact(number=k):
            return _put(contacts, k, edit.contact)
        case SetContactSpan(number=k):
            return _put(contacts, k, _lasting(_at(contacts, k), edit.start, edit.stop))
        case SplitContact(number=k):
            return _put(contacts, k, *_split(_at(contacts, k), edit.at))
        case MergeContacts():
            return _merged(contacts, edit.first, edit.second)
        case RemoveContact(number=k):
            return _put(contacts, k)


def _with(clip: Clip, known: Contacts, contacts: tuple[Contact, ...]) -> Clip:
    return replace(clip, contacts=msgspec.structs.replace(known, contacts=contacts))


def _at(contacts: tuple[Contact, ...], number: int) -> Contact:
    if not 0 <= number < len(contacts):
        raise InvalidValueError(f"there is no contact {number}; the clip has {len(contacts)}, counted from 0.")
    return contacts[number]


def _put(contacts: tuple[Contact, ...], number: int, *new: Contact) -> tuple[Contact, ...]:
    _at(contacts, number)
    return (*contacts[:number], *new, *contacts[number + 1 :])


def _lasting(contact: Contact, start: int, stop: int) -> Contact:
    return msgspec.structs.replace(contact, start=start, stop=stop)


def _split(contact: Contact, at: int) -> tuple[Contact, Contact]:
    if not contact.start < at < contact.stop:
        raise InvalidValueError(
            f"frame {at} is not inside {contact.point} ({contact.start} to {contact.stop}); it cannot be split there."
        )
    return _lasting(contact, contact.start, at), _lasting(contact, at, contact.stop)


def _merged(contacts: tuple[Contact, ...], first: int, second: int) -> tuple[Contact, ...]:
    a, b = _at(contacts, first), _at(contacts, second)
    if first == second or (a.point, a.joint, a.reference) != (b.point, b.joint, b.reference):
        raise InvalidValueError(f"contacts {first} ({a.point}) and {second} ({b.point}) are not two of one point.")
    longer = max((a, b), key=lambda contact: contact.stop - contact.start)
    whole = _lasting(longer, min(a.start, b.start), max(a.stop, b.stop))
    return tuple(whole if k == first else contact for k, contact in enumerate(contacts) if k != second)
