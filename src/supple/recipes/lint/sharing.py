"""Constraints that stand in each other's way by what they recruit, or by asking for the same thing at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import msgspec
import numpy as np

from supple.constraints import model
from supple.constraints.names import Effector
from supple.constraints.recruiting import recruits
from supple.constraints.recruiting_rule import Violation, violations
from supple.constraints.spans import Span, common
from supple.recipes.lint.finding import Finding, Remedy, finding, label, span_in_words
from supple.recipes.lint.scene import Scene

_SAME_POINT = 1e-3  # [m]
TURNS = (model.Orientation, model.LookAt)


def broken_recruiting(scene: Scene) -> Iterator[Finding]:
    """Where a weaker constraint moves a stronger one's effector by joints that the stronger one does not recruit."""
    chosen = [scene.recruits[k] for k in scene.sound]
    for v in violations([scene.priority(k) for k in scene.sound], chosen):
        stronger, weaker = scene.sound[v.stronger], scene.sound[v.weaker]
        if common(scene.spans[stronger], scene.spans[weaker]):
            yield _recruiting_finding(scene, v, stronger, weaker)


def _recruiting_finding(scene: Scene, v: Violation, stronger: int, weaker: int) -> Finding:
    listed = ", ".join(scene.motion.skeleton.names[j] for j in v.joints)
    message = (
        f"the weaker {label(scene.edit, weaker)} moves it by {listed}, which it does not recruit: "
        "it will be disturbed and cannot answer."
    )
    verb, number = ("Add", stronger) if v.fix == "add" else ("Take away", weaker)
    mask = scene.recruits[number].recruited.copy()
    mask[list(v.joints)] = v.fix == "add"
    recruit = _recruit(scene, number, mask)
    fix = f"{verb} {listed}: set recruit = {_text(recruit)} in {label(scene.edit, number)}."
    said = finding(scene.edit, stronger, "warning", "recruiting", "recruit", message, fix)
    return replace(said, remedy=Remedy(number, recruit))


def _recruit(scene: Scene, number: int, mask: np.ndarray) -> model.Recruit:
    """A set of joints as a document says it, the short form where there is one."""
    names, joints = scene.motion.skeleton.names, np.flatnonzero(mask)
    for recruit in ("all", names[joints[0]]):
        if _same(scene, number, recruit, mask):
            return recruit
    return tuple(names[j] for j in joints)


def _text(recruit: model.Recruit) -> str:
    return f'"{recruit}"' if isinstance(recruit, str) else "[" + ", ".join(f'"{name}"' for name in recruit) + "]"


def _same(scene: Scene, number: int, recruit: str, mask: np.ndarray) -> bool:
    other = msgspec.structs.replace(scene.edit.constraints[number], recruit=recruit)
    return bool((recruits(other, scene.names).recruited == mask).all())


def collisions(scene: Scene) -> Iterator[Finding]:
    """Constraints that ask for the same thing of one effector at the same time."""
    for a, b in _close(scene):
        if _same_wish(scene, a, b) and (both := common(scene.spans[a], scene.spans[b])):
            stronger, weaker = sorted((a, b), key=scene.priority)
            yield _collision(scene, stronger, weaker, both)


def _close(scene: Scene) -> list[tuple[int, int]]:
    """Pairs that may be about the same effector, in order: of all others nothing has to be compared."""
    about: dict[int | None, list[int]] = {}
    for k in scene.sound:
        balance = isinstance(scene.edit.constraints[k], model.Balance)
        for joint in {None} if balance else {effector.joint for effector in scene.effectors[k]}:
            about.setdefault(joint, []).append(k)
    return sorted({pair for group in about.values() for pair in combinations(group, 2)})


def _collision(scene: Scene, stronger: int, weaker: int, both: tuple[Span, ...]) -> Finding:
    when = " and ".join(span_in_words(span, scene.motion.frame_time) for span in both[:3])
    other = label(scene.edit, stronger)
    if scene.priority(stronger) == scene.priority(weaker):
        outcome = f"{other} asks for the same effector at the same time, {when}: both will miss, by their weights"
    elif _inside(scene.spans[weaker], both):
        outcome = f"the stronger {other} holds the same effector all the time, {when}: this has no effect"
    else:
        outcome = f"the stronger {other} holds the same effector at the same time, {when}: this gives way there"
    fix = "Let one end before the other begins, or give their goals to one constraint."
    return finding(scene.edit, weaker, "warning", "collision", "", outcome + ".", fix)


def _same_wish(scene: Scene, a: int, b: int) -> bool:
    first, second = scene.edit.constraints[a], scene.edit.constraints[b]
    if isinstance(first, model.Balance) or isinstance(second, model.Balance):
        return type(first) is type(second) and _share_axes(first, second)
    if isinstance(first, TURNS) != isinstance(second, TURNS):
        return False
    turns = isinstance(first, TURNS)
    near = any(same_point(x, y, turns=turns) for x in scene.effectors[a] for y in scene.effectors[b])
    return near and _share_axes(first, second)


def same_point(a: Effector, b: Effector, *, turns: bool) -> bool:
    """Whether two effectors are one to a constraint; to one that turns joints, points of a joint are the same."""
    return a.joint == b.joint and (turns or bool(np.linalg.norm(np.subtract(a.point, b.point)) < _SAME_POINT))


def _share_axes(a: model.Constraint, b: model.Constraint) -> bool:
    return bool(set(getattr(a, "axes", "xyz")) & set(getattr(b, "axes", "xyz")))  # of the world, whatever the space


def _inside(spans: tuple[Span, ...], both: tuple[Span, ...]) -> bool:
    return all(any(x[0] <= span[0] and span[1] <= x[1] for x in both) for span in spans)
