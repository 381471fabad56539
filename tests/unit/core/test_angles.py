"""Angles about listed axes, against SciPy's Euler angles and the rotations they make."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from support.tolerances import ALGEBRA

from supple.core.angle_paths import Known, continued
from supple.core.angles import angles_about, perpendicular, product_of, solve, wrapped


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
    q = random_q(50, seed=3)
    for hand in (np.eye(3), -np.eye(3)):
        found = solve(hand, q)
        assert found.angles.shape == (50, 2, 3)
        for branch in range(2):
            same_rotation(product_of(hand, found.angles[:, branch]), q)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_misfit_is_the_angle_to_the_nearest_rotation_that_the_axes_make(count):
    axes = Rotation.random(random_state=6).as_matrix()[:count]
    q = random_q(50, seed=7)
    found = solve(axes, q)
    cosine = np.abs(np.sum(product_of(axes, found.angles[:, 0]) * q, axis=-1))
    np.testing.assert_allclose(found.misfit, 2.0 * np.arccos(np.minimum(cosine, 1.0)), rtol=0, atol=1e-7)
    exact = solve(axes, product_of(axes, np.random.default_rng(8).uniform(-4.0, 4.0, size=(50, count))))
    assert exact.misfit.max() < 1e-15


def test_the_path_starts_near_what_is_asked_on_either_branch_and_beyond_full_turns():
    there = np.array([[4.0, 2.0, -7.0]])
    found = solve(np.eye(3), product_of(np.eye(3), there))
    np.testing.assert_allclose(continued(found, start=there[0] + 0.05), there, rtol=0, atol=1e-12)


def test_fixed_frames_stay_and_lead_on():
    path = np.linspace([0.1, 0.2, 0.3], [0.6, 1.0, -0.4], 40)
    known = path.copy()
    known[20:] += 2.0 * np.pi * np.array([3, 0, -1])
    fixed = np.zeros(40, bool)
    fixed[[5, 20]] = True
    found = continued(solve(np.eye(3), product_of(np.eye(3), path)), Known(known, fixed, fixed))
    np.testing.assert_allclose(found, known, rtol=0, atol=1e-9)
    np.testing.assert_array_equal(found[fixed], known[fixed])


def test_an_edit_leaps_where_the_file_leaps_and_nowhere_else():
    path = np.linspace([0.1, 0.2, 0.3], [1.6, 1.0, -0.4], 40)
    file = path.copy()
    file[10:] += 2.0 * np.pi * np.array([1, 0, -2])
    edited = path + 0.2 * np.sin(np.linspace(0.0, np.pi, 40))[:, None]
    stated, fixed = np.ones(40, bool), np.isin(np.arange(40), [0, 39])
    found = continued(solve(np.eye(3), product_of(np.eye(3), edited)), Known(file, stated, fixed))
    np.testing.assert_allclose(found, file + (edited - path), rtol=0, atol=1e-9)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_at_lock_the_first_angle_stays_and_the_rotation_is_kept(side):
    path = np.stack([np.linspace(0, 2, 60), np.full(60, side * np.pi / 2), np.linspace(0, 9, 60)], axis=1)
    path[:20, 1] = np.linspace(0.0, side * 1.5, 20)
    path[40:, 1] = np.linspace(side * 1.5, 0.3, 20)
    q = product_of(np.eye(3), path)
    found = continued(solve(np.eye(3), q), start=path[0])
    same_rotation(product_of(np.eye(3), found), q)
    np.testing.assert_array_equal(found[20:40, 0], found[19, 0])
    assert np.abs(np.diff(found[:40], axis=0)).max() < 0.6


def test_continued_angles_follow_a_smooth_path():
    t = np.linspace(0.0, 12.0, 400)
    path = np.stack([1.3 * t, 2.0 * np.sin(t), -0.7 * t], axis=1)  # leaves the first branch, and full turns
    found = continued(solve(np.eye(3), product_of(np.eye(3), path)), start=path[0])
    np.testing.assert_allclose(found, path, rtol=0, atol=1e-9)


def test_wrapped_ends_at_plus_pi():
    np.testing.assert_allclose(
        wrapped(np.array([np.pi, -np.pi, 3 * np.pi, 0.0])), [np.pi, np.pi, np.pi, 0.0], **ALGEBRA
    )
