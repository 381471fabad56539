"""A Newton step of one level under the equations of the stronger ones, against dense algebra."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.arenas import Laid
from support.edits import walker
from support.solved_edits import at, beside, planted

from supple.constraints.model import Balance, PlaceGoal
from supple.kernels.posing import slots
from supple.kernels.posing.meet import multipliers
from supple.kernels.posing.newton import factored, fill_downhill, fill_hessian, newton_step

POSE = walker()[0].with_frames(70, 71)
REACH = (
    beside("LeftForeArm", (0.0, 0.0, 0.0), priority=1, name="elbow"),
    Balance(priority=2, goals=(PlaceGoal(offset=(0.1, 0.0, 0.1)),)),
    at("RightHand", (0.4, 1.2, 3.0), priority=3),
)
STIFF = (*planted(), at("LeftHand", (0.3, 1.2, 4.0), priority=2))


def laid_at(wishes, seed=None, **more):
    laid = Laid(POSE, *wishes, **more)
    return laid if seed is None else laid.stepped(np.random.default_rng(seed).normal(size=laid.columns) * 0.05)


def lower(matrix):
    return np.tril(matrix) + np.tril(matrix, -1).T


@pytest.mark.parametrize("seed", range(4))
def test_multipliers_are_least_squares(seed):
    laid = laid_at(REACH, seed)
    stop, wish = laid.level(2).stop, np.random.default_rng(seed).normal(size=laid.columns)
    multipliers(stop, wish, laid.arena)
    expected = np.linalg.lstsq(laid.rows()[:stop].T, wish, rcond=None)[0]
    assert_allclose(laid.part(slots.RIGHT)[:stop], expected, rtol=1e-5, atol=1e-6)


def test_dependent_rows_share_a_wish_and_none_explodes():
    laid = laid_at(STIFF)
    stop, rows = laid.level(1).stop, laid.rows()[laid.level(1)]
    assert np.linalg.matrix_rank(rows, tol=1e-6) < stop, "two points of one rigid foot"
    wish = rows.T @ np.ones(stop)
    multipliers(stop, wish, laid.arena)
    found = laid.part(slots.RIGHT)[:stop]
    assert_allclose(rows.T @ found, wish, rtol=0, atol=1e-5)
    assert np.abs(found).max() < 10.0


def test_without_stronger_rows_there_are_no_multipliers():
    laid = laid_at(REACH)
    laid.part(slots.RIGHT)[:] = 7.0
    multipliers(0, np.ones(laid.columns), laid.arena)
    assert np.all(laid.part(slots.RIGHT) == 7.0)


def test_downhill_is_against_the_slope_of_the_cost():
    laid = laid_at(REACH, 5)
    weight, own = laid.part(slots.SIZES)[1], laid.level(3)

    def cost(step):
        errors = laid.errors_at(step)[own]
        return errors @ errors

    size, pull = 1e-5, laid.part(slots.PULL).copy()
    slope = [(cost(size * d) - cost(-size * d)) / (2.0 * size) for d in np.eye(laid.columns)]
    fill_downhill(3, laid.arena)
    assert_allclose(laid.part(slots.DOWNHILL), weight * pull - 0.5 * np.array(slope), rtol=0, atol=1e-7)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_hessian_is_the_second_difference_of_the_lagrangian(level):
    """Along twenty directions; at the source the first level holds, the errors of the others are forces."""
    laid = laid_at(REACH)
    hard, own = slice(0, laid.level(level).start), laid.level(level)
    fill_downhill(level, laid.arena)
    fill_hessian(level, 1.0, laid.arena)
    hessian, shares, before = lower(laid.part(slots.HESSIAN)), laid.part(slots.RIGHT)[hard].copy(), laid.errors()[hard]

    def lagrangian(step):
        errors = laid.errors_at(step)
        stiff = errors[hard] - before  # the squares of stronger rows carry no curvature of their own
        return 0.5 * errors[own] @ errors[own] - shares @ errors[hard] + 0.5 * stiff @ stiff

    size, rng = 1e-4, np.random.default_rng(level)
    for direction in rng.normal(size=(20, laid.columns)):
        second = lagrangian(size * direction) - 2.0 * lagrangian(0.0 * direction) + lagrangian(-size * direction)
        assert direction @ hessian @ direction == pytest.approx(second / size**2, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("wishes", [REACH, STIFF], ids=["independent", "dependent"])
@pytest.mark.parametrize("shift", [0.0, 0.01])
def test_the_step_solves_the_kkt_system(wishes, shift):
    laid = laid_at(wishes, 2)
    level = laid.part(slots.COUNTS)[slots.COUNT_LEVELS]
    hard = laid.level(level).start
    fill_downhill(level, laid.arena)
    downhill = laid.part(slots.DOWNHILL).copy()
    fill_hessian(level, 1.0, laid.arena)
    shift = factored(shift, laid.arena)
    newton_step(hard, laid.arena)
    rows, errors = laid.rows()[:hard], laid.errors()[:hard]
    weight, size = laid.part(slots.SIZES)[1], laid.columns
    hessian = lower(laid.part(slots.HESSIAN)) + (weight + shift) * np.eye(size)
    u, s, v = np.linalg.svd(rows, full_matrices=False)
    some = s > 1e-3 * s[0]  # dependent rows as one
    rows, errors = v[some], (u.T @ errors)[some] / s[some]
    kkt = np.block([[hessian, rows.T], [rows, np.zeros((len(rows),) * 2)]])
    expected = np.linalg.solve(kkt, np.concatenate([downhill, errors]))[:size]
    step = laid.part(slots.DOWNHILL)
    assert_allclose(step, expected, rtol=0, atol=1e-4 * np.abs(expected).max())


def test_an_indefinite_matrix_is_shifted_until_it_is_not():
    laid = laid_at(REACH, 1)
    fill_downhill(3, laid.arena)
    fill_hessian(3, 1.0, laid.arena)
    least = np.linalg.eigvalsh(lower(laid.part(slots.HESSIAN)))[0]
    assert least < -laid.part(slots.SIZES)[1], "a pull far away bends the cost down"
    shift = factored(0.0, laid.arena)
    factor = np.tril(laid.part(slots.FACTOR))
    assert shift > -least - laid.part(slots.SIZES)[1]
    shifted = lower(laid.part(slots.HESSIAN)) + (shift + laid.part(slots.SIZES)[1]) * np.eye(laid.columns)
    assert_allclose(factor @ factor.T, shifted, rtol=0, atol=1e-10)
