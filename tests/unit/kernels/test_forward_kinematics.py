"""Forward kinematics against explicit matrices, a closed form, and Pinocchio."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support import naive
from support.motions import human_skeleton, smooth_motion
from support.pinocchio_twin import PinocchioTwin
from support.tolerances import ALGEBRA
from support.trees import random_motion, random_skeleton

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import posed_frames, world_pose
from supple.core.skeleton import Skeleton


def assert_equals_matrices(motion):
    world = world_pose(motion)
    for f in range(motion.frames):
        local = [naive.matrix_of(q) for q in motion.rotations[f]]
        expected = naive.transforms(
            motion.root_positions[f], local, motion.local_offsets(f), motion.skeleton.parents.tolist()
        )
        assert_allclose(world.positions[f], expected[:, :3, 3], **ALGEBRA)
        assert_allclose(quaternions.to_matrix(world.rotations[f]), expected[:, :3, :3], **ALGEBRA)


@pytest.mark.parametrize("seed", range(5))
def test_any_tree_equals_explicit_matrix_products(seed):
    assert_equals_matrices(random_motion(seed))


def test_stretching_bones_equal_explicit_matrix_products():
    assert_equals_matrices(smooth_motion(human_skeleton(), frames=5, stretch=True))


@pytest.mark.parametrize("seed", range(3))
def test_euler_chain_rz_rx_ry_equals_explicit_matrix_products(seed):
    rng = np.random.default_rng(seed)
    skeleton = random_skeleton(seed, joints=12, kinds=("ball",))
    angles = rng.uniform(-np.pi, np.pi, size=(4, 12, 3))
    motion = Motion(skeleton, rng.normal(size=(4, 3)), quaternions.from_euler(angles, "zxy"), 0.01)
    z, x, y = np.eye(3)[[2, 0, 1]]
    for f in range(4):
        local = [
            naive.matrix_about(z, a) @ naive.matrix_about(x, b) @ naive.matrix_about(y, c) for a, b, c in angles[f]
        ]
        expected = naive.transforms(motion.root_positions[f], local, skeleton.offsets, skeleton.parents.tolist())
        assert_allclose(world_pose(motion).positions[f], expected[:, :3, 3], **ALGEBRA)


def test_a_planar_chain_of_three_links_has_its_closed_form():
    a, b, c = 0.7, -1.1, 2.3
    lengths = (0.5, 0.4, 0.3)
    offsets = np.array([[0, 0, 0], *[[length, 0, 0] for length in lengths]], float)
    skeleton = Skeleton(("a", "b", "c", "tip"), [-1, 0, 1, 2], offsets, np.array([0, 0, 0, 1], bool))
    rotations = quaternions.about_axis("z", np.array([[a, b, c, 0.0]]))
    tip = world_pose(Motion(skeleton, np.zeros((1, 3)), rotations, 0.01)).positions[0, 3]
    turns = np.cumsum([a, b, c])
    assert_allclose(tip, [np.dot(lengths, np.cos(turns)), np.dot(lengths, np.sin(turns)), 0.0], **ALGEBRA)


@pytest.mark.parametrize("skeleton", [human_skeleton(), random_skeleton(3, 25, ("ball",)), random_skeleton(7)])
def test_pinocchio_finds_the_same_places(skeleton):
    motion = random_motion(1, skeleton)
    twin, world = PinocchioTwin(skeleton), world_pose(motion)
    for f in range(motion.frames):
        positions, rotations = twin.world(motion, f)
        assert_allclose(world.positions[f], positions, **ALGEBRA)
        assert_allclose(quaternions.to_matrix(world.rotations[f]), rotations, **ALGEBRA)


def test_a_few_frames_without_the_compiler_are_the_same():
    motion = smooth_motion(human_skeleton(), frames=6, stretch=True)
    assert_allclose(posed_frames(motion, slice(None)), world_pose(motion).positions, **ALGEBRA)
