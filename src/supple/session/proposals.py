"""Actions carried out: what they would make of a clip, and the one edit that takes it over."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.progress import Progress
from supple.errors import InvalidValueError
from supple.session import actions as act
from supple.session.cancelling import Cancel
from supple.session.contact_edits import beside_contacts, weaker_priorities
from supple.session.document import Clip, Document
from supple.session.drawings import Drawing, gait_drawing
from supple.session.edits import AddClip, AddConstraint, AnyEdit, ReplaceMotion, SetContacts, SetPriority, Several
from supple.session.folder import Folder
from supple.session.motions import Motions
from supple.session.scenes import Scene
from supple.session.solving import Solves

_WEAKER = "Constraints of priority 1 that move something become weaker than these contacts: one priority less."
_MOST_WALKED = 100_000  # frames


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Proposal:
    """What an action made, to be looked at before it is taken over."""

    action: act.Action
    clip: int | None  # whose motion it changes; None: it is a new clip
    name: str
    motion: Motion | None = None  # None: the motion stays
    contacts: Contacts | None = None
    clear_tracks: bool = False
    notes: tuple[str, ...] = ()
    facts: dict[str, float] = field(default_factory=dict)  # what was measured
    drawings: tuple[Drawing, ...] = ()
    skin: str | None = None  # of a new clip


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """What an action works on."""

    clip: Clip
    motion: Motion
    contacts: Contacts | None
    scene: Scene
    document: Document
    solves: Solves
    folder: Folder
    cancel: Cancel
    progress: Progress | None = None

    def other(self, number: int) -> Motion:
        """The motion of another clip, as its wishes bend it."""
        return self.solves.whole(self.document.clip(number)).motion


def proposed(
    document: Document,
    action: act.Action,
    solves: Solves,
    folder: Folder,
    cancel: Cancel,
    progress: Progress | None = None,
) -> Proposal:
    """Carry out an action without changing anything.

    Only solves and physics say how far they are and stop in the middle; a result that is not wanted any more is thrown
    away at the end of any other.
    """
    if isinstance(action, act.Walk):
        return _walked(action)
    clip = document.clip(action.clip)
    on = "result" if isinstance(action, act.Bend) else getattr(action, "on", "source")
    scene = solves.scenes.of(clip)
    motion = solves.whole(clip, cancel.watched(progress)).motion if on == "result" else scene.motion
    given = Given(clip, motion, clip.contacts, scene, document, solves, folder, cancel, progress)
    cancel.check()
    found = _WAYS[type(action)](action, given)
    cancel.check()
    return replace(found, clear_tracks=on == "result" and found.clip is not None and found.motion is not None)


def edit_from(proposal: Proposal, document: Document, motions: Motions) -> AnyEdit:
    """The edit of a document that takes a proposal over."""
    label = str(proposal.action.__struct_config__.tag).replace("_", " ")
    if isinstance(proposal.action, act.Detect):
        return _detected_edit(proposal, document.clip(proposal.clip), label)
    if proposal.motion is None:
        raise InvalidValueError(f"{label} measures, and changes nothing that could be taken over.")
    ref = motions.put(proposal.motion, proposal.name)
    if proposal.clip is None:
        added = AddClip(motion=ref, name=proposal.name, contacts=proposal.contacts, skin=proposal.skin)
        return Several(label=label, edits=(added,))
    change = ReplaceMotion(
        clip=proposal.clip, motion=ref, contacts=proposal.contacts, clear_tracks=proposal.clear_tracks
    )  # fmt: skip
    return Several(label=label, edits=(change,))


def _detected_edit(proposal: Proposal, clip: Clip, label: str) -> AnyEdit:
    from supple.recipes.contact_edit import edit_of

    contacts = proposal.contacts
    if contacts is None or not getattr(proposal.action, "as_tracks", False):
        return Several(label=label, edits=(SetContacts(clip=clip.id, contacts=contacts),))
    weaker = (SetPriority(clip=clip.id, track=track, priority=level) for track, level in weaker_priorities(clip))
    added = (AddConstraint(clip=clip.id, constraint=wish) for wish in edit_of(contacts).constraints)
    return Several(label=label, edits=(*weaker, *added))


def _made(action: Any, given: Given, result: Any, *, new: str = "") -> Proposal:
    """The proposal of what a recipe gave back."""
    report = getattr(result, "report", None)
    notes = (*getattr(result, "notes", ()), *getattr(report, "notes", ()))
    return Proposal(
        action=action,
        clip=None if new else given.clip.id,
        name=new or given.clip.name,
        motion=result.motion,
        contacts=getattr(result, "contacts", None),
        notes=notes,
        skin=given.clip.skin,
    )


def _bent(action: act.Bend, given: Given) -> Proposal:
    return Proposal(
        action=action, clip=given.clip.id, name=given.clip.name, motion=given.motion, contacts=given.contacts
    )  # fmt: skip


def _detected(action: act.Detect, given: Given) -> Proposal:
    from supple.recipes.contact_edit import left_out
    from supple.recipes.detect import detect

    floor = None if action.floor is None else given.folder.meant(action.floor)
    shown = None if action.templates is None else given.folder.inside(action.templates)
    found = detect(
        given.motion, roles=given.scene.names, points=action.points, floor=floor, reference=action.reference,
        templates=shown,
    )  # fmt: skip
    spaces = {"spaces_and_lines": len(found.geometric)} if found.geometric else {}
    weaker = weaker_priorities(given.clip) if action.as_tracks else beside_contacts(given.clip) is not given.clip
    return Proposal(
        action=action, clip=given.clip.id, name=given.clip.name, contacts=found,
        notes=(*found.notes, *(left_out(found) if action.as_tracks else ()), *((_WEAKER,) if weaker else ())),
        facts={"contacts": len(found.contacts)} | spaces,
    )  # fmt: skip


def _cleaned(action: act.Clean, given: Given) -> Proposal:
    from supple.recipes.clean import clean

    return _made(
        action, given, clean(given.motion, given.contacts, stretch=action.stretch, roles=given.scene.names)
    )  # fmt: skip


def _retargeted(action: act.Retarget, given: Given) -> Proposal:
    from supple.recipes.retarget.retargeting import retarget

    character = given.document.clip(action.character)
    result = retarget(
        given.motion,
        given.solves.scenes.of(character).motion,
        contacts=given.contacts,
        roles=given.scene.names,
        character_roles=given.solves.scenes.of(character).names,
    )
    made = _made(action, given, result, new=f"{given.clip.name} on {character.name}"[:100])
    return replace(made, skin=character.skin)


def _on_terrain(action: act.Terrain, given: Given) -> Proposal:
    from supple.recipes.terrain.walking_on import terrain

    ground = given.folder.meant(action.ground)
    return _made(
        action, given, terrain(given.motion, ground, contacts=given.contacts, roles=given.scene.names)
    )  # fmt: skip


def _on_path(action: act.FollowPath, given: Given) -> Proposal:
    from supple.recipes.path.following import follow_path

    path = given.folder.meant(action.path)
    result = follow_path(
        given.motion, path, length=action.length, contacts=given.contacts, roles=given.scene.names
    )  # fmt: skip
    return _made(action, given, result)


def _scaled(action: act.ScaleBody, given: Given) -> Proposal:
    from supple.recipes.body_scale.scaling import scale_body

    result = scale_body(given.motion, action.factor, contacts=given.contacts, roles=given.scene.names)
    return _made(action, given, result)


def _joined(action: act.Transition, given: Given) -> Proposal:
    from supple.recipes.everyday.clip import Clip as MotionClip
    from supple.recipes.transition.transitions import transition

    clips = [given.document.clip(number) for number in action.clips]
    parts = [MotionClip(given.other(clip.id), clip.contacts) for clip in clips]
    result = transition(parts, duration=action.duration)
    return _made(action, given, result, new=" to ".join(clip.name for clip in clips)[:100])


def _blended(action: act.Blend, given: Given) -> Proposal:
    from supple.recipes.everyday.clip import Clip as MotionClip
    from supple.recipes.transition.blends import blend

    other = given.document.clip(action.other)
    result = blend(
        MotionClip(given.other(given.clip.id), given.contacts), MotionClip(given.other(other.id), other.contacts),
        action.weight,
    )  # fmt: skip
    return _made(action, given, result, new=f"{given.clip.name} and {other.name}"[:100])


def _individual(action: act.Individualise, given: Given) -> Proposal:
    from supple.recipes.individualise.individualising import individualise

    body = None if action.body is None else given.other(action.body)
    fit = None if action.fit is None else given.other(action.fit)
    result = individualise(given.motion, body=body, fit=fit, contacts=given.contacts, roles=given.scene.names)
    made = _made(action, given, result, new=f"{given.clip.name}, individual"[:100])
    return made if action.body is None else replace(made, skin=given.document.clip(action.body).skin)


def _injured(action: act.Injure, given: Given) -> Proposal:
    from supple.recipes.injure.injuring import injure

    result = injure(
        given.motion, action.preset, severity=action.severity, contacts=given.contacts, roles=given.scene.names
    )  # fmt: skip
    return _made(action, given, result)


def _explained(action: act.Explain, given: Given) -> Proposal:
    from supple.recipes.physics.physical import physical
    from supple.solvers.spacetime.solving import Progress as Iterated

    def told(iterated: Iterated) -> None:
        if given.progress is not None:
            given.progress(min(round(iterated.seconds), round(action.seconds)), round(action.seconds))

    found = physical(
        given.motion, contacts=given.contacts, roles=given.scene.names, seconds=action.seconds, tell=told,
        stop=lambda: not given.cancel.wanted,
    )  # fmt: skip
    facts = {
        "unexplained_force_before_pct": found.before.force_pct_bw, "unexplained_force_pct": found.after.force_pct_bw,
        "unexplained_moment_pct": found.after.moment_pct_bwh, "slide_mm": found.after.slide_mm,
        "pose_change_deg": found.pose_change_deg,
    }  # fmt: skip
    return replace(_made(action, given, found), contacts=given.contacts, facts=facts)


def _measured(action: act.Gait, given: Given) -> Proposal:
    from supple.recipes.signature import gait

    found = gait(given.motion, given.contacts, roles=given.scene.names, name=given.clip.name)
    facts = {f"{leg.side}_stride_m": float(leg.stride_m.mean()) for leg in found.legs}
    facts |= {f"{leg.side}_stride_s": float(leg.stride_s.mean()) for leg in found.legs}
    facts |= {f"{leg.side}_{joint}_range_deg": math.degrees(r) for leg in found.legs for joint, r in leg.ranges.items()}
    return Proposal(
        action=action, clip=given.clip.id, name=given.clip.name, facts=facts, drawings=(gait_drawing(found),)
    )  # fmt: skip


def _clip_recipe(recipe: Callable[..., Any], action: Any, given: Given, **options: Any) -> Proposal:
    return _made(action, given, recipe(given.motion, contacts=given.contacts, **options))


def _mirrored(action: act.Mirror, given: Given) -> Proposal:
    from supple.recipes.everyday.mirror import mirror

    return _clip_recipe(mirror, action, given, roles=given.scene.names.roles)


def _smoothed(action: act.Smooth, given: Given) -> Proposal:
    from supple.recipes.everyday.smooth import smooth

    return _clip_recipe(partial(smooth, hz=action.hz), action, given, roles=given.scene.names)


def _trimmed(action: act.Trim, given: Given) -> Proposal:
    from supple.recipes.everyday.trim import trim

    span = given.clip.inout
    if span is None:
        raise InvalidValueError(f"{given.clip.name!r} has no in and out. Set them first.")
    result = trim(given.motion, span.start, span.stop, contacts=given.contacts)
    return _made(action, given, result, new=f"{given.clip.name} {span.start} to {span.stop}"[:100])


def _walked(action: act.Walk) -> Proposal:
    from supple.recipes.walk import walking

    if not action.seconds * action.fps <= _MOST_WALKED:
        raise InvalidValueError(f"{action.seconds:g} s at {action.fps:g} fps are more than {_MOST_WALKED} frames.")
    motion = walking(action.seconds, action.fps, action.speed, action.stride, action.height)
    return Proposal(action=action, clip=None, name="walk", motion=motion)


_WAYS: dict[type, Callable[[Any, Given], Proposal]] = {
    act.Bend: _bent, act.Detect: _detected, act.Clean: _cleaned, act.Retarget: _retargeted, act.Terrain: _on_terrain,
    act.FollowPath: _on_path, act.ScaleBody: _scaled, act.Transition: _joined, act.Blend: _blended,
    act.Individualise: _individual, act.Injure: _injured, act.Explain: _explained, act.Gait: _measured,
    act.Mirror: _mirrored, act.Smooth: _smoothed, act.Trim: _trimmed,
}  # fmt: skip
