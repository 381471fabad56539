"""Quaternions three times: in NumPy, in compiled code, and in SciPy."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation
from support import naive
from support.regimes import rotvecs, turned_by
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.kernels import quat

vectors = st.integers(0, 2**32 - 1).map(lambda seed: np.random.default_rng(seed).normal(size=3))


def scipy_of(q):
    return Rotation.from_quat(np.roll(q, -1))


@given(rotvecs(), rotvecs())
def test_products_agree(v, w):
    a, b, out = turned_by(v), turned_by(w), np.zeros(4)
    quat.multiply(a, b, out)
    assert_allclose(out, quaternions.multiply(a, b), **ALGEBRA)
    assert_allclose(quaternions.to_matrix(out), (scipy_of(a) * scipy_of(b)).as_matrix(), **ALGEBRA)


@given(rotvecs(), rotvecs())
def test_a_product_may_be_written_over_its_factors(v, w):
    for place in (0, 1):
        factors = [turned_by(v), turned_by(w)]
        expected = quaternions.multiply(*factors)
        quat.multiply(factors[0], factors[1], factors[place])
        assert_allclose(factors[place], expected, **ALGEBRA)


@given(rotvecs(), vectors)
def test_turned_vectors_agree(v, x):
    q, out = turned_by(v), np.zeros(3)
    quat.rotate(q, x, out)
    assert_allclose(out, quaternions.rotate(q, x), **ALGEBRA)
    assert_allclose(out, scipy_of(q).apply(x), **ALGEBRA)
    quat.rotate_add(q, x, np.array([1.0, 2.0, 3.0]), out)
    assert_allclose(out, scipy_of(q).apply(x) + [1.0, 2.0, 3.0], **ALGEBRA)


@given(rotvecs())
def test_inverses_agree(v):
    q, out = turned_by(v), np.zeros(4)
    quat.conjugate(q, out)
    assert_allclose(out, quaternions.conjugate(q), **ALGEBRA)


@given(rotvecs())
def test_matrices_agree(v):
    q, axes = turned_by(v), np.zeros((3, 3))
    quat.axes_of(q, axes)
    assert_allclose(axes.T, scipy_of(q).as_matrix(), **ALGEBRA)
    assert_allclose(axes.T, quaternions.to_matrix(q), **ALGEBRA)
    assert_allclose(axes.T, naive.matrix_of(q), **ALGEBRA)


@given(rotvecs(), st.floats(-10.0, 10.0))
def test_a_further_turn_agrees(v, angle):
    q, axis = turned_by(v), np.array([0.48, -0.6, 0.64])
    expected = scipy_of(q) * Rotation.from_rotvec(angle * axis)
    quat.turn(q, axis, angle)
    assert_allclose(quaternions.to_matrix(q), expected.as_matrix(), **ALGEBRA)


@given(rotvecs(), st.sampled_from([1e-150, 1e-9, 0.5, 7.0, 1e150]))
def test_unit_length_is_restored(v, scale):
    q = turned_by(v)
    scaled = scale * q
    quat.normalize(scaled)
    assert_allclose(scaled, q, **ALGEBRA)


def test_zero_becomes_no_rotation():
    q = np.zeros(4)
    quat.normalize(q)
    assert_allclose(q, [1.0, 0.0, 0.0, 0.0], **ALGEBRA)
