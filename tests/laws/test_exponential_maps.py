"""Rotation vectors, swing and twist: there and back, against SciPy and a power series, smooth through zero."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation
from support import naive
from support.regimes import SIZES, rotvecs, turned_by
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.kernels import rotvec, swing_twist


def filled(kernel, value, shape):
    out = np.zeros(shape)
    kernel(value, out)
    return out


def same_rotation(a, b):
    assert_allclose(quaternions.to_matrix(a), quaternions.to_matrix(b), **ALGEBRA)


@given(rotvecs(largest=20.0))
def test_to_quaternion_agrees_with_scipy(v):
    same_rotation(filled(rotvec.to_quat, v, 4), turned_by(v))


@given(rotvecs(largest=3.14))
def test_there_and_back(v):
    assert_allclose(filled(rotvec.from_quat, filled(rotvec.to_quat, v, 4), 3), v, **ALGEBRA)


@given(rotvecs())
def test_back_is_the_shortest_turn_whatever_the_sign(v):
    q = filled(rotvec.to_quat, v, 4)
    for sign in (1.0, -1.0):
        back = filled(rotvec.from_quat, sign * q, 3)
        assert np.linalg.norm(back) <= np.pi + 1e-12
        same_rotation(turned_by(back), q)


@given(rotvecs())
def test_opposite_turns_cancel(v):
    product = quaternions.multiply(filled(rotvec.to_quat, v, 4), filled(rotvec.to_quat, -v, 4))
    assert_allclose(product, [1.0, 0.0, 0.0, 0.0], **ALGEBRA)


@given(rotvecs())
def test_left_jacobian_is_its_power_series(v):
    assert_allclose(filled(rotvec.left_jacobian, v, (3, 3)), naive.left_jacobian(v), **ALGEBRA)


@given(rotvecs())
def test_right_jacobian_is_the_transpose_and_the_left_at_the_opposite(v):
    right = filled(rotvec.right_jacobian, v, (3, 3))
    assert_allclose(right, filled(rotvec.left_jacobian, v, (3, 3)).T, **ALGEBRA)
    assert_allclose(right, filled(rotvec.left_jacobian, -v, (3, 3)), **ALGEBRA)


@given(rotvecs(largest=5.0))
def test_inverse_jacobian_inverts(v):
    product = filled(rotvec.left_jacobian, v, (3, 3)) @ filled(rotvec.left_jacobian_inverse, v, (3, 3))
    assert_allclose(product, np.eye(3), **ALGEBRA)


@pytest.mark.parametrize("size", SIZES)
def test_no_jump_where_the_series_takes_over(size):
    direction = np.array([0.48, -0.6, 0.64])
    for kernel, shape in [(rotvec.to_quat, 4), (rotvec.left_jacobian, (3, 3)), (rotvec.left_jacobian_inverse, (3, 3))]:
        below, above = (filled(kernel, size * scale * direction, shape) for scale in (1.0 - 1e-14, 1.0 + 1e-14))
        assert_allclose(below, above, **ALGEBRA)


def test_the_angle_of_a_unit_quaternion_is_told_by_its_cosine():
    angles = np.linspace(1e-3, 2.0 * np.arccos(rotvec.WIDE), 2001)
    found = np.array([rotvec.unit_angle(np.cos(0.5 * angle)) for angle in angles])
    assert_allclose(found, angles / np.sin(0.5 * angles), rtol=5e-16)
    assert rotvec.unit_angle(1.0) == 2.0


def test_the_exponential_map_loses_rank_only_at_a_full_turn():
    direction = np.array([0.48, -0.6, 0.64])
    smallest = lambda angle: np.linalg.svd(filled(rotvec.left_jacobian, angle * direction, (3, 3)))[1][-1]  # noqa: E731
    assert smallest(2.0 * np.pi) < 1e-12
    assert min(smallest(angle) for angle in np.linspace(0.0, 1.9 * np.pi, 200)) > 0.05
    inverse = filled(rotvec.left_jacobian_inverse, (2.0 * np.pi - 1e-6) * direction, (3, 3))
    assert np.abs(inverse).max() > 1e6


@given(rotvecs(largest=3.1))
def test_swing_twist_agrees_with_scipy_and_comes_back(s):
    q = filled(swing_twist.to_quat, s, 4)
    swing, twist = Rotation.from_rotvec([s[0], s[1], 0.0]), Rotation.from_rotvec([0.0, 0.0, s[2]])
    assert_allclose(quaternions.to_matrix(q), (swing * twist).as_matrix(), **ALGEBRA)
    for sign in (1.0, -1.0):  # near a swing of pi digits are lost as in any such decomposition
        assert_allclose(
            filled(swing_twist.from_quat, sign * q, 3), s, rtol=0.0, atol=1e-12 / np.cos(0.5 * np.hypot(*s[:2]))
        )


def test_swing_twist_loses_rank_only_where_the_limb_points_back():
    def smallest(x, y, z):
        return np.linalg.svd(filled(swing_twist.left_jacobian, np.array([x, y, z]), (3, 3)))[1][-1]

    for turn in np.linspace(0.0, 6.0, 7):
        x, y = np.cos(turn), np.sin(turn)
        assert smallest(np.pi * x, np.pi * y, turn) < 1e-12
        assert min(smallest(r * x, r * y, turn) for r in np.linspace(0.0, 0.9 * np.pi, 50)) > 0.05


def test_a_zero_position_in_the_middle_of_the_range_keeps_the_singularity_out():
    """A shoulder of +-90 degrees of abduction about its zero position stays well away from a swing of pi."""
    for angle in np.linspace(-np.pi / 2.0, np.pi / 2.0, 19):
        jacobian = filled(swing_twist.left_jacobian, np.array([angle, 0.3, 0.5]), (3, 3))
        assert np.linalg.cond(jacobian) < 4.0


def test_a_limb_that_points_back_has_no_twist():
    q = filled(swing_twist.to_quat, np.array([np.pi, 0.0, 0.0]), 4)
    assert_allclose(filled(swing_twist.from_quat, q, 3), [np.pi, 0.0, 0.0], **ALGEBRA)
