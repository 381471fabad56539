"""Points that go to places: ``position`` and ``preserve``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from supple.constraints import model
from supple.constraints.compile.bases import along_axes
from supple.constraints.compile.blame import about
from supple.constraints.compile.scene import Scene
from supple.constraints.compile.spaces import along
from supple.constraints.compile.task import Task, placed
from supple.constraints.curves.activity import Profile, activity
from supple.constraints.curves.composite import WORLD, PlaceOverTime, goal_track
from supple.constraints.moments import frames_of
from supple.errors import DocumentError
from supple.kernels.task_kinds import POINT

_EASE = 0.2  # [s] in which a span without ramps of its own begins and ends
_EASE_SHARE = 0.25  # of a short span


def position_tasks(scene: Scene, c: model.Position, space: str) -> Iterator[Task]:
    """A point goes to the composite of its goals; without goals it stays on its own path, all through."""
    effector = scene.effector(c.effector, c.point)
    own = scene.path(effector)
    basis = along_axes(c.axes, c.weight)
    if not c.goals:
        yield Task(kind=POINT, effector=effector, basis=basis, activity=np.ones(scene.frames), goal=own)
        return
    goals = place_goals(scene, c.goals, own, space, effector.joint)
    found = placed(goal_track(scene.times, goals), scene.frames)
    always = c.enforce == "always"
    yield Task(
        kind=POINT,
        effector=effector,
        basis=basis,
        activity=np.ones(scene.frames) if always else found.activity,
        goal=found.goal + (1.0 - found.activity)[:, None] * own if always else found.goal,
        supports=found.supports,
        asked=found.activity >= 1.0,
    )


def preserve_tasks(scene: Scene, c: model.Preserve) -> Iterator[Task]:
    """A point stays on its own path."""
    effector = scene.effector(c.effector, c.point)
    active = span_activity(scene, None if c.enforce == "always" else c.span)
    goal = active[:, None] * scene.path(effector)
    yield Task(kind=POINT, effector=effector, basis=along_axes(c.axes, c.weight), activity=active, goal=goal)


def place_goals(
    scene: Scene, goals: Sequence[model.PlaceGoal], own: np.ndarray, space: str, mover: int | None
) -> list[PlaceOverTime]:
    """The goals of one constraint over all frames."""
    return [place_over_time(scene, goal, k, own, space, mover) for k, goal in enumerate(goals)]


def place_over_time(
    scene: Scene, goal: model.PlaceGoal, number: int, own: np.ndarray, space: str, mover: int | None
) -> PlaceOverTime:
    """One goal as a place over all frames, in the world or in the frame of the joint that it rides with.

    choice: an offset with ``relative_to`` is added in that joint's frame to the own path as the joint sees it in the
    source, and rides with the joint. ``mover`` is the joint that the goal moves, with which it cannot ride.
    """
    with about(f"goals[{number}].when"):
        profile = scene.profile(goal.when)
    if goal.relative_to is not None:
        with about(f"goals[{number}].relative_to"):
            joint = riding_joint(scene, goal.relative_to, mover)
        if goal.at is not None:
            return PlaceOverTime(profile, np.array(goal.at), joint)
        return PlaceOverTime(profile, scene.seen_from(joint, own) + np.array(goal.offset or 0.0), joint)
    if goal.at is not None:
        return PlaceOverTime(profile, np.array(goal.at))
    with about("space"):
        return PlaceOverTime(profile, own + along(scene, space, goal.offset or (0.0, 0.0, 0.0)), WORLD)


def riding_joint(scene: Scene, name: str, mover: int | None) -> int:
    """The joint that a goal rides with: not the one that it moves."""
    joint = scene.names.joint(name)
    if joint == mover:
        raise DocumentError(f"{name!r} is the effector itself, which cannot be asked to move against itself.")
    return joint


def span_activity(scene: Scene, span: tuple[model.Moment, model.Moment] | None) -> np.ndarray:
    """When something acts that has a span and no ramps (F,): all through without one.

    choice: it eases in and out inside the span, over 0.2 s or a quarter of a short one, except where the span begins
    with the first frame that moves or ends with the last: there is nothing to ease from.
    """
    if span is None:
        return np.ones(scene.frames)
    with about("span"):
        first, last = frames_of(span, scene.motion)
    return activity(scene.times, _eased(scene, float(first), float(last)))


def _eased(scene: Scene, first: float, last: float) -> Profile:
    begin, end = scene.seconds(np.array([first, last])).tolist()
    ease = min(_EASE, _EASE_SHARE * (end - begin))
    start, stop = np.flatnonzero(scene.moving)[[0, -1]]
    rise = ease if first > start else 0.0
    fall = ease if last < stop else 0.0
    return begin, begin + rise, end - fall, end
