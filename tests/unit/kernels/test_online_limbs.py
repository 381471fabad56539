"""Limbs brought to places from a posed figure, judged by forward kinematics."""

import numpy as np
import pytest

from supple.core.pose import world_pose
from supple.kernels.online.settling import settle
from supple.recipes.names import motion_names
from supple.recipes.reach.limbs import LimbGoals, limbs_of, solve_goals
from supple.recipes.walk import true_walk
from supple.solvers.weighted.settings import WeightedSettings

LEG = {"left": ("-", "left_hip", "left_knee", "left_ankle")}
ARM = {"left": ("left_clavicle", "left_shoulder", "left_elbow", "left_wrist")}


@pytest.mark.parametrize("chain", [LEG, ARM], ids=["leg", "arm with a collar bone"])
def test_ends_are_where_they_should_be_and_nothing_else_moves(chain):
    walk = true_walk(1.0, 30.0).motion
    pose, limb = world_pose(walk), limbs_of(walk, motion_names(walk).roles, chain)["left"]
    end = limb.joints[3]
    goals = pose.positions[:, end] + np.array([0.03, 0.08, 0.02])
    local = walk.rotations.copy()
    solved = solve_goals(pose, walk.skeleton.parents, [LimbGoals(limb, goals)], local)
    there = world_pose(walk.with_rotations(local)).positions[:, end]
    assert np.abs(there - goals).max() < 2e-5  # [m], twice the tolerance of the solver
    assert solved.misses.max() < 2e-5
    moved = np.flatnonzero(np.abs(local - walk.rotations).max(axis=(0, 2)) > 0.0)
    assert set(moved) <= set(limb.joints[:3])


def test_a_leg_starts_where_it_goes(monkeypatch):
    """Within its ranges nothing is left to solve, however coarse the solver may be."""
    monkeypatch.setattr("supple.recipes.reach.limbs._SOLVE", WeightedSettings(position_m=1.0))
    walk = true_walk(1.0, 30.0).motion
    pose, limb = world_pose(walk), limbs_of(walk, motion_names(walk).roles, LEG)["left"]
    end, local = limb.joints[3], walk.rotations.copy()
    goals = pose.positions[:, end] + np.array([0.03, 0.08, 0.02])
    solve_goals(pose, walk.skeleton.parents, [LimbGoals(limb, goals)], local)
    there = world_pose(walk.with_rotations(local)).positions[:, end]
    assert np.abs(there - goals).max() < 1e-9


def test_a_pose_that_is_there_already_stays_as_it_is():
    walk = true_walk(0.5, 30.0).motion
    pose, limb = world_pose(walk), limbs_of(walk, motion_names(walk).roles, LEG)["left"]
    local = walk.rotations.copy()
    solve_goals(pose, walk.skeleton.parents, [LimbGoals(limb, pose.positions[:, limb.joints[3]])], local)
    np.testing.assert_allclose(local, walk.rotations, rtol=0.0, atol=1e-12)


def test_an_unreachable_place_stretches_the_limb_towards_it():
    walk = true_walk(0.5, 30.0).motion
    pose, limb = world_pose(walk), limbs_of(walk, motion_names(walk).roles, LEG)["left"]
    hip, far = pose.positions[:, limb.joints[1]], np.array([0.0, -2.0, 0.3])
    local = walk.rotations.copy()
    solved = solve_goals(pose, walk.skeleton.parents, [LimbGoals(limb, hip + far)], local)
    way = world_pose(walk.with_rotations(local)).positions[:, limb.joints[3]] - hip
    cosine = way @ far / np.linalg.norm(way, axis=1) / np.linalg.norm(far)
    assert cosine.min() > 0.9999
    assert np.all(solved.misses > 1.0)


def test_low_points_are_on_the_ground_and_high_ones_stay_without_a_kink():
    heights, out = np.linspace(-0.05, 0.1, 1501), np.zeros(1501)
    settle(heights, 0.01, out)
    assert np.all(out[heights <= 0.01] == 0.0)
    np.testing.assert_array_equal(out[heights >= 0.0301], heights[heights >= 0.0301])
    slope = np.gradient(out, heights)
    assert slope.min() >= -1e-9
    assert np.abs(np.diff(slope)).max() < 0.1  # a kink would be a jump of about 1, however fine the steps
