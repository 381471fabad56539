"""What is true of every limb that is cleaned."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from support.limb_solving import solve_limbs, stretched_offsets
from support.planted import moved_targets, own_targets, waving_figure

from supple.core import quaternions
from supple.core.pose import world_pose
from supple.solvers.cleanup.root import place_root
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.targets import Targets

seeds = st.integers(0, 2**32 - 1)
modes = st.sampled_from([CleanSettings(), CleanSettings(stretch=0.03), CleanSettings(stretch=0.03, swivel=1.0)])
distances = st.sampled_from([1e-9, 1e-4, 1e-2, 0.3])  # [m] nothing, noise, a slide, out of reach


def cleaned(motion, limbs, targets, mode):
    """The motion with its root placed and its limbs solved."""
    displacement = place_root(motion, limbs, targets, mode)
    found = solve_limbs(motion, limbs, targets, displacement, mode)
    return type(motion)(
        motion.skeleton, motion.root_positions + displacement, found.rotations, motion.frame_time,
        stretched_offsets(motion, limbs, found.scales),
    )  # fmt: skip


@settings(max_examples=30)
@given(seeds, modes)
def test_ends_where_they_should_be_change_nothing(seed, mode):
    motion, limbs = waving_figure(6, seed % 1000)
    out = cleaned(motion, limbs, own_targets(motion, limbs), mode)
    assert np.array_equal(out.rotations, motion.rotations)
    assert np.array_equal(out.root_positions, motion.root_positions)
    assert out.offsets is None


@settings(max_examples=40)
@given(seeds, modes, distances)
def test_an_end_is_met_or_its_limb_is_straight_or_folded(seed, mode, far):
    motion, limbs = waving_figure(6, seed % 1000)
    targets = moved_targets(motion, limbs, seed, far)
    out = cleaned(motion, limbs, targets, mode)
    pose, ends = world_pose(out), [limb.end for limb in limbs]
    miss = np.linalg.norm(pose.positions[:, ends] - targets.positions, axis=2)
    for k, limb in enumerate(limbs):
        line = targets.positions[:, k] - pose.positions[:, limb.base]
        reach = pose.positions[:, limb.end] - pose.positions[:, limb.base]
        off = np.linalg.norm(np.cross(line, reach), axis=1) / np.linalg.norm(line, axis=1)
        assert_allclose(off, 0.0, atol=1e-9)  # always on the way to the target
        axis = quaternions.rotate(pose.rotations[:, limb.middle], limb.axis)
        upper = pose.positions[:, limb.middle] - pose.positions[:, limb.base]
        lower = pose.positions[:, limb.end] - pose.positions[:, limb.middle]
        bend = np.abs(np.sum(axis * np.cross(upper, lower), axis=1))
        assert ((miss[:, k] < 1e-9) | (bend < 1e-6)).all()
    if far <= 1e-2:
        assert (miss[:, :2] < 1e-9).all()


@settings(max_examples=30)
@given(seeds, modes)
def test_a_turned_world_gives_a_turned_result(seed, mode):
    motion, limbs = waving_figure(6, seed % 1000)
    targets = moved_targets(motion, limbs, seed, 0.01)
    turn = quaternions.normalized(np.random.default_rng(seed).normal(size=4))
    rotations = motion.rotations.copy()
    rotations[:, 0] = quaternions.multiply(turn, rotations[:, 0])
    turned = type(motion)(
        motion.skeleton, quaternions.rotate(turn, motion.root_positions), rotations, motion.frame_time
    )
    there = Targets(
        targets.active, quaternions.rotate(turn, targets.positions), quaternions.multiply(turn, targets.rotations)
    )
    plain, other = cleaned(motion, limbs, targets, mode), cleaned(turned, limbs, there, mode)
    assert_allclose(
        world_pose(other).positions, quaternions.rotate(turn, world_pose(plain).positions), rtol=0.0, atol=1e-7
    )
