"""What the weakest level of all holds on to: the source's pose, or its velocities.

Velocities are kept by pulling every frame to the source *displaced by what the frame before was changed by*: where
nothing else is asked, the change stays what it is, so joints move as they did.

choice: the change that is carried on fades as the strongest activity of all wishes does; so it is gone when the last
wish leaves, and frames outside keep their bits without a jump. Frames then depend on those before them, and are solved
in order by one thread.
"""

from __future__ import annotations

import numpy as np

from supple.constraints.plan import Plan
from supple.core.motion import Motion
from supple.core.progress import Progress
from supple.kernels.posing.slots import FROM_GIVEN, make_arena
from supple.solvers.prioritized.adjusting import Adjustment, adjust, adjustment
from supple.solvers.prioritized.frames import Poses, Problem


def attracted(problem: Problem, root: np.ndarray, rotations: np.ndarray) -> Problem:
    """The problem with another pose (F, 3), (F, J, 4) that attracts; limits stay."""
    over_time, static, source, body = problem.parts
    return problem._replace(parts=(over_time, static, (source[0], root, rotations, *source[3:]), body))


def solve_in_order(
    motion: Motion, plan: Plan, problem: Problem, working: np.ndarray, poses: Poses, cap: int, progress: Progress | None
) -> Problem:
    """Solve all frames in which tasks are at ``working`` (F, K), in place; returns the problem with what attracted."""
    from supple.kernels.posing import clip

    root, rotations = motion.root_positions.copy(), motion.rotations.copy()
    pulled, arena = attracted(problem, root, rotations), make_arena(problem.sizes)
    activity = np.where(working, plan.activity, 0.0).max(axis=1, initial=0.0)
    frames = np.flatnonzero(working.any(axis=1))
    for count, f in enumerate(frames):
        here = np.array([f])
        if f > 0 and activity[f - 1] > 0.0:
            _carry(motion, int(f), min(activity[f] / activity[f - 1], 1.0), poses, root, rotations)
            poses.root[f], poses.rotations[f] = root[f], rotations[f]
        clip.solve_frames(here, cap, FROM_GIVEN, working, pulled.parts, arena, *poses.arrays)
        poses.done[f] = True
        if progress is not None:
            progress(count + 1, len(frames))
    return pulled


def _carry(motion: Motion, frame: int, share: float, poses: Poses, root: np.ndarray, rotations: np.ndarray) -> None:
    """Write the source of a frame, changed by a share of what the frame before was changed by."""
    by = adjustment(motion, np.array([frame - 1]), poses.root, poses.rotations)
    adjust(motion, np.array([frame]), Adjustment(*(share * part for part in by)), root, rotations)
