"""How far a motion is from what was asked of it, whoever made it: no solver has a say here."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from supple.constraints import model
from supple.constraints.curves.composite import WORLD
from supple.constraints.mass_path import mass_path
from supple.constraints.plan import Plan
from supple.constraints.riding import mixed_turns
from supple.core.pose import WorldPose
from supple.core.quaternions import conjugate, multiply, rotate
from supple.kernels.task_kinds import AIM, MASS, POINT, TURN

_MM, _DEG = 1000.0, math.degrees(1.0)


@dataclass(frozen=True, slots=True)
class Miss:
    """How much one constraint misses in the frames in which it is asked exactly."""

    unit: Literal["mm", "deg"]
    worst: float  # [unit]
    rms: float  # [unit]
    worst_frame: int  # -1 when there was nothing to meet


def constraint_misses(plan: Plan, pose: WorldPose, edit: model.Edit) -> tuple[Miss, ...]:
    """What every constraint of an edit misses.

    Of several tasks, as heel and ball of a foot, the worse counts; how a foot rolls about their line does not.
    """
    from supple.kernels.point_misses import worst_misses

    count = len(edit.constraints)
    worst, squares, (frames, first) = np.zeros(count), np.zeros(count), np.zeros((2, count), np.int64)
    worst_misses(task_misses(plan, pose), plan.constraint, worst, squares, frames, first)
    kinds = dict(zip(plan.constraint[::-1].tolist(), plan.kind[::-1].tolist(), strict=True))  # of their first tasks
    found = zip(worst.tolist(), squares.tolist(), frames.tolist(), first.tolist(), strict=True)
    return tuple(_summary(kinds.get(number), *miss) for number, miss in enumerate(found))


def task_misses(plan: Plan, pose: WorldPose) -> np.ndarray:
    """(F, K) what every task misses [m], or [rad] for turns and directions, along the axes that it asks for.

    NaN where it is not asked exactly: in ramps, outside its time, and for a point of a foot that is not down. Weights
    play no part.
    """
    from supple.kernels.point_misses import point_misses  # the compiler, which has posed the clip

    out = np.full(plan.asked.shape, np.nan)
    plain = (plan.kind == POINT) & (np.diff(plan.support_start) == 0)  # at places in the world: most, and at once
    point_misses(
        np.flatnonzero(plain), plan.joint, plan.point, _unit_rows(plan), plan.asked, plan.goal,
        pose.positions, pose.rotations, out,
    )  # fmt: skip
    for k in np.flatnonzero(~plain).tolist():
        frames = np.flatnonzero(plan.asked[:, k])
        out[frames, k] = _misses(plan, k, frames, pose)
    return out


def _unit_rows(plan: Plan) -> np.ndarray:
    """(K, 3, 3) the rows of tasks without their weight; 0 where a task has fewer than three."""
    lengths = np.sqrt(np.sum(plan.basis**2, axis=2, keepdims=True))
    used = np.arange(3)[:, None] < plan.rows[:, None, None]
    return np.asarray(np.where(used, plan.basis / np.where(lengths > 0.0, lengths, 1.0), 0.0))


def _misses(plan: Plan, k: int, frames: np.ndarray, pose: WorldPose) -> np.ndarray:
    kind, joint = plan.kind[k], plan.joint[k]
    if kind == TURN:
        return _angles(plan, k, frames, pose.rotations)
    target = plan.goal[frames, k, :3]
    if plan.support_start[k] < plan.support_start[k + 1]:
        target = target + _supported(plan, k, frames, pose)
    if kind == MASS:
        return _along(plan, k, target - mass_path(plan.body, pose.positions[frames], pose.rotations[frames]))
    value = _place(pose, frames, joint, plan.point[k])
    if kind == AIM:
        return _angle_between(rotate(pose.rotations[frames, joint], plan.axis[k]), target - value)
    return _along(plan, k, target - value)


def _place(pose: WorldPose, frames: np.ndarray, joint: int, point: np.ndarray) -> np.ndarray:
    places = pose.positions[frames, joint]
    return np.asarray(places + rotate(pose.rotations[frames, joint], point)) if point.any() else places


def _along(plan: Plan, k: int, miss: np.ndarray) -> np.ndarray:
    """The length of misses (n, 3) along the rows of a task, without their weight."""
    along = miss @ _unit_rows(plan)[k].T
    return np.asarray(np.sqrt(np.einsum("ni,ni->n", along, along)))


def _supported(plan: Plan, k: int, frames: np.ndarray, pose: WorldPose) -> np.ndarray:
    total = np.zeros((len(frames), 3))
    for s in range(plan.support_start[k], plan.support_start[k + 1]):
        place = _place(pose, frames, plan.support_joint[s], plan.support_point[frames, s])
        total += plan.share[frames, s, None] * place
    return total


def _angles(plan: Plan, k: int, frames: np.ndarray, rotations: np.ndarray) -> np.ndarray:
    goal, reference = plan.goal[frames, k], plan.reference[frames, k]
    riding = reference != WORLD
    goal[riding] = multiply(rotations[frames[riding], reference[riding]], goal[riding])
    if k in plan.turns:
        mixed, mean = mixed_turns(plan.turns[k], frames, rotations[frames])
        goal[mixed] = mean
    between = multiply(goal, conjugate(rotations[frames, plan.joint[k]]))
    return np.asarray(2.0 * np.arctan2(np.linalg.norm(between[:, 1:], axis=1), np.abs(between[:, 0])))


def _angle_between(axis: np.ndarray, way: np.ndarray) -> np.ndarray:
    """Angles (n,) [rad]; none where the target is at the eye, which then has no direction."""
    return np.asarray(np.arctan2(np.linalg.norm(np.cross(axis, way), axis=1), np.sum(axis * way, axis=1)))


def _summary(kind: int | None, worst: float, squares: float, count: int, frame: int) -> Miss:
    """Of a constraint whose first task is of some kind; the roll of a foot comes last, and is not asked."""
    turns = kind in (TURN, AIM)
    unit: Literal["mm", "deg"] = "deg" if turns else "mm"
    scale = _DEG if turns else _MM
    if count == 0:
        return Miss(unit, 0.0, 0.0, -1)
    return Miss(unit, scale * worst, scale * math.sqrt(squares / count), frame)
