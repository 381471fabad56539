"""What a person works on: clips with the wishes about them. Nothing but names and numbers.

Motions are not in it: a clip names its motion by what it holds (:class:`MotionRef`), so that documents are small, share
their parts, can be compared, and are written as JSON as they stand. :mod:`supple.session.motions` keeps the arrays.
"""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

from supple.constraints.model import CarriedMass, Constraint, Edit, JointSetting, Settings
from supple.core.contacts import Contacts
from supple.errors import InvalidValueError
from supple.io.documents.roles import RolesDocument

Solver = Literal["prioritized", "hierarchical"]
PoseMethod = Literal["priority", "transpose", "hinges"]


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Frozen, and nothing but what is listed."""


D = TypeVar("D", bound=Data)


def replace(value: D, **changes: object) -> D:
    """The same with some fields changed."""
    return msgspec.structs.replace(value, **changes)


class MotionRef(Data, frozen=True, kw_only=True):
    """A motion by its content, and what edits have to know of it."""

    key: str  # where it is kept: the digest of its bytes, and the suffix of their format
    source: str  # the name of the file that it came from
    frames: int
    frame_time: float  # [s]
    joints: tuple[str, ...]  # end sites included
    rest_rows: int = 0


class Track(Data, frozen=True, kw_only=True):
    """A constraint as the timeline shows it."""

    id: int  # of this clip; stays the same whatever is added, moved or renamed
    constraint: Constraint
    muted: bool = False
    solo: bool = False  # where a track has it, those without it are left out
    locked: bool = False  # cannot be changed


class Solving(Data, frozen=True, kw_only=True):
    """How the clip is bent."""

    solver: Solver = "prioritized"
    spacing_s: float = 0.5  # hierarchical: how far around a wish the motion follows
    keep_contacts: bool = True  # whether the contacts of the clip are wishes too


class Span(Data, frozen=True, kw_only=True):
    """Frames ``[start, stop)``."""

    start: int
    stop: int


class Mark(Data, frozen=True, kw_only=True):
    """A named moment."""

    frame: int
    name: str = ""


class PoseBench(Data, frozen=True, kw_only=True):
    """A still figure with its own wishes, as in ``supple pose``."""

    frame: int | None = None  # the pose it starts from; None: the rest pose
    method: PoseMethod = "priority"
    constraints: tuple[Constraint, ...] = ()


class Clip(Data, frozen=True, kw_only=True):
    """A motion of the bin, and everything that is asked of it."""

    id: int
    name: str
    motion: MotionRef
    tracks: tuple[Track, ...] = ()
    next_track: int = 1  # what the next track is called
    space: str = "world"
    settings: Settings = Settings()
    joints: dict[str, JointSetting] = {}
    masses: tuple[CarriedMass, ...] = ()
    contacts: Contacts | None = None
    roles: RolesDocument | None = None
    solving: Solving = Solving()
    inout: Span | None = None  # None: the whole clip
    marks: tuple[Mark, ...] = ()  # in the order of time
    pose: PoseBench | None = None
    skin: str | None = None  # the key of the file whose body is shown; None: a plain figure

    def track(self, number: int) -> Track:
        """The track with this id."""
        return _found(self.tracks, number, "track", f"in {self.name!r}")


class Document(Data, frozen=True, kw_only=True):
    """Everything that a project keeps."""

    clips: tuple[Clip, ...] = ()
    opened: int | None = None  # the clip that is edited
    next_clip: int = 1

    def clip(self, number: int | None = None) -> Clip:
        """The clip with this id, or the open one."""
        if number is None and self.opened is None:
            raise InvalidValueError("no clip is open. Open a file, or choose a clip of the bin.")
        return _found(self.clips, self.opened if number is None else number, "clip", "in the bin")


EMPTY = Document()
Item = TypeVar("Item", Clip, Track)


def _found(items: tuple[Item, ...], number: int | None, what: str, where: str) -> Item:
    for item in items:
        if item.id == number:
            return item
    known = ", ".join(str(item.id) for item in items[:20]) or "none"
    raise InvalidValueError(f"there is no {what} {number} {where}. Known: {known}.")


def acting_tracks(clip: Clip) -> tuple[Track, ...]:
    """The tracks that a solve listens to: those that are solo, or else all, without the muted ones."""
    alone = any(track.solo and not track.muted for track in clip.tracks)
    return tuple(track for track in clip.tracks if not track.muted and (track.solo or not alone))


def edit_of(clip: Clip, tracks: tuple[Track, ...] | None = None) -> Edit:
    """The edit of a clip, of these tracks or all that act, as ``supple edit`` takes it."""
    chosen = acting_tracks(clip) if tracks is None else tracks
    return Edit(
        constraints=tuple(track.constraint for track in chosen),
        space=clip.space,
        settings=clip.settings,
        joints=clip.joints,
        masses=clip.masses,
    )
