"""Three hinges about coordinate axes: Euler angles and their gimbal lock."""

import itertools

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.kernels import euler, rotvec

ORDERS = ["".join(order) for order in itertools.product("xyz", repeat=3) if order[0] != order[1] != order[2]]
IDENTITY = np.array([1.0, 0.0, 0.0, 0.0])


def axes_of(order):
    return np.eye(3)[["xyz".index(letter) for letter in order]]


def world_axes(angles, order, base=IDENTITY):
    turned, out = np.zeros(4), np.zeros((3, 3))
    euler.hinge_axes(base, np.asarray(angles, float), axes_of(order), turned, out)
    return turned, out


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_agrees_with_scipy_and_numpy(order):
    angles, q = np.array([0.4, -1.3, 2.2]), np.zeros(4)
    euler.to_quat(angles, axes_of(order), q)
    assert_allclose(quaternions.to_matrix(q), Rotation.from_euler(order.upper(), angles).as_matrix(), **ALGEBRA)
    assert_allclose(q, quaternions.from_euler(angles, order), **ALGEBRA)


def test_the_base_carries_the_chain():
    base = quaternions.normalized(np.array([0.3, -0.2, 0.5, 0.7]))
    alone, axes = world_axes([0.4, -1.3, 2.2], "zxy")
    turned, carried = world_axes([0.4, -1.3, 2.2], "zxy", base)
    assert_allclose(turned, quaternions.multiply(base, alone), **ALGEBRA)
    assert_allclose(carried, quaternions.rotate(base, axes), **ALGEBRA)


@pytest.mark.parametrize("order", [o for o in ORDERS if len(set(o)) == 3])
@pytest.mark.parametrize("middle", [np.pi / 2.0, -np.pi / 2.0])
def test_gimbal_lock_at_a_right_angle(order, middle):
    _, locked = world_axes([0.7, middle, -1.2], order)
    assert np.linalg.matrix_rank(locked, tol=1e-9) == 2
    for free in (0.0, 0.8 * middle, 0.99 * middle):
        assert np.linalg.matrix_rank(world_axes([0.7, free, -1.2], order)[1], tol=1e-9) == 3


@pytest.mark.parametrize("order", [o for o in ORDERS if len(set(o)) == 2])
def test_gimbal_lock_of_proper_euler_angles_is_at_zero(order):
    assert np.linalg.matrix_rank(world_axes([0.7, 0.0, -1.2], order)[1], tol=1e-9) == 2
    assert np.linalg.matrix_rank(world_axes([0.7, np.pi / 2.0, -1.2], order)[1], tol=1e-9) == 3


def test_the_exponential_map_is_not_locked_in_the_same_pose():
    q, v, jacobian = np.zeros(4), np.zeros(3), np.zeros((3, 3))
    for middle in (np.pi / 2.0, -np.pi / 2.0):
        euler.to_quat(np.array([0.7, middle, -1.2]), axes_of("zxy"), q)
        rotvec.from_quat(q, v)
        rotvec.left_jacobian(v, jacobian)
        assert np.linalg.matrix_rank(jacobian, tol=1e-9) == 3
        assert np.linalg.cond(jacobian) < 3.0


def test_lock_is_seen_in_the_motion_of_a_point():
    """Locked, a point on the last axis can only follow a line; free, a surface."""
    arm_local = np.array([0.0, 1.0, 0.0])  # along the last axis of z, x, y

    def rank(middle):
        turned, axes = world_axes([0.7, middle, -1.2], "zxy")
        columns = np.zeros((3, 3))
        euler.position_columns(axes, quaternions.rotate(turned, arm_local), columns)
        return np.linalg.matrix_rank(columns, tol=1e-9)

    assert (rank(0.5), rank(np.pi / 2.0)) == (2, 1)
