"""The least smooth change that brings rows below their bounds: enough, held where held, and least."""

import numpy as np
import pytest
from scipy.optimize import minimize

from supple.solvers.ranges.least_change import Change, least_change
from supple.solvers.ranges.smoothest import Pace

PACES = (Pace(1.5, 6.0), Pace(1.0, 4.0))


def some_rows(seed, frames=14, rows=2):
    random = np.random.default_rng(seed)
    slopes = random.normal(size=(frames, rows, len(PACES)))
    bounds = np.full((frames, rows), 1.0)
    bounds[random.integers(3, frames - 3, 3), 0] = -random.uniform(0.05, 0.2, 3)
    held = np.zeros((frames, len(PACES)), bool)
    held[[0, -1]] = True
    return Change(PACES, held), slopes, bounds


def cost_of(x):
    """The sum of squares that it minimises, told again."""
    total = 0.0
    for v, pace in enumerate(PACES):
        total += np.sum((x[:, v] / pace.decay) ** 2) + np.sum(np.diff(x[:, v]) ** 2)
        total += np.sum((pace.rounding * np.diff(x[:, v], 2)) ** 2)
    return total


@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_least_that_is_enough(seed):
    change, slopes, bounds = some_rows(seed)
    found = least_change(change, slopes, bounds, np.zeros(change.held.shape))
    free = ~change.held

    def whole(some):
        x = np.zeros(free.shape)
        x[free] = some
        return x

    def room(some):
        return (bounds - np.einsum("trv,tv->tr", slopes, whole(some))).ravel()

    oracle = minimize(
        lambda some: 1e3 * cost_of(whole(some)), found[free], constraints={"type": "ineq", "fun": room}, method="SLSQP",
        options={"ftol": 1e-13, "maxiter": 300},
    )  # fmt: skip
    assert not found[change.held].any()
    assert room(found[free]).min() > -1e-5  # what the penalty leaves
    np.testing.assert_allclose(found, whole(oracle.x), atol=2e-4)


def test_rows_that_contradict_each_other_share_what_is_missed():
    change, slopes, bounds = some_rows(0)
    slopes[7] = [[1.0, 0.0], [-1.0, 0.0]]
    bounds[7] = [-0.2, -0.2]
    x = least_change(change, slopes, bounds, np.zeros(change.held.shape))
    assert abs(x[7, 0]) < 1e-3
    assert np.isfinite(x).all()


def test_nothing_asked_is_nothing_done():
    change, slopes, bounds = some_rows(1)
    assert not least_change(change, slopes, np.abs(bounds), np.zeros(change.held.shape)).any()


@pytest.mark.parametrize("frames", [1, 2, 3])
def test_clips_of_a_few_frames(frames):
    slopes = np.broadcast_to([[[1.0, 0.0]]], (frames, 1, 2))
    change = Change(PACES, np.zeros((frames, 2), bool))
    x = least_change(change, slopes, np.full((frames, 1), -0.1), np.zeros((frames, 2)))
    np.testing.assert_allclose(x[:, 0], -0.1, atol=1e-5)
