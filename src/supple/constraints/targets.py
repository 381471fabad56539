"""Goals as kernels take them: those of a plan, mixed with what a frame would be like without a task.

A task that is not fully active asks for something between its goal and where it would be without itself. So at the
beginning and the end of its ramps it asks for what is there anyway, whatever else moved the body.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from supple.constraints.aiming import looked_at
from supple.constraints.crossing import MOST, Crossing, free_places
from supple.constraints.curves.turns import turned_toward
from supple.constraints.mass_path import mass_path
from supple.constraints.plan import Plan
from supple.constraints.riding import mixed_turns, runs
from supple.core.arrays import frozen
from supple.core.pose import WorldPose
from supple.core.quaternions import conjugate, multiply, rotate
from supple.core.remembering import by_identity
from supple.errors import InvalidValueError
from supple.kernels.task_kinds import AIM, MASS, POINT, TURN


class Goals(NamedTuple):
    """What the K tasks ask of n frames; supports come on top, as the plan says."""

    goal: np.ndarray  # (n, K, 4)
    reference: np.ndarray  # (n, K) int64


class _Rows(NamedTuple):
    """The m frames in which one task is looked at."""

    plan: Plan
    task: int
    frames: np.ndarray  # (m,) of the clip, rising
    share: np.ndarray  # (m,) the task's activity
    free: WorldPose  # of all n frames that are looked at
    some: np.ndarray  # (m,) which of them these are


def frame_goals(plan: Plan, frames: np.ndarray, free: WorldPose | None) -> Goals:
    """The goals of a plan in some frames (n,), which rise.

    ``free`` is the pose of these frames without the tasks that are ramping; None will do where none is. It also says
    how joints are turned with which the goals of one orientation ride if they ride with different ones; without it,
    that is taken from the source. Tasks on one point that ramp at the same time fade to each other (see
    :mod:`supple.constraints.crossing`).
    """
    goal, activity = _bent(plan, frames), plan.activity[frames]
    ramps = (activity > 0.0) & (activity < 1.0)
    if free is None:
        if ramps.any():
            task = int(np.flatnonzero(ramps.any(axis=0))[0])
            raise InvalidValueError(f"task {task} is ramping in these frames: the pose without it is needed.")
        return Goals(goal, plan.reference[frames])
    for k, track in plan.turns.items():
        mixed, mean = mixed_turns(track, frames, free.rotations)
        goal[mixed, k] = mean
    for k in np.flatnonzero(ramps.any(axis=0)).tolist():
        some = ramps[:, k]
        goal[some, k] = _BLENDS[plan.kind[k]](_rows(plan, k, frames, free, some), goal[some, k])
    for group in _one_point(plan, ramps):
        some = ramps[:, group].sum(axis=1) > 1
        goal[np.ix_(some, group)] = _crossed(plan, group, frames, free, some)
    for pair in _feet(plan):
        some = ramps[:, pair].any(axis=1)
        goal[np.ix_(some, pair)] = _at_length(plan, pair, frames, free, some, goal[np.ix_(some, pair)])
    return Goals(goal, plan.reference[frames])


@by_identity(2)
def source_goals(plan: Plan, source: WorldPose) -> Goals:
    """The goals of all frames as the source's pose would have them; a solver asks more than once."""
    return Goals(*map(frozen, frame_goals(plan, np.arange(len(plan.activity)), source)))


def _bent(plan: Plan, frames: np.ndarray) -> np.ndarray:
    goal = plan.goal[frames]
    for k, bend in plan.bends.items():
        goal[:, k, :3] += bend[frames]
    return goal


def _rows(plan: Plan, task: int, frames: np.ndarray, free: WorldPose, some: np.ndarray) -> _Rows:
    own = frames[some]
    return _Rows(plan, task, own, plan.activity[own, task], free, np.flatnonzero(some))


def _one_point(plan: Plan, ramps: np.ndarray) -> list[list[int]]:
    """Tasks that place one and the same point in full, where some of them ramp together."""
    groups: dict[tuple[float, ...], list[int]] = {}
    for k in np.flatnonzero(ramps.any(axis=0) & (plan.kind == POINT) & (plan.rows == 3)).tolist():
        groups.setdefault((plan.joint[k], *plan.point[k]), []).append(k)
    together = [group[:MOST] for group in groups.values() if len(group) > 1]
    return [group for group in together if (ramps[:, group].sum(axis=1) > 1).any()]


def _crossed(plan: Plan, group: list[int], frames: np.ndarray, free: WorldPose, some: np.ndarray) -> np.ndarray:
    """The goals of a group (m, n, 4) in frames where several of its tasks ramp."""
    each, own = [_rows(plan, k, frames, free, some) for k in group], frames[some]
    goal, activity = _bent(plan, own)[:, group], plan.activity[np.ix_(own, group)]
    wanted = goal[..., :3] + np.stack([_supported(rows) for rows in each], axis=1)
    weight = np.sum(plan.basis[group, 0] ** 2, axis=1)
    crossing = Crossing(plan.level[np.ix_(own, group)], activity, weight, wanted, _own_place(each[0]))
    goal[..., :3] += (1.0 - activity)[..., None] * free_places(crossing)
    return goal


def _feet(plan: Plan) -> list[list[int]]:
    """Heel and ball of every footplant: the only wish that places two points."""
    points: dict[int, list[int]] = {}
    for k in np.flatnonzero(plan.kind == POINT).tolist():
        points.setdefault(int(plan.constraint[k]), []).append(k)
    return [pair for pair in points.values() if len(pair) == 2]


def _at_length(
    plan: Plan, pair: list[int], frames: np.ndarray, free: WorldPose, some: np.ndarray, goal: np.ndarray
) -> np.ndarray:
    """Goals of two points of a foot (m, 2, 4), the weaker set to the foot's length from the stronger.

    Halfway between two places of a stiff foot, heel and ball would be nearer to each other than they can be.
    """
    heel, ball = (_own_place(_rows(plan, k, frames, free, some)) for k in pair)
    length = np.linalg.norm(ball - heel, axis=-1, keepdims=True)
    along = goal[:, 1, :3] - goal[:, 0, :3]
    distance = np.linalg.norm(along, axis=-1, keepdims=True)
    short = length * along / np.where(distance > 0.0, distance, 1.0) - along
    ball_leads = (plan.level[frames[some], pair[1]] < plan.level[frames[some], pair[0]])[:, None]
    out = goal.copy()
    out[:, 0, :3] -= np.where(ball_leads, short, 0.0)
    out[:, 1, :3] += np.where(ball_leads, 0.0, short)
    return out


def _point(rows: _Rows, goal: np.ndarray) -> np.ndarray:
    return _added(goal, (1.0 - rows.share)[:, None] * _own_place(rows))


def _mass(rows: _Rows, goal: np.ndarray) -> np.ndarray:
    centre = mass_path(rows.plan.body, rows.free.positions[rows.some], rows.free.rotations[rows.some])
    return _added(goal, (1.0 - rows.share)[:, None] * centre)


def _aim(rows: _Rows, goal: np.ndarray) -> np.ndarray:
    wanted = goal[:, :3] + _supported(rows)  # activity times the mean of the places, as the free pose has them
    look = rotate(rows.free.rotations[rows.some, rows.plan.joint[rows.task]], rows.plan.axis[rows.task])
    place = looked_at(_own_place(rows), look, wanted / rows.share[:, None], rows.share)
    return _added(goal, place - wanted)


def _turn(rows: _Rows, goal: np.ndarray) -> np.ndarray:
    """In the frame of the reference, which the free orientation is seen from."""
    reference = rows.plan.reference[rows.frames, rows.task]
    free = rows.free.rotations[rows.some, rows.plan.joint[rows.task]]
    rider = rows.free.rotations[rows.some, reference]
    free = np.where((reference >= 0)[:, None], multiply(conjugate(rider), free), free)
    out = goal.copy()
    for run in runs(rows.frames, np.ones(len(free), bool)):
        out[run] = turned_toward(free[run], goal[run], rows.share[run])
    return out


_BLENDS: dict[int, Callable[[_Rows, np.ndarray], np.ndarray]] = {POINT: _point, TURN: _turn, AIM: _aim, MASS: _mass}


def _own_place(rows: _Rows) -> np.ndarray:
    """Where the task's own point is in the free pose (m, 3)."""
    joint, point = rows.plan.joint[rows.task], rows.plan.point[rows.task]
    places = rows.free.positions[rows.some, joint]
    return np.asarray(places + rotate(rows.free.rotations[rows.some, joint], point)) if point.any() else places


def _supported(rows: _Rows) -> np.ndarray:
    """The sum of the support points in the free pose, each times its share (m, 3)."""
    part = slice(*rows.plan.support_start[rows.task : rows.task + 2])
    joints, points = rows.plan.support_joint[part], rows.plan.support_point[rows.frames, part]
    at = rows.some[:, None], joints
    places = rows.free.positions[at] + rotate(rows.free.rotations[at], points)
    return np.asarray(np.einsum("ms,msi->mi", rows.plan.share[rows.frames, part], places))


def _added(goal: np.ndarray, place: np.ndarray) -> np.ndarray:
    out = goal.copy()
    out[:, :3] += place
    return out
