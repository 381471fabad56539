"""Limbs that stretch bend smoothly about where plants begin and end, and their planted ends stay."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.limb_solving import solve_limbs, stretched_offsets
from support.planted import moved_targets, own_targets, waving_figure

from supple.core.pose import world_pose
from supple.kernels.cleanup import edges, spreading
from supple.solvers.cleanup.limbs import limb_rows
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.targets import Targets

FRAMES, WINDOW, FEW, STRETCH = 50, 8, 2, 0.03
PULL, SHARE = 0.5, 0.3


def held(active_frames, far):
    """A figure whose limbs are held in some frames, before and after the easing: motions, targets, limbs, scales."""
    motion, limbs = waving_figure(FRAMES)
    wanted = moved_targets(motion, limbs, far=far) if far else own_targets(motion, limbs)
    active = np.zeros(wanted.active.shape, bool)
    active[active_frames] = True
    targets = Targets(active, wanted.positions, wanted.rotations)
    solved = solve_limbs(motion, limbs, targets, np.zeros((FRAMES, 3)), CleanSettings(stretch=STRETCH))
    joints, axes = np.array([(limb.base, limb.middle, limb.end) for limb in limbs]), limb_rows(limbs).axes
    rotations, scales, pose = solved.rotations.copy(), solved.scales.copy(), world_pose(motion)
    changes, eased = np.zeros((FRAMES, len(limbs), 3, 3)), np.zeros(active.shape)
    spreading.find_changes(0, FRAMES, joints, active, motion.rotations, rotations, changes)
    spreading.spread(
        0, FRAMES, 0, FRAMES, WINDOW, joints, axes, active, pose.positions, pose.rotations, changes,
        motion.rotations, rotations, scales,
    )  # fmt: skip
    before, found = _stretched(motion, limbs, rotations.copy(), scales), np.ones(scales.shape)
    edges.ease_edges(
        0, FRAMES, 0, FRAMES, WINDOW, FEW, PULL, SHARE, STRETCH, joints, axes, motion.skeleton.parents, active,
        pose.positions, pose.rotations, changes, scales, eased, rotations, found,
    )  # fmt: skip
    return motion, before, _stretched(motion, limbs, rotations, found), targets, limbs, found


def _stretched(motion, limbs, rotations, scales):
    return replace(motion, rotations=rotations, offsets=stretched_offsets(motion, limbs, scales))


def roughness(motion, limbs, frames):
    """What the lengths from base to middle to end say of bends: the summed squares of their second differences."""
    pose, total = world_pose(motion), 0.0
    for limb in limbs:
        upper = pose.positions[:, limb.middle] - pose.positions[:, limb.base]
        lower = pose.positions[:, limb.end] - pose.positions[:, limb.middle]
        cosine = np.sum(upper * lower, axis=1) / np.linalg.norm(upper, axis=1) / np.linalg.norm(lower, axis=1)
        total += np.sum(np.diff(np.arccos(np.clip(cosine, -1.0, 1.0)), 2)[frames] ** 2)
    return total


@pytest.mark.parametrize("frames", [slice(15, 30), slice(20, 21), slice(20, 23), np.r_[8:14, 18:30], slice(0, 50)])
def test_planted_ends_stay_where_they_are(frames):
    _, before, after, targets, limbs, scales = held(frames, 0.01)
    assert np.abs(scales - 1.0).max() <= STRETCH + 1e-12
    for k, limb in enumerate(limbs):
        there = targets.active[:, k]
        was, now = (world_pose(motion) for motion in (before, after))
        assert_allclose(now.positions[there, limb.end], was.positions[there, limb.end], atol=1e-9)
        alike = np.abs(np.sum(now.rotations[:, limb.end] * was.rotations[:, limb.end], axis=-1))
        assert_allclose(alike, 1.0, atol=1e-9)  # in free frames too


def test_bends_become_smoother_about_the_ends_of_plants():
    _, before, after, _, limbs, _ = held(slice(15, 30), 0.02)
    around = np.r_[9:17, 27:35]
    assert roughness(after, limbs, around) < 0.8 * roughness(before, limbs, around)


def test_far_from_the_ends_nothing_changes():
    _, before, after, _, _, _ = held(slice(15, 30), 0.02)
    same = np.r_[0 : 15 - WINDOW, 15 + FEW : 30 - FEW, 30 + WINDOW : FRAMES]
    assert_array_equal(after.rotations[same], before.rotations[same])
    assert (after.rotations[15] != before.rotations[15]).any()


def test_limbs_that_are_where_they_should_be_stay():
    motion, _, after, _, _, _ = held(slice(15, 30), 0.0)
    assert_allclose(world_pose(after).positions, world_pose(motion).positions, atol=1e-12)


def test_without_a_window_nothing_is_eased():
    motion, limbs = waving_figure(9)
    pose, shape = world_pose(motion), (9, len(limbs))
    rotations, found, spread = motion.rotations.copy(), np.zeros(shape), np.full(shape, 1.01)
    active = np.zeros(shape, bool)
    active[3:6] = True
    edges.ease_edges(
        0, 9, 0, 9, 1, 1, PULL, SHARE, STRETCH, np.array([(b.base, b.middle, b.end) for b in limbs]),
        limb_rows(limbs).axes, motion.skeleton.parents, active, pose.positions, pose.rotations,
        np.full((*shape, 3, 3), 0.1), spread, np.zeros(shape), rotations, found,
    )  # fmt: skip
    assert_array_equal(rotations, motion.rotations)
    assert_array_equal(found, spread)
