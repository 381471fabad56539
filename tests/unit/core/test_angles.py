"""Angles about listed axes, against SciPy's Euler angles and the rotations they make."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from support.tolerances import ALGEBRA

from supple.core.angles import angles_about, continued, nearest_to, other_branch, perpendicular, product_of, wrapped


def random_q(count=200, seed=0):
    return Rotation.random(count, random_state=seed).as_quat()[:, [3, 0, 1, 2]]


def same_rotation(a, b, atol=1e-12):
    np.testing.assert_allclose(np.abs(np.sum(a * b, axis=-1)), 1.0, rtol=0, atol=atol)


@pytest.mark.parametrize("order", ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"])
def test_three_axes_agree_with_scipy(order):
    axes = np.eye(3)[["XYZ".index(letter) for letter in order]]
    q = random_q()
    expected = Rotation.from_quat(q[:, [1, 2, 3, 0]]).as_euler(order)
    np.testing.assert_allclose(angles_about(axes, q), expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("hand", [1.0, -1.0])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_tilted_axes_of_either_hand_give_their_angles_back(count, hand):
    axes = hand * Rotation.random(random_state=4).as_matrix()[:count]
    assert perpendicular(axes)
    angles = np.random.default_rng(1).uniform(-3.1, 3.1, size=(300, count))
    if count == 3:
        angles[:, 1] *= 0.5
    q = product_of(axes, angles)
    q[::2] *= -1.0
    np.testing.assert_allclose(angles_about(axes, q), angles, rtol=0, atol=1e-9)


@pytest.mark.parametrize("middle", [np.pi / 2, -np.pi / 2, np.pi / 2 - 1e-8, 1e-9, 0.0])
def test_gimbal_lock_still_makes_the_rotation(middle):
    angles = np.random.default_rng(2).uniform(-3.0, 3.0, size=(50, 3))
    angles[:, 1] = middle
    q = product_of(np.eye(3), angles)
    same_rotation(product_of(np.eye(3), angles_about(np.eye(3), q)), q)


def test_too_few_axes_give_the_nearest_rotation():
    axes = Rotation.random(random_state=5).as_matrix()[:2]
    grid = np.linspace(-np.pi, np.pi, 73)
    every = product_of(axes, np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2))
    for q in random_q(20):
        best = np.abs(product_of(axes, angles_about(axes, q)) @ q)
        assert best >= np.abs(every @ q).max() - 1e-12


def test_both_branches_make_the_same_rotation():
    angles = np.random.default_rng(3).uniform(-3.0, 3.0, size=(50, 3))
    same_rotation(product_of(np.eye(3), other_branch(angles)), product_of(np.eye(3), angles))


def test_nearest_to_finds_whole_turns_and_the_other_branch():
    there = np.array([[4.0, 2.0, -7.0], [0.1, 0.2, 0.3]])
    found = nearest_to(angles_about(np.eye(3), product_of(np.eye(3), there)), there + 0.05)
    np.testing.assert_allclose(found, there, rtol=0, atol=1e-12)


def test_continued_angles_follow_a_smooth_path():
    t = np.linspace(0.0, 12.0, 400)
    path = np.stack([1.3 * t, 2.0 * np.sin(t), -0.7 * t], axis=1)  # leaves the first branch, and full turns
    found = continued(angles_about(np.eye(3), product_of(np.eye(3), path)), path[0])
    np.testing.assert_allclose(found, path, rtol=0, atol=1e-9)


def test_wrapped_ends_at_plus_pi():
    np.testing.assert_allclose(
        wrapped(np.array([np.pi, -np.pi, 3 * np.pi, 0.0])), [np.pi, np.pi, np.pi, 0.0], **ALGEBRA
    )
