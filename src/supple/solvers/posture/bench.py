"""One posture by one of the older methods."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from supple.constraints import model
from supple.constraints.compile import compile_edit
from supple.constraints.measure import constraint_misses
from supple.constraints.names import Names
from supple.constraints.plan import Plan
from supple.core.hinges import split_into_hinges
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.solvers.posture.hinged import first_hinges, joined, split_plan
from supple.solvers.posture.iterate import Settled, iterate
from supple.solvers.posture.settings import Classic
from supple.solvers.posture.tasks import without_ramps
from supple.solvers.result import Outcome, Report, Result, Status, called

Method = Literal["transpose", "hinges", "classic"]
METHODS: tuple[Method, ...] = get_args(Method)
_NOTES: dict[Method, str] = {
    "transpose": "Solved by the Jacobian's transpose, for comparison.",
    "hinges": "Solved by damped steps over three hinges for every ball joint, for comparison.",
    "classic": "Solved by damped steps, for comparison.",
}
_LIMITS = "Joint limits were not looked at, and priorities are strict to first order only."
_MET = {"mm": 1.0, "deg": 0.1}  # what the sources call met
_STEPS = 20  # choice: these steps are small and cheap; so many of them count as one of the edit's iterations


def solve(
    motion: Motion, edit: model.Edit, names: Names, method: Method = "classic", classic: Classic | None = None
) -> Result:
    """The posture, a motion of one frame, bent to the wishes, and how it went.

    ``classic`` are the settings of the iteration; without them its cap follows from the edit's ``max_iterations``.
    """
    if method not in METHODS:
        raise InvalidValueError(f"there is no method {method!r}. Known: {', '.join(METHODS)}.")
    if motion.frames != 1:
        raise InvalidValueError(f"a posture is a motion of one frame; got {motion.frames}.")
    began = time.perf_counter()
    classic = Classic(max_iterations=_STEPS * edit.settings.max_iterations) if classic is None else classic
    if method == "transpose":
        classic = replace(classic, step="transpose")
    plan = compile_edit(motion, edit, names, world_pose(motion))
    solver = hinge_posture if method == "hinges" else iterate
    settled = solver(motion, plan, classic, joint_weights(edit, names))
    report = Report(
        seconds=time.perf_counter() - began,
        iterations=int(settled.iterations.sum()),
        constraints=outcomes(plan, edit, settled),
        notes=(f"{_NOTES[method]} {_LIMITS}",),
    )
    return Result(settled.motion, report)


def hinge_posture(motion: Motion, plan: Plan, classic: Classic, weights: np.ndarray | None = None) -> Settled:
    """Solve on three hinges for every ball joint, and bring the poses back to the motion's own skeleton."""
    split = split_into_hinges(motion)
    first = first_hinges(motion.skeleton, split.skeleton)
    if weights is not None:
        weights = np.repeat(weights, np.diff(first))
    found = iterate(split, split_plan(without_ramps(plan, world_pose(motion)), first), classic, weights)
    return found._replace(motion=joined(motion, found.motion, first))


def joint_weights(edit: model.Edit, names: Names) -> np.ndarray:
    """(J,) how easily joints move, as the edit says."""
    weights = np.ones(len(names.skeleton))
    for name, setting in edit.joints.items():
        weights[names.joint(name)] = setting.weight
    return weights


def outcomes(plan: Plan, edit: model.Edit, settled: Settled) -> tuple[Outcome, ...]:
    """What every constraint got; one that is missed by a pose at rest is as near as this method comes."""
    missed: Status = "infeasible" if settled.settled.all() else "stalled"
    misses = constraint_misses(plan, world_pose(settled.motion), edit)
    return tuple(
        Outcome(
            name=called(edit, k),
            priority=c.priority,
            unit=miss.unit,
            worst=miss.worst,
            rms=miss.rms,
            worst_frame=miss.worst_frame,
            status="met" if miss.worst <= _MET[miss.unit] else missed,
        )
        for k, (c, miss) in enumerate(zip(edit.constraints, misses, strict=True))
    )
