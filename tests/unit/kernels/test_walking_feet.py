"""Feet of walkers against a slow twin: planted, rolling and in flight, turned and scaled, on level ground."""

import numpy as np
import pytest
from support.slow_feet import TOE_OFF, foot

from supple.kernels.walking.feet import pose_feet
from supple.recipes.walker.curves import TABLE, roll_knots, swing_pieces


def yaw(angle):
    return [np.cos(0.5 * angle), 0.0, np.sin(0.5 * angle), 0.0]


@pytest.mark.parametrize("seed", range(3))
def test_ankles_are_where_the_slow_twin_has_them(seed):
    rng = np.random.default_rng(seed)
    phases = np.concatenate([rng.uniform(0.0, 1.0, 40), [0.0, 0.065, 0.345, TOE_OFF, 0.9999]])
    n = len(phases)
    places = np.tile([[[0.1, 0.3, 0.2], [0.25, 0.3, 1.5]]], (n, 2, 1, 1)) + [0.0, 0.0, rng.normal()]
    turns = np.tile([[yaw(0.1), yaw(0.4)]], (n, 2, 1, 1))
    roll = rng.uniform(0.3, 1.2, 2)  # of strike and push
    rolls = np.tile([roll[0], roll[1], roll[0]], (n, 2, 1))
    lift, shape, knots = rng.uniform(0.0, 0.1), rng.uniform(0.05, 0.2, 4), roll_knots()
    ankles, feet, toes, pitches = np.zeros((n, 2, 3)), np.zeros((n, 2, 4)), np.zeros((n, 2)), np.zeros((n, 2))
    pose_feet(
        np.stack([phases, phases], axis=1), places, turns, rolls, np.full((n, 2), lift), np.tile(shape, (n, 2, 1)),
        knots, swing_pieces(), np.zeros((n, TABLE)), ankles, feet, toes, pitches,
    )  # fmt: skip
    expected = [foot(p, places[0, 0], turns[0, 0], roll * knots[::2], roll * knots[1::2], lift, shape) for p in phases]
    np.testing.assert_allclose(ankles[:, 0], expected, atol=1e-8)
    np.testing.assert_array_equal(ankles[:, 0], ankles[:, 1])
