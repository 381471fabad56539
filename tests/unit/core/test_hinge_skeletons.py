"""Ball joints as three hinges: the same motion, and a gimbal lock that can be seen in the Jacobian."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import human_skeleton, smooth_motion
from support.tolerances import ALGEBRA
from support.trees import random_motion

from supple.core import quaternions
from supple.core.dofs import dof_layout
from supple.core.hinges import split_into_hinges
from supple.core.jacobians import orientation_jacobian
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError


@pytest.mark.parametrize("order", ["zxy", "xyz", "yzx"])
@pytest.mark.parametrize(
    "motion", [smooth_motion(human_skeleton(), 5), smooth_motion(human_skeleton(), 5, stretch=True), random_motion(4)]
)
def test_every_joint_stays_where_it_was_and_turned_as_it_was(motion, order):
    chained = split_into_hinges(motion, order)
    same = [chained.skeleton.index(name) for name in motion.skeleton.names]
    before, after = world_pose(motion), world_pose(chained)
    assert_allclose(after.positions[:, same], before.positions, **ALGEBRA)
    assert_allclose(quaternions.to_matrix(after.rotations[:, same]), quaternions.to_matrix(before.rotations), **ALGEBRA)


def test_both_have_as_many_degrees_of_freedom():
    motion = smooth_motion(human_skeleton(), 1)
    chained = split_into_hinges(motion)
    assert len(dof_layout(chained.skeleton)) == len(dof_layout(motion.skeleton)) == 3 + 3 * 21
    assert all(f.count <= 1 for f in chained.skeleton.freedoms)


@pytest.mark.parametrize("middle", [np.pi / 2.0, -np.pi / 2.0])
def test_hinges_lock_at_a_right_angle_and_the_ball_does_not(middle):
    skeleton = Skeleton(("trunk", "arm"), [-1, 0], np.ones((2, 3)))

    def ranks(angle):
        turns = quaternions.from_euler(np.array([[[0.1, 0.2, 0.3], [0.7, angle, -1.2]]]), "zxy")
        ball = Motion(skeleton, np.zeros((1, 3)), turns, 0.01)
        arm = [orientation_jacobian(m, 0, "arm")[:, -3:] for m in (ball, split_into_hinges(ball))]
        return [int(np.linalg.matrix_rank(columns, tol=1e-6)) for columns in arm]

    assert ranks(middle) == [3, 2]
    assert ranks(0.9 * middle) == [3, 3]


@pytest.mark.parametrize("order", ["zx", "zxz", "abc", ""])
def test_an_order_that_is_none_is_refused(order):
    with pytest.raises(InvalidValueError, match="once each"):
        split_into_hinges(smooth_motion(human_skeleton(), 1), order)
