"""One level and a sum of levels: how many control points, how close, how far, and how little they overshoot."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from supple.solvers.hierarchical.splines import controls_needed, spread, spread_levels

FRAMES = 464
SPACINGS = [16.0, 8.0, 4.0, 2.0, 1.0, 0.5, 0.25]


def test_every_level_has_twice_the_spans():
    assert [controls_needed(FRAMES, spacing) for spacing in SPACINGS[:4]] == [32, 61, 119, 235]


def plateaus(rng, frames=FRAMES):
    """Steps that are held for 20 frames, with a way between them."""
    at = np.arange(frames)
    values = np.repeat(rng.uniform(0.0, 1.0, frames // 20 + 2), 20)[:frames]
    return at[at % 20 < 12], values[at % 20 < 12]


def smooth(rng, frames=FRAMES):
    t = np.arange(frames)
    return t, sum(rng.normal() * np.sin(2 * np.pi * t / period + rng.uniform(0, 6)) for period in (40, 60, 90, 150))


def every_tenth(rng, frames=FRAMES):
    at, values = smooth(rng, frames)
    return at[::10], values[::10]


def rough(rng, frames=FRAMES):
    return np.arange(frames), rng.normal(size=frames)


def left_after(data, levels):
    """What is missed after each number of levels, as a share of the largest datum."""
    at, values = data
    found = [spread_levels(at, values[:, None], FRAMES, SPACINGS[:n]) for n in range(1, levels + 1)]
    return [np.abs(f[at, 0] - values).max() / np.abs(values).max() for f in found]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("data", "at_most"),
    [
        (smooth, (0.5, 0.25, 0.1, 0.05, 0.02, 0.003, 1e-9)),
        (plateaus, (0.8, 0.5, 0.25, 0.1, 0.03, 0.003, 1e-9)),
        (every_tenth, (0.7, 0.25, 0.01, 1e-9)),
    ],
)
def test_what_is_left_falls_level_by_level(data, at_most, seed):
    left = left_after(data(np.random.default_rng(seed)), len(at_most))
    assert (np.array(left) < at_most).all(), np.round(left, 4)
    assert (np.diff(left) <= 1e-12).all()


@pytest.mark.parametrize("seed", range(3))
def test_rough_data_are_met_only_by_the_finest_knots(seed):
    left = left_after(rough(np.random.default_rng(seed)), 7)
    assert min(left[:4]) > 0.4
    assert left[4] > 0.05
    assert left[6] < 1e-9


def test_a_level_of_data_that_are_four_knots_apart_is_exact():
    rng, at = np.random.default_rng(3), np.arange(3, FRAMES, 9)
    values = rng.normal(size=(len(at), 3))
    assert_allclose(spread(at, values, FRAMES, 2.0)[at], values, rtol=0.0, atol=1e-12)


@pytest.mark.parametrize(("spacing", "frames"), [(4.0, 28), (6.0, 42), (12.0, 84), (16.0, 112)])
def test_an_edit_of_one_frame_reaches_seven_spans(spacing, frames):
    middle = int(20 * spacing) + 1  # past a knot
    changed = np.flatnonzero(spread(np.array([middle]), np.ones((1, 1)), FRAMES, spacing)[:, 0])
    assert np.ptp(changed) + 1 in (frames - 1, frames)  # both ends of the seven spans are zero
    assert np.abs(changed - middle).max() < 4 * spacing


@pytest.mark.parametrize("middle", [200, 205])
def test_the_peak_of_an_edit_is_hardly_higher_than_the_edit(middle):
    curve = spread(np.array([middle]), np.ones((1, 1)), FRAMES, 16.0)[:, 0]
    assert 1.0 <= curve.max() < 1.01
    assert curve.min() >= 0.0


def test_no_data_change_nothing():
    empty = np.zeros(0, np.int64)
    assert_array_equal(spread(empty, np.zeros((0, 3)), 50, 8.0), np.zeros((50, 3)))
    assert_array_equal(spread_levels(empty, np.zeros((0, 3)), 50, SPACINGS), np.zeros((50, 3)))


@pytest.mark.parametrize("frames", [1, 2, 3])
def test_clips_shorter_than_a_span(frames):
    at = np.array([frames - 1])
    assert_allclose(spread(at, np.ones((1, 2)), frames, 16.0)[at], 1.0, rtol=0.0, atol=1e-12)


def least_squares_levels(at, values):
    """The same sum of levels with global least squares (of least norm) in place of the local fit."""
    total = np.zeros(FRAMES)
    for spacing in SPACINGS[:4]:
        unit = np.eye(controls_needed(FRAMES, spacing))
        whole = evaluated(np.arange(FRAMES), unit, spacing)
        total += whole @ np.linalg.lstsq(whole[at], values - total[at], rcond=1e-12)[0]
    return total


def evaluated(times, controls, spacing):
    from scipy.interpolate import BSpline

    knots = spacing * np.arange(-3, len(controls) + 1)
    return BSpline(knots, controls, 3)(times)


def some_frames(rng):
    return np.sort(rng.choice(FRAMES, 25, replace=False)), rng.uniform(0.0, 1.0, 25)


def close_pairs(rng):
    at = np.sort(np.concatenate([np.arange(10, FRAMES, 40), np.arange(11, FRAMES, 40)]))
    return at, (np.arange(len(at)) % 2).astype(float)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("data", "beyond"), [(some_frames, 1.0), (close_pairs, 2.0)])
def test_a_local_fit_overshoots_less_than_global_least_squares(data, beyond, seed):
    at, values = data(np.random.default_rng(seed))
    local, best = spread_levels(at, values[:, None], FRAMES, SPACINGS[:4])[:, 0], least_squares_levels(at, values)
    low, high = values.min(), values.max()
    over = [max(low - f.min(), f.max() - high) for f in (local, best)]
    assert over[0] < 0.1
    assert over[1] > over[0] + beyond
    assert np.abs(best[at] - values).max() <= np.abs(local[at] - values).max() + 1e-9, "the price of the local fit"
