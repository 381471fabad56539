"""An axis of a joint that points at places: ``look_at``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from supple.constraints import model
from supple.constraints.aiming import looked_at
from supple.constraints.compile.bases import of_turns
from supple.constraints.compile.places import place_goals
from supple.constraints.compile.scene import Scene
from supple.constraints.compile.task import Placed, Task, placed
from supple.constraints.curves.composite import GoalTrack, goal_track, mean_place
from supple.constraints.names import Effector
from supple.core.quaternions import rotate
from supple.kernels.task_kinds import AIM


def look_at_tasks(scene: Scene, c: model.LookAt, space: str) -> Iterator[Task]:
    """The axis points from the eye at the mean of its goals' places."""
    eye = scene.effector(c.effector, c.point)
    length = float(np.linalg.norm(c.axis))
    x, y, z = (np.array(c.axis) / length).tolist()
    track = goal_track(scene.times, place_goals(scene, c.goals, scene.path(eye), space, eye.joint), always=True)
    found = placed(track, scene.frames)
    always = c.enforce == "always"
    yield Task(
        kind=AIM,
        effector=eye,
        axis=(x, y, z),
        basis=of_turns(scene.size, c.weight),
        activity=np.ones(scene.frames) if always else found.activity,
        goal=found.goal + _own_sight(scene, eye, np.array([x, y, z]), track, found) if always else found.goal,
        supports=found.supports,
        asked=found.activity >= 1.0,
    )


def _own_sight(scene: Scene, eye: Effector, axis: np.ndarray, track: GoalTrack, found: Placed) -> np.ndarray:
    """What to add (F, 3) so that the source looks where it looks while no goal acts, and less the more they do."""
    look, own = rotate(scene.pose.rotations[:, eye.joint], axis), scene.path(eye)
    mean = mean_place(track, scene.pose.positions, scene.pose.rotations)
    mean = np.where((found.activity > 0.0)[:, None], mean, own + scene.size * look)
    return looked_at(own, look, mean, found.activity) - found.activity[:, None] * mean
