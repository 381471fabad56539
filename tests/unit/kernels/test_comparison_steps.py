"""The transpose step and the naive projection against their formulas in NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from supple.kernels.comparison_steps import naive_step, transpose_step

seeds = st.integers(0, 2**32 - 1)
SIZES, COLUMNS = (4, 3, 3), 14


def problem(seed):
    rng = np.random.default_rng(seed)
    levels = [rng.normal(size=(size, COLUMNS)) for size in SIZES]
    return levels, [rng.normal(size=size) for size in SIZES], rng.normal(size=COLUMNS)


def transposed(levels, errors, gain, wish):
    rows, step = np.vstack(levels), np.zeros(COLUMNS)
    starts = np.cumsum([0] + [len(level) for level in levels])
    room = np.zeros((len(rows) + 1, COLUMNS)), np.zeros(len(rows)), np.zeros(COLUMNS)
    return transpose_step(rows, np.concatenate(errors), starts, gain, wish, *room, step), step


def naive(levels, errors, damping_sq, wish):
    rows, step = np.vstack(levels), np.zeros(COLUMNS)
    starts, count = np.cumsum([0] + [len(level) for level in levels]), len(rows)
    room = [np.zeros(shape) for shape in ((count + 1, COLUMNS), (count, count), (count,), (COLUMNS,))]
    return naive_step(
        rows, np.concatenate(errors), starts, np.full(len(levels), damping_sq), wish, *room, step
    ), step  # fmt: skip


def free_of(levels):
    stacked = np.vstack([np.zeros((1, COLUMNS)), *levels])
    return np.eye(COLUMNS) - np.linalg.pinv(stacked, rcond=1e-4) @ stacked


def transposed_slowly(levels, errors, gain, wish):
    step = np.zeros(COLUMNS)
    for k, (rows, error) in enumerate(zip(levels, errors, strict=True)):
        left = error - rows @ step
        own = free_of(levels[:k]) @ rows.T @ left
        change = rows @ own
        step = step + (gain or left @ change / (change @ change)) * own
    return step + free_of(levels) @ (wish - step)


def naive_slowly(levels, errors, damping_sq, wish):
    step = np.zeros(COLUMNS)
    for k, (rows, error) in enumerate(zip(levels, errors, strict=True)):
        alone = rows.T @ np.linalg.solve(rows @ rows.T + damping_sq * np.eye(len(rows)), error)
        step = step + free_of(levels[:k]) @ alone
    return step + free_of(levels) @ (wish - step)


@given(seeds, st.sampled_from([0.0, 0.01, 1.0]))
def test_the_transpose_step_is_its_formula(seed, gain):
    levels, errors, wish = problem(seed)
    rank, step = transposed(levels, errors, gain, wish)
    assert rank == sum(SIZES)
    assert_allclose(step, transposed_slowly(levels, errors, gain, wish), rtol=1e-8, atol=1e-8)


@given(seeds, st.sampled_from([1e-6, 0.1, 1.0]))
def test_the_naive_step_is_its_formula(seed, damping_sq):
    levels, errors, wish = problem(seed)
    _, step = naive(levels, errors, damping_sq, wish)
    assert_allclose(step, naive_slowly(levels, errors, damping_sq, wish), rtol=1e-6, atol=1e-6)


@given(seeds, st.floats(0.01, 100.0))
def test_the_gain_of_the_pose_never_overshoots(seed, size):
    """However long the chain is; a gain of one does."""
    levels, errors, _ = problem(seed)
    rows, still = [size * levels[0]], np.zeros(COLUMNS)
    _, best = transposed(rows, errors[:1], 0.0, still)
    assert np.linalg.norm(errors[0] - rows[0] @ best) <= np.linalg.norm(errors[0]) * (1.0 + 1e-12)


def test_a_gain_of_one_overshoots_on_a_long_chain():
    levels, errors, _ = problem(0)
    _, fixed = transposed([10.0 * levels[0]], errors[:1], 1.0, np.zeros(COLUMNS))
    assert np.linalg.norm(errors[0] - 10.0 * levels[0] @ fixed) > 10.0 * np.linalg.norm(errors[0])


@pytest.mark.parametrize("step_of", [lambda *a: transposed(*a)[1], lambda *a: naive(*a)[1]])
def test_a_stronger_level_does_not_notice_weaker_ones(step_of):
    levels, errors, wish = problem(5)
    alone, together = step_of(levels[:1], errors[:1], 0.1, wish), step_of(levels, errors, 0.1, wish)
    assert_allclose(levels[0] @ together, levels[0] @ alone, rtol=0, atol=1e-10)


def test_a_task_that_changes_nothing_takes_no_step():
    rank, step = transposed([np.zeros((2, COLUMNS))], [np.ones(2)], 0.0, np.zeros(COLUMNS))
    assert rank == 0
    assert not step.any()
