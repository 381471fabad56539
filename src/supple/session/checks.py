"""What must be true of a document, whoever made it."""

from __future__ import annotations

import math

from supple.constraints.checks import check_edit
from supple.constraints.model import Edit, Footplant
from supple.core.roles import POINTS, ROLES
from supple.errors import DocumentError, InvalidValueError, UnknownJointError
from supple.io.documents.contact_values import check_values
from supple.io.documents.roles import RolesDocument
from supple.session.document import Clip, Document, MotionRef, edit_of
from supple.session.motions import check_key

_LONGEST_NAME = 200
_WEAKEST = 1_000_000
_MOST_FRAMES = 100_000_000
_MOST_MARKS = 10_000
_MOST_CONTACTS = 100_000
_RATES = 0.01  # how far the rate of contacts may be from the clip's, as a share: 119.88 is 120
_MOST_SETTINGS = {"max_iterations": 10_000, "passes": 100, "filter_s": 60.0}  # beyond, a solve would never end
_SPACINGS = (0.01, 60.0)  # [s]


def check_document(document: Document) -> None:
    """Refuse a document that does not hang together."""
    numbers = [clip.id for clip in document.clips]
    if len(set(numbers)) != len(numbers) or any(not 0 < n < document.next_clip for n in numbers):
        raise DocumentError("the clips of the project are not numbered each by its own. Is the file damaged?")
    if document.opened is not None:
        document.clip(document.opened)
    for clip in document.clips:
        check_clip(clip)


def check_clip(clip: Clip) -> None:
    """Refuse a clip that makes no sense; the message names the key, the value and what is allowed."""
    check_name(clip.name, "clip")
    _check_motion(clip.motion)
    numbers = [track.id for track in clip.tracks]
    if len(set(numbers)) != len(numbers) or any(not 0 < n < clip.next_track for n in numbers):
        raise DocumentError(f"{clip.name}: the tracks are not numbered each by its own. Is the file damaged?")
    _check_wishes(clip)
    _check_contacts(clip)
    _check_times(clip)
    low, high = _SPACINGS
    if not low <= clip.solving.spacing_s <= high:
        raise InvalidValueError(f"spacing_s = {clip.solving.spacing_s}: it lies between {low} and {high} s.")
    if clip.roles is not None:
        _check_roles(clip.roles, clip.motion)
    if clip.skin is not None and not check_key(clip.skin).endswith(".glb"):
        raise DocumentError(f"{clip.name}: {clip.skin[:40]!r} is no body. Is the file damaged?")


def check_name(name: str, what: str) -> None:
    """Names are short, and printable on one line."""
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        raise InvalidValueError(f"{name[:40]!r} is no name of a {what}: write 1 to {_LONGEST_NAME} plain letters.")


def _check_motion(motion: MotionRef) -> None:
    if not 0 < motion.frames <= _MOST_FRAMES or not 0.0 < motion.frame_time < math.inf or not motion.joints:
        raise DocumentError(f"a motion of {motion.frames} frames of {motion.frame_time} s is not possible.")


def _check_wishes(clip: Clip) -> None:
    check_edit(edit_of(clip, clip.tracks), clip.name)
    for name, most in _MOST_SETTINGS.items():
        if getattr(clip.settings, name) > most:
            raise InvalidValueError(f"settings.{name} = {getattr(clip.settings, name)}: at most {most} makes sense.")
    wishes = [track.constraint for track in clip.tracks]
    if clip.pose is not None:
        check_edit(Edit(constraints=clip.pose.constraints), f"the pose of {clip.name}")
        wishes += clip.pose.constraints
    for wish in wishes:
        if isinstance(wish, Footplant) and wish.events == "detect":
            raise InvalidValueError(
                f'{wish.name or "footplant"}: events = "detect": a track stands at times of its own. '
                "Detect contacts as tracks, which makes one for every step."
            )
        if wish.priority > _WEAKEST:
            raise InvalidValueError(f"priority = {wish.priority}: the weakest is {_WEAKEST}.")


def _check_contacts(clip: Clip) -> None:
    if clip.contacts is None:
        return
    if len(clip.contacts.contacts) > _MOST_CONTACTS:
        raise InvalidValueError(f"a clip has at most {_MOST_CONTACTS} contacts.")
    check_values(clip.contacts, f"contacts of {clip.name}")
    if not abs(clip.contacts.fps * clip.motion.frame_time - 1.0) <= _RATES:
        rate = 1.0 / clip.motion.frame_time
        raise InvalidValueError(f"the contacts are for {clip.contacts.fps:g} fps; {clip.name} has {rate:g}.")
    for k, contact in enumerate(clip.contacts.contacts):
        if contact.stop > clip.motion.frames:
            raise InvalidValueError(
                f"contacts[{k}] ({contact.point}) ends at frame {contact.stop}; {_length(clip)}."
            )  # fmt: skip


def _check_times(clip: Clip) -> None:
    frames = clip.motion.frames
    if clip.inout is not None and not 0 <= clip.inout.start < clip.inout.stop <= frames:
        raise InvalidValueError(f"the range {clip.inout.start} to {clip.inout.stop} is not possible: {_length(clip)}.")
    if len(clip.marks) > _MOST_MARKS:
        raise InvalidValueError(f"a clip has at most {_MOST_MARKS} marks.")
    for mark in clip.marks:
        if not 0 <= mark.frame < frames or len(mark.name) > _LONGEST_NAME:
            raise InvalidValueError(
                f"a mark {mark.name[:40]!r} at frame {mark.frame} is not possible: {_length(clip)}."
            )
    if clip.pose is not None and clip.pose.frame is not None and not 0 <= clip.pose.frame < frames:
        raise InvalidValueError(f"the pose starts from frame {clip.pose.frame}; {_length(clip)}.")


def _length(clip: Clip) -> str:
    return f"{clip.name} has {clip.motion.frames} frames"


def _check_roles(roles: RolesDocument, motion: MotionRef) -> None:
    known = frozenset(motion.joints)
    for name, allowed in ((name, ROLES) for name in roles.roles):
        if name not in allowed:
            raise DocumentError(f"roles: there is no role {name!r}. Known: {', '.join(ROLES)}.")
    for name in roles.points:
        if name not in POINTS:
            raise DocumentError(f"roles: there is no point {name!r}. Known: {', '.join(POINTS)}.")
    named = [joint for joint in roles.roles.values() if joint]
    if len(set(named)) != len(named):
        raise DocumentError("roles: a joint has two roles. A joint plays one role.")
    named += [joint for joints in roles.limbs.values() for joint in joints]
    named += [point.joint for point in roles.points.values()]
    for joint in named:
        if joint not in known:
            raise UnknownJointError(joint, motion.joints)
    if not all(math.isfinite(x) for point in roles.points.values() for x in point.offset):
        raise DocumentError("roles: offsets of points must be finite.")
