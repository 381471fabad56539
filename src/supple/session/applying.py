"""One edit on a document gives another document; the first stays as it was."""

from __future__ import annotations

from supple.session.checks import check_clip
from supple.session.clip_edits import clip_edited, with_clip
from supple.session.contact_edits import contacts_edited
from supple.session.document import Clip, Document
from supple.session.edits import AnyEdit, ClipEdit, ContactEdit, CopyEdit, SettingEdit, Several, Simple, TrackEdit
from supple.session.setting_edits import settings_edited
from supple.session.track_edits import copied_edit, tracks_edited


def apply(document: Document, edit: AnyEdit) -> Document:
    """The document after one edit; an edit that makes no sense is a :class:`SuppleError` that says why.

    What needs the motion itself (does this name mean something, is this place in reach) is not asked here: it is
    what lint says, so that a wish can be written down first and mended later.
    """
    if isinstance(edit, Several):
        for part in edit.edits:
            document = _applied(document, part)
        return document
    return _applied(document, edit)


def _applied(document: Document, edit: Simple) -> Document:
    if isinstance(edit, ClipEdit):
        return _checked(document, clip_edited(document, edit))
    if isinstance(edit, CopyEdit):
        return _checked(document, copied_edit(document, edit))
    clip = document.clip(edit.clip)
    changed = _clip_after(clip, edit)
    if changed == clip:
        return document
    return _checked(document, with_clip(document, changed))


def _clip_after(clip: Clip, edit: TrackEdit | ContactEdit | SettingEdit) -> Clip:
    if isinstance(edit, TrackEdit):
        return tracks_edited(clip, edit)
    if isinstance(edit, ContactEdit):
        return contacts_edited(clip, edit)
    return settings_edited(clip, edit)


def _checked(before: Document, after: Document) -> Document:
    """A document whose changed clips are sound; what was there before is sound already."""
    known = {id(clip) for clip in before.clips}
    for clip in after.clips:
        if id(clip) not in known:
            check_clip(clip)
    return after
