"""A whole motion fitted from coarse to fine: how the error falls, what changes, and what stays."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.fitting import asks_in_place, legs_of, moved, problem_for, roles_in, terrain_problem

from supple.core.body.joint_limits import limits_broken
from supple.core.pose import world_pose
from supple.kernels.fitting.kinds import AIM, BELOW
from supple.recipes.walk import walking
from supple.solvers.cleanup.limbs_of import limbs_of
from supple.solvers.hierarchical.figure import figure_of, wish
from supple.solvers.hierarchical.levels import fit
from supple.solvers.hierarchical.misses import misses_of
from supple.solvers.hierarchical.settings import FitSettings

FPS = 30.0
ALL_LEVELS = FitSettings(spacing_s=16.0 / FPS, tolerance_m=1e-9)
WALK = walking(seconds=240 / FPS, fps=FPS)


@pytest.fixture(scope="module")
def terrain():
    """Both feet asked in every frame, on ground that goes up and down by a fifth of the body's height."""
    problem = terrain_problem(WALK)
    return problem, fit(problem, ALL_LEVELS)


def one_edit(frame=120, by=(0.0, 0.15, 0.1), limb=2, spacing=16, motion=WALK, **more):
    """One hand that has to be elsewhere in one frame, and the fit."""
    limbs = limbs_of(motion, roles_in(motion))
    asked = np.zeros((motion.frames, len(limbs)), bool)
    asked[frame, limb] = True
    problem = problem_for(motion, limbs, moved(asks_in_place(motion, limbs, asked), np.array(by)))
    return problem, fit(problem, FitSettings(spacing_s=spacing / FPS, tolerance_m=1e-9, **more))


def changed_frames(motion, fitted):
    turned = (fitted.rotations != motion.rotations).any(axis=(1, 2))
    return np.flatnonzero(turned | (fitted.roots != motion.root_positions).any(axis=1))


def test_the_error_falls_level_by_level_to_one_percent(terrain):
    problem, fitted = terrain
    errors = [100.0 * level.worst_m / problem.size for level in fitted.levels[:4]]
    assert [level.spacing_s * FPS for level in fitted.levels[:4]] == pytest.approx([16.0, 8.0, 4.0, 2.0])
    assert 100.0 * fitted.start_m / problem.size > 10.0
    assert errors[0] < 10.0
    assert (np.diff(errors) < 0.0).all()
    assert errors[3] <= 1.0


def test_every_level_takes_fewer_steps(terrain):
    _, fitted = terrain
    assert (np.diff([level.steps for level in fitted.levels]) < 0).all()


def test_the_last_pass_is_exact(terrain):
    problem, fitted = terrain
    assert fitted.levels[-1].spacing_s == 0.0
    assert fitted.levels[-1].worst_m < 1e-6
    assert_allclose(misses_of(problem, fitted.roots, fitted.rotations).max(), fitted.levels[-1].worst_m)


def test_the_last_pass_jumps_no_more_than_what_was_left(terrain):
    """What it moves in a frame is no more than that frame missed, so second differences grow by less than 4 of it."""
    problem, fitted = terrain
    rough = fit(problem, replace(ALL_LEVELS, exact=False))
    before, after = (poses(problem, each) for each in (rough, fitted))
    left = misses_of(problem, rough.roots, rough.rotations).max()
    bend = [np.abs(np.diff(p, n=2, axis=0)).max() for p in (before, after)]
    assert np.abs(after - before).max() < 2.0 * left
    assert bend[1] < bend[0] + 4.0 * left


def poses(problem, fitted):
    """World positions of all joints in all frames."""
    return world_pose(replace(problem.motion, root_positions=fitted.roots, rotations=fitted.rotations)).positions


def test_limits_are_kept_in_frames_that_are_asked(terrain):
    problem, fitted = terrain
    broken = limits_broken(problem.limits, problem.low, problem.high, fitted.rotations)
    turning = np.isin(problem.limits.joint, figure_of(problem, True).joints)
    assert broken[:, turning].max() < np.radians(1.0)


def test_turns_stay_unit_and_finite(terrain):
    _, fitted = terrain
    assert np.isfinite(fitted.roots).all()
    assert_allclose(np.linalg.norm(fitted.rotations, axis=-1), 1.0, rtol=0.0, atol=1e-12)


def test_arms_are_left_alone_on_rough_ground(terrain):
    problem, fitted = terrain
    legs = {j for limb in problem.limbs for j in (limb.base, limb.middle, limb.end)}
    others = [j for j in range(1, len(problem.free)) if j not in legs]
    assert_array_equal(fitted.rotations[:, others], problem.motion.rotations[:, others])


def test_stance_alone_is_met_too():
    heights = world_pose(WALK).positions[:, [limb.end for limb in legs_of(WALK)], 1]
    problem = terrain_problem(WALK, asked=heights < heights.min(axis=0) + 0.03)
    fitted = fit(problem, ALL_LEVELS)
    errors = [level.worst_m / problem.size for level in fitted.levels]
    assert (np.diff(errors) < 0.0).all()
    assert errors[3] < 0.03
    assert errors[-1] * problem.size < 1e-6


@pytest.mark.parametrize(("spacing", "frames"), [(4, 28), (6, 42), (12, 84)])
def test_an_edit_of_one_frame_changes_seven_spans_and_nothing_else(spacing, frames):
    problem, fitted = one_edit(20 * spacing if spacing == 4 else 10 * spacing + 1, spacing=spacing)
    changed = changed_frames(WALK, fitted)
    asked = problem.frames[0]
    assert fitted.levels[-1].worst_m < 1e-6
    assert frames - spacing - 1 <= np.ptp(changed) + 1 <= frames
    assert np.abs(changed - asked).max() < 4 * spacing


def test_frames_further_than_four_knots_keep_every_bit(terrain):
    problem, fitted = one_edit()
    far = np.abs(np.arange(WALK.frames) - 120) >= 4 * 16
    assert_array_equal(fitted.roots[far], WALK.root_positions[far])
    assert_array_equal(fitted.rotations[far], WALK.rotations[far])
    assert misses_of(problem, fitted.roots, fitted.rotations).max() < 1e-6


def test_detail_is_kept():
    """A tremor above what the finest knots can carry stays: of its energy less than 2 % changes."""
    t = np.arange(WALK.frames)
    roots = WALK.root_positions + 0.005 * np.sin(2.0 * np.pi * t / 2.5)[:, None]
    shaky = replace(WALK, root_positions=roots)
    legs, bump = legs_of(shaky), np.zeros((WALK.frames, 1, 3))
    bump[:, 0, 1] = 0.1 * np.sin(2.0 * np.pi * t / 120.0)
    problem = problem_for(shaky, legs, moved(asks_in_place(shaky, legs), bump))
    fitted = fit(problem, FitSettings(spacing_s=32.0 / FPS, exact=False, levels=4))
    change, detail = (high_pass(v, 1.0 / 8.0) for v in (fitted.roots - roots, roots))
    assert np.sum(change**2) < 0.02 * np.sum(detail**2)
    assert np.abs(fitted.roots - roots).max() > 0.05


def high_pass(values, least):
    """What is faster than so many cycles a frame, away from the ends."""
    spectrum = np.fft.rfft(values * np.hanning(len(values))[:, None], axis=0)
    spectrum[np.fft.rfftfreq(len(values)) < least] = 0.0
    return np.fft.irfft(spectrum, len(values), axis=0)


def test_an_interval_is_one_ask_for_every_frame_of_it():
    legs = legs_of(WALK)
    asked = np.zeros((WALK.frames, 2), bool)
    asked[100:115, 0] = True
    problem = problem_for(WALK, legs, moved(asks_in_place(WALK, legs, asked), np.array([0.05, 0.05, 0.0])))
    assert_array_equal(problem.frames, np.arange(100, 115))
    fitted = fit(problem, ALL_LEVELS)
    assert misses_of(problem, fitted.roots, fitted.rotations)[100:115].max() < 1e-6


def test_a_low_door_is_walked_under():
    legs, head = legs_of(WALK), WALK.skeleton.index("Head")
    lintel, frames = np.zeros((WALK.frames, 4)), np.arange(WALK.frames)
    lintel[:, 1] = world_pose(WALK).positions[:, head, 1].min() - 0.1
    door = (frames >= 110) & (frames < 130)
    points = wish(BELOW, head, np.zeros(3), lintel, door.astype(float))
    problem = problem_for(WALK, legs, asks_in_place(WALK, legs), points=points, trunk=(0, WALK.skeleton.index("Spine")))
    fitted = fit(problem, ALL_LEVELS)
    positions = poses(problem, fitted)
    assert positions[door, head, 1].max() < lintel[0, 1] + 1e-3
    for leg in legs:
        assert np.abs(positions[:, leg.end] - world_pose(WALK).positions[:, leg.end]).max() < 1e-3


def test_what_needs_nothing_stays_as_it_is():
    problem = problem_for(WALK, legs_of(WALK), asks_in_place(WALK, legs_of(WALK)))
    fitted = fit(problem, ALL_LEVELS)
    assert_array_equal(fitted.roots, WALK.root_positions)
    assert_array_equal(fitted.rotations, WALK.rotations)


@pytest.mark.parametrize("limbs", [0, 2])
def test_nothing_asked_is_nothing_done(limbs):
    legs = legs_of(WALK)[:limbs]
    asks = asks_in_place(WALK, legs, np.zeros((WALK.frames, limbs), bool))
    fitted = fit(problem_for(WALK, legs, asks), FitSettings())
    assert_array_equal(fitted.rotations, WALK.rotations)
    assert fitted.start_m == 0.0


def test_the_same_bits_twice():
    first, second = (fit(terrain_problem(WALK), ALL_LEVELS) for _ in range(2))
    assert_array_equal(first.roots, second.roots)
    assert_array_equal(first.rotations, second.rotations)


def test_a_world_in_centimetres_is_fitted_alike(terrain):
    problem, fitted = terrain
    large = replace(
        WALK, root_positions=WALK.root_positions * 100.0,
        skeleton=replace(WALK.skeleton, offsets=WALK.skeleton.offsets * 100.0),
    )  # fmt: skip
    asks = replace(problem.asks, places=problem.asks.places * 100.0)
    scaled = replace(problem, motion=large, asks=asks, size=problem.size * 100.0)
    found = fit(scaled, replace(ALL_LEVELS, tolerance_m=1e-7))
    assert_allclose(found.roots / 100.0, fitted.roots, rtol=0.0, atol=1e-6)
    assert_allclose(found.rotations, fitted.rotations, rtol=0.0, atol=1e-6)


def test_levels_that_are_not_needed_are_left_out():
    problem, _ = one_edit(by=(0.0, 0.0, 0.01))
    fitted = fit(problem, FitSettings(spacing_s=16.0 / FPS, tolerance_m=0.02))
    assert len(fitted.levels) <= 2
    assert fitted.levels[0].worst_m <= 0.02


def test_rest_rows_are_left_alone():
    """Leading rows that are no motion, such as a T-pose, keep their numbers also next to an edit."""
    motion = replace(WALK, rest_rows=1)
    legs = legs_of(motion)
    fitted = fit(
        problem_for(motion, legs, moved(asks_in_place(motion, legs), np.array([0.0, 0.1, 0.0]))), FitSettings()
    )
    assert fitted.levels[-1].worst_m < 1e-3
    assert_array_equal(fitted.roots[0], motion.root_positions[0])
    assert_array_equal(fitted.rotations[0], motion.rotations[0])
    assert (fitted.roots[1:] != motion.root_positions[1:]).any()


def test_looking_at_where_one_is_asks_nothing():
    head = WALK.skeleton.index("Head")
    places = np.pad(world_pose(WALK).positions[:, head], ((0, 0), (0, 1)))
    points = wish(AIM, head, np.zeros(3), places, np.ones(WALK.frames), np.array([0.0, 0.0, 1.0]))
    fitted = fit(problem_for(WALK, (), asks_in_place(WALK, ()), points=points, trunk=(head,)), FitSettings())
    assert_array_equal(fitted.rotations, WALK.rotations)
