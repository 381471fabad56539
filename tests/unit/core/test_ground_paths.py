"""Paths over the ground: arc length, headings, corners that are rounded and cusps that are refused."""

import numpy as np
import pytest

from supple.core.paths import arc_path, path_through
from supple.errors import InvalidValueError


def test_an_arc_to_the_left_is_a_circle_about_a_place_at_its_left():
    path = arc_path(np.array([1.0, 2.0]), 0.0, np.pi, 2.0)  # heads along +Z, where left is +X
    centre = np.array([3.0, 2.0])
    assert np.abs(np.linalg.norm(path.places - centre, axis=1) - 2.0).max() < 1e-4
    assert path.headings[-1] == pytest.approx(np.pi / 2.0)
    assert path.place_at(np.array(np.pi)) == pytest.approx([3.0, 4.0], abs=1e-4)


def test_a_path_goes_straight_on_beyond_its_ends():
    path = arc_path(np.zeros(2), 0.0, 1.0)
    assert path.place_at(np.array([-0.5, 0.5, 3.0])) == pytest.approx(np.array([[0, -0.5], [0, 0.5], [0, 3.0]]))


def test_a_curve_goes_through_its_points_at_even_speed():
    points = np.array([[0, 0], [0, 2], [1, 3.5], [3, 4]], float)
    path = path_through(points, 0.4)
    assert path.notes == ()
    for point in points:
        assert np.linalg.norm(path.places - point, axis=1).min() < 0.006  # half a sample
    steps = np.linalg.norm(np.diff(path.places, axis=0), axis=1)
    assert np.ptp(steps) < 1e-4
    assert path.length > np.linalg.norm(np.diff(points, axis=0), axis=1).sum()
    assert path.headings == pytest.approx(np.unwrap(path.headings))


def test_a_straight_path_of_two_points_needs_no_curve():
    path = path_through(np.array([[0.0, 0.0], [3.0, 4.0]]), 0.4)
    assert path.length == pytest.approx(5.0)
    assert np.degrees(path.headings) == pytest.approx(np.degrees(np.arctan2(3.0, 4.0)))


def test_a_sharp_corner_is_rounded_and_the_note_says_where_and_by_how_much():
    corner = np.array([[0, 0], [0, 2.9], [0, 3], [0.1, 3], [3, 3]], float)
    path = path_through(corner, 0.4, "garden.toml")
    bend = np.abs(np.diff(path.headings)) / np.diff(path.along)
    assert bend.max() < 1.05 / 0.4
    assert path.places[0] == pytest.approx(corner[0])
    assert path.places[-1] == pytest.approx(corner[-1])
    (note,) = path.notes
    assert "garden.toml: at point " in note
    assert "rounded" in note
    assert "cm" in note


@pytest.mark.parametrize("back", [[0.0, 0.5], [0.02, 0.0]])
def test_a_cusp_is_refused_with_its_point(back):
    with pytest.raises(InvalidValueError, match=r"garden: at point 2 \(x = 0 m, z = 3 m\) the path turns back"):
        path_through(np.array([[0.0, 0.0], [0.0, 3.0], back]), 0.4, "garden")


def test_points_that_are_all_the_same_are_no_path():
    with pytest.raises(InvalidValueError, match="at least two points"):
        path_through(np.ones((4, 2)), 0.4)
