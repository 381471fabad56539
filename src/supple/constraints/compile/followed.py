"""A point on a path of its own that leaves the source's path and joins it again."""

from __future__ import annotations

import numpy as np

from supple.constraints.compile.bases import along_axes
from supple.constraints.compile.scene import Scene
from supple.constraints.compile.task import Task, placed
from supple.constraints.curves.composite import following
from supple.constraints.names import Effector
from supple.kernels.task_kinds import POINT


def followed(
    scene: Scene, effector: Effector, start: int, path: np.ndarray, active: np.ndarray, *, weight: float, always: bool
) -> Task:
    """The task of a point to go along a path (n, 3) from the frame ``start`` on, as far as it is active (n,).

    With ``always`` it stays on its own path before and after.
    """
    own, part = scene.path(effector), slice(start, start + len(path))
    found = placed(following(start, path, own[part], active), scene.frames)
    whole = own.copy()
    whole[part] = path
    return Task(
        kind=POINT,
        effector=effector,
        basis=along_axes("xyz", weight),
        activity=np.ones(scene.frames) if always else found.activity,
        goal=whole if always else found.goal,
        asked=found.activity >= 1.0,
    )
