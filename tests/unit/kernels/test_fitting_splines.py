"""Uniform cubic B-splines, and the local fit of scattered data."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.interpolate import BSpline
from support.tolerances import ALGEBRA

from supple.kernels.fitting.splines import basis, evaluate, fit_local


def fitted(times, values, frames, spacing):
    """Control points of a fit."""
    controls = np.full((int(np.ceil((frames - 1) / spacing)) + 3, np.shape(values)[1]), np.nan)
    fit_local(np.asarray(times, float), np.asarray(values, float), float(spacing), controls, np.empty(len(controls)))
    return controls


def at(times, controls, spacing):
    """Curves at moments."""
    out = np.full((len(times), controls.shape[1]), np.nan)
    evaluate(np.asarray(times, float), controls, float(spacing), out)
    return out


def test_weights_are_a_partition_of_unity():
    for u in np.linspace(0.0, 1.0, 101):
        weights = basis(u)
        assert_allclose(sum(weights), 1.0, **ALGEBRA)
        assert min(weights) >= 0.0


def test_curves_are_those_of_scipy():
    rng, spacing, spans = np.random.default_rng(1), 3.7, 11
    controls = rng.normal(size=(spans + 3, 2))
    times = np.linspace(0.0, spans * spacing, 500)
    knots = spacing * np.arange(-3, spans + 4)
    assert_allclose(at(times, controls, spacing), BSpline(knots, controls, 3)(times), rtol=0.0, atol=1e-13)


def test_curves_have_no_jump_up_to_the_second_derivative():
    controls, step = np.random.default_rng(2).normal(size=(12, 1)), 1e-3
    for knot in range(1, 9):
        t = knot + step * np.arange(-3.0, 4.0)
        f = at(t, controls, 1.0)[:, 0]
        before, after = f[0] - 2 * f[1] + f[2], f[4] - 2 * f[5] + f[6]
        assert abs(f[3] - 0.5 * (f[2] + f[4])) < 1e-4
        assert abs((f[4] - f[3]) - (f[3] - f[2])) / step < 0.1
        assert abs(after - before) / step**2 < 0.1, "the third derivative may jump, the second may not"


@pytest.mark.parametrize("moment", [0.0, 0.3, 16.0, 100.7, 447.9999999, 463.0])
@pytest.mark.parametrize("spacing", [0.25, 2.0, 16.0, 40.3])
def test_one_datum_is_met(moment, spacing):
    value = np.array([[1.3, -0.4, 7.0]])
    controls = fitted([moment], value, 464, spacing)
    assert_allclose(at([moment], controls, spacing), value, **ALGEBRA)


def test_one_datum_takes_the_smallest_control_points():
    controls = fitted([5.3], [[2.0]], 40, 2.0)
    weights = at([5.3], np.eye(len(controls)), 2.0)
    assert_allclose(controls, np.linalg.pinv(weights) * 2.0, **ALGEBRA)


def test_control_points_are_as_the_equation_has_them():
    rng, spacing, frames = np.random.default_rng(4), 2.5, 31
    times, values = rng.uniform(0.0, 30.0, 25), rng.normal(size=(25, 2))
    controls = fitted(times, values, frames, spacing)
    weights = at(times, np.eye(len(controls)), spacing)  # (N, controls) the weight of each
    like = weights[..., None] * values[:, None] / (weights**2).sum(axis=1)[:, None, None]
    share = weights**2
    expected = (share[..., None] * like).sum(axis=0) / np.maximum(share.sum(axis=0), 1e-300)[:, None]
    assert_allclose(controls, expected, **ALGEBRA)


def test_without_data_all_is_zero():
    controls = fitted(np.zeros(0), np.zeros((0, 3)), 100, 8.0)
    assert not controls.any()
    assert not at(np.arange(100), controls, 8.0).any()


@pytest.mark.parametrize(("moment", "spans"), [(160.0, 6), (165.0, 7), (160.001, 7), (175.999, 7)])
def test_a_datum_reaches_seven_spans_or_six_if_it_is_on_a_knot(moment, spans):
    controls = fitted([moment], [[1.0]], 464, 16.0)
    changed = np.flatnonzero(at(16.0 * (np.arange(28) + 0.5), controls, 16.0)[:, 0])
    assert np.ptp(changed) + 1 == spans


@pytest.mark.parametrize("spacing", [16.0, 7.0, 463.0, 1000.0])
def test_the_end_of_the_last_span_is_no_jump(spacing):
    rng = np.random.default_rng(5)
    controls = rng.normal(size=(int(np.ceil(463 / spacing)) + 3, 1))
    end = (len(controls) - 3) * spacing
    f = at([end - 1e-6 * spacing, end], controls, spacing)[:, 0]
    assert np.isfinite(f).all()
    assert abs(f[1] - f[0]) < 1e-5
    assert_allclose(f[1], controls[-3:, 0] @ [1 / 6, 4 / 6, 1 / 6], rtol=0.0, atol=1e-12)
