"""The goal of the centre of mass."""

import numpy as np
from numpy.testing import assert_allclose
from support.tolerances import ALGEBRA

from supple.constraints.curves.balance import balance_arm, balance_goal, displacement

RNG = np.random.default_rng(5)
COM, FEET = RNG.normal(size=(50, 3)), RNG.normal(size=(50, 4, 3))
TIMES = np.arange(50) / 10.0


def test_unmoved_feet_leave_the_centre_of_mass():
    assert_allclose(balance_goal(balance_arm(COM, FEET), FEET), COM, **ALGEBRA)


def test_feet_that_all_move_take_it_along():
    v = np.array([0.1, -0.05, 0.3])
    assert_allclose(balance_goal(balance_arm(COM, FEET), FEET + v), COM + v, **ALGEBRA)


def test_one_foot_of_two_takes_it_half_way():
    moved = FEET.copy()
    moved[:, :2] += [0.0, 0.0, 0.2]
    assert_allclose(balance_goal(balance_arm(COM, FEET), moved), COM + [0.0, 0.0, 0.1], **ALGEBRA)


def test_a_displacement_appears_in_the_goal_in_its_time():
    offset = displacement(TIMES, [(1.0, 1.5, 2.0, 2.5)], np.array([[0.05, 0.0, 0.0]]))
    goal = balance_goal(balance_arm(COM, FEET, offset), FEET)
    full = (TIMES >= 1.5) & (TIMES <= 2.0)
    assert_allclose((goal - COM)[full], np.tile([0.05, 0, 0], (full.sum(), 1)), **ALGEBRA)
    assert_allclose((goal - COM)[(TIMES <= 1.0) | (TIMES >= 2.5)], 0.0, **ALGEBRA)


def test_no_displacement_is_none():
    assert not displacement(TIMES, [], np.zeros((0, 3))).any()


def test_a_displacement_may_turn_with_the_body():
    turning = np.stack([np.cos(TIMES), 0 * TIMES, np.sin(TIMES)], axis=-1)
    got = displacement(TIMES, [(0.0, 0.0, 9.0, 9.0)], turning[None])
    assert_allclose(got, turning, **ALGEBRA)
