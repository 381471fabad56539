"""Feet that stand still: ``footplant``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from supple.constraints import model
from supple.constraints.compile.bases import of_turns
from supple.constraints.compile.blame import about
from supple.constraints.compile.followed import followed
from supple.constraints.compile.scene import Scene
from supple.constraints.compile.spaces import along
from supple.constraints.compile.task import Task
from supple.constraints.curves.activity import SAME_TIME
from supple.constraints.curves.foot_roll import foot_roll
from supple.constraints.curves.footplant import PlantedFoot, PlantTimes, first_and_last, planted_foot
from supple.constraints.moments import frame_of
from supple.constraints.names import Effector, Foot
from supple.kernels.task_kinds import TURN


def footplant_tasks(scene: Scene, c: model.Footplant, space: str) -> Iterator[Task]:
    """Heel and ball, the one that stands being the stronger, and with the weaker one the roll about their line.

    choice: each point is asked exactly while it is down. While the other alone is down it is led along a path that
    keeps the foot's length, and what it misses of that path does not count. The roll is led all the time and never
    counts: a miss of a footplant is a miss of its heel or its ball.
    """
    with about("foot"):
        foot = scene.names.foot(c.foot)
    with about("events"):
        e = c.known_events
        events = (e.heel_strike, e.toe_strike, e.heel_off, e.toe_off)
        frames = np.array([frame_of(t, scene.motion) for t in events])
        first_and_last(PlantTimes(*(frames * scene.motion.frame_time).tolist()))  # on the clock that a person reads
        times = PlantTimes(*scene.seconds(frames).tolist())
        planted = _planted(scene, c, foot, times, space)
    leads = np.zeros(scene.frames, bool)
    start = planted.start + scene.first
    leads[start : start + len(planted.heel)] = planted.ball_leads
    down = ((times.heel_strike, times.heel_off), (times.toe_strike, times.toe_off))
    weaker = (leads, ~leads)
    for k, path in enumerate((planted.heel, planted.ball)):
        task = followed(scene, foot[k], start, path, planted.activity, weight=c.weight, always=c.enforce == "always")
        yield replace(task, weaker=weaker[k], asked=_within(scene, *down[k]))
    yield from _roll_tasks(scene, c, foot, times, planted)


def _roll_tasks(
    scene: Scene, c: model.Footplant, foot: Foot, times: PlantTimes, planted: PlantedFoot
) -> Iterator[Task]:
    """One row, a turn about the line of heel and ball: more would only repeat what those two say.

    The line is that of the foot as it is turned. About the one on which it stands, a foot that points down would be
    asked for next to nothing, and to meet that would have to turn a long way.
    """
    joint, moving = foot.heel.joint, slice(scene.first, None)
    heel, ball = (scene.path(effector)[moving] for effector in foot)
    goal, turn = scene.pose.rotations[:, joint].copy(), float(np.radians(c.turn_deg))
    roll = foot_roll(scene.times[moving], planted, heel, ball, goal[moving], times, turn=turn)
    if roll is None:
        return
    part = slice(planted.start + scene.first, planted.stop + scene.first)
    activity = np.full(scene.frames, float(c.enforce == "always"))
    goal[part], activity[part] = roll.turns, planted.activity if c.enforce == "span" else 1.0
    always, never = np.ones(scene.frames, bool), np.zeros(scene.frames, bool)
    basis = roll.line[None] @ of_turns(scene.size, c.weight)
    yield Task(
        kind=TURN, effector=Effector(joint), basis=basis, turning=True, activity=activity, goal=goal, weaker=always,
        asked=never,
    )  # fmt: skip


def _planted(scene: Scene, c: model.Footplant, foot: Foot, times: PlantTimes, space: str) -> PlantedFoot:
    """The foot over the moving frames.

    choice: ``move`` is along the axes of space as the source has them in the middle of the stance.
    """
    moving = slice(scene.first, None)
    middle = 0.5 * (max(times.heel_strike, times.toe_strike) + min(times.heel_off, times.toe_off))
    with about("space"):
        x, y, z = along(scene, space, c.move)[scene.frame_at(middle)].tolist()
    heel, ball = (scene.path(effector)[moving] for effector in foot)
    turn = float(np.radians(c.turn_deg))
    return planted_foot(scene.times[moving], heel, ball, times, move=(x, y, z), turn=turn, ease=c.ease)


def _within(scene: Scene, begin: float, end: float) -> np.ndarray:
    return (scene.times >= begin - SAME_TIME) & (scene.times <= end + SAME_TIME)
