"""Jacobians against Pinocchio and a slow twin; which columns there are, and which are zero."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support import naive
from support.motions import human_skeleton, smooth_motion
from support.pinocchio_twin import PinocchioTwin
from support.tolerances import ALGEBRA
from support.trees import random_motion, random_skeleton

from supple.core.dofs import dof_layout
from supple.core.freedom import FIXED, about
from supple.core.jacobians import (
    centre_of_mass,
    centre_of_mass_jacobian,
    orientation_jacobian,
    position_jacobian,
    stepped,
)
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError, ShapeError, UnknownJointError
from supple.kernels.dof_kinds import SLIDE

OFFSET = (0.1, -0.2, 0.3)
SKELETONS = {"human": human_skeleton(), "25 balls": random_skeleton(3, 25, ("ball",)), "all kinds": random_skeleton(7)}
each = pytest.mark.parametrize("skeleton", SKELETONS.values(), ids=SKELETONS.keys())


def segments(skeleton):
    rng = np.random.default_rng(5)
    return rng.uniform(0.0, 3.0, len(skeleton)) * (rng.random(len(skeleton)) > 0.2), rng.normal(size=(len(skeleton), 3))


@each
def test_pinocchio_finds_the_same_point_and_orientation_jacobians(skeleton):
    motion, twin = random_motion(2, skeleton), PinocchioTwin(skeleton)
    for j, name in enumerate(skeleton.names):
        position, orientation = twin.jacobians(motion, 1, j, OFFSET)
        assert_allclose(position_jacobian(motion, 1, name, OFFSET), position, **ALGEBRA)
        assert_allclose(orientation_jacobian(motion, 1, name), orientation, **ALGEBRA)


@each
def test_pinocchio_finds_the_same_centre_of_mass_and_its_jacobian(skeleton):
    masses, centres = segments(skeleton)
    motion, twin = random_motion(4, skeleton), PinocchioTwin(skeleton, masses, centres)
    place, jacobian = twin.centre_of_mass(motion, 2)
    assert_allclose(centre_of_mass(motion, 2, masses, centres), place, **ALGEBRA)
    assert_allclose(centre_of_mass_jacobian(motion, 2, masses, centres), jacobian, **ALGEBRA)


def test_the_slow_twin_finds_the_same_columns():
    skeleton = random_skeleton(11, 20, ("ball", "hinge", "fixed"))
    motion, layout = random_motion(6, skeleton), dof_layout(skeleton)
    owner = np.repeat(np.arange(len(skeleton)), np.diff(layout.start))
    dofs = [
        (j, "slide" if kind == SLIDE else "turn", axis)
        for j, kind, axis in zip(owner, layout.kind, layout.axes, strict=True)
    ]
    local = [naive.matrix_of(q) for q in motion.rotations[0]]
    world = naive.transforms(motion.root_positions[0], local, skeleton.offsets, skeleton.parents.tolist())
    for j, name in enumerate(skeleton.names):
        point = (world[j] @ [*OFFSET, 1.0])[:3]
        expected = naive.position_columns(world, skeleton.parents, dofs, j, point)
        assert_allclose(position_jacobian(motion, 0, name, OFFSET), expected, **ALGEBRA)


@each
def test_columns_are_counted_as_the_skeleton_counts(skeleton):
    layout = dof_layout(skeleton)
    assert len(layout) == skeleton.dof_count
    assert [layout.columns(j).stop - layout.columns(j).start for j in range(1, len(skeleton))] == [
        f.count for f in skeleton.freedoms[1:]
    ]


@each
def test_only_the_root_travels(skeleton):
    layout = dof_layout(skeleton)
    assert list(np.flatnonzero(layout.kind == SLIDE)) == [0, 1, 2]
    motion = random_motion(3, skeleton)
    for name in skeleton.names[::5]:
        assert_allclose(position_jacobian(motion, 0, name)[:, :3], np.eye(3), **ALGEBRA)
        assert_allclose(orientation_jacobian(motion, 0, name)[:, :3], 0.0, **ALGEBRA)


@each
def test_only_ancestors_move_a_joint(skeleton):
    motion, layout = random_motion(5, skeleton), dof_layout(skeleton)
    for j, name in enumerate(skeleton.names):
        others = sorted(set(range(len(skeleton))) - set(naive.ancestors(skeleton.parents, j)))
        columns = [d for other in others for d in range(*layout.columns(other).indices(len(layout)))]
        assert not position_jacobian(motion, 0, name, OFFSET)[:, columns].any()
        assert not orientation_jacobian(motion, 0, name)[:, columns].any()


def test_fixed_joints_stay_fixed_and_hinges_keep_their_axis():
    """Degrees of freedom that a joint does not have keep their value, whatever the step."""
    axis = np.array([[0.0, 0.6, 0.8]])
    skeleton = Skeleton(("a", "b", "c"), [-1, 0, 1], np.ones((3, 3)), freedoms=(about(np.eye(3)), about(axis), FIXED))
    motion = smooth_motion(skeleton, frames=1)
    motion = motion.with_rotations(np.tile([1.0, 0.0, 0.0, 0.0], (1, 3, 1)))
    moved = stepped(motion, 0, np.linspace(-1.0, 2.0, len(dof_layout(skeleton))))
    assert len(dof_layout(skeleton)) == 7
    assert_allclose(np.cross(moved.rotations[0, 1, 1:], axis[0]), 0.0, **ALGEBRA)
    assert_allclose(moved.rotations[0, 2], [1.0, 0.0, 0.0, 0.0], **ALGEBRA)


def test_stretched_bones_are_posed_as_stretched():
    motion = smooth_motion(human_skeleton(), frames=8, stretch=True)
    frame = 5
    hand = world_pose(motion).positions[frame, motion.skeleton.index("LeftHand")]
    root = motion.root_positions[frame]
    assert_allclose(
        position_jacobian(motion, frame, "LeftHand")[:, 3:6] @ motion_axis(motion, frame),
        np.cross(np.array([0.0, 1.0, 0.0]), hand - root),
        **ALGEBRA,
    )


def motion_axis(motion, frame):
    """The world's y axis in the root's own frame."""
    return naive.matrix_of(motion.rotations[frame, 0]).T @ [0.0, 1.0, 0.0]


def test_the_door_says_what_is_wrong():
    motion = smooth_motion(human_skeleton(), frames=2)
    with pytest.raises(UnknownJointError, match="LeftHnd"):
        position_jacobian(motion, 0, "LeftHnd")
    with pytest.raises(InvalidValueError, match="frame 2 is not inside"):
        position_jacobian(motion, 2, "LeftHand")
    with pytest.raises(ShapeError, match="offset"):
        position_jacobian(motion, 0, "LeftHand", (1.0, 2.0))
    with pytest.raises(InvalidValueError, match="sum is 0"):
        centre_of_mass(motion, 0, np.zeros(26), np.zeros((26, 3)))


def test_the_door_takes_arrays_that_the_kernels_would_refuse():
    """Kernels take contiguous arrays only; a person may give any."""
    still = smooth_motion(human_skeleton(), frames=4)
    strided = Motion(still.skeleton, still.root_positions[::2], still.rotations[::2], still.frame_time)
    offset = np.array([0.1, 9.0, 0.2, 9.0, 0.3])[::2]
    expected = position_jacobian(still, 2, "Head", [0.1, 0.2, 0.3])
    assert_allclose(position_jacobian(strided, 1, "Head", offset), expected, **ALGEBRA)


def test_results_are_sealed():
    jacobian = position_jacobian(smooth_motion(human_skeleton(), frames=1), 0, "Head")
    with pytest.raises(ValueError, match="read-only"):
        jacobian[0, 0] = 1.0
