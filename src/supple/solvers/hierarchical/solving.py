"""From a motion and an edit to the fitted motion and its report."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from supple.constraints.compile import compile_edit
from supple.constraints.joint_settings import limit_setting
from supple.constraints.measure import Miss, constraint_misses
from supple.constraints.model import Balance, Edit, JointSetting, Shape
from supple.constraints.moments import first_moving_frame
from supple.constraints.names import Names
from supple.constraints.plan import Plan
from supple.constraints.recruiting import ancestors
from supple.core.arrays import frozen
from supple.core.body.hinges import hinged_by_role
from supple.core.body.joint_limits import joint_limits, limits_broken, widened
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.core.progress import Progress, part_of
from supple.errors import InvalidValueError
from supple.solvers.cleanup.limbs_of import Limb, limbs_of
from supple.solvers.hierarchical.levels import Fitted, fit
from supple.solvers.hierarchical.problem import Problem
from supple.solvers.hierarchical.settings import FitSettings
from supple.solvers.hierarchical.wishes import Split, asks_of, split_tasks
from supple.solvers.result import Outcome, Report, Result, Status, called

_ROOT = 5.0  # choice: a turn of the whole body costs as much as five of a limb
_REFUSED = (Balance, Shape)
_MET_DEG = 0.5
_BROKEN_DEG = 1.0
_BY_JOINTS = "Joint limits were in the way of a hand or foot: its limb was solved joint by joint."
_PRIORITIES = "Priorities are penalties here, no strict order: a weaker wish may disturb a stronger one a little."
_SHARED = (
    "Priorities are penalties here, no strict order: wishes that cannot be met together share what is missed "
    "({names} gave way to weaker ones, too). The prioritized solver keeps the stronger ones."
)


def solve(
    motion: Motion, edit: Edit, names: Names, settings: FitSettings | None = None, progress: Progress | None = None
) -> Result:
    """The motion fitted to the wishes, and how it went. ``progress`` is told before each level."""
    began, settings = time.perf_counter(), settings or FitSettings()
    refuse(edit)
    source = world_pose(motion)
    plan = compile_edit(motion, edit, names, source)
    if not plan.asked.any():
        return Result(motion, Report(seconds=time.perf_counter() - began, iterations=0))
    problem, split = problem_of(motion, plan, edit, names, source)
    rides = bool((plan.support_joint.size and (plan.share != 0.0).any()) or (plan.reference >= 0).any())
    renewed = partial(_renewed, problem, plan, split) if rides else None
    fitted = fit(problem, settings, renewed, part_of(progress, 0, 2))
    notes: tuple[str, ...] = ()
    if settings.hybrid and _breaks_limits(problem, fitted):
        # choice: a limb that is closed goes where it is asked whatever its joints allow; joints do not
        by_joints = replace(settings, hybrid=False)
        fitted, notes = fit(problem, by_joints, renewed, part_of(progress, 1, 2)), (_BY_JOINTS,)
    bent = replace(motion, root_positions=fitted.roots, rotations=fitted.rotations)
    return Result(bent, _report(plan, edit, bent, fitted, settings, began, notes))


def refuse(edit: Edit) -> None:
    """Kinds of wishes that this solver does not serve are refused by name."""
    for number, wish in enumerate(edit.constraints):
        if isinstance(wish, _REFUSED):
            kind = type(wish).__name__.lower()
            raise InvalidValueError(
                f"{called(edit, number)}: the hierarchical solver does not serve {kind} constraints. "
                "Use the prioritized solver, or take it out."
            )


def problem_of(motion: Motion, plan: Plan, edit: Edit, names: Names, pose: WorldPose) -> tuple[Problem, Split]:
    """What is asked of a motion, and which tasks close limbs."""
    settings = {names.joint(name): setting for name, setting in edit.joints.items()}
    plan = _without_locked(plan, settings)
    limbs = limbs_of(motion, names.roles)
    split = split_tasks(plan, motion.skeleton, limbs)
    asks, points = asks_of(plan, split, limbs, pose)
    moving = motion.rotations[first_moving_frame(motion) :]
    hinged = hinged_by_role(motion.skeleton, moving, dict(names.roles))
    stated = {j: limit_setting(setting) for j, setting in settings.items()}
    limits = joint_limits(hinged, moving, dict(names.roles), stated)
    low, high = widened(limits, motion.rotations)
    free = _free_joints(motion, plan, split, limbs)
    rigidity = np.ones(len(motion.skeleton))
    rigidity[0] = _ROOT
    for j, setting in settings.items():
        rigidity[j] *= setting.rigidity / (setting.weight or 1.0)  # choice: who moves readily costs little
    problem = Problem(
        motion=motion, size=plan.size, limbs=limbs, asks=asks, points=points, free=free, rigidity=rigidity,
        travels=bool(plan.recruited[:, 0].any()), limits=limits, low=low, high=high,
    )  # fmt: skip
    return problem, split


def _without_locked(plan: Plan, settings: Mapping[int, JointSetting]) -> Plan:
    """The plan in which nobody recruits joints whose weight is 0."""
    locked = [j for j, setting in settings.items() if setting.weight == 0.0]
    if not locked:
        return plan
    recruited = plan.recruited.copy()
    recruited[:, locked] = False
    return replace(plan, recruited=frozen(recruited))


def _breaks_limits(problem: Problem, fitted: Fitted) -> bool:
    """Whether a joint leaves its range, widened by what was captured, in a frame that is asked."""
    frames = problem.frames
    broken = limits_broken(problem.limits, problem.low[frames], problem.high[frames], fitted.rotations[frames])
    return bool(np.max(broken, initial=0.0) > np.radians(_BROKEN_DEG))


def _free_joints(motion: Motion, plan: Plan, split: Split, limbs: tuple[Limb, ...]) -> np.ndarray:
    """(J,) bool: joints that are recruited, carry something that is asked, and are no part of a closed limb."""
    out = np.zeros(len(motion.skeleton), bool)
    for k in range(len(plan.kind)):
        out |= ancestors(motion.skeleton, int(plan.joint[k])) & plan.recruited[k]
    stops = motion.skeleton.subtree_stops()
    for limb, tasks in zip(limbs, split.closed, strict=True):
        if tasks:
            out[limb.base : stops[limb.base]] = False
    return out & ~motion.skeleton.end_sites


def _renewed(problem: Problem, plan: Plan, split: Split, roots: np.ndarray, rotations: np.ndarray) -> Problem:
    pose = world_pose(replace(problem.motion, root_positions=roots, rotations=rotations))
    asks, points = asks_of(plan, split, problem.limbs, pose)
    return replace(problem, asks=asks, points=points)


def _report(
    plan: Plan, edit: Edit, motion: Motion, fitted: Fitted, settings: FitSettings, began: float, notes: tuple[str, ...]
) -> Report:
    misses = constraint_misses(plan, world_pose(motion), edit)
    outcomes = tuple(_outcome(edit, settings, number, miss) for number, miss in enumerate(misses))
    return Report(
        seconds=time.perf_counter() - began,
        iterations=sum(level.steps for level in fitted.levels),
        constraints=outcomes,
        notes=(*_level_notes(fitted), *notes, *_priority_notes(outcomes)),
    )


def _priority_notes(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """What priorities came to, where there are several: a stronger wish that is missed is told by name."""
    weakest = max((one.priority for one in outcomes), default=0)
    if all(one.priority == weakest for one in outcomes):
        return ()
    missed = [one.name for one in outcomes if one.status != "met" and one.priority < weakest]
    return (_SHARED.format(names=", ".join(missed)),) if missed else (_PRIORITIES,)


def _outcome(edit: Edit, settings: FitSettings, number: int, miss: Miss) -> Outcome:
    allowed = _MET_DEG if miss.unit == "deg" else 1000.0 * settings.tolerance_m
    status: Status = "met" if miss.worst <= allowed else "infeasible"
    return Outcome(
        name=called(edit, number), priority=edit.constraints[number].priority, unit=miss.unit, worst=miss.worst,
        rms=miss.rms, worst_frame=miss.worst_frame, status=status,
    )  # fmt: skip


def _level_notes(fitted: Fitted) -> list[str]:
    lines = [f"missed by {1e3 * fitted.start_m:.1f} mm before"]
    knotted = [level for level in fitted.levels if level.spacing_s]
    for level in (*knotted, *fitted.levels[len(knotted) :][-1:]):  # of several last passes what came of them
        name = f"knots every {level.spacing_s:.3g} s" if level.spacing_s else "last pass"
        lines.append(f"{name}: {1e3 * level.worst_m:.2f} mm left")
    return ["; ".join(lines) + "."]
