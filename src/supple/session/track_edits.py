"""Edits of the tracks of a clip."""

from __future__ import annotations

import msgspec

from supple.constraints.model import Constraint, Edit
from supple.errors import InvalidValueError
from supple.session.document import Clip, Document, Track, edit_of, replace
from supple.session.edits import (
    AddConstraint,
    ChangeConstraint,
    CopyEdit,
    MoveKey,
    MoveTrack,
    OrderPriorities,
    RemoveConstraint,
    RenameTrack,
    SetEdit,
    SetFlags,
    SetPriority,
    TrackEdit,
)
from supple.session.keys import key_moved

_MOST_TRACKS = 1000


def tracks_edited(clip: Clip, edit: TrackEdit) -> Clip:
    """The clip after an edit of its tracks."""
    match edit:
        case AddConstraint():
            return _added(clip, edit.constraint, edit.at)
        case ChangeConstraint():
            return _changed(clip, edit.track, edit.constraint)
        case RemoveConstraint():
            gone = _unlocked(clip, edit.track)
            return replace(clip, tracks=tuple(track for track in clip.tracks if track is not gone))
        case MoveTrack():
            return _moved(clip, edit.track, edit.to)
        case SetFlags():
            return _flagged(clip, edit)
        case SetPriority():
            return _with(clip, edit.track, priority=edit.priority)
        case OrderPriorities():
            return _ordered(clip, edit.levels)
        case RenameTrack():
            return _with(clip, edit.track, name=edit.name)
        case MoveKey():
            return _changed(clip, edit.track, key_moved(_unlocked(clip, edit.track).constraint, edit))
        case SetEdit():
            return with_edit(clip, edit.edit)
        case _:
            raise AssertionError(edit)


def with_edit(clip: Clip, edit: Edit) -> Clip:
    """A clip about which an edit says everything; its tracks are new ones."""
    if locked := [track for track in clip.tracks if track.locked]:
        raise InvalidValueError(f"{_called(locked[0])} is locked, and would be replaced. Unlock it first.")
    _check_count(len(edit.constraints))
    tracks = tuple(Track(id=clip.next_track + k, constraint=c) for k, c in enumerate(edit.constraints))
    return replace(
        clip, tracks=tracks, next_track=clip.next_track + len(tracks), space=edit.space, settings=edit.settings,
        joints=edit.joints, masses=edit.masses,
    )  # fmt: skip


def copied_edit(document: Document, edit: CopyEdit) -> Document:
    """The document with one clip's wishes on others too."""
    source = document.clip(edit.source)
    targets = {document.clip(number).id for number in edit.to} - {source.id}
    wishes = edit_of(source, source.tracks)
    clips = tuple(
        replace(with_edit(clip, wishes), solving=source.solving) if clip.id in targets else clip
        for clip in document.clips
    )
    return replace(document, clips=clips)


def _added(clip: Clip, constraint: Constraint, at: int | None) -> Clip:
    _check_count(len(clip.tracks) + 1)
    place = len(clip.tracks) if at is None else at
    if not 0 <= place <= len(clip.tracks):
        raise InvalidValueError(f"at = {at}: there are {len(clip.tracks)} tracks; use 0 to {len(clip.tracks)}.")
    track = Track(id=clip.next_track, constraint=constraint)
    tracks = (*clip.tracks[:place], track, *clip.tracks[place:])
    return replace(clip, tracks=tracks, next_track=clip.next_track + 1)


def _check_count(count: int) -> None:
    if count > _MOST_TRACKS:
        raise InvalidValueError(f"{count} tracks are too many: a clip has at most {_MOST_TRACKS}.")


def _changed(clip: Clip, number: int, constraint: Constraint) -> Clip:
    old = _unlocked(clip, number)
    new = replace(old, constraint=constraint)
    return replace(clip, tracks=tuple(new if track is old else track for track in clip.tracks))


def _with(clip: Clip, number: int, **changes: object) -> Clip:
    constraint = msgspec.structs.replace(_unlocked(clip, number).constraint, **changes)
    return _changed(clip, number, constraint)


def _moved(clip: Clip, number: int, to: int) -> Clip:
    track = clip.track(number)
    others = [one for one in clip.tracks if one is not track]
    if not 0 <= to <= len(others):
        raise InvalidValueError(f"to = {to}: there are {len(clip.tracks)} tracks; use 0 to {len(others)}.")
    return replace(clip, tracks=(*others[:to], track, *others[to:]))


def _flagged(clip: Clip, edit: SetFlags) -> Clip:
    old = clip.track(edit.track)
    said = {name: getattr(edit, name) for name in ("muted", "solo", "locked")}
    new = replace(old, **{name: value for name, value in said.items() if value is not None})
    return replace(clip, tracks=tuple(new if track is old else track for track in clip.tracks))


def _ordered(clip: Clip, levels: tuple[tuple[int, ...], ...]) -> Clip:
    named = [number for level in levels for number in level]
    if twice := {number for number in named if named.count(number) > 1}:
        raise InvalidValueError(f"track {min(twice)} is in two levels. A track has one priority.")
    for k, level in enumerate(levels):
        for number in level:
            if clip.track(number).constraint.priority != k + 1:
                clip = _with(clip, number, priority=k + 1)
    return clip


def _unlocked(clip: Clip, number: int) -> Track:
    track = clip.track(number)
    if track.locked:
        raise InvalidValueError(f"{_called(track)} is locked. Unlock it first.")
    return track


def _called(track: Track) -> str:
    return repr(track.constraint.name) if track.constraint.name else f"track {track.id}"
