"""How each action is carried out: by the recipe that means it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from supple.errors import InvalidValueError
from supple.session import actions as act
from supple.session.contact_edits import beside_contacts, weaker_priorities
from supple.session.drawings import gait_drawing
from supple.session.proposal import Given, Proposal

_WEAKER = "Constraints of priority 1 that move something become weaker than these contacts: one priority less."
_MOST_WALKED = 100_000  # frames
_LONGEST_S = 3600.0  # [s] that physics may take


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
    facts: dict[str, float] = {"contacts": len(found.contacts)}
    if found.geometric:
        facts["spaces_and_lines"] = len(found.geometric)
    weaker = weaker_priorities(given.clip) if action.as_tracks else beside_contacts(given.clip) is not given.clip
    return Proposal(
        action=action, clip=given.clip.id, name=given.clip.name, contacts=found,
        notes=(*found.notes, *(left_out(found) if action.as_tracks else ()), *((_WEAKER,) if weaker else ())),
        facts=facts,
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
        progress=given.watched,
    )
    made = _made(action, given, result, new=f"{given.clip.name} on {character.name}"[:100])
    return replace(made, skin=character.skin)


def _on_terrain(action: act.Terrain, given: Given) -> Proposal:
    from supple.recipes.terrain.walking_on import terrain

    ground = given.folder.meant(action.ground)
    result = terrain(
        given.motion, ground, contacts=given.contacts, roles=given.scene.names, progress=given.watched
    )  # fmt: skip
    return _made(action, given, result)


def _on_path(action: act.FollowPath, given: Given) -> Proposal:
    from supple.recipes.path.following import follow_path

    path = given.folder.meant(action.path)
    result = follow_path(
        given.motion, path, length=action.length, contacts=given.contacts, roles=given.scene.names,
        progress=given.watched,
    )  # fmt: skip
    return _made(action, given, result)


def _scaled(action: act.ScaleBody, given: Given) -> Proposal:
    from supple.recipes.body_scale.scaling import scale_body

    result = scale_body(
        given.motion, action.factor, contacts=given.contacts, roles=given.scene.names, progress=given.watched
    )  # fmt: skip
    return _made(action, given, result)


def _joined(action: act.Transition, given: Given) -> Proposal:
    from supple.recipes.everyday.clip import Clip as MotionClip
    from supple.recipes.transition.transitions import transition

    clips = [given.document.clip(number) for number in action.clips]
    parts = [MotionClip(given.other(clip.id), clip.contacts) for clip in clips]
    result = transition(parts, duration=action.duration, progress=given.watched)
    return _made(action, given, result, new=" to ".join(clip.name for clip in clips)[:100])


def _blended(action: act.Blend, given: Given) -> Proposal:
    from supple.recipes.everyday.clip import Clip as MotionClip
    from supple.recipes.transition.blends import blend

    other = given.document.clip(action.other)
    result = blend(
        MotionClip(given.other(given.clip.id), given.contacts), MotionClip(given.other(other.id), other.contacts),
        action.weight, progress=given.watched,
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

    if not 0.0 < action.seconds <= _LONGEST_S:
        raise InvalidValueError(f"physics takes more than 0 and at most {_LONGEST_S:g} s, not {action.seconds:g} s.")

    def told(iterated: Iterated) -> None:
        given.watched(min(round(iterated.seconds), round(action.seconds)), round(action.seconds))

    found = physical(
        given.motion, contacts=given.contacts, roles=given.scene.names, seconds=action.seconds, tell=told,
        stop=lambda: not given.cancel.wanted,
    )  # fmt: skip
    facts = {
        "unexplained_force_before_pct": found.before.force_pct_bw, "unexplained_force_pct": found.after.force_pct_bw,
        "unexplained_moment_pct": found.after.moment_pct_bwh, "slide_mm": found.after.slide_anywhere.mm,
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


def walked(action: act.Walk) -> Proposal:
    """A walking figure."""
    from supple.recipes.walk import walking

    if not action.seconds * action.fps <= _MOST_WALKED:
        raise InvalidValueError(f"{action.seconds:g} s at {action.fps:g} fps are more than {_MOST_WALKED} frames.")
    motion = walking(action.seconds, action.fps, action.speed, action.stride, action.height)
    return Proposal(action=action, clip=None, name="walk", motion=motion)


WAYS: dict[type, Callable[[Any, Given], Proposal]] = {
    act.Bend: _bent, act.Detect: _detected, act.Clean: _cleaned, act.Retarget: _retargeted, act.Terrain: _on_terrain,
    act.FollowPath: _on_path, act.ScaleBody: _scaled, act.Transition: _joined, act.Blend: _blended,
    act.Individualise: _individual, act.Injure: _injured, act.Explain: _explained, act.Gait: _measured,
    act.Mirror: _mirrored, act.Smooth: _smoothed, act.Trim: _trimmed,
}  # fmt: skip
