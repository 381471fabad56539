"""Where constraints hold their points in a frame, as far as that is known before solving."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from supple.constraints import model
from supple.constraints.moments import frames_of, profile_frames
from supple.constraints.names import Effector
from supple.constraints.recruiting import ancestors
from supple.core import quaternions
from supple.core.motion import first_moving_frame
from supple.core.roles import SIDES
from supple.recipes.lint.scene import Scene

_SAMPLES = 9  # frames in which a goal is looked at


class Held(NamedTuple):
    """A point that a constraint wants at a place."""

    effector: Effector
    place: np.ndarray  # (3,) [m]
    axes: str  # of the world, along which it is wanted there


def held(scene: Scene, number: int, frame: int) -> Iterator[Held]:
    """Where a constraint fully wants its points in a frame.

    Nothing is said about goals that depend on the answer (they ride with a joint that moves) and about turned feet.
    """
    c, effectors = scene.edit.constraints[number], scene.effectors[number]
    if isinstance(c, model.Preserve):
        if _within(scene, c.span, frame):
            yield Held(effectors[0], scene.source(effectors[0], frame), c.axes)
    elif isinstance(c, model.Position):
        place = _goal_place(scene, c, number, effectors[0], frame)
        if place is not None:
            yield Held(effectors[0], place, c.axes)
    elif isinstance(c, model.Shape):
        place = _path_place(scene, number, frame)
        if place is not None:
            yield Held(effectors[0], place, "xyz")
    elif isinstance(c, model.Footplant):
        yield from _planted(scene, c, effectors, frame)


def frames_to_look_at(scene: Scene, number: int) -> list[int]:
    """Some frames in which a constraint asks in full."""
    c, found = scene.edit.constraints[number], set[int]()
    if isinstance(c, model.Position):
        spans = [profile_frames(goal.when, scene.motion)[1:3] for goal in c.goals]
    elif isinstance(c, model.Shape):
        spans = [frames_of(point.hold, scene.motion) for point in c.points]
    elif isinstance(c, model.Footplant):
        spans = [frames_of(_standing(c), scene.motion)]
    else:
        return []
    for first, last in spans:
        found |= set(np.linspace(np.ceil(first), np.floor(last), _SAMPLES).round().astype(int).tolist())
    return sorted(frame for frame in found if frame >= first_moving_frame(scene.motion))


def _standing(c: model.Footplant) -> tuple[model.Moment, model.Moment]:
    """From when to when all of a foot is down."""
    return c.known_events.toe_strike, c.known_events.heel_off


def _within(scene: Scene, span: tuple[model.Moment, ...] | None, frame: int) -> bool:
    if not span:
        return True
    first, last = scene.ends(span)
    return first <= frame <= last


def _planted(scene: Scene, c: model.Footplant, effectors: tuple[Effector, ...], frame: int) -> Iterator[Held]:
    move = _turned(scene, c, c.move, frame)
    if move is not None and c.turn_deg == 0.0 and _within(scene, _standing(c), frame):
        yield from (Held(e, scene.source(e, frame) + move, "xyz") for e in effectors)


def _goal_place(scene: Scene, c: model.Position, number: int, effector: Effector, frame: int) -> np.ndarray | None:
    """The place of the one goal that is fully active, or of the own path where no goal ever is."""
    if not c.goals:
        return scene.source(effector, frame)
    active = [goal for goal in c.goals if _within(scene, goal.when, frame)]
    if not active:
        return scene.source(effector, frame) if c.enforce == "always" else None
    if len(active) != 1 or not _within(scene, (active[0].when or ())[1:3], frame):
        return None
    goal = active[0]
    if goal.relative_to is not None:
        return _riding(scene, number, goal, frame)
    if goal.at is not None:
        return np.array(goal.at)
    move = _turned(scene, c, goal.offset or (0.0, 0.0, 0.0), frame)
    return None if move is None else scene.source(effector, frame) + move


def _riding(scene: Scene, number: int, goal: model.PlaceGoal, frame: int) -> np.ndarray | None:
    """A place in the frame of a joint that nobody moves."""
    joint = scene.names.joint(goal.relative_to or "")
    return None if goal.at is None or _moves(scene, number, joint) else scene.source(Effector(joint, goal.at), frame)


def _path_place(scene: Scene, number: int, frame: int) -> np.ndarray | None:
    """The place on the path of a shape, from its first point to its last; a path may ride with a joint, too."""
    path = scene.shaped(number)
    if path.activity[frame] < 1.0 or any(_moves(scene, number, support.joint) for support in path.supports):
        return None
    rides = (s.share[frame] * scene.source(Effector(s.joint, tuple(s.points.tolist())), frame) for s in path.supports)
    return np.asarray(sum(rides, path.goal[frame]))


def _moves(scene: Scene, number: int, joint: int) -> bool:
    """Whether anybody moves a joint while a constraint acts."""
    return bool((scene.moved(number) & ancestors(scene.motion.skeleton, joint)).any())


def _space(scene: Scene, c: model.Constraint) -> str:
    return c.space or scene.edit.space


def _turned(scene: Scene, c: model.Constraint, move: model.Vec3, frame: int) -> np.ndarray | None:
    """A move along the constraint's axes of space, in the world [m]; None where those cannot be told."""
    space = _space(scene, c)
    if space == "world" or not any(move):
        return np.array(move)
    if space != "facing":
        return quaternions.rotate(scene.pose.rotations[frame, scene.names.joint(space)], np.array(move))
    if not {"left_hip", "right_hip"} <= scene.names.roles.keys():
        return None
    left, right = (scene.pose.positions[frame, scene.names.joint(f"{side}_hip")] for side in SIDES)
    across = (left - right) * (1.0, 0.0, 1.0)
    length = float(np.linalg.norm(across))
    if length == 0.0:
        return None
    across = across / length
    return move[0] * across + move[1] * np.array([0.0, 1.0, 0.0]) + move[2] * np.cross(across, [0.0, 1.0, 0.0])
