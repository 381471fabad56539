"""How a planted foot is turned about the line of its heel and ball."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from supple.constraints.curves.foot_roll import foot_roll
from supple.constraints.curves.footplant import PlantTimes, planted_foot
from supple.core.quaternions import about_axis, multiply, rotate

TIMES = np.arange(121) / 60.0
EVENTS = PlantTimes(0.5, 0.6, 1.1, 1.4)
HEEL, BALL, ANKLE = (np.array(p) for p in ((0.0, -0.08, -0.05), (0.0, -0.08, 0.15), (0.0, 0.0, 0.0)))
MOVES = [((0.0, 0.0, 0.0), 0.0), ((0.1, 0.05, 0.1), 0.5), ((0.0, 0.0, 0.0), -1.5), ((0.0, 0.0, 0.0), 3.0)]


def leaning_foot():
    """Where a foot that travels, pitches and leans from side to side is (F, 3), and how it is turned (F, 4)."""
    lean = about_axis("z", np.radians(4.0) * np.sin(5.0 * TIMES))
    pitch = about_axis("x", np.radians(20.0) * np.sin(3.0 * TIMES))
    return np.stack([0.0 * TIMES, 0.02 * TIMES, 0.3 * TIMES], axis=-1), multiply(pitch, lean)


def rolled(move=(0.0, 0.0, 0.0), turn=0.0, events=EVENTS, sign=1.0):
    way, turns = leaning_foot()
    heel, ball = (way + rotate(turns, point) for point in (HEEL, BALL))
    foot = planted_foot(TIMES, heel, ball, events, move=move, turn=turn)
    return foot, foot_roll(TIMES, foot, heel, ball, sign * turns, events, turn=turn)


def angles(a, b):
    return 2.0 * np.arccos(np.abs(np.sum(a * b, axis=-1)).clip(0.0, 1.0))


@pytest.mark.parametrize(("move", "turn"), MOVES)
def test_it_is_still_while_both_are_down_and_begins_and_ends_as_the_source(move, turn):
    foot, roll = rolled(move, turn)
    flat = roll.turns[36 - foot.start : 67 - foot.start]
    assert angles(flat, flat[0]).max() < 1e-6
    _, source = leaning_foot()
    assert angles(roll.turns[[0, -1]], source[[foot.start, foot.stop - 1]]).max() < 1e-6
    assert angles(source[36:67], source[36]).max() > np.radians(4.0)  # it rolled before


@pytest.mark.parametrize(("move", "turn"), MOVES)
def test_the_turned_foot_has_its_heel_and_ball_where_they_are_asked(move, turn):
    foot, roll = rolled(move, turn)
    assert_allclose(rotate(roll.turns, BALL - HEEL), foot.ball - foot.heel, rtol=0, atol=1e-9)
    line = (foot.ball - foot.heel) / np.linalg.norm(foot.ball - foot.heel, axis=1, keepdims=True)
    assert_allclose(rotate(roll.turns, roll.line), line, rtol=0, atol=1e-9)  # also where the foot is on its toes


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_ankle_follows_without_a_jump_whatever_the_sign_of_the_source(sign):
    foot, roll = rolled((0.1, 0.05, 0.1), 0.5, sign=sign)
    ankle = foot.heel + rotate(roll.turns, ANKLE - HEEL)
    bend = [np.linalg.norm(np.diff(path, 2, axis=0), axis=1).max() for path in (ankle, foot.heel)]
    assert bend[0] < 2.0 * bend[1]
    assert (ankle - foot.heel)[:, 1].min() > 0.0  # upright all the time


def test_a_foot_that_is_never_flat_on_a_frame_has_its_turns():
    foot, roll = rolled(events=PlantTimes(0.5, 0.803, 0.807, 1.2))
    assert_allclose(np.linalg.norm(roll.turns, axis=1), 1.0)
    assert len(roll.turns) == len(foot.heel)


def test_a_foot_without_length_does_not_roll():
    way, turns = leaning_foot()
    foot = planted_foot(TIMES, way, way, EVENTS)
    assert foot_roll(TIMES, foot, way, way, turns, EVENTS) is None
