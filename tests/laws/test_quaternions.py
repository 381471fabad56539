"""Quaternions on arrays agree with scipy and keep their laws."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation
from support.tolerances import ALGEBRA

from supple.core import quaternions as q

seeds = st.integers(0, 2**32 - 1)
sizes = st.sampled_from([0.0, 1e-9, 1e-4, 1.0, 3.0, np.pi])  # a uniform draw almost never lands near zero


def drawn(seed, size, count=6):
    rng = np.random.default_rng(seed)
    axis = rng.normal(size=(count, 3))
    axis /= np.linalg.norm(axis, axis=1, keepdims=True)
    return Rotation.from_rotvec(axis * size)


def wxyz(rotation):
    return rotation.as_quat(scalar_first=True)


@given(seeds, sizes, sizes)
def test_products_and_turned_vectors_agree_with_scipy(seed, size_a, size_b):
    a, b = drawn(seed, size_a), drawn(seed + 1, size_b)
    product = q.multiply(wxyz(a), wxyz(b))
    np.testing.assert_allclose(q.to_matrix(product), (a * b).as_matrix(), **ALGEBRA)
    v = np.random.default_rng(seed).normal(size=(6, 3))
    np.testing.assert_allclose(q.rotate(wxyz(a), v), a.apply(v), **ALGEBRA)
    np.testing.assert_allclose(q.multiply(wxyz(a), q.conjugate(wxyz(a))), q.identity(6), **ALGEBRA)


@given(seeds, sizes)
def test_matrices_and_back(seed, size):
    turned = drawn(seed, size)
    back = q.from_matrix(turned.as_matrix())
    np.testing.assert_allclose(q.to_matrix(back), turned.as_matrix(), **ALGEBRA)


@given(seeds, st.permutations("xyz"))
def test_euler_angles_mean_what_a_bvh_means(seed, order):
    angles = np.random.default_rng(seed).uniform(-7.0, 7.0, size=(4, 3))
    expected = Rotation.from_euler("".join(order).upper(), angles)
    np.testing.assert_allclose(q.to_matrix(q.from_euler(angles, order)), expected.as_matrix(), **ALGEBRA)


@given(seeds, sizes, st.floats(0.0, 1.0))
def test_slerp_is_a_share_of_the_turn(seed, size, share):
    start, turn = drawn(seed, 1.0), drawn(seed + 1, min(size, 3.0))
    middle = q.slerp(wxyz(start), wxyz(start * turn), np.full(6, share))
    expected = start * Rotation.from_rotvec(share * turn.as_rotvec())
    np.testing.assert_allclose(q.to_matrix(middle), expected.as_matrix(), rtol=0, atol=1e-9)


@given(seeds)
def test_signs_are_continuous_and_rotations_unchanged(seed):
    rng = np.random.default_rng(seed)
    raw = q.normalized(rng.normal(size=(20, 3, 4)))
    smooth = q.continuous(raw)
    assert (np.sum(smooth[1:] * smooth[:-1], axis=-1) >= 0.0).all()
    np.testing.assert_array_equal(np.abs(smooth), np.abs(raw))


@given(seeds, sizes)
def test_rotation_vectors_and_back(seed, size):
    turned = drawn(seed, size)
    vectors = turned.as_rotvec()
    np.testing.assert_allclose(q.to_matrix(q.exp(vectors)), turned.as_matrix(), **ALGEBRA)
    np.testing.assert_allclose(q.log(q.exp(vectors)), vectors, **ALGEBRA)
    long = q.log(-q.exp(vectors))
    np.testing.assert_allclose(q.to_matrix(q.exp(long)), turned.as_matrix(), **ALGEBRA)
