"""Jacobians against differences, and the small inverses against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from supple.kernels.weighted.chain import fill_jacobian, pose_chain
from supple.kernels.weighted.inverse import fill_square, fill_step, solve_square

STEP = 1e-6


def random_chain(rng, dofs=6):
    unit = lambda a: a / np.linalg.norm(a, axis=-1, keepdims=True)  # noqa: E731
    return {
        "base": rng.normal(size=3),
        "base_turn": unit(rng.normal(size=4)),
        "offsets": rng.normal(size=(dofs, 3)),
        "turns": unit(rng.normal(size=(dofs, 4))),
        "axes": unit(rng.normal(size=(dofs, 3))),
        "end": unit(rng.normal(size=4)),
        "point": rng.normal(size=3),
    }


def posed(chain, angles):
    places, axes, tip, turn = (np.zeros(s) for s in ((len(angles), 3), (len(angles), 3), 3, 4))
    c = chain
    pose_chain(
        c["base"], c["base_turn"], angles, c["offsets"], c["turns"], c["axes"], c["end"], c["point"],
        places, axes, tip, turn,
    )  # fmt: skip
    return places, axes, tip, turn


@pytest.mark.parametrize("rows", [3, 6])
def test_jacobian_is_the_central_difference(rows):
    rng = np.random.default_rng(1)
    chain, angles = random_chain(rng), rng.normal(size=6)
    places, axes, tip, turn = posed(chain, angles)
    jacobian = np.zeros((6, 6))
    fill_jacobian(places, axes, tip, rows, jacobian)
    for d in range(6):
        shifted = [posed(chain, angles + sign * STEP * np.eye(6)[d]) for sign in (1.0, -1.0)]
        moved = (shifted[0][2] - shifted[1][2]) / (2.0 * STEP)
        np.testing.assert_allclose(jacobian[:3, d], moved, atol=1e-6)
        if rows == 6:
            rate = (shifted[0][3] - shifted[1][3]) / (2.0 * STEP)
            w, x, y, z = turn
            back = np.array([[-x, w, -z, y], [-y, z, w, -x], [-z, -y, x, w]])  # the vector part of rate times conjugate
            np.testing.assert_allclose(jacobian[3:, d], 2.0 * back @ rate, atol=1e-6)


@pytest.mark.parametrize("rows", [3, 6])
def test_right_pseudo_inverse(rows):
    rng = np.random.default_rng(2)
    jacobian, wanted = rng.normal(size=(6, 8)), rng.normal(size=6)
    square, y, step, ones = np.zeros((6, 6)), wanted.copy(), np.zeros(8), np.ones(8)
    fill_square(jacobian, ones, rows, 0.0, square)
    assert solve_square(square, y, rows)
    fill_step(jacobian, ones, y, rows, 1.0, step)
    np.testing.assert_allclose(step, np.linalg.pinv(jacobian[:rows]) @ wanted[:rows], atol=1e-12)
    np.testing.assert_allclose(jacobian[:rows] @ step, wanted[:rows], atol=1e-12)


def test_true_weights_minimise_the_weighted_norm():
    rng = np.random.default_rng(3)
    jacobian, wanted, weights = rng.normal(size=(6, 8)), rng.normal(size=6), rng.uniform(0.1, 1.0, 8)
    square, y, step = np.zeros((6, 6)), wanted.copy(), np.zeros(8)
    fill_square(jacobian, weights, 3, 0.0, square)
    solve_square(square, y, 3)
    fill_step(jacobian, weights, y, 3, 1.0, step)
    j, w = jacobian[:3], np.diag(weights)
    np.testing.assert_allclose(step, w @ j.T @ np.linalg.inv(j @ w @ j.T) @ wanted[:3], atol=1e-12)
    np.testing.assert_allclose(j @ step, wanted[:3], atol=1e-12)
