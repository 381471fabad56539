"""Limbs that reach for the wanted poses of their ends."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.limb_solving import solve_limbs, stretched_offsets
from support.planted import moved_targets, own_targets, waving_figure
from support.slow_limbs import DAMPING_FROM, bent, inner_angle, slow_limb
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.core.pose import world_pose
from supple.solvers.cleanup.limbs import bones_of
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.targets import Targets

RIGID, STRETCH = CleanSettings(), CleanSettings(stretch=0.03, damping_from=DAMPING_FROM)
MODES = pytest.mark.parametrize("settings", [RIGID, STRETCH], ids=["rigid", "stretch"])
MET = {"rtol": 0.0, "atol": 1e-9}  # [m]
TWIN = {"rtol": 0.0, "atol": 1e-9}  # the twin damps by quadrature


def solved(motion, limbs, targets, displacement, settings):
    """The motion after a solve, and the scales."""
    found = solve_limbs(motion, limbs, targets, displacement, settings)
    offsets = stretched_offsets(motion, limbs, found.scales)
    moved = replace(
        motion, root_positions=motion.root_positions + displacement, rotations=found.rotations, offsets=offsets
    )
    return moved, found.scales


def still(motion):
    return np.zeros((motion.frames, 3))


@MODES
@pytest.mark.parametrize("stretching", [False, True])
def test_targets_within_reach_are_met(settings, stretching):
    motion, limbs = waving_figure(stretch=stretching)
    targets = moved_targets(motion, limbs)
    moved = 0.005 * np.random.default_rng(1).normal(size=(motion.frames, 3))
    out, scales = solved(motion, limbs, targets, moved, settings)
    pose, ends = world_pose(out), [limb.end for limb in limbs]
    assert_allclose(pose.positions[:, ends], targets.positions, **MET)
    same = np.abs(np.sum(pose.rotations[:, ends] * targets.rotations, axis=2))
    assert_allclose(same, 1.0, **ALGEBRA)
    assert np.abs(scales - 1.0).max() <= (settings.stretch or 0.0) + 1e-15
    assert (settings is RIGID) == (scales == 1.0).all()


@MODES
def test_only_bases_middles_and_ends_of_active_limbs_change(settings):
    motion, limbs = waving_figure()
    targets = moved_targets(motion, limbs)
    active = targets.active.copy()
    active[:, 1] = False
    active[5:] = False
    out = solve_limbs(motion, limbs, replace(targets, active=active), still(motion), settings)
    changed = (out.rotations != motion.rotations).any(axis=2)
    assert sorted(np.flatnonzero(changed.any(axis=0))) == sorted(
        j for k in (0, 2, 3) for j in (limbs[k].base, limbs[k].middle, limbs[k].end)
    )
    assert not changed[5:].any()
    assert (out.scales[:, 1] == 1.0).all()


@MODES
def test_a_limb_that_is_where_it_should_be_keeps_its_bits(settings):
    motion, limbs = waving_figure()
    out = solve_limbs(motion, limbs, own_targets(motion, limbs), still(motion), settings)
    assert np.array_equal(out.rotations, motion.rotations)
    assert (out.scales == 1.0).all()


@MODES
def test_rounding_of_a_target_changes_nothing_but_rounding(settings):
    motion, limbs = waving_figure()
    own = own_targets(motion, limbs)
    near = Targets(own.active, own.positions * (1.0 + 1e-15), own.rotations)
    out = solve_limbs(motion, limbs, near, still(motion), settings)
    assert_allclose(out.rotations, motion.rotations, **ALGEBRA)


@MODES
def test_it_does_what_the_slow_twin_does(settings):
    motion, limbs = waving_figure(6)
    targets = moved_targets(motion, limbs)
    moved = 0.005 * np.random.default_rng(1).normal(size=(motion.frames, 3))
    out, pose = solve_limbs(motion, limbs, targets, moved, settings), world_pose(motion)
    for f in range(motion.frames):
        for k, limb in enumerate(limbs):
            turns, scale = slow_limb(
                (pose.positions[f], pose.rotations[f]), motion.skeleton.parents, limb, targets.positions[f, k],
                targets.rotations[f, k], moved[f], settings.stretch,
            )  # fmt: skip
            ours = out.rotations[f, [limb.base, limb.middle, limb.end]]
            turns *= np.sign(np.sum(turns * ours, axis=1, keepdims=True))
            assert_allclose(ours, turns, **TWIN)
            assert_allclose(out.scales[f, k], scale, **TWIN)


@MODES
def test_one_frame_at_a_time_gives_the_same_bits(settings):
    motion, limbs = waving_figure(9)
    targets = moved_targets(motion, limbs)
    whole = solve_limbs(motion, limbs, targets, still(motion), settings)
    for f in range(motion.frames):
        one = Targets(targets.active[f : f + 1], targets.positions[f : f + 1], targets.rotations[f : f + 1])
        frame = motion.with_frames(f, f + 1)
        found = solve_limbs(frame, limbs, one, np.zeros((1, 3)), settings)
        assert np.array_equal(found.rotations[0], whole.rotations[f])
        assert np.array_equal(found.scales[0], whole.scales[f])


def test_joints_between_knee_and_ankle_are_a_part_of_the_bone():
    motion, limbs = waving_figure()
    arm = next(limb for limb in limbs if limb.name == "left_arm")
    long = replace(arm, base=motion.skeleton.index("LeftShoulder"), middle=arm.middle)  # the upper arm lies between
    targets = moved_targets(motion, [long])
    out, scales = solved(motion, [long], targets, still(motion), STRETCH)
    assert_allclose(world_pose(out).positions[:, long.end], targets.positions[:, 0], **MET)
    assert len(bones_of(motion.skeleton, long)) == 3
    assert (scales != 1.0).any()


def test_what_is_too_far_is_approached_in_a_straight_line():
    motion, limbs = waving_figure(4)
    leg = limbs[0]
    pose = world_pose(motion)
    hip = pose.positions[:, leg.base]
    place = hip + np.array([0.0, -2.0, 0.5])
    targets = Targets(np.ones((4, 1), bool), place[:, None], pose.rotations[:, [leg.end]])
    out, _ = solved(motion, [leg], targets, still(motion), RIGID)
    ankle = world_pose(out).positions[:, leg.end] - hip
    for f in range(4):
        knee, own = pose.positions[f, leg.middle], pose.positions[f, leg.end]
        axis = quaternions.rotate(pose.rotations[f, leg.middle], leg.axis)
        straight = bent(own - knee, axis, inner_angle(knee - hip[f], own - knee, axis) - np.pi)
        assert_allclose(np.linalg.norm(ankle[f]), np.linalg.norm(knee - hip[f] + straight), **MET)
    assert_allclose(np.linalg.norm(np.cross(ankle, place - hip), axis=1), 0.0, **MET)


def test_a_target_at_the_hip_is_no_trouble():
    motion, limbs = waving_figure(2)
    leg, pose = limbs[0], world_pose(motion)
    targets = Targets(np.ones((2, 1), bool), pose.positions[:, [leg.base]], pose.rotations[:, [leg.end]])
    for settings in (RIGID, STRETCH):
        assert np.isfinite(solve_limbs(motion, [leg], targets, still(motion), settings).rotations).all()


def twisted(share):
    """How far hip and ankle turn when a foot is only twisted about the line from the hip, by 0.3 rad."""
    motion, limbs = waving_figure(3)
    leg, pose = limbs[0], world_pose(motion)
    line = pose.positions[:, leg.end] - pose.positions[:, leg.base]
    line /= np.linalg.norm(line, axis=1, keepdims=True)
    goal = quaternions.multiply(quaternions.exp(0.3 * line), pose.rotations[:, leg.end])
    targets = Targets(np.ones((3, 1), bool), pose.positions[:, [leg.end]], goal[:, None])
    out = solve_limbs(motion, [leg], targets, still(motion), CleanSettings(swivel=share))
    turns = quaternions.multiply(out.rotations, quaternions.conjugate(motion.rotations))
    return np.linalg.norm(quaternions.log(turns * np.sign(turns[..., :1])), axis=-1)[:, [leg.base, leg.middle, leg.end]]


@pytest.mark.parametrize(("share", "hip", "ankle"), [(0.0, 0.0, 0.3), (0.5, 0.15, 0.15), (1.0, 0.3, 0.0)])
def test_a_twist_is_shared_between_hip_and_ankle(share, hip, ankle):
    assert_allclose(twisted(share), np.broadcast_to([hip, 0.0, ankle], (3, 3)), rtol=0.0, atol=1e-7)


def test_a_rotation_and_a_scale_of_the_world_change_nothing():
    motion, limbs = waving_figure(5)
    targets = moved_targets(motion, limbs)
    turn = quaternions.exp(np.array([0.3, -1.2, 0.5]))
    for settings in (RIGID, STRETCH):
        plain = solve_limbs(motion, limbs, targets, still(motion), settings)
        rotations = motion.rotations.copy()
        rotations[:, 0] = quaternions.multiply(turn, rotations[:, 0])
        big = replace(
            motion, skeleton=motion.skeleton.scaled(3.0), rotations=rotations,
            root_positions=3.0 * quaternions.rotate(turn, motion.root_positions),
        )  # fmt: skip
        there = Targets(
            targets.active,
            3.0 * quaternions.rotate(turn, targets.positions),
            quaternions.multiply(turn, targets.rotations),
        )
        found = solve_limbs(big, limbs, there, still(big), settings)
        assert_allclose(found.rotations[:, 1:], plain.rotations[:, 1:], rtol=0.0, atol=1e-10)
        assert_allclose(found.scales, plain.scales, rtol=0.0, atol=1e-10)
