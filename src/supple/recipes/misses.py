"""By how much wishes are missed, frame by frame."""

from __future__ import annotations

import numpy as np

from supple.constraints.compile import compile_edit
from supple.constraints.measure import task_misses
from supple.constraints.model import Edit
from supple.constraints.names import Names
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.solvers.result import Result

_PER_UNIT = {"mm": 1000.0, "deg": float(np.degrees(1.0))}


def misses_over_time(source: Motion, edit: Edit, names: Names, result: Result) -> tuple[np.ndarray, ...]:
    """(F,) for every wish of the report, in its unit; NaN in frames where it asks for nothing, or not in full.

    Of several points that one wish is about, as heel and ball of a foot, the worse counts.
    """
    plan = compile_edit(source, edit, names, world_pose(source))
    misses = task_misses(plan, world_pose(result.motion))
    return tuple(
        _PER_UNIT[c.unit] * np.fmax.reduce(misses[:, plan.constraint == k], axis=1, initial=np.nan)
        for k, c in enumerate(result.report.constraints)
    )
