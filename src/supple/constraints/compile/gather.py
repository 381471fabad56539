"""Tasks of all constraints as one plan."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.constraints import model
from supple.constraints.compile.scene import Scene
from supple.constraints.compile.task import Task
from supple.constraints.plan import Plan
from supple.core import quaternions
from supple.core.arrays import frozen
from supple.kernels.task_kinds import TURN

_ROUNDING = 1e-9  # of an activity


def gathered(
    scene: Scene, edit: model.Edit, tasks: Sequence[Task], constraint: Sequence[int], recruited: Sequence[np.ndarray]
) -> Plan:
    """A plan of tasks, each with the number of its constraint and the joints that it recruits (J,)."""
    count, frames, joints = len(tasks), scene.frames, len(scene.motion.skeleton)
    activity = _settled(_columns([task.activity for task in tasks], frames)) * scene.moving[:, None]
    asked = _columns([_asked(task) for task in tasks], frames).astype(bool) & scene.moving[:, None]
    return Plan(
        size=scene.size,
        body=scene.body,
        constraint=_ints(constraint),
        kind=_ints([task.kind for task in tasks]),
        joint=_ints([task.effector.joint for task in tasks]),
        point=_vectors([task.effector.point for task in tasks]),
        axis=_vectors([task.axis for task in tasks]),
        basis=_bases(edit, tasks, constraint),
        turning=frozen(np.array([task.turning for task in tasks], bool)),
        rows=_ints([len(task.basis) for task in tasks]),
        recruited=frozen(np.array(recruited, bool).reshape(count, joints)),
        level=_levels(edit, tasks, constraint, frames),
        activity=frozen(activity),
        asked=frozen(asked),
        goal=_goals(tasks, frames),
        reference=_references(tasks, frames),
        turns={k: task.turns for k, task in enumerate(tasks) if task.turns is not None},
        bends={k: frozen(task.bend) for k, task in enumerate(tasks) if task.bend is not None and task.bend.any()},
        **_supports(tasks, frames),
    )


def ranks(edit: model.Edit) -> dict[int, int]:
    """The rank of every priority in an edit, 0 for the strongest: only the order matters."""
    return {priority: k for k, priority in enumerate(sorted({c.priority for c in edit.constraints}))}


def _settled(activity: np.ndarray) -> np.ndarray:
    """Without what is only rounding: a frame at the very begin of a ramp would be asked for nothing, at some cost."""
    return np.where(activity < _ROUNDING, 0.0, np.where(activity > 1.0 - _ROUNDING, 1.0, activity))


def _asked(task: Task) -> np.ndarray:
    return task.activity >= 1.0 if task.asked is None else task.asked


def _levels(edit: model.Edit, tasks: Sequence[Task], constraint: Sequence[int], frames: int) -> np.ndarray:
    """Two levels for every priority: the second for the weaker point of a foot."""
    rank = ranks(edit)
    level = np.zeros((frames, len(tasks)), np.int64)
    for k, (task, c) in enumerate(zip(tasks, constraint, strict=True)):
        level[:, k] = 2 * rank[edit.constraints[c].priority]
        if task.weaker is not None:
            level[:, k] += task.weaker
    return frozen(level)


def _goals(tasks: Sequence[Task], frames: int) -> np.ndarray:
    goal = np.zeros((frames, len(tasks), 4))
    for k, task in enumerate(tasks):
        goal[:, k, : task.goal.shape[1]] = task.goal
        if task.kind == TURN:
            goal[:, k] = quaternions.normalized(goal[:, k])  # frames that nothing is asked of: no rotation
    return frozen(goal)


def _references(tasks: Sequence[Task], frames: int) -> np.ndarray:
    reference = np.full((frames, len(tasks)), -1, np.int64)
    for k, task in enumerate(tasks):
        if task.reference is not None:
            reference[:, k] = task.reference
    return frozen(reference)


def _supports(tasks: Sequence[Task], frames: int) -> dict[str, np.ndarray]:
    supports = [support for task in tasks for support in task.supports]
    points, share = np.zeros((frames, len(supports), 3)), np.zeros((frames, len(supports)))
    for s, support in enumerate(supports):
        points[:, s], share[:, s] = support.points, support.share
    return {
        "support_start": _ints(np.cumsum([0, *(len(task.supports) for task in tasks)])),
        "support_joint": _ints([support.joint for support in supports]),
        "support_point": frozen(points),
        "share": frozen(share),
    }


def _bases(edit: model.Edit, tasks: Sequence[Task], constraint: Sequence[int]) -> np.ndarray:
    """Rows of tasks (K, 3, 3). Weights are shares among equals: the largest of each priority counts as 1."""
    largest: dict[int, float] = {}
    for c in edit.constraints:
        largest[c.priority] = max(c.weight, largest.get(c.priority, 0.0))
    basis = np.zeros((len(tasks), 3, 3))
    for k, (task, owner) in enumerate(zip(tasks, constraint, strict=True)):
        basis[k, : len(task.basis)] = task.basis / np.sqrt(largest[edit.constraints[owner].priority])
    return frozen(basis)


def _columns(columns: Sequence[np.ndarray], frames: int) -> np.ndarray:
    return np.array(columns, dtype=np.float64).reshape(len(columns), frames).T.copy()


def _ints(values: Sequence[int] | np.ndarray) -> np.ndarray:
    return frozen(np.array(values, dtype=np.int64))


def _vectors(values: Sequence[tuple[float, float, float]]) -> np.ndarray:
    return frozen(np.array(values, dtype=np.float64).reshape(len(values), 3))
