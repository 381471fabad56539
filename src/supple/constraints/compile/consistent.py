"""Wishes about one point of which one begins or ends at once, while another acts: made to meet (Algorithm 1).

Where wishes have ramps they fade to each other, and nothing has to be done. A stronger wish without a ramp would make
the point jump; so the weaker one gives its frames up, and bends, over the whole of what is left of it, to be where the
stronger one begins or ends, with its velocity. Equal ones meet in the middle.

choice: only wishes for a whole place in the world with a time of their own take part. One that acts all through is a
background, and is not bent for a moment's sake; feet have their own rule; and where a wish begins at once while no
other acts, the jump is what was asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from supple.constraints.compile.scene import Scene
from supple.constraints.compile.task import Task
from supple.constraints.curves.consistency import Piece, Stretch, joined
from supple.kernels.task_kinds import POINT


def consistent(scene: Scene, tasks: Sequence[Task], priorities: Sequence[int]) -> list[Task]:
    """The tasks, with those bent and shortened that would make their point jump."""
    out = list(tasks)
    for group in _groups(scene, tasks, priorities):
        stretches = [_stretch(scene, tasks[k], priorities[k]) for k in group]
        pieces = joined(stretches)
        for n, k in enumerate(group):
            out[k] = _reduced(tasks[k], [piece for piece in pieces if piece.source == n])
    return out


def _groups(scene: Scene, tasks: Sequence[Task], priorities: Sequence[int]) -> list[list[int]]:
    """Tasks on one point, those together of which one steps while another acts."""
    groups: list[set[int]] = []
    points = Counter(task.effector for task in tasks)
    fit = [k for k, task in enumerate(tasks) if points[task.effector] > 1 and _fits(scene, task)]
    for a, b in combinations(fit, 2):
        if tasks[a].effector == tasks[b].effector and (
            (priorities[a] <= priorities[b] and _steps_into(tasks[a], tasks[b]))
            or (priorities[b] <= priorities[a] and _steps_into(tasks[b], tasks[a]))
        ):
            met = [group for group in groups if group & {a, b}]
            groups = [group for group in groups if group not in met] + [{a, b}.union(*met)]
    return [sorted(group) for group in groups]


def _fits(scene: Scene, task: Task) -> bool:
    acts = (task.activity > 0.0) & scene.moving
    plain = task.kind == POINT and len(task.basis) == 3 and not task.supports and task.weaker is None
    return bool(plain and acts.any() and not acts[scene.moving].all())


def _steps_into(task: Task, other: Task) -> bool:
    """Whether a task begins or ends from one frame to the next while the other acts in both."""
    steps = np.abs(np.diff(task.activity)) >= 1.0
    return bool((steps & (other.activity[1:] > 0.0) & (other.activity[:-1] > 0.0)).any())


def _stretch(scene: Scene, task: Task, priority: int) -> Stretch:
    """What a task wants, going on as it begins and ends, so that it has a velocity there."""
    acting = np.flatnonzero((task.activity > 0.0) & scene.moving)
    own, first, last = scene.path(task.effector), int(acting[0]), int(acting[-1])
    aside = task.goal - task.activity[:, None] * own
    aside[:first], aside[last + 1 :] = aside[first], aside[last]
    return Stretch(0, priority, first, last + 1, own + aside)


def _reduced(task: Task, pieces: Sequence[Piece]) -> Task:
    activity, bend = np.zeros(len(task.activity)), np.zeros((len(task.activity), 3))
    for piece in pieces:
        part = slice(piece.start, piece.stop)
        activity[part], bend[part] = task.activity[part], piece.offset
    asked = task.activity >= 1.0 if task.asked is None else task.asked
    return replace(task, activity=activity, bend=bend, asked=asked)
