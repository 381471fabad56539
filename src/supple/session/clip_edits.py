"""Edits of the bin."""

from __future__ import annotations

from supple.errors import InvalidValueError
from supple.session.contact_edits import beside_contacts
from supple.session.document import Clip, Document, MotionRef, replace
from supple.session.edits import AddClip, ClipEdit, OpenClip, RemoveClip, RenameClip, ReplaceMotion, WearSkin

_MOST_CLIPS = 1000


def clip_edited(document: Document, edit: ClipEdit) -> Document:
    """The document after an edit of its bin."""
    match edit:
        case AddClip():
            return _added(document, edit)
        case RemoveClip(clip=number):
            return _removed(document, number)
        case OpenClip(clip=number):
            return replace(document, opened=document.clip(number).id)
        case RenameClip(clip=number, name=name):
            return with_clip(document, replace(document.clip(number), name=name))
        case WearSkin():
            return with_clip(document, replace(document.clip(edit.clip), skin=_skin(document, edit.of)))
        case ReplaceMotion():
            return with_clip(document, _replaced(document.clip(edit.clip), edit))


def with_clip(document: Document, clip: Clip) -> Document:
    """The document with a clip in the place of the one with the same id."""
    return replace(document, clips=tuple(clip if one.id == clip.id else one for one in document.clips))


def _added(document: Document, edit: AddClip) -> Document:
    if len(document.clips) >= _MOST_CLIPS:
        raise InvalidValueError(f"the bin holds {_MOST_CLIPS} clips, and no more. Take some out.")
    clip = Clip(
        id=document.next_clip, name=edit.name, motion=edit.motion, contacts=edit.contacts, roles=edit.roles,
        skin=edit.skin,
    )  # fmt: skip
    return replace(document, clips=(*document.clips, clip), opened=clip.id, next_clip=clip.id + 1)


def _removed(document: Document, number: int) -> Document:
    at = document.clips.index(document.clip(number))
    left = document.clips[:at] + document.clips[at + 1 :]
    opened = document.opened
    if opened == number:
        opened = left[min(at, len(left) - 1)].id if left else None
    return replace(document, clips=left, opened=opened)


def _skin(document: Document, of: int | None) -> str | None:
    if of is None:
        return None
    other = document.clip(of)
    own = other.motion.key if other.motion.key.endswith(".glb") else None
    if (found := other.skin or own) is None:
        raise InvalidValueError(f"{other.name!r} has no body of its own. Open a GLB file with a skin.")
    return found


def _replaced(clip: Clip, edit: ReplaceMotion) -> Clip:
    """What is about frames that are not there any more goes with them."""
    motion = edit.motion
    changed = replace(
        clip if edit.contacts is None else beside_contacts(clip),
        motion=motion,
        contacts=edit.contacts,
        inout=clip.inout if clip.inout is not None and clip.inout.stop <= motion.frames else None,
        marks=tuple(mark for mark in clip.marks if mark.frame < motion.frames),
        pose=_pose_within(clip, motion),
    )
    return replace(changed, tracks=()) if edit.clear_tracks else changed


def _pose_within(clip: Clip, motion: MotionRef) -> object:
    if clip.pose is None or clip.pose.frame is None or clip.pose.frame < motion.frames:
        return clip.pose
    return replace(clip.pose, frame=None)
