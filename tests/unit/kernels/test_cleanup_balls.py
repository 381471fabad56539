"""The root's projection on where all limbs reach, against a general solver."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.slow_limbs import slow_nearest

from supple.kernels.cleanup.balls import nearest_of

SOLVER = {"rtol": 0.0, "atol": 2e-5}  # SLSQP at a constraint that is almost parallel to another
INSIDE = 1e-8  # of a radius


def nearest(centres, radii, first=None):
    count, grown = len(radii), np.zeros(len(radii))
    first = count if first is None else first
    return np.array(nearest_of(np.array(centres, float), np.array(radii, float), count, first, grown))


def violation(x, centres, radii):
    return np.linalg.norm(x - np.asarray(centres), axis=1) - radii


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_it_is_the_nearest_point(count):
    rng = np.random.default_rng(count)
    compared = 0
    for _ in range(60):
        centres, common = rng.normal(size=(count, 3)), rng.normal(size=3)
        radii = np.linalg.norm(centres - common, axis=1) * rng.uniform(0.95, 1.3, count)
        oracle = slow_nearest(centres, radii)
        if oracle is None:
            continue
        compared += 1
        x = nearest(centres, radii)
        assert violation(x, centres, radii).max() <= INSIDE
        assert_allclose(np.linalg.norm(x), np.linalg.norm(oracle), **SOLVER)
    assert compared > 20


def test_inside_all_balls_nothing_moves():
    assert (nearest([(0.1, 0.0, 0.0), (0.0, 0.3, 0.0)], [1.0, 1.0]) == 0.0).all()
    assert (nearest(np.zeros((0, 3)), []) == 0.0).all()


def test_where_two_balls_do_not_meet_both_are_missed_alike():
    x = nearest([(-2.0, 1.0, 0.0), (2.0, 1.0, 0.0)], [1.5, 1.5])
    assert_allclose(x, [0.0, 1.0, 0.0], atol=1e-4)
    assert_allclose(violation(x, [(-2.0, 1.0, 0.0), (2.0, 1.0, 0.0)], 1.5), 0.5, atol=1e-8)


def test_the_largest_miss_is_the_smallest_possible():
    rng = np.random.default_rng(5)
    for _ in range(20):
        centres, radii = 2.0 * rng.normal(size=(4, 3)), rng.uniform(0.1, 0.5, 4)
        x = nearest(centres, radii)
        worst = violation(x, centres, radii).max()
        near = x + 0.02 * rng.normal(size=(200, 3))
        others = (np.linalg.norm(near[:, None] - centres, axis=2) - radii).max(axis=1)
        assert worst <= others.min() + 1e-7


def test_feet_come_before_hands():
    centres, radii = [(0.0, -1.0, 0.0), (0.0, 3.0, 0.0)], [1.0, 1.0]
    x = nearest(centres, radii, first=1)
    assert_allclose(x, 0.0, atol=1e-7)  # the foot is kept; of its ball the point nearest to the hand's
    assert violation(nearest(centres, radii), centres, radii)[0] > 0.4


def test_nothing_jumps_where_the_intersection_becomes_empty():
    path = []
    for gap in np.linspace(0.9, 1.1, 401):
        path.append(nearest([(-gap, 0.4, 0.1), (gap, 0.3, -0.2), (0.0, 0.5, 0.0)], [1.0, 1.0, 2.0]))
    # A lens of two balls shrinks like the square root of its thickness.
    assert np.abs(np.diff(path, axis=0)).max() < 0.05


def test_balls_in_one_place_and_in_one_line_are_no_trouble():
    x = nearest([(1.0, 0.0, 0.0)] * 3, [0.5, 0.5, 0.4])
    assert_allclose(x, [0.6, 0.0, 0.0], atol=1e-12)
    x = nearest([(1.0, 0.0, 0.0), (2.0, 0.0, 0.0), (3.0, 0.0, 0.0)], [1.2, 1.5, 2.2])
    assert_allclose(x, [0.8, 0.0, 0.0], atol=1e-12)
