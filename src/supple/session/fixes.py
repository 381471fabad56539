"""What one click can do about something that lint says: edits that make sense, tried before they are offered."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

from supple.constraints import model
from supple.constraints.names import Names
from supple.constraints.recruiting import effectors_of
from supple.constraints.spans import moments_of
from supple.core.moments import parsed
from supple.errors import DocumentError, SuppleError
from supple.recipes.lint import Finding
from supple.recipes.lint.sharing import TURNS, same_point
from supple.session.checks import check_clip
from supple.session.document import Clip, Data, Track, acting_tracks
from supple.session.edits import ChangeConstraint, RemoveConstraint, SetFlags, SetPriority, TrackEdit
from supple.session.scenes import Scene
from supple.session.track_edits import tracks_edited

FixEdit = ChangeConstraint | RemoveConstraint | SetFlags | SetPriority
_LIKE = 0.4
_PART = re.compile(r"(\w+)(?:\[(\d+)\])?")


class Fix(Data, frozen=True, kw_only=True):
    """One way to mend it."""

    label: str
    edits: tuple[FixEdit, ...]


def fixes(clip: Clip, scene: Scene, track: Track | None, finding: Finding) -> tuple[Fix, ...]:
    """What can be done about a finding of a clip's acting tracks, the likeliest first."""
    if track is None or track.locked:
        return ()
    ways = {"names": _names, "times": _times, "recruiting": _recruiting, "collision": _collision, "reach": _reach}
    found = [*ways[finding.topic](clip, scene, track, finding)] if finding.topic in ways else []
    found.append(Fix(label="Mute it", edits=(SetFlags(track=track.id, muted=True),)))
    return tuple(fix for fix in found if _possible(clip, fix.edits))


def _possible(clip: Clip, edits: tuple[TrackEdit, ...]) -> bool:
    try:
        for edit in edits:
            clip = tracks_edited(clip, edit)
        check_clip(clip)
    except SuppleError:
        return False
    return True


def _names(clip: Clip, scene: Scene, track: Track, finding: Finding) -> Iterator[Fix]:
    """The names most like the one that means nothing."""
    key = finding.place.partition(".")[2]
    wrong = _value(track.constraint, key)
    if not isinstance(wrong, str):
        return
    names = scene.names
    known = ("left", "right") if key == "foot" else (*names.roles, *scene.motion.skeleton.names, *names.placed)
    for name in difflib.get_close_matches(wrong[:60], list(dict.fromkeys(known)), n=2, cutoff=_LIKE):
        yield Fix(label=f"Use {name}", edits=(_changed(track, _with_value(track.constraint, key, name)),))


def _times(clip: Clip, scene: Scene, track: Track, finding: Finding) -> Iterator[Fix]:
    c = track.constraint
    if finding.severity == "error":
        yield Fix(label="Bring its times into the clip", edits=(_changed(track, _within(c, clip)),))
    if goals := getattr(c, "goals", ()):
        free = tuple(msgspec.structs.replace(goal, when=None) for goal in goals[:1])
        yield Fix(label="Let it act all through", edits=(_changed(track, msgspec.structs.replace(c, goals=free)),))
    elif isinstance(c, model.Balance | model.Preserve):
        yield Fix(label="Let it act all through", edits=(_changed(track, msgspec.structs.replace(c, span=None)),))


def _recruiting(clip: Clip, scene: Scene, track: Track, finding: Finding) -> Iterator[Fix]:
    """As lint proposes, or everybody."""
    if finding.remedy is not None:
        other = acting_tracks(clip)[finding.remedy.constraint]
        wish = msgspec.structs.replace(other.constraint, recruit=finding.remedy.recruit)
        called = wish.name or wish.__struct_config__.tag
        yield Fix(label=f"Change who helps {called}", edits=(_changed(other, wish),))
    yield from _everybody(track)


def _collision(clip: Clip, scene: Scene, track: Track, finding: Finding) -> Iterator[Fix]:
    """One constraint with the goals of both, or a clear order."""
    mine: Any = track.constraint
    rivals = [
        other for other in acting_tracks(clip) if other.id != track.id and _alike(other.constraint, mine, scene.names)
    ]
    joined = (_joined(other, track) for other in rivals if not other.locked)
    yield from list(filter(None, joined))[:1]
    if any(other.constraint.priority == mine.priority for other in rivals):
        yield Fix(label="Make this the weaker", edits=(SetPriority(track=track.id, priority=mine.priority + 1),))


def _alike(a: Any, b: Any, names: Names) -> bool:
    """Whether two constraints ask for the same kind of thing of the same points, whatever these are called."""
    if type(a) is not type(b):
        return False
    try:
        pairs = zip(effectors_of(a, names), effectors_of(b, names), strict=True)
    except DocumentError:  # a name that means nothing: lint tells of it elsewhere
        return False
    return all(same_point(x, y, turns=isinstance(a, TURNS)) for x, y in pairs)


def _joined(other: Track, track: Track) -> Fix | None:
    """The goals of a track become goals of the other, where no two of them act at once."""
    theirs: Any = other.constraint
    if not isinstance(theirs, model.Position | model.Orientation | model.LookAt):
        return None
    mine: Any = track.constraint
    goals = tuple(sorted((*theirs.goals, *mine.goals), key=_begin))
    if _overlap(goals):
        return None
    changed = _changed(other, msgspec.structs.replace(theirs, goals=goals))
    return Fix(label="Join their goals", edits=(changed, RemoveConstraint(track=track.id)))


def _reach(clip: Clip, scene: Scene, track: Track, finding: Finding) -> Iterator[Fix]:
    yield from _everybody(track)
    strongest = min(one.constraint.priority for one in clip.tracks)
    others = [one for one in clip.tracks if one.id != track.id and not one.locked]
    if track.constraint.priority > strongest:
        first = (SetPriority(track=track.id, priority=1),)
        after = tuple(SetPriority(track=one.id, priority=one.constraint.priority + 1) for one in others)
        yield Fix(label="Make it the strongest", edits=first + after)


def _everybody(track: Track) -> Iterator[Fix]:
    if track.constraint.recruit != "all":
        wish = msgspec.structs.replace(track.constraint, recruit="all")
        yield Fix(label="Recruit all joints", edits=(_changed(track, wish),))


def _changed(track: Track, constraint: Any) -> ChangeConstraint:
    return ChangeConstraint(track=track.id, constraint=constraint)


def _value(holder: Any, key: str) -> Any:
    """What stands under a key such as ``goals[1].relative_to``."""
    for name, number in _PART.findall(key):
        holder = getattr(holder, name, None)
        if number:
            holder = holder[int(number)] if holder is not None and int(number) < len(holder) else None
    return holder


def _with_value(holder: Any, key: str, value: Any) -> Any:
    first, _, rest = key.partition(".")
    match = _PART.fullmatch(first)
    assert match is not None
    name, number = match.groups()
    if number is None:
        return msgspec.structs.replace(holder, **{name: value})
    items = list(getattr(holder, name))
    items[int(number)] = _with_value(items[int(number)], rest, value) if rest else value
    return msgspec.structs.replace(holder, **{name: tuple(items)})


def _within(c: model.Constraint, clip: Clip) -> model.Constraint:
    """The constraint with moments that lie outside the clip at its end."""
    for key, moments in moments_of(c):
        inside = tuple(_clamped(moment, clip) for moment in moments)
        if isinstance(c, model.Footplant):
            c = msgspec.structs.replace(
                c, events=model.Events(**dict(zip(model.Events.__struct_fields__, inside, strict=True)))
            )
        elif isinstance(c, model.Shape):
            holds = iter(inside[1:-1])
            points = tuple(msgspec.structs.replace(p, hold=(next(holds), next(holds))) for p in c.points)
            c = msgspec.structs.replace(c, span=(inside[0], inside[-1]), points=points)
        else:
            c = _with_value(c, key, inside)
    return c


def _clamped(moment: model.Moment, clip: Clip) -> model.Moment:
    value, unit = parsed(moment)
    last = clip.motion.frames - 1
    frame = value if unit == "f" else value / clip.motion.frame_time
    return moment if frame <= last else f"{last}f"


def _begin(goal: Any) -> float:
    value, _ = parsed(goal.when[0]) if goal.when else (0.0, "s")
    return value


def _overlap(goals: tuple[Any, ...]) -> bool:
    """Whether two goals act at once, as far as moments of one unit tell."""
    if any(goal.when is None for goal in goals) or len({parsed(m)[1] for g in goals for m in g.when}) > 1:
        return True
    return any(parsed(a.when[3])[0] > parsed(b.when[0])[0] for a, b in pairwise(goals))
