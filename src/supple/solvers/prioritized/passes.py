"""All frames of a clip: solved, made to go together in time, and where the settings say so filtered and solved again.

choice: ``passes`` counts solves. The filter comes after every solve but the last, so that wishes hold in the end; with
a single pass it comes after that one, and they are disturbed. Later passes start from the filtered poses and are
attracted by them, or they would undo the filter. Without a filter nothing is disturbed, and one pass is all there is to
do.
"""

from __future__ import annotations

import numpy as np

from supple.constraints.model import Settings
from supple.constraints.targets import Goals
from supple.core.pose import WorldPose
from supple.solvers.prioritized.clip import Clip
from supple.solvers.prioritized.filtering import filter_adjustment
from supple.solvers.prioritized.frames import Poses, Problem, Progress
from supple.solvers.prioritized.keeping import attracted, solve_in_order
from supple.solvers.prioritized.rough import asked_displacement
from supple.solvers.prioritized.smoothing import smooth_runs


def in_passes(
    clip: Clip,
    settings: Settings,
    acting: np.ndarray,
    goals: Goals,
    source: WorldPose,
    progress: Progress | None,
) -> tuple[Poses, Problem]:
    """The poses of a clip under the tasks that are ``acting`` (F, K), and the problem that was solved last."""
    problem, poses, active = clip.problem(goals), clip.poses(), np.any(acting, axis=1)
    frames, asked = np.flatnonzero(active), asked_displacement(clip.plan, source)
    count = settings.passes if settings.filter_s > 0.0 else 1
    for number in range(count):
        share = _share(progress, number, count)
        if number > 0:
            problem = attracted(problem, poses.root.copy(), poses.rotations.copy())
        if number > 0 or settings.keep == "pose":
            clip.solve(problem, frames, acting, poses, share)
        else:
            problem = solve_in_order(clip.motion, clip.plan, problem, acting, poses, clip.cap, share)
        smooth_runs(clip.motion, clip.plan, clip.figure, problem, acting, poses, source, asked)
        if settings.filter_s > 0.0 and (count == 1 or number < count - 1):
            filter_adjustment(clip.motion, active, poses, settings.filter_s)
    return poses, problem


def _share(progress: Progress | None, number: int, count: int) -> Progress | None:
    """Progress of one pass, as part of all."""
    if progress is None or count == 1:
        return progress
    return lambda done, total: progress(number * total + done, count * total)
