"""Angles to rotations and back, against SciPy, in all regimes: small, large, locked, beyond a turn."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from supple.core.angle_paths import Known, continued
from supple.core.angles import solve
from supple.io.bvh.angles import half_sine_cosine

ORDERS = list(permutations(range(3)))
_angle = st.one_of(
    st.floats(-180, 180),
    st.sampled_from([0.0, 90.0, -90.0, 180.0, -180.0, 1e-9, 90 - 1e-7, 45.0, 360.0]),
    st.floats(-2000, 2000),
)
_triples = st.lists(st.tuples(_angle, _angle, _angle), min_size=1, max_size=8)
CLOSE = 2e-9  # at lock within 1e-9 the first angle is taken from the frame before


def rotation(angles, order):
    return Rotation.from_euler("".join("XYZ"[k] for k in order), angles).as_quat(scalar_first=True)


def about(order):
    return np.eye(3)[list(order)]


def distance(p, q):
    return np.minimum(np.abs(p - q).max(axis=-1), np.abs(p + q).max(axis=-1))


@pytest.mark.parametrize("order", ORDERS)
@given(_triples)
def test_continued_angles_give_the_rotation_back(order, triples):
    q = rotation(np.radians(triples), order)
    angles = continued(solve(about(order), q), start=np.radians(triples[0]))
    assert distance(rotation(angles, order), q).max() < CLOSE


@pytest.mark.parametrize("order", ORDERS)
@given(_triples)
def test_two_axes_are_found_where_two_are_enough(order, triples):
    q = rotation(np.radians(triples)[:, :2], order[:2])
    found = solve(about(order[:2]), q)
    assert found.misfit.max() < 1e-6
    assert distance(rotation(found.angles[:, 0], order[:2]), q).max() < CLOSE


@pytest.mark.parametrize("order", ORDERS)
def test_smooth_angles_are_followed_exactly(order):
    t = np.linspace(0.0, 1.0, 400)
    angles = np.stack([30 * t, 2.6 * np.sin(9 * t), -7 * t**2], axis=1)
    found = solve(about(order), rotation(angles, order))
    np.testing.assert_allclose(continued(found, start=angles[0]), angles, rtol=0, atol=1e-9)
    fixed = np.zeros(400, bool)
    fixed[::37] = True
    np.testing.assert_allclose(continued(found, Known(angles, fixed, fixed)), angles, rtol=0, atol=1e-9)


@given(st.lists(st.floats(-1e5, 1e5), min_size=1, max_size=50))
def test_half_angles_agree_with_extended_precision(degrees):
    x = np.array(degrees)
    sine, cosine = half_sine_cosine(x)
    half = np.fmod(x, 720.0).astype(np.longdouble) * (np.longdouble("3.14159265358979323846264338327950288") / 360)
    assert np.abs(sine - np.sin(half)).max() < 2.5e-16
    assert np.abs(cosine - np.cos(half)).max() < 2.5e-16


def test_quarter_turns_are_exact():
    sine, cosine = half_sine_cosine(np.array([0.0, 180.0, 360.0, -180.0, 540.0, 720.0]))
    assert sine.tolist() == [0, 1, 0, -1, -1, 0]
    assert cosine.tolist() == [1, 0, -1, 0, 0, 1]
