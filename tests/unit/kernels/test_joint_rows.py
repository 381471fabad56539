"""Rows of all joints and of sides, against steps along single columns."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.trees import random_motion, random_skeleton

from supple.core.dofs import dof_layout
from supple.core.jacobians import stepped
from supple.core.pose import world_pose
from supple.kernels.jacobians import world_axes
from supple.kernels.joint_rows import joint_rows
from supple.kernels.side_places import side_places
from supple.solvers.prioritized.sides import Sides, seen_in

SMALL = 1e-5  # [m, rad]


@pytest.mark.parametrize("seed", range(4))
def test_rows_are_what_steps_along_columns_move(seed):
    motion = random_motion(seed, random_skeleton(seed, 7, ("ball", "hinge", "universal")), 2)
    layout, pose, parents = dof_layout(motion.skeleton), world_pose(motion), motion.skeleton.parents
    axes = np.zeros((motion.frames, len(layout), 3))
    for f in range(motion.frames):
        world_axes(pose.rotations[f].copy(), parents, layout.start, layout.kind, layout.axes, axes[f])
    sides = Sides(np.array([6, 2, 0]), np.array([[0.0, 0.1, 0.0], [0.05, 0.0, 0.02], [0.0, 0.0, 0.1]]))
    rows = np.zeros((motion.frames, 3 * (len(parents) + len(sides.joint)), len(layout)))
    joint_rows(axes, seen_in(pose, sides), sides.joint, parents, layout.start, layout.kind, rows)
    for f in range(motion.frames):
        for d, step in enumerate(SMALL * np.eye(len(layout))):
            ends = [seen_in(world_pose(stepped(motion, f, sign * step)), sides)[f] for sign in (1.0, -1.0)]
            assert_allclose(rows[f, :, d], ((ends[0] - ends[1]) / (2.0 * SMALL)).ravel(), atol=1e-7)


def test_places_and_sides_are_those_of_the_pose():
    motion = random_motion(1, random_skeleton(1, 7, ("ball", "hinge")), 5)
    sides = Sides(np.array([5, 1]), np.array([[0.0, 0.1, 0.0], [0.05, 0.0, 0.02]]))
    frames, out = np.array([3, 0]), np.zeros((2, 9, 3))
    skeleton = motion.skeleton
    side_places(
        frames, motion.root_positions, motion.rotations, skeleton.offsets[None], skeleton.parents, *sides, out
    )  # fmt: skip
    assert_allclose(out, seen_in(world_pose(motion), sides)[frames], atol=1e-14)
