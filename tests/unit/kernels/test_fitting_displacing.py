"""Displacements of a motion, and back."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.transform import Rotation
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.kernels.fitting.displacing import between, displace, displacements_of

JOINTS = np.array([0, 2, 3])


def clips(seed, frames=50, joints=5):
    rng = np.random.default_rng(seed)
    return [
        (rng.normal(size=(frames, 3)), quaternions.normalized(rng.normal(size=(frames, joints, 4)))) for _ in range(2)
    ]


def as_rotations(q):
    return Rotation.from_quat(np.roll(q.reshape(-1, 4), -1, axis=1))


def degrees_between(a, b):
    return np.degrees((as_rotations(a).inv() * as_rotations(b)).magnitude())


def displacements(before, after, joints=JOINTS):
    out = np.empty((len(before[0]), 3 + 3 * len(joints)))
    displacements_of(*before, *after, joints, out)
    return out


@pytest.mark.parametrize("seed", range(5))
def test_what_takes_one_motion_to_another_takes_it_there(seed):
    before, after = clips(seed)
    v = displacements(before, after)
    roots, rotations = before[0].copy(), before[1].copy()
    displace(v, JOINTS, roots, rotations)
    assert_allclose(roots, after[0], **ALGEBRA)
    assert degrees_between(rotations[:, JOINTS], after[1][:, JOINTS]).max() < np.degrees(1e-12)
    assert_array_equal(rotations[:, [1, 4]], before[1][:, [1, 4]])
    assert np.linalg.norm(v[:, 3:].reshape(-1, 3), axis=1).max() <= np.pi + 1e-12


def test_turns_multiply_on_the_right_by_the_whole_angle():
    (roots, rotations), _ = clips(7)
    v = np.random.default_rng(8).normal(size=(len(roots), 12))
    expected = as_rotations(rotations[:, JOINTS]) * Rotation.from_rotvec(v[:, 3:].reshape(-1, 3))
    turned = rotations.copy()
    displace(v, JOINTS, roots, turned)
    assert_allclose(as_rotations(turned[:, JOINTS]).as_matrix(), expected.as_matrix(), **ALGEBRA)
    assert_allclose(np.linalg.norm(turned, axis=-1), 1.0, **ALGEBRA)


def test_both_signs_of_a_quaternion_are_the_same_turn():
    (_, rotations), _ = clips(9)
    p, q = rotations[0, 0], rotations[1, 0]
    assert_allclose(between(tuple(p), tuple(-q)), between(tuple(p), tuple(q)), **ALGEBRA)


def test_levels_are_composed_and_not_summed():
    """Four levels of 20, 10, 5 and 2.5 degrees in random directions: summed, they end degrees away."""
    rng, frames = np.random.default_rng(3), 400
    levels = [np.radians(size) * unit(rng.normal(size=(frames, 3))) for size in (20.0, 10.0, 5.0, 2.5)]
    roots, rotations = np.zeros((frames, 3)), quaternions.identity(frames, 1)
    for level in levels:
        displace(np.hstack([np.zeros((frames, 3)), level]), np.array([0]), roots, rotations)
    sequential = Rotation.identity(frames)
    for level in levels:
        sequential = sequential * Rotation.from_rotvec(level)
    assert_allclose(as_rotations(rotations).as_matrix(), sequential.as_matrix(), **ALGEBRA)
    away = np.degrees((sequential.inv() * Rotation.from_rotvec(sum(levels))).magnitude())
    assert 1.0 < away.mean() < 2.0
    assert 2.5 < away.max() < 4.0


def test_rows_of_zeros_leave_every_bit():
    (roots, rotations), _ = clips(11)
    rotations *= 1.0 + 1e-9  # not quite unit: what is not turned is not made so either
    moved, turned = roots.copy(), rotations.copy()
    v = np.zeros((len(roots), 12))
    v[20] = 0.1
    displace(v, JOINTS, moved, turned)
    same = np.arange(len(roots)) != 20
    assert_array_equal(moved[same], roots[same])
    assert_array_equal(turned[same], rotations[same])
    assert (turned[20, JOINTS] != rotations[20, JOINTS]).any()


def unit(v):
    return v / np.linalg.norm(v, axis=-1, keepdims=True)
