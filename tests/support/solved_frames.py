"""Frames of an edit, solved one by one and not made to go together yet."""

from typing import NamedTuple

import numpy as np

from supple.constraints.compile import compile_edit
from supple.constraints.model import Constraint, Edit
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.recipes.names import motion_names
from supple.solvers.prioritized.figure import figure_of
from supple.solvers.prioritized.frames import Poses
from supple.solvers.prioritized.free import goals_of
from supple.solvers.prioritized.sides import seen_in, sides_of
from supple.solvers.prioritized.solving import _clip
from supple.solvers.prioritized.span import Solved
from supple.solvers.prioritized.window import Window


class SolvedFrames(NamedTuple):
    """What smoothing begins with."""

    solved: Solved
    poses: Poses
    roles: dict[str, int]  # joints by who they are


def solved_frames(motion: Motion, *wishes: Constraint) -> SolvedFrames:
    """The poses of a motion under some wishes, each frame as it is by itself."""
    edit, names, source = Edit(constraints=wishes), motion_names(motion), world_pose(motion)
    plan = compile_edit(motion, edit, names, source)
    figure, acting = figure_of(motion, plan, edit, names), plan.activity > 0.0
    clip = _clip(Window(0, motion, plan, figure, source), edit, 1)
    goals = goals_of(plan, source, clip.posed, acting)
    poses = clip.solved(np.flatnonzero(acting.any(axis=1)), acting, goals)
    sides, steady = sides_of(figure.skeleton, plan.size), np.zeros(len(plan.kind), bool)
    seen = seen_in(source, sides)
    solved = Solved(motion, plan, figure, clip.problem(goals), acting, sides, seen, clip.asked, steady)
    return SolvedFrames(solved, poses, {role: motion.skeleton.index(joint) for role, joint in names.roles.items()})
