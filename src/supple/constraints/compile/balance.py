r"""The centre of mass follows its support: ``balance``.

With the support's mean M as solved and the arm d from it to the centre of mass in the source, the centre of mass is
wanted at :math:`B = M + d`. Goals mix with that as the goals of a position mix with the free path:

.. math:: (1 - A)\,B + A \sum_i w_i P_i

where an offset means :math:`P_i = B + o_i`, so that it comes on top of the moved support.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from supple.constraints import model
from supple.constraints.compile.bases import along_axes
from supple.constraints.compile.blame import about
from supple.constraints.compile.places import place_over_time, span_activity
from supple.constraints.compile.scene import Scene
from supple.constraints.compile.spaces import along
from supple.constraints.compile.task import Support, Task, placed
from supple.constraints.curves.balance import balance_arm
from supple.constraints.curves.composite import PlaceOverTime, goal_track
from supple.kernels.task_kinds import MASS


class _Displaced(NamedTuple):
    """What the goals ask of the centre of mass, over all frames."""

    goal: np.ndarray  # (F, 3) places and offsets, each times its part
    follows: np.ndarray  # (F,) the part that is left for following the support
    supports: tuple[Support, ...]


def balance_tasks(scene: Scene, c: model.Balance, space: str) -> Iterator[Task]:
    """The centre of mass keeps its place above the support, perhaps displaced."""
    with about("points"):
        points = [scene.names.effector(name) for name in c.points]
    com, active = scene.mass_path(), span_activity(scene, None if c.enforce == "always" else c.span)
    arm = balance_arm(com, np.stack([scene.path(point) for point in points], axis=1))
    goals = _displaced(scene, c, com, space)
    bearing = (Support(p.joint, np.array(p.point), goals.follows / len(points)) for p in points)
    yield Task(
        kind=MASS,
        basis=along_axes(c.axes, c.weight),
        activity=active,
        goal=active[:, None] * (goals.goal + goals.follows[:, None] * arm),
        supports=tuple(s._replace(share=active * s.share) for s in (*bearing, *goals.supports)),
    )


def _displaced(scene: Scene, c: model.Balance, com: np.ndarray, space: str) -> _Displaced:
    if not c.goals:
        return _Displaced(np.zeros((scene.frames, 3)), np.ones(scene.frames), ())
    on_top = [goal.at is None and goal.relative_to is None for goal in c.goals]
    goals = [
        _offset(scene, goal, k, space) if top else place_over_time(scene, goal, k, com, space, None)
        for k, (goal, top) in enumerate(zip(c.goals, on_top, strict=True))
    ]
    track = goal_track(scene.times, goals, always=True)
    found = placed(track, scene.frames)
    kept = track.timing.shares[:, on_top].sum(axis=1)
    return _Displaced(found.goal, 1.0 - found.activity * (1.0 - kept), found.supports)


def _offset(scene: Scene, goal: model.PlaceGoal, number: int, space: str) -> PlaceOverTime:
    with about(f"goals[{number}].when"):
        profile = scene.profile(goal.when)
    with about("space"):
        return PlaceOverTime(profile, along(scene, space, goal.offset or (0.0, 0.0, 0.0)))
