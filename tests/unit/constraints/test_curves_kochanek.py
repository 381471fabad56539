"""Kochanek-Bartels curves and their clock."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.interpolate import CubicHermiteSpline
from support.tolerances import ALGEBRA

from supple.constraints.curves.hermite import Velocities, frame_path, hermite
from supple.constraints.curves.kochanek import Knots, knot_velocities, kochanek_bartels, time_curve


def knots_of(at, places, tension=0.0, continuity=0.0, bias=0.0):
    every = [np.full(len(at), float(x)) for x in (tension, continuity, bias)]
    return Knots(np.asarray(at, dtype=float), np.asarray(places, dtype=float), *every)


def uneven(seed=0, count=6):
    rng = np.random.default_rng(seed)
    return np.cumsum(rng.uniform(0.1, 1.5, count)), rng.normal(size=(count, 3))


@given(st.integers(0, 1000))
def test_cubic_pieces_are_scipys(seed):
    at, places = uneven(seed)
    slopes = np.random.default_rng(seed + 1).normal(size=places.shape)
    t = np.linspace(at[0], at[-1], 101)
    assert_allclose(
        hermite(t, at, places, Velocities(slopes, slopes)), CubicHermiteSpline(at, places, slopes)(t), **ALGEBRA
    )


def test_a_path_between_frames_is_scipys_too():
    times = np.arange(20) / 30.0
    places = np.random.default_rng(0).normal(size=(20, 3))
    path = frame_path(times, places)
    oracle = CubicHermiteSpline(times, places, path.velocities)
    for t in (0.0, 0.011, 0.3, 0.31, times[-1]):
        place, velocity = path.at(t)
        assert_allclose(place, oracle(t), **ALGEBRA)
        assert_allclose(velocity, oracle(t, 1), rtol=0, atol=1e-10)
    assert_allclose(path.at(-0.1).place, places[0] - 0.1 * path.velocities[0], **ALGEBRA)
    assert_allclose(frame_path(times[:1], places[:1]).at(0.4).place, places[0], **ALGEBRA)


@given(st.integers(0, 1000), st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1))
def test_it_goes_through_its_points(seed, tension, continuity, bias):
    at, places = uneven(seed)
    knots = knots_of(at, places, tension, continuity, bias)
    assert_allclose(kochanek_bartels(at, knots, np.ones(3), np.ones(3)), places, **ALGEBRA)


def test_without_parameters_it_is_catmull_rom():
    places = uneven()[1]
    got = knot_velocities(knots_of(np.arange(6), places), np.zeros(3), np.zeros(3))
    assert_allclose(got.incoming[1:-1], (places[2:] - places[:-2]) / 2.0, **ALGEBRA)
    assert_array_equal(got.incoming, got.outgoing)


def test_tangents_of_the_literature_on_even_pieces():
    places, (t, c, b) = uneven()[1], (0.3, -0.4, 0.2)
    got = knot_velocities(knots_of(np.arange(6), places, t, c, b), np.zeros(3), np.zeros(3))
    before, after = places[2] - places[1], places[3] - places[2]
    wanted_in = 0.5 * (1 - t) * ((1 - c) * (1 + b) * before + (1 + c) * (1 - b) * after)
    wanted_out = 0.5 * (1 - t) * ((1 + c) * (1 + b) * before + (1 - c) * (1 - b) * after)
    assert_allclose(got.incoming[2], wanted_in, **ALGEBRA)
    assert_allclose(got.outgoing[2], wanted_out, **ALGEBRA)


@given(st.integers(0, 200), st.floats(-1, 1), st.floats(-1, 1))
def test_velocity_is_continuous_on_uneven_pieces(seed, tension, bias):
    at, places = uneven(seed)
    got = knot_velocities(knots_of(at, places, tension, 0.0, bias), np.ones(3), np.ones(3))
    assert_allclose(got.incoming, got.outgoing, rtol=0, atol=1e-9)
    inner = at[1:-1, None] + np.array([-1e-6, 0.0, 1e-6])
    near = np.stack(
        [kochanek_bartels(t, knots_of(at, places, tension, 0.0, bias), np.ones(3), np.ones(3)) for t in inner]
    )
    assert np.abs(np.diff(near, 2, axis=1)).max() / 1e-6 < 1e-2  # [m/s] the jump of velocity


def test_end_velocities_are_those_given():
    at, places = uneven()
    t = np.array([at[0], at[0] + 1e-7, at[-1] - 1e-7, at[-1]])
    p = kochanek_bartels(t, knots_of(at, places), np.array([1.0, 2, 3]), np.array([-1.0, 0, 4]))
    assert_allclose((p[1] - p[0]) / 1e-7, [1, 2, 3], rtol=0, atol=1e-5)
    assert_allclose((p[3] - p[2]) / 1e-7, [-1, 0, 4], rtol=0, atol=1e-5)


def test_tension_one_gives_zero_velocity_and_keeps_the_corner():
    places = np.array([[0.0, 0, 0], [1, 0, 0], [1, 2, 0]])
    knots = knots_of([0.0, 0.7, 2.0], places, tension=1.0)
    assert not np.any(knot_velocities(knots, np.zeros(3), np.zeros(3)).incoming[1])
    near = kochanek_bartels(np.array([0.6, 0.7, 0.8]), knots, np.zeros(3), np.zeros(3))
    legs = np.diff(near, axis=0)
    legs /= np.linalg.norm(legs, axis=-1, keepdims=True)
    assert_allclose(legs, [[1, 0, 0], [0, 1, 0]], **ALGEBRA)


def test_the_clock_runs_at_one_or_stands():
    holds = np.array([[1.0, 1.6], [3.0, 3.0], [4.0, 4.5]])
    t = np.linspace(0.5, 6.0, 551)
    clock = time_curve(t, 0.5, holds)
    slopes = np.diff(clock) / np.diff(t)
    middle = 0.5 * (t[1:] + t[:-1])
    held = ((middle > 1.0) & (middle < 1.6)) | ((middle > 4.0) & (middle < 4.5))
    assert_allclose(slopes, np.where(held, 0.0, 1.0), rtol=0, atol=1e-11)
    assert clock[-1] == pytest.approx(5.5 - 0.6 - 0.5)


def test_the_curve_rests_at_a_held_point():
    holds = np.array([[1.0, 1.6]])
    at = time_curve(np.array([0.0, 1.0, 3.0]), 0.0, holds)
    knots = Knots(
        at, np.array([[0.0, 0, 0], [0.3, 1.1, 0.4], [1, 1, 1]]), np.array([0.0, 1, 0]), np.zeros(3), np.zeros(3)
    )
    t = np.linspace(1.0, 1.6, 61)
    rest = kochanek_bartels(time_curve(t, 0.0, holds), knots, np.ones(3), np.ones(3))
    assert_allclose(rest, np.tile([0.3, 1.1, 0.4], (61, 1)), **ALGEBRA)
