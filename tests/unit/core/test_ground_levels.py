"""Levels of a floor with steps: which one a place is on, and steps of another size."""

import numpy as np
import pytest

from supple.core.contacts import Floor
from supple.core.ground import on_ground, scaled_floor

STAIRS = Floor(height_m=0.1, supports=(-0.07, 0.1, 0.27))


@pytest.mark.parametrize(("height", "level"), [(0.12, 0.1), (0.3, 0.27), (-0.05, -0.07)])
def test_a_place_goes_to_the_nearest_level_also_where_the_floor_is_not_the_lowest(height, level):
    assert on_ground(np.array([1.0, height, 2.0]), STAIRS) == pytest.approx([1.0, level, 2.0])


def test_levels_lie_above_a_plane_that_slopes():
    slope = Floor(normal=(0.0, 1.0, -0.1), supports=(0.0, 0.2))
    assert on_ground(np.array([0.0, 0.45, 2.0]), slope)[1] == pytest.approx(0.4)
    assert on_ground(np.array([0.0, 0.45, 2.0]), None)[1] == 0.45


def test_steps_and_belts_grow_and_the_plane_stays():
    larger = scaled_floor(Floor(height_m=0.1, supports=(-0.07, 0.1, 0.27), belt_m_s=(0.0, 0.0, -1.0)), 2.0)
    assert larger.height_m == 0.1
    assert larger.supports == pytest.approx((-0.24, 0.1, 0.44))
    assert larger.belt_m_s == (0.0, 0.0, -2.0)
    assert scaled_floor(None, 2.0) is None
