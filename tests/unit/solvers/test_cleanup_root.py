"""Where the root goes so that planted limbs reach."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.limb_solving import solve_limbs
from support.planted import moved_targets, own_targets, waving_figure
from support.slow_root import slow_settle

from supple.core.pose import world_pose
from supple.kernels.cleanup import bends, settle
from supple.kernels.cleanup.root import smooth_at
from supple.recipes.roles import motion_roles
from supple.recipes.walk import walking
from supple.solvers.cleanup.limbs import limb_rows
from supple.solvers.cleanup.limbs_of import limbs_of
from supple.solvers.cleanup.root import gaussian, place_root, within_reach
from supple.solvers.cleanup.root_rigid import near, reaching
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.targets import Targets

RIGID, STRETCH = CleanSettings(), CleanSettings(stretch=0.03)
MODES = pytest.mark.parametrize("settings", [RIGID, STRETCH], ids=["rigid", "stretch"])


def walk(raised=0.0, fps=60.0):
    """A walk whose feet are wanted where they were before the root was raised [m]; only in stance."""
    motion = walking(3.0, fps)
    limbs = limbs_of(motion, motion_roles(motion))[:2]
    own = own_targets(motion, limbs)
    speed = np.linalg.norm(np.gradient(own.positions, motion.frame_time, axis=0), axis=2)
    targets = Targets(speed < 0.3, own.positions, own.rotations)
    return motion.with_root_positions(motion.root_positions + np.array([0.0, raised, 0.0])), limbs, targets


def reached(motion, limbs, targets, settings):
    """Displacement, worst miss of the feet [m], and scales."""
    displacement = place_root(motion, limbs, targets, settings)
    found = solve_limbs(motion, limbs, targets, displacement, settings)
    scale = np.ones((motion.frames, len(motion.skeleton), 1))
    for k, limb in enumerate(limbs):
        scale[:, [limb.middle, limb.end], 0] = found.scales[:, [k]]
    out = replace(
        motion, root_positions=motion.root_positions + displacement, rotations=found.rotations,
        offsets=motion.skeleton.offsets * scale,
    )  # fmt: skip
    ends = world_pose(out).positions[:, [limb.end for limb in limbs]]
    miss = np.where(targets.active, np.linalg.norm(ends - targets.positions, axis=2), 0.0)
    return displacement, miss.max(), found.scales


@MODES
def test_feet_that_stand_where_they_should_leave_the_root_alone(settings):
    motion, limbs, targets = walk()
    assert (place_root(motion, limbs, targets, settings) == 0.0).all()


@MODES
@pytest.mark.parametrize("raised", [0.02, 0.05])
def test_a_figure_that_floats_comes_down_smoothly(settings, raised):
    motion, limbs, targets = walk(raised)
    displacement, miss, scales = reached(motion, limbs, targets, settings)
    assert miss < 1e-9
    assert np.abs(scales - 1.0).max() <= (settings.stretch or 0.0) + 1e-15
    assert np.abs(displacement).max() < 1.6 * raised
    steps = np.abs(np.diff(displacement, axis=0)).max()
    assert steps < 0.2 * raised


def test_rigid_knees_do_not_pop():
    motion, limbs, targets = walk(0.01)
    lines, shapes = measured(motion, limbs, targets)
    displacement = place_root(motion, limbs, targets, RIGID)

    def bends(d):
        lengths = np.sum((lines - d[:, None]) ** 2, axis=2)
        return np.arccos(np.clip((lengths - shapes[..., 0]) / (2.0 * shapes[..., 1]), -1.0, 1.0))

    inside = targets.active[2:] & targets.active[1:-1] & targets.active[:-2]
    limit = np.abs(np.diff(bends(displacement), 2, axis=0))[inside].max()
    own = np.arccos(np.clip((shapes[..., 2] - shapes[..., 0]) / (2.0 * shapes[..., 1]), -1.0, 1.0))
    assert limit < 1.1 * np.abs(np.diff(own, 2, axis=0)).max()
    projected = within_reach(world_pose(motion), limb_rows(limbs), targets, np.zeros(displacement.shape))
    assert np.abs(np.diff(bends(projected), 2, axis=0))[inside].max() > 2.0 * limit  # without settling they do


def test_a_limb_that_is_let_go_while_it_is_short_of_its_target_leaves_no_jump():
    """As in a cartwheel, where the root does not come to rest."""
    motion, limbs, targets = walk(0.05)
    active = targets.active.copy()
    active[:60], active[100:] = False, False
    pose, rows, some = world_pose(motion), limb_rows(limbs), replace(targets, active=active)
    nothing = np.zeros((motion.frames, 3))
    alone = within_reach(pose, rows, some, nothing)
    displacement = reaching(pose, rows, some, nothing, 0.004, 18)
    assert_allclose(within_reach(pose, rows, some, displacement), displacement, rtol=0.0, atol=1e-9)  # all reach
    assert np.abs(np.diff(displacement, axis=0)).max() < 0.5 * np.abs(np.diff(alone, axis=0)).max()
    assert (displacement[: 60 - 18] == 0.0).all()
    assert np.array_equal(reaching(pose, rows, some, nothing, 0.2, 18), alone)  # what is barely missing is not spread


@MODES
def test_far_from_targets_nothing_moves(settings):
    motion, limbs, targets = walk(0.05)
    active = targets.active.copy()
    active[:60], active[100:] = False, False
    displacement = place_root(motion, limbs, replace(targets, active=active), settings)
    assert displacement[60:100].any(axis=1).all()
    assert (displacement[:45] == 0.0).all()
    assert (displacement[115:] == 0.0).all()


@MODES
def test_rest_rows_stay(settings):
    motion, limbs, targets = walk(0.05)
    motion = replace(motion, rest_rows=2)
    displacement = place_root(motion, limbs, targets, settings)
    assert (displacement[:2] == 0.0).all()
    assert displacement[2:].any()


@MODES
@pytest.mark.parametrize("frames", [1, 2, 3, 4])
def test_short_clips_are_placed(settings, frames):
    motion, limbs, targets = walk(0.03)
    some = Targets(targets.active[:frames], targets.positions[:frames], targets.rotations[:frames])
    _, miss, _ = reached(motion.with_frames(0, frames), limbs, some, settings)
    assert miss < 1e-9


@MODES
def test_what_cannot_be_reached_is_missed_alike_and_finite(settings):
    motion, limbs, targets = walk()
    apart = targets.positions + np.array([[[1.0, 0.0, 0.0]], [[-1.0, 0.0, 0.0]]]).transpose(1, 0, 2)
    far = Targets(np.ones(targets.active.shape, bool), apart, targets.rotations)
    displacement, miss, _ = reached(motion, limbs, far, settings)
    assert np.isfinite(displacement).all()
    assert 0.05 < miss < 2.0


@MODES
def test_a_world_that_is_turned_and_larger_has_the_same_root(settings):
    motion, limbs, targets = walk(0.03)
    plain = place_root(motion, limbs, targets, settings)
    larger = replace(motion, skeleton=motion.skeleton.scaled(2.5), root_positions=2.5 * motion.root_positions)
    there = Targets(targets.active, 2.5 * targets.positions, targets.rotations)
    assert_allclose(place_root(larger, limbs, there, settings), 2.5 * plain, rtol=0.0, atol=1e-7)


def test_the_rate_hardly_matters():
    slow = place_root(*walk(0.03, 60.0), RIGID)
    fast = place_root(*walk(0.03, 120.0), RIGID)[::2]
    inside = slice(20, 150)  # the targets of the last frames are not the same
    assert np.abs(slow[inside] - fast[inside]).max() < 0.004  # of 0.03


def measured(motion, limbs, targets):
    pose, rows = world_pose(motion), limb_rows(limbs)
    lines, shapes = np.zeros((*targets.active.shape, 3)), np.zeros((*targets.active.shape, 6))
    bends.measure(
        pose.positions, pose.rotations, rows.bases, rows.middles, rows.ends, rows.axes, targets.positions,
        targets.firm, lines, shapes,
    )  # fmt: skip
    return lines, shapes


@pytest.mark.parametrize("steps", [1, 2, 6])
def test_settling_is_what_the_slow_twin_does(steps):
    motion, limbs, targets = walk(0.04)
    lines, shapes = measured(motion, limbs, targets)
    some = slice(30, 48)
    lines, shapes, active = (np.ascontiguousarray(a[some]) for a in (lines, shapes, targets.active))
    free = np.ones(18, bool)
    free[:3] = active[:3].any(axis=1)
    displacement = np.zeros((18, 3))
    settle.settle(lines, shapes, active, free, 60.0, 0.8, 10.0, 2000.0, steps, displacement)
    twin = slow_settle(lines, shapes, active, free, 60.0, 0.8, 10.0, 2000.0, steps)
    assert np.abs(displacement).max() > 0.01
    assert_allclose(displacement, twin, rtol=0.0, atol=1e-6)  # its derivatives are differences


def settled(lines, shapes, active, free, steps):
    """The displacement [legs of 0.8 m] after some steps."""
    displacement = np.zeros((len(active), 3))
    settle.settle(lines, shapes, active, free, 60.0, 0.8, 7.0, 900.0, steps, displacement)
    return displacement / 0.8


@pytest.mark.parametrize("seed", range(4))
def test_steps_lead_to_one_place_and_do_not_go_to_and_fro(seed):
    """Also where feet are pulled about, and some are out of reach."""
    motion, limbs, targets = walk(0.05)
    pulled = 0.001 * np.random.default_rng(seed).normal(size=targets.positions.shape).cumsum(axis=0)
    targets = replace(targets, positions=targets.positions + pulled)
    lines, shapes = measured(motion, limbs, targets)
    free = np.ones(motion.frames, bool)
    after = {steps: settled(lines, shapes, targets.active, free, steps) for steps in (7, 16, 60)}
    assert np.abs(after[60]).max() > 0.05
    assert np.abs(after[7] - after[60]).max() < 0.005
    assert np.abs(after[16] - after[60]).max() < 5e-4


def test_frames_with_nothing_between_them_do_not_know_of_each_other():
    """A place at which nothing goes well does not keep others from settling."""
    motion, limbs, targets = walk(0.04)
    lines, shapes = measured(motion, limbs, targets)
    active = targets.active.copy()
    active[70:110] = False
    free = near(active.any(axis=1), 10)
    assert not free[82:96].any()
    wild = lines.copy()
    wild[96:] *= np.random.default_rng(0).uniform(0.3, 3.0, size=(motion.frames - 96, 2, 1))
    calm, other = settled(lines, shapes, active, free, 8), settled(wild, shapes, active, free, 8)
    assert np.abs(calm[96:] - other[96:]).max() > 0.1
    assert np.array_equal(calm[:90], other[:90])
    alone = settled(*(np.ascontiguousarray(a[:86]) for a in (lines, shapes, active, free)), 8)
    assert np.array_equal(alone, calm[:86])


def test_a_place_where_nothing_goes_well_hardly_moves_far_frames():
    motion, limbs, targets = walk(0.04)
    lines, shapes = measured(motion, limbs, targets)
    free, wild = np.ones(motion.frames, bool), lines.copy()
    wild[120:] *= np.random.default_rng(0).uniform(0.3, 3.0, size=(motion.frames - 120, 2, 1))
    calm, other = (settled(z, shapes, targets.active, free, 7) for z in (lines, wild))
    assert np.abs(calm[120:] - other[120:]).max() > 0.1
    assert np.abs(calm[:60] - other[:60]).max() < 1e-4


@pytest.mark.parametrize("gap", [1, 2, 3, 5])
def test_what_is_free_in_parts_is_what_the_slow_twin_finds(gap):
    motion, limbs, targets = walk(0.04)
    some = slice(30, 50)
    lines, shapes = (np.ascontiguousarray(a[some]) for a in measured(motion, limbs, targets))
    active, free = np.ascontiguousarray(targets.active[some]), np.ones(20, bool)
    free[9 : 9 + gap] = False  # also where limbs are active
    found = settled(lines, shapes, active, free, 3)
    twin = slow_settle(lines, shapes, active, free, 60.0, 0.8, 7.0, 900.0, 3) / 0.8
    assert (found[~free] == 0.0).all()
    assert_allclose(found, twin, rtol=0.0, atol=1e-6)


def test_smoothing_in_a_window_gives_the_bits_of_the_clip():
    rows, weights = np.random.default_rng(0).normal(size=(40, 3)), gaussian(6)
    whole, part = np.zeros(3), np.zeros(3)
    smooth_at(rows, 20, weights, whole)
    smooth_at(np.ascontiguousarray(rows[14:27]), 6, weights, part)
    assert np.array_equal(whole, part)
    assert_allclose(whole, (weights[:, None] * rows[14:27]).sum(axis=0) / weights.sum(), rtol=0.0, atol=1e-14)
    smooth_at(rows, 0, weights, part)
    assert_allclose(part, (weights[6:, None] * rows[:7]).sum(axis=0) / weights[6:].sum(), rtol=0.0, atol=1e-14)


def test_limbs_are_within_reach_of_a_projected_root():
    motion, limbs = waving_figure(8)
    targets = moved_targets(motion, limbs, far=0.3)
    pose, rows = world_pose(motion), limb_rows(limbs[:3])
    some = Targets(targets.active[:, :3], targets.positions[:, :3], targets.rotations[:, :3])
    out = within_reach(pose, rows, some, np.zeros((8, 3)))
    again = within_reach(pose, rows, some, out)
    assert np.abs(out).max() > 0.01
    assert_allclose(again, out, rtol=0.0, atol=1e-6)


def test_near_a_mask():
    mask = np.array([0, 0, 0, 1, 0, 0, 0, 0, 1], bool)
    assert near(mask, 1).tolist() == [False, False, True, True, True, False, False, True, True]
    assert near(mask, 0).tolist() == mask.tolist()
