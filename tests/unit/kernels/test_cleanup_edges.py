"""Limbs that stretch bend smoothly about where plants begin and end, and their planted ends stay."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.limb_solving import solve_limbs, stretched_offsets
from support.planted import moved_targets, own_targets, waving_figure
from support.slow_easing import bend_limb

from supple.core.pose import world_pose
from supple.core.quaternions import exp, multiply
from supple.kernels.cleanup import edges, spreading
from supple.solvers.cleanup.limbs import limb_rows
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.targets import Targets

FRAMES, WINDOW, FEW, STRETCH = 50, 8, 2, 0.03
PULL, SHARE = 0.5, 0.3


def held(active_frames, far, stretch=STRETCH):
    """A figure whose limbs are held in some frames, before and after the easing: motions, targets, limbs, scales."""
    motion, limbs = waving_figure(FRAMES)
    wanted = moved_targets(motion, limbs, far=far) if far else own_targets(motion, limbs)
    active = np.zeros(wanted.active.shape, bool)
    active[active_frames] = True
    targets = Targets(active, wanted.positions, wanted.rotations)
    solved = solve_limbs(motion, limbs, targets, np.zeros((FRAMES, 3)), CleanSettings(stretch=stretch))
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
        0, FRAMES, 0, FRAMES, WINDOW, FEW, PULL, SHARE, stretch, joints, axes, motion.skeleton.parents, active,
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


@pytest.mark.parametrize("stretch", [0.0, 0.003, 0.01, 0.03])
def test_ends_go_on_from_where_they_stood_where_bones_give_no_more(stretch):
    """Free limbs that bent for bones that cannot give moved their ends by 48, 45, 38 and 27 mm in a frame."""
    _, before, after, targets, limbs, scales = held(slice(15, 30), 0.02, stretch)
    assert_allclose(np.abs(scales - 1.0).max(), stretch, atol=1e-12)  # it is used up
    ends = [limb.end for limb in limbs]
    moved = np.linalg.norm((world_pose(after).positions - world_pose(before).positions)[:, ends], axis=-1)
    assert moved[targets.active].max() < 1e-9
    assert moved[[14, 30]].max() < 0.003


def test_one_limb_bends_as_the_slow_twin_has_it():
    """Forward and backward, planted and free, with bones that give and that do not."""
    motion, limbs = waving_figure(1)
    limb, rng, seen = limbs[0], np.random.default_rng(0), []
    for _ in range(400):
        own, more, by = rng.uniform(-0.4, 0.8), rng.uniform(-0.3, 0.5), rng.uniform(-0.3, 0.3)
        planted, stretch, scale = bool(rng.integers(2)), rng.choice([0.003, 0.03]), rng.uniform(0.998, 1.002)
        firm = 1.0 if planted else rng.uniform(0.05, 1.0)
        rotations = motion.rotations.copy()
        rotations[0, limb.middle] = exp(own * limb.axis)
        posed, changed = world_pose(motion.with_rotations(rotations)), rotations[0].copy()
        changed[limb.middle] = multiply(changed[limb.middle], exp(more * limb.axis))
        slow, joints = changed.copy(), np.array([[limb.base, limb.middle, limb.end]])
        skeleton = motion.skeleton
        now = edges.bend_of(0, 0, joints, tuple(limb.axis), posed.positions, posed.rotations)
        found = edges.bend_more(
            0, by, planted, firm, stretch, 0, joints, tuple(limb.axis), skeleton.parents,
            (posed.positions, posed.rotations), more, changed[None], scale,
        )  # fmt: skip
        wanted = bend_limb(
            skeleton, limb, motion.root_positions[0], slow, skeleton.offsets, now, by, planted, firm, scale, stretch
        )
        assert_allclose(found, wanted, atol=1e-12)
        assert_allclose(np.abs(np.sum(changed * slow, axis=-1)), 1.0, atol=1e-9)
        seen.append((planted, now < 0.0, now + more < 0.0, bool(abs(abs(found - 1.0) - stretch) < 1e-12)))
    assert len(set(seen)) > 10


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
