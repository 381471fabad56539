"""Jumps as a viewer sees them, and the best of several ways through a run."""

from itertools import pairwise, product

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from supple.core.runs import runs_of
from supple.solvers.prioritized.following import best_path
from supple.solvers.prioritized.rough import ALLOWED, allowed_jumps, bends, jerk_weights
from supple.solvers.prioritized.runs import rough_parts


def wandering(frames, seed=0):
    return np.cumsum(np.cumsum(np.random.default_rng(seed).normal(size=(frames, 2, 3)), axis=0), axis=0) * 1e-3


def test_bends_are_second_differences_and_end_where_the_clip_does():
    path = wandering(12)
    run = np.arange(3, 8)
    assert_allclose(bends(path, run, 0), np.diff(path, 2, axis=0)[1:8])
    whole = bends(path, np.arange(12), 0)
    assert_allclose(whole[2:-2], np.diff(path, 2, axis=0))
    assert not whole[:2].any()
    assert not whole[-2:].any()
    assert not bends(path, np.arange(12), 4)[:6].any()  # rest rows are no part of the motion


def test_the_source_with_an_eased_goal_is_within_what_is_allowed():
    source, asked = wandering(60), np.zeros((60, 1, 3))
    ease = np.clip(np.minimum(np.arange(60) - 10, 49 - np.arange(60)) / 15, 0.0, 1.0)
    asked[:, 0, 1] = 0.3 * ease**2 * (3 - 2 * ease)
    allowed = allowed_jumps(source, asked, np.arange(10, 50), 0, 1.7)
    moved = source + asked
    assert allowed.shares(moved, allowed.run).max() <= 1.0
    moved[30, 1] += 0.05
    shares = allowed.shares(moved, allowed.run)
    frame, joint = np.unravel_index(shares.argmax(), shares.shape)
    assert (frame + 9, joint) == (30, 1)
    assert shares.max() > 5.0
    part = np.arange(25, 36)
    assert_array_equal(allowed.shares(moved, part), shares[allowed.part(part)])


def test_a_pop_in_a_calm_moment_counts_though_the_source_jumps_elsewhere():
    source = np.zeros((60, 1, 3))
    source[50, 0, 1] = 0.2
    allowed = allowed_jumps(source, np.zeros((60, 1, 3)), np.arange(5, 55), 0, 1.7)
    moved = source.copy()
    moved[20, 0, 0] = 0.02
    assert allowed.shares(moved, allowed.run).max() > 10.0


def test_on_a_closer_look_what_is_added_hides_behind_jerks_of_the_source_but_not_behind_its_swings():
    t, run = np.arange(60), np.arange(5, 55)
    swinging, asked = np.zeros((60, 1, 3)), np.zeros((60, 1, 3))
    swinging[:, 0, 1] = 0.2 * np.sin(0.3 * t)
    jerking = swinging.copy()
    jerking[30, 0, 1] += 0.05
    for source, hidden in ((swinging, False), (jerking, True)):
        first, close = (allowed_jumps(source, asked, run, 0, 1.7, close=close) for close in (False, True))
        moved = source.copy()
        moved[30, 0, 0] += 0.005
        assert first.shares(moved, run).max() < ALLOWED
        assert (close.shares(moved, run).max() < ALLOWED) == hidden
        assert (close.added <= first.added).all()


@pytest.mark.parametrize("close", [False, True])
def test_a_cut_allows_the_same(close):
    source, asked = wandering(60), wandering(60, 1)[:, :1]
    run = np.arange(20, 40)
    whole = allowed_jumps(source, asked, run, 0, 1.7, close=close)
    cut = allowed_jumps(source[15:50], asked[15:50], run - 15, 0, 1.7, close=close)
    assert_array_equal(whole.whole, cut.whole)
    assert_array_equal(whole.added, cut.added)


def test_a_smooth_swing_is_no_jerk_where_a_clip_ends():
    swing = np.zeros((40, 1, 3))
    swing[:, 0, 0] = 0.2 * np.sin(0.3 * np.arange(40.0))
    close = allowed_jumps(swing, np.zeros((40, 1, 3)), np.arange(40), 0, 1.7, close=True)
    assert close.added.max() < 0.1 * np.abs(np.diff(swing[:, 0, 0], 2)).max()


def test_what_jumps_in_the_source_counts_less():
    source = wandering(40)
    source[20, 0] += 1.0
    weights = jerk_weights(source, np.arange(5, 35), 0)
    assert weights[20 - 4, 0] < 0.01
    assert weights[20 - 4, 1] > 0.2


@pytest.mark.parametrize("seed", range(5))
def test_the_best_path_is_the_best_of_all(seed):
    random = np.random.default_rng(seed)
    costs, joined = random.random((6, 3)), random.random((5, 3, 3))

    def total(path):
        own = sum(costs[f, way] for f, way in enumerate(path))
        return own + sum(joined[f, a, b] for f, (a, b) in enumerate(pairwise(path)))

    best = min(product(range(3), repeat=6), key=total)
    assert_array_equal(best_path(costs, joined), best)


def test_parts_about_rough_frames_stay_inside_the_run():
    run = np.arange(10, 40)
    rough = np.zeros(len(run) + 2, bool)
    rough[[0, 15, 16]] = True
    parts = rough_parts(rough, run, 3)
    assert [(int(part[0]), int(part[-1])) for part in parts] == [(10, 12), (21, 28)]
    assert runs_of(np.array([True, False, True, True])) == [(0, 1), (2, 4)]
