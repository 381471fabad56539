"""How far hips of live figures come down so that legs that stand reach."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from supple.kernels.online.legs import MOST_DROP, lower

LEGS = np.array([[-1, 0, 1, 2, -1], [-1, 3, 4, 5, -1]])  # -1, hip, knee, ankle, no toes
WINDOW = 12.0


def slow_lower(places, goals, pulls, reach, lowered):
    """The same in plain NumPy."""
    needed = lowered * (1.0 - 1.0 / WINDOW)
    for (_, hip, knee, ankle, _), goal, pull in zip(LEGS, goals, pulls.max(axis=1), strict=True):
        whole = np.linalg.norm(places[knee] - places[hip]) + np.linalg.norm(places[ankle] - places[knee])
        own = np.linalg.norm(places[ankle] - places[hip])
        long = min(max(reach * whole, own), 0.9995 * whole)
        away = goal - places[hip]
        room = long**2 - away[0] ** 2 - away[2] ** 2
        drop = max(0.0, -away[1] - np.sqrt(room)) if room > 0.0 else np.inf
        needed = max(needed, pull * min(drop, MOST_DROP * long))
    return needed if needed > 1e-9 else 0.0


def standing(rng):
    """Hips, knees and ankles of two legs, some of them straight, and where the ankles go."""
    hips = rng.uniform(-0.1, 0.1, (2, 3)) + [0.0, 0.9, 0.0]
    ankles = hips + rng.uniform([-0.1, -0.9, -0.1], [0.1, -0.8, 0.1], (2, 3))
    aside = rng.choice([0.0, 0.01, 0.1], (2, 1)) * [0.0, 0.0, 1.0]
    places = np.stack([hips, 0.5 * (hips + ankles) + aside, ankles], axis=1).reshape(6, 3)
    return places, ankles + rng.uniform(-0.1, 0.1, (2, 3))


@pytest.mark.parametrize("reach", [0.9, 0.985, 1.0])
def test_hips_come_down_as_the_slow_twin_has_it(reach):
    rng, drops = np.random.default_rng(0), []
    for _ in range(200):
        places, goals = standing(rng)
        pulls, lowered = rng.choice([0.0, 0.3, 1.0], (2, 2)), np.array([rng.choice([0.0, 1e-10, 0.02])])
        wanted = slow_lower(places, goals, pulls, reach, lowered[0])
        lower(places, LEGS, goals, pulls, WINDOW, reach, lowered)
        assert_allclose(lowered[0], wanted, atol=1e-12)
        drops.append(wanted)
    assert min(drops) == 0.0
    assert max(drops) > 0.05


@pytest.mark.parametrize("reach", [0.985, 0.9995, 1.0])
def test_no_leg_that_stands_becomes_straight(reach):
    """Whatever a caller asks for: the leg is straight, and its ankle a millimetre lower still."""
    places = np.array([[0.0, 0.9, 0.0], [0.0, 0.45, 0.0], [0.0, 0.0, 0.0]] * 2)
    goals, lowered = np.array([[0.0, -0.001, 0.0]] * 2), np.zeros(1)
    lower(places, LEGS, goals, np.ones((2, 2)), WINDOW, reach, lowered)
    assert_allclose(0.9 - lowered[0] + 0.001, 0.9995 * 0.9, atol=1e-12)
