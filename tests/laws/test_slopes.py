"""Every derivative against central differences."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from support.regimes import rotvecs, turned_by
from support.tolerances import SLOPE
from support.trees import random_motion, random_skeleton

from supple.core import quaternions
from supple.core.dofs import dof_layout
from supple.core.jacobians import (
    centre_of_mass,
    centre_of_mass_jacobian,
    orientation_jacobian,
    position_jacobian,
    stepped,
)
from supple.core.pose import world_pose
from supple.kernels import euler, rotvec, swing_twist

STEP = 1e-5
seeds = st.integers(0, 2**32 - 2)


def slope(value, n):
    """Central differences of ``value(step)`` along n directions, (..., n)."""
    sides = [[value(sign * STEP * np.eye(n)[d]) for sign in (1.0, -1.0)] for d in range(n)]
    return np.stack([(plus - minus) / (2.0 * STEP) for plus, minus in sides], axis=-1)


def turn_between(a, b):
    """The rotation vector of ``b`` seen from ``a``, both quaternions, in the world."""
    return quaternions.multiply(b, quaternions.conjugate(a))[..., 1:] * 2.0  # the angle is tiny


@given(seeds)
def test_position_jacobian_is_the_slope_of_the_point(seed):
    motion = random_motion(seed, random_skeleton(seed, 8), frames=1)
    name, offset = "j7", np.array([0.2, -0.1, 0.4])

    def point(step):
        world = world_pose(stepped(motion, 0, step))
        return world.positions[0, 7] + quaternions.rotate(world.rotations[0, 7], offset)

    expected = slope(point, len(dof_layout(motion.skeleton)))
    assert_allclose(position_jacobian(motion, 0, name, offset), expected, **SLOPE)


@given(seeds)
def test_orientation_jacobian_is_the_slope_of_the_turn(seed):
    motion = random_motion(seed, random_skeleton(seed, 8), frames=1)
    base = world_pose(motion).rotations[0, 7]

    def turn(step):
        return turn_between(base, world_pose(stepped(motion, 0, step)).rotations[0, 7])

    expected = slope(turn, len(dof_layout(motion.skeleton)))
    assert_allclose(orientation_jacobian(motion, 0, "j7"), expected, **SLOPE)


@given(seeds)
def test_centre_of_mass_jacobian_is_the_slope_of_the_centre(seed):
    motion = random_motion(seed, random_skeleton(seed, 8), frames=1)
    rng = np.random.default_rng(seed)
    masses, centres = rng.uniform(0.0, 3.0, 8), rng.normal(size=(8, 3))

    def centre(step):
        return centre_of_mass(stepped(motion, 0, step), 0, masses, centres)

    expected = slope(centre, len(dof_layout(motion.skeleton)))
    assert_allclose(centre_of_mass_jacobian(motion, 0, masses, centres), expected, **SLOPE)


@given(rotvecs())
def test_exponential_map_jacobian_is_the_slope_of_the_turn(v):
    left, right = np.zeros((3, 3)), np.zeros((3, 3))
    rotvec.left_jacobian(v, left)
    rotvec.right_jacobian(v, right)
    base = turned_by(v)
    assert_allclose(left, slope(lambda step: turn_between(base, turned_by(v + step)), 3), **SLOPE)
    back = quaternions.conjugate(base)
    body = slope(lambda step: 2.0 * quaternions.multiply(back, turned_by(v + step))[1:], 3)
    assert_allclose(right, body, **SLOPE)


@given(rotvecs(largest=3.0))
def test_swing_twist_jacobian_is_the_slope_of_the_turn(s):
    jacobian = np.zeros((3, 3))
    swing_twist.left_jacobian(s, jacobian)

    def turned(v):
        q = np.zeros(4)
        swing_twist.to_quat(v, q)
        return q

    base = turned(s)
    assert_allclose(jacobian, slope(lambda step: turn_between(base, turned(s + step)), 3), **SLOPE)


@given(seeds)
def test_hinge_axes_are_the_slope_of_the_turn(seed):
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 5))
    angles, axes = rng.uniform(-4.0, 4.0, count), rng.normal(size=(count, 3))
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    base = turned_by(rng.normal(size=3))

    def turned(step):
        q, unused = np.zeros(4), np.zeros((count, 3))
        euler.hinge_axes(base, angles + step, axes, q, unused)
        return q

    after, world = np.zeros(4), np.zeros((count, 3))
    euler.hinge_axes(base, angles, axes, after, world)
    assert_allclose(world.T, slope(lambda step: turn_between(after, turned(step)), count), **SLOPE)

    arm, columns = rng.normal(size=3), np.zeros((3, count))
    euler.position_columns(world, quaternions.rotate(after, arm), columns)
    assert_allclose(columns, slope(lambda step: quaternions.rotate(turned(step), arm), count), **SLOPE)
