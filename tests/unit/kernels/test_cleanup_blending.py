"""Changes that die out between frames where they are known (Kovar rows 5, 10, 11)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.kernels.cleanup import blending
from supple.kernels.cleanup.limb import arc

WINDOW = 15


def weights(gap, window=WINDOW):
    """(gap - 1, 2) the shares of the hits before and after, in the frames between."""
    return np.array([blending.shares(k, gap - k, window) for k in range(1, gap)]).reshape(-1, 2)


def path(gap, before, after, window=WINDOW):
    """The change at both hits and in all frames between."""
    between = weights(gap, window) @ [before, after]
    return np.array([before, *between, after])


def test_the_blend_starts_at_the_hit_and_ends_level():
    assert_allclose([blending.fade(t) for t in (0.0, 0.5, 1.0)], [1.0, 0.5, 0.0], **ALGEBRA)
    assert_allclose([blending.fade(1e-6) - 1.0, blending.fade(1.0 - 1e-6)], 0.0, atol=1e-11)  # level at both ends


@given(st.integers(1, 60))
def test_one_hit_dies_out_in_the_window_without_a_step(window):
    change = np.array([1.0, *(blending.shares(k, blending.FAR, window)[0] for k in range(1, window + 1)), 0.0])
    assert np.all(np.diff(change) <= 0.0)
    assert np.abs(np.diff(change)).max() <= 1.5 / (window + 1) + 1e-12
    assert blending.shares(window + 1, blending.FAR, window) == (0.0, 0.0)
    assert_allclose(change, change[0] - change[::-1], atol=1e-12)  # as fast away as in


@given(st.integers(2, 80), st.integers(1, 40), st.floats(-1.0, 1.0), st.floats(-1.0, 1.0))
def test_two_hits_never_step(gap, window, before, after):
    largest = np.abs(np.diff(path(gap, before, after, window))).max()
    assert largest <= 1.5 / min(window + 1, gap) * (abs(before) + abs(after)) + 1e-12


@given(st.integers(2, WINDOW + 1), st.floats(-1.0, 1.0))
def test_equal_changes_near_each_other_are_held(gap, change):
    assert_allclose(path(gap, change, change), change, **ALGEBRA)


@pytest.mark.parametrize("gap", [17, 22, 30, 44])
def test_the_second_hit_comes_into_the_window_without_a_jump(gap):
    """The two-window rule of the source jumps here: by .16 of the change at a gap of 40 in a window of 30."""
    steps = np.abs(np.diff(path(gap, 1.0, 0.0)))
    assert steps.max() <= 1.5 / (WINDOW + 1) + 1e-12


def test_shares_never_exceed_one():
    for gap in range(2, 70):
        assert weights(gap).sum(axis=1).max() <= 1.0 + 1e-12


@given(st.integers(0, 2**32 - 1))
def test_the_smallest_turn_turns_and_is_smallest(seed):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, 3))
    turn = np.array(arc(tuple(a), tuple(b)))
    assert_allclose(np.linalg.norm(turn), 1.0, **ALGEBRA)
    assert_allclose(quaternions.rotate(turn, a) / np.linalg.norm(a), b / np.linalg.norm(b), atol=1e-9)
    angle = np.arccos(np.clip(a @ b / np.linalg.norm(a) / np.linalg.norm(b), -1.0, 1.0))
    assert_allclose(np.linalg.norm(quaternions.log(turn)), angle, atol=1e-6)  # arccos near 0 and pi


@pytest.mark.parametrize("a", [(1.0, 0.0, 0.0), (0.0, -2.0, 0.0), (0.3, 0.4, -0.5)])
def test_parallel_and_opposite_directions(a):
    along, against = np.array(arc(a, a)), np.array(arc(a, tuple(-2.0 * np.array(a))))
    assert_allclose(np.abs(along), [1.0, 0.0, 0.0, 0.0], **ALGEBRA)
    assert_allclose(quaternions.rotate(against, np.array(a)), -np.array(a), atol=1e-7)
    assert_allclose(np.linalg.norm(against), 1.0, **ALGEBRA)


@given(st.integers(0, 2**32 - 1))
def test_turns_and_vectors_are_the_numpy_ones(seed):
    rng = np.random.default_rng(seed)
    v = rng.normal(size=3)
    q = quaternions.exp(v)
    assert_allclose(blending.turn_by(tuple(v)), q, **ALGEBRA)
    short = quaternions.log(q if q[0] >= 0.0 else -q)
    assert_allclose(blending.vector_of(tuple(q)), short, atol=1e-11)
