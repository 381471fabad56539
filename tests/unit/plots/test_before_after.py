"""What the player is told of a motion over another one, and of the ground below them."""

from dataclasses import replace

import numpy as np

from supple.core.ground import plane
from supple.core.pose import world_pose
from supple.plots.before_after import before_after, standing
from supple.plots.ground_lines import ground_lines
from supple.recipes.roles import motion_roles
from supple.recipes.walk import walking


def _step(x, z):
    return np.where(z > 0.6, 0.12, 0.0) + 0.0 * x


def test_a_step_is_drawn_below_the_feet():
    walk = walking(1.0)
    shown = before_after(walk, walk, motion_roles(walk), _step)
    places = np.array([number for line in shown["ground"] for number in line]).reshape(-1, 3)
    feet = np.array(shown["points"]).reshape(walk.frames, -1, 3)
    high = places[places[:, 2] > feet[..., 2].max()][:, 1]
    assert set(places[:, 1].tolist()) == {0, high[0]}
    assert high[0] > 100
    assert before_after(walk, walk, motion_roles(walk))["ground"] == []


def test_ground_is_drawn_where_it_is_below_figures_of_any_size_and_place():
    """Feet that stand on a slope stand on its lines, however tall the figure is and wherever it goes."""
    walk = walking(1.0)
    skeleton = replace(walk.skeleton, offsets=walk.skeleton.offsets / 3.0)
    away = np.array([4.0, 2.0, -7.0])
    small = replace(walk, skeleton=skeleton, root_positions=walk.root_positions / 3.0 + away)
    slope = plane(away[1] + 2.1, 0.0, 0.3)  # at z = -7 this is where the walk goes
    shown = before_after(small, small, motion_roles(small), slope)
    ground = np.array([number for line in shown["ground"] for number in line]).reshape(-1, 3)
    plain = np.array(shown["points"]).reshape(small.frames, -1, 3)
    height, floor = standing(world_pose(small).positions)
    scale = 1700.0 / height
    wanted = (slope(ground[:, 0] / scale, ground[:, 2] / scale) - floor) * scale
    np.testing.assert_allclose(ground[:, 1], wanted, atol=2.0)  # mm
    for axis in (0, 2):
        assert ground[:, axis].min() < plain[..., axis].min() < plain[..., axis].max() < ground[:, axis].max()


def test_lines_bend_where_the_ground_does_and_are_short_where_it_is_even():
    paths = np.array([[[0.0, 1.0, 0.0]], [[0.0, 1.0, 3.0]]])
    bent, even = ground_lines(_step, paths), ground_lines(plane(0.1, 0.0, 0.2), paths)
    risers = [line for line in bent if np.ptp(line[:, 1]) > 0.0]
    assert all(np.abs(np.diff(line[:, 2])[np.diff(line[:, 1]) > 0.0]).max() < 0.03 for line in risers)
    assert risers
    for line in even:
        np.testing.assert_allclose(line[:, 1], 0.1 + 0.2 * line[:, 2], atol=1e-12)
        assert len(line) < 20


def test_a_long_way_makes_no_large_page():
    lines = ground_lines(lambda x, z: np.sin(z) + 0.0 * x, np.array([[[0.0, 1.0, 0.0]], [[3.0, 1.0, 500.0]]]))
    assert sum(map(len, lines)) < 50_000
