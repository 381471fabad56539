"""The smooth curve above what is needed: enough everywhere, zero where held, and the least of its kind."""

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from supple.solvers.ranges.smoothest import Pace, smoothest

PACE = Pace(rounding=1.8, decay=7.0)


def rows_of(count, pace):
    """The sum of squares that it minimises, as a matrix."""
    whole = np.eye(count)
    return np.concatenate([whole / pace.decay, np.diff(whole, axis=0), pace.rounding * np.diff(whole, 2, axis=0)])


def some_need(seed, count=60):
    random = np.random.default_rng(seed)
    needed, held = np.zeros(count), np.zeros(count, bool)
    for start in random.integers(5, count - 10, 3):
        needed[start : start + 5] = random.uniform(0.0, 0.1, 5)
        held[start - 3 : start] = True
    held[:2] = held[-2:] = True
    return np.where(held, 0.0, needed), held


@pytest.mark.parametrize("seed", range(8))
def test_it_is_the_least_that_is_enough(seed):
    needed, held = some_need(seed)
    found = smoothest(needed, held, PACE)
    rows, free = rows_of(len(needed), PACE), ~held
    oracle = np.zeros(len(needed))
    oracle[free] = lsq_linear(
        rows[:, free], np.zeros(len(rows)), (needed[free], np.inf), method="bvls", tol=1e-14, max_iter=1000
    ).x
    assert (found >= needed).all()
    assert not found[held].any()
    np.testing.assert_allclose(found, oracle, atol=1e-9)


def test_nothing_needed_is_nothing_done():
    assert not smoothest(np.zeros(9), np.zeros(9, bool), PACE).any()


@pytest.mark.parametrize("count", [1, 2, 3])
def test_clips_of_a_few_frames(count):
    np.testing.assert_array_equal(smoothest(np.ones(count), np.zeros(count, bool), PACE), np.ones(count))


def test_a_jump_from_zero_does_not_overshoot_far():
    needed, held = np.zeros(60), np.arange(60) < 20
    needed[20:23] = 1.0
    assert smoothest(needed, held, PACE).max() < 1.6
