"""One prioritized step against the textbook recursion with singular values, and the laws it promises."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from supple.kernels.prioritized import prioritized_step

seeds = st.integers(0, 2**32 - 1)
TIGHT = 1e-9  # a damping that hardly matters


def stepped(levels, errors, damping, wish):
    rows, size = np.vstack(levels), len(wish)
    starts = np.cumsum([0] + [len(level) for level in levels])
    count, step = len(rows), np.zeros(size)
    rank = prioritized_step(
        rows, np.concatenate(errors), starts, np.asarray(damping, float), wish,
        *np.zeros((2, count, count)), np.zeros(count, int), *np.zeros((2, count)), step,
    )  # fmt: skip
    return step, rank


def textbook(levels, errors, damping, wish):
    """The recursion with undamped pseudo-inverses for the projectors (slow, obvious)."""
    size = len(wish)
    free, step = np.eye(size), np.zeros(size)
    for jacobian, error, damping_sq in zip(levels, errors, damping, strict=True):
        inside = jacobian @ free
        damped = inside.T @ np.linalg.inv(inside @ inside.T + damping_sq * np.eye(len(inside)))
        step = step + damped @ (error - jacobian @ step)
        free = free - np.linalg.pinv(inside, rcond=1e-4) @ inside
    return step + free @ (wish - step)


def problem(seed, sizes=(4, 3, 3), columns=14):
    rng = np.random.default_rng(seed)
    levels = [rng.normal(size=(size, columns)) for size in sizes]
    return levels, [rng.normal(size=size) for size in sizes], rng.normal(size=columns)


@given(seeds, st.sampled_from([1e-10, 1e-3, 1.0]))
def test_the_step_is_that_of_the_recursion(seed, damping):
    levels, errors, wish = problem(seed)
    step, rank = stepped(levels, errors, [damping] * 3, wish)
    assert rank == 10
    assert_allclose(step, textbook(levels, errors, [damping] * 3, wish), rtol=1e-6, atol=1e-6)


@given(seeds)
def test_a_stronger_level_does_not_notice_a_weaker_one(seed):
    levels, errors, wish = problem(seed)
    alone, _ = stepped(levels[:1], errors[:1], [1e-2], wish)
    together, _ = stepped(levels, errors, [1e-2, 1.0, 1e-9], wish)
    assert_allclose(levels[0] @ together, levels[0] @ alone, rtol=0, atol=1e-10)


@given(seeds, st.sampled_from([1e-1, 1e-2, 2e-3]))
def test_a_stronger_level_does_not_notice_one_that_is_almost_dependent(seed, new):
    """Rows of which next to nothing is new make long steps; what they leave of the stronger level is still exact."""
    (first, fresh, *_), errors, wish = problem(seed)
    almost = first[:3] + new * fresh
    alone, _ = stepped([first], errors[:1], [1e-2], wish)
    together, rank = stepped([first, almost], errors[:2], [1e-2, 1e-12], wish)
    assert rank == 7
    scale = np.linalg.norm(together)
    assert_allclose(first @ together, first @ alone, rtol=0, atol=1e-12 * (1.0 + scale))


def test_ten_levels_keep_their_order():
    levels, errors, wish = problem(1, (2,) * 10, 12)
    step, rank = stepped(levels, errors, [TIGHT] * 10, wish)
    misses = [np.linalg.norm(e - j @ step) for j, e in zip(levels, errors, strict=True)]
    assert rank == 12
    assert max(misses[:6]) < 1e-6, "six levels fill the twelve directions"
    assert min(misses[6:]) > 1e-3


def test_two_points_of_one_rigid_body_are_dependent_and_do_no_harm():
    rng = np.random.default_rng(0)
    rigid = rng.normal(size=(5, 20))
    feet = np.vstack([rigid, rigid[:1] + rigid[1:2]])  # six rows of rank five
    hand, wish = rng.normal(size=(3, 20)), rng.normal(size=20)
    step, rank = stepped([feet, hand], [np.zeros(6), rng.normal(size=3)], [1e-6, 1e-6], wish)
    assert rank == 8
    assert_allclose(feet @ step, 0.0, rtol=0, atol=1e-10)


def test_equal_priority_is_one_level_and_weights_share_the_miss():
    """Two goals for one degree of freedom: weights compromise, levels do not."""
    row, wish = np.array([[1.0]]), np.zeros(1)
    for weight in (1.0, 3.0):
        both = np.vstack([weight * row, row])
        step, _ = stepped([both], [np.array([weight * 1.0, -1.0])], [TIGHT], wish)
        assert step[0] == pytest.approx((weight**2 - 1.0) / (weight**2 + 1.0))
    first, _ = stepped([row, row], [np.ones(1), -np.ones(1)], [TIGHT, TIGHT], wish)
    assert first[0] == pytest.approx(1.0)


@given(seeds)
def test_damping_solves_its_own_least_squares(seed):
    (jacobian, *_), (error, *_), _ = problem(seed)
    step, _ = stepped([jacobian], [error], [0.3], np.zeros(14))
    inside = np.linalg.pinv(jacobian) @ jacobian  # the wish of zero only acts outside the task
    stacked = np.vstack([jacobian, np.sqrt(0.3) * np.eye(14)])
    best = np.linalg.lstsq(stacked, np.concatenate([error, np.zeros(14)]), rcond=None)[0]
    assert_allclose(inside @ step, best, rtol=0, atol=1e-9)


def test_a_straight_chain_moves_no_further_than_damping_allows():
    """At a singular pose the step is bounded by the error over twice the damping."""
    row = np.array([[1e-9, 0.0, 0.0]])
    for damping in (0.01, 0.1, 1.0):
        step, _ = stepped([row], [np.ones(1)], [damping**2], np.zeros(3))
        assert np.linalg.norm(step) <= 1.0 / (2.0 * damping) + 1e-12
