"""Muscles as bounds on torque, and friction that stops a block."""

import numpy as np
import pytest

from supple.dynamics.contact_points import FRICTION
from supple.dynamics.figure import GRAVITY
from supple.dynamics.muscles import spring_for, torque_reach
from supple.dynamics.splitting import split_reaction


def test_a_spring_with_free_gain_and_rest_is_a_bound_on_torque():
    rng, gain, low, high = np.random.default_rng(0), 120.0, -0.4, 1.1
    for angle in (-0.3, 0.2, 0.9):
        springs = rng.uniform(-gain, gain, 20_000) * (angle - rng.uniform(low, high, 20_000))
        most = float(torque_reach(np.array(angle), low, high, gain))
        assert np.abs(springs).max() <= most
        assert np.abs(springs).max() > 0.97 * most
        for torque in (-most, 0.3 * most, most):
            k, rest = spring_for(torque, angle, low, high)
            assert abs(k) <= gain * (1.0 + 1e-12)
            assert low <= rest <= high
            assert k * (angle - rest) == pytest.approx(torque)


@pytest.mark.parametrize("surface", ["rubber-concrete", "ice-ice"])
def test_a_sliding_block_is_slowed_by_friction_times_gravity_at_most(surface):
    """Four corners of a flat block explain a deceleration of mu g and no more."""
    mass, mu = 10.0, FRICTION[surface][1]
    arms = np.array([[[x, -0.01, z] for x in (-0.2, 0.2) for z in (-0.2, 0.2)]])
    how = {"weight": mass * GRAVITY, "height": 1.0, "friction": mu, "normal": np.array([0.0, 1.0, 0.0])}
    for share, explained in ((0.9, True), (1.0, True), (1.3, False)):
        force = mass * np.array([[-share * mu * GRAVITY, GRAVITY, 0.0]])
        moment = np.cross([0.0, -0.01, 0.0], force)
        left = split_reaction(force, moment, arms, np.ones((1, 4), bool), **how).residual_force
        missing = np.linalg.norm(left) / (mass * GRAVITY * mu)
        assert missing < 0.02 if explained else missing > 0.1
