"""The first guess: the root goes along with the feet."""

from dataclasses import replace

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from support.fitting import asks_in_place, legs_of, moved, problem_for, terrain_problem

from supple.recipes.walk import walking
from supple.solvers.hierarchical.guess import root_shift
from supple.solvers.hierarchical.levels import fit
from supple.solvers.hierarchical.misses import misses_of
from supple.solvers.hierarchical.settings import FitSettings

WALK = walking(seconds=4.0, fps=30.0)
SPACINGS = [16.0, 8.0, 4.0, 2.0]
SETTINGS = FitSettings(spacing_s=16.0 / 30.0, tolerance_m=1e-9)


def lifted(by, asked=None, motion=WALK):
    legs = legs_of(motion)
    return problem_for(motion, legs, moved(asks_in_place(motion, legs, asked), np.array(by)))


def test_a_lift_of_both_feet_lifts_the_root_and_leaves_the_knees():
    problem = lifted((0.0, 0.3, 0.0))
    assert_allclose(root_shift(problem, SPACINGS), np.tile([0.0, 0.3, 0.0], (WALK.frames, 1)), rtol=0.0, atol=3e-3)
    fitted = fit(problem, SETTINGS)
    knees = [limb.middle for limb in problem.limbs]
    away = np.abs(np.sum(fitted.rotations[:, knees] * WALK.rotations[:, knees], axis=-1))
    assert np.degrees(2.0 * np.arccos(np.minimum(1.0, away))).max() < 1.0
    squat = fit(problem, replace(SETTINGS, guess=False))
    bent = np.abs(np.sum(squat.rotations[:, knees] * WALK.rotations[:, knees], axis=-1))
    assert np.degrees(2.0 * np.arccos(np.minimum(1.0, bent))).max() > 1.0, "without it they bend"


def test_rough_ground_is_nearer_after_the_guess():
    problem = terrain_problem(WALK)
    before = misses_of(problem, WALK.root_positions, WALK.rotations).max()
    after = misses_of(problem, WALK.root_positions + root_shift(problem, SPACINGS), WALK.rotations).max()
    assert after < 0.6 * before


def test_a_shift_goes_on_through_the_swing():
    asked = np.zeros((WALK.frames, 2), bool)
    asked[:40, 0] = asked[80:, 0] = True
    asked[30:90, 1] = True
    shift = root_shift(lifted((0.0, 0.2, 0.0), asked), SPACINGS)
    assert_allclose(shift[:, 1], 0.2, rtol=0.0, atol=5e-3)


def test_far_from_what_is_asked_nothing_is_shifted():
    asked = np.zeros((WALK.frames, 2), bool)
    asked[10:14] = True
    shift = root_shift(lifted((0.0, 0.2, 0.0), asked), SPACINGS)
    assert_array_equal(shift[13 + 4 * 16 :], 0.0)
    assert shift[12, 1] > 0.19


def test_nothing_asked_is_no_shift():
    asked = np.zeros((WALK.frames, 2), bool)
    assert_array_equal(root_shift(lifted((0.0, 0.2, 0.0), asked), SPACINGS), np.zeros((WALK.frames, 3)))
