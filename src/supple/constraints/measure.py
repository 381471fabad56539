"""How far a motion is from what was asked of it, whoever made it: no solver has a say here."""

from __future__ import annotations

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

_MM = 1000.0


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
    misses = task_misses(plan, pose)
    return tuple(_summary(plan, misses, number) for number in range(len(edit.constraints)))


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


def _summary(plan: Plan, misses: np.ndarray, number: int) -> Miss:
    tasks = np.flatnonzero(plan.constraint == number)
    turns = len(tasks) > 0 and plan.kind[tasks[0]] in (TURN, AIM)  # the roll of a foot comes last, and is not asked
    asked, worst = _worst_of(plan, tasks, misses)
    unit: Literal["mm", "deg"] = "deg" if turns else "mm"
    if not len(asked):
        return Miss(unit, 0.0, 0.0, -1)
    worst = worst * (np.degrees(1.0) if turns else _MM)
    place = int(worst.argmax())
    return Miss(unit, float(worst[place]), float(np.sqrt(worst @ worst / len(worst))), int(asked[place]))


def _worst_of(plan: Plan, tasks: np.ndarray, misses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The frames (n,) in which one of some tasks is asked exactly, and the largest of what they miss there (n,)."""
    if len(tasks) == 1:
        frames = np.flatnonzero(plan.asked[:, tasks[0]])
        return frames, misses[frames, tasks[0]]
    own = misses[:, tasks]
    frames = np.flatnonzero(~np.isnan(own).all(axis=1))
    return frames, np.fmax.reduce(own[frames], axis=1)  # the larger that is a number
