"""The third point of a planted foot: where it goes, and what it is."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from supple.constraints.curves.foot_roll import foot_roll, point_beside
from supple.constraints.curves.footplant import PlantTimes, planted_foot
from supple.core.quaternions import about_axis, rotate

TIMES = np.arange(121) / 60.0
EVENTS = PlantTimes(0.5, 0.6, 1.1, 1.4)
HEEL, BALL, ANKLE = (0.0, 0.0, 0.0), (0.0, 0.0, 0.2), (0.0, 0.08, 0.05)


def leaning_foot():
    """(3, F, 3) heel, ball and ankle of a foot that travels, pitches and leans from side to side."""
    lean = about_axis("z", np.radians(4.0) * np.sin(5.0 * TIMES))
    pitch = about_axis("x", np.radians(20.0) * np.sin(3.0 * TIMES))
    way = np.stack([0.0 * TIMES, 0.02 * TIMES, 0.3 * TIMES], axis=-1)
    return np.stack([way + rotate(pitch, rotate(lean, np.array(p))) for p in (HEEL, BALL, ANKLE)])


def rolled(move=(0.0, 0.0, 0.0), turn=0.0, events=EVENTS):
    source = leaning_foot()
    foot = planted_foot(TIMES, source[0], source[1], events, move=move, turn=turn)
    return source, foot, foot_roll(TIMES, foot, source, events, turn=turn)


@pytest.mark.parametrize(("move", "turn"), [((0.0, 0.0, 0.0), 0.0), ((0.1, 0.05, 0.1), 0.5), ((0.0, 0.0, 0.0), -1.5)])
def test_it_is_still_while_both_are_down_and_begins_and_ends_on_its_own_path(move, turn):
    source, foot, roll = rolled(move, turn)
    flat = slice(36 - foot.start, 67 - foot.start)
    assert np.ptp(roll.path[flat], axis=0).max() < 1e-12
    assert_allclose(roll.path[[0, -1]], source[2, [foot.start, foot.stop - 1]], rtol=0, atol=1e-9)


def test_it_is_as_far_from_heel_and_ball_as_a_rigid_foot_has_it():
    _, foot, roll = rolled((0.1, 0.05, 0.1), 0.5)
    for path, point in ((foot.heel, HEEL), (foot.ball, BALL)):
        away = np.linalg.norm(roll.path - path, axis=1)
        assert_allclose(away, np.linalg.norm(np.subtract(ANKLE, point)), rtol=0, atol=1.5e-3)


def test_its_row_is_square_to_the_standing_foot():
    _, foot, roll = rolled((0.1, 0.0, 0.1), 0.5)
    flat = 40 - foot.start
    arms = np.stack([foot.ball[flat] - foot.heel[flat], roll.path[flat] - foot.heel[flat]])
    assert_allclose(arms @ roll.aside, 0.0, rtol=0, atol=1e-12)
    assert np.linalg.norm(roll.aside) == pytest.approx(1.0)


def test_its_velocity_is_continuous():
    source, foot, roll = rolled((0.1, 0.05, 0.1), 0.5)
    path = source[2].copy()
    path[foot.start : foot.stop] = roll.path
    bend = [np.linalg.norm(np.diff(p, 2, axis=0), axis=1).max() for p in (path, foot.heel)]
    assert bend[0] < 2.0 * bend[1]


def test_a_foot_that_is_never_flat_on_a_frame_has_a_path():
    _, foot, roll = rolled(events=PlantTimes(0.5, 0.803, 0.807, 1.2))
    assert roll.path.shape == foot.heel.shape
    assert np.isfinite(roll.path).all()


def test_the_ankle_is_the_third_point_if_it_is_beside_the_line():
    assert_allclose(point_beside(np.array([0.0, -0.08, -0.05]), np.array([0.0, -0.08, 0.15])), 0.0)


@pytest.mark.parametrize("heel", [(0.0, 0.0, 0.0), (0.0, 0.001, 0.0)])
def test_a_limb_has_a_third_point_of_its_own(heel):
    heel, ball = np.array(heel), np.array([0.0, -0.02, 0.1])
    point = point_beside(heel, ball)
    assert (point - heel) @ (ball - heel) == pytest.approx(0.0, abs=1e-12)
    assert np.linalg.norm(point - heel) == pytest.approx(0.5 * np.linalg.norm(ball - heel))


def test_a_foot_without_length_does_not_roll():
    assert point_beside(np.zeros(3), np.zeros(3)) is None
