"""Rows of all joints, against steps along single columns."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.trees import random_motion, random_skeleton

from supple.core.dofs import dof_layout
from supple.core.jacobians import stepped
from supple.core.pose import world_pose
from supple.kernels.jacobians import world_axes
from supple.kernels.joint_rows import joint_rows

SMALL = 1e-5  # [m, rad]


@pytest.mark.parametrize("seed", range(4))
def test_rows_are_what_steps_along_columns_move(seed):
    motion = random_motion(seed, random_skeleton(seed, 7, ("ball", "hinge", "universal")), 2)
    layout, pose, parents = dof_layout(motion.skeleton), world_pose(motion), motion.skeleton.parents
    axes = np.zeros((motion.frames, len(layout), 3))
    for f in range(motion.frames):
        world_axes(pose.rotations[f].copy(), parents, layout.start, layout.kind, layout.axes, axes[f])
    rows = np.zeros((motion.frames, 3 * len(parents), len(layout)))
    joint_rows(axes, pose.positions, parents, layout.start, layout.kind, rows)
    for f in range(motion.frames):
        for d, step in enumerate(SMALL * np.eye(len(layout))):
            ends = [world_pose(stepped(motion, f, sign * step)).positions[f] for sign in (1.0, -1.0)]
            assert_allclose(rows[f, :, d], ((ends[0] - ends[1]) / (2.0 * SMALL)).ravel(), atol=1e-7)
