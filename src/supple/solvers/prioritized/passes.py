"""All frames of a clip: solved, made to go together in time, and where the settings say so filtered and solved again.

choice: ``passes`` counts solves. The filter comes after every solve but the last, so that wishes hold in the end; with
a single pass it comes after that one, and they are disturbed. Later passes start from the filtered poses and are
attracted by them, or they would undo the filter. Without a filter nothing is disturbed, and one pass is all there is to
do.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.constraints.model import Settings
from supple.constraints.targets import Goals
from supple.core.pose import WorldPose
from supple.core.progress import Enough, Progress, part_of
from supple.kernels.posing.slots import FROM_GIVEN, FROM_NEIGHBOUR_FIRST
from supple.solvers.prioritized.clip import Clip
from supple.solvers.prioritized.filtering import filter_adjustment
from supple.solvers.prioritized.frames import Poses, Problem
from supple.solvers.prioritized.jerking import Jerk, worst_jerk
from supple.solvers.prioritized.keeping import attracted, solve_in_order
from supple.solvers.prioritized.rough import Allowed
from supple.solvers.prioritized.sides import seen_in, seen_of, sides_of
from supple.solvers.prioritized.smoothing import smooth_runs
from supple.solvers.prioritized.span import Solved


class Passed(NamedTuple):
    """The poses of a clip, and what is known of all of them."""

    poses: Poses
    problem: Problem  # that was solved last
    jerks: tuple[Jerk, ...]
    stopped: bool  # somebody had enough: these are the best so far


def in_passes(
    clip: Clip,
    settings: Settings,
    acting: np.ndarray,
    goals: Goals,
    source: WorldPose,
    asked: np.ndarray,
    steady: np.ndarray,
    progress: Progress | None,
) -> Passed:
    """The poses of a clip under the tasks that are ``acting`` (F, K), and what jerks.

    ``asked`` (F, K, 3) is how far goals are from the source [m], ``steady`` (K,) the tasks of feet that stand.
    """
    problem, active = clip.problem(goals), np.any(acting, axis=1)
    frames = np.flatnonzero(active)
    poses = clip.poses(frames)
    sides = sides_of(clip.figure.skeleton, clip.plan.size)
    seen = seen_in(source, sides)
    count = settings.passes if settings.filter_s > 0.0 else 1
    jumped, stopped, number = list[Allowed](), False, 0
    try:
        for number in range(count):
            solving, smoothing = (part_of(progress, 2 * number + part, 2 * count) for part in range(2))
            if number > 0:
                problem = attracted(problem, poses.root.copy(), poses.rotations.copy())
                poses.done[:] = False
            if number > 0 or settings.keep == "pose":
                begin = FROM_NEIGHBOUR_FIRST if number == 0 else FROM_GIVEN
                clip.solve(problem, frames, acting, poses, begin, solving)
            else:
                problem = solve_in_order(clip.motion, clip.plan, problem, acting, poses, clip.cap, solving)
            solved = Solved(clip.motion, clip.plan, clip.figure, problem, acting, sides, seen, asked, steady)
            jumped.clear()
            smooth_runs(solved, poses, clip.cap, jumped, smoothing, clip.threads)
            if settings.filter_s > 0.0 and (count == 1 or number < count - 1):
                filter_adjustment(clip.motion, active, poses, settings.filter_s)
    except Enough:
        stopped = True
        if number == 0:  # later on frames that are not done are as the pass before left them
            clip.leave_undone(poses)
    places = seen_of(clip.motion, poses, sides) if jumped else seen
    frame_time = clip.motion.frame_time
    jerks = (worst_jerk(places, allowed, sides, frame_time) for allowed in jumped)  # of the poses as they end up
    return Passed(poses, problem, tuple(jerk for jerk in jerks if jerk is not None), stopped)
