"""What joints may do in each frame, and how one is turned back into it."""

import numpy as np
import pytest
from support.fitting import roles_in, turn_between

from supple.core import quaternions
from supple.kernels.limit_kinds import SWING, TWIST
from supple.recipes.walk import walking
from supple.solvers.ranges.allowed import allowed_by


@pytest.fixture(scope="module")
def walk():
    return walking(seconds=1.0)


def turned(motion, joint, by):
    """All poses with a joint turned further."""
    rotations = motion.rotations.copy()
    rotations[:, joint] = quaternions.multiply(rotations[:, joint], quaternions.exp(np.array(by)))
    return rotations


@pytest.mark.parametrize("by", [(1.5, 0.0, 0.0), (0.0, 1.0, 0.0), (-0.9, 0.6, 0.8)])
@pytest.mark.parametrize("name", ["LeftToeBase", "RightFoot"])
def test_a_joint_is_turned_back_to_its_range_and_no_further(walk, name, by):
    joint = walk.skeleton.index(name)
    own = allowed_by(walk, roles_in(walk)).of(joint, np.arange(walk.frames))
    rotations = turned(walk, joint, by)
    before = own.broken(rotations)
    held = rotations.copy()
    own.hold(joint, held)
    assert before.max() > 0.1
    assert own.broken(held).max() < 1e-9
    change = np.linalg.norm(turn_between(rotations[:, joint], held[:, joint]), axis=-1)
    assert (change <= before.sum(axis=1) + 1e-9).all()
    others = np.arange(len(walk.skeleton)) != joint
    np.testing.assert_array_equal(held[:, others], rotations[:, others])


def test_what_the_motion_does_itself_is_allowed(walk):
    allowed = allowed_by(walk, roles_in(walk))
    assert {SWING, TWIST} <= set(allowed.limits.kind.tolist())
    assert not allowed.broken(walk.rotations).any()
    joint, held = walk.skeleton.index("LeftToeBase"), walk.rotations.copy()
    allowed.of(joint, np.arange(walk.frames)).hold(joint, held)
    np.testing.assert_array_equal(held, walk.rotations)
