"""Goals of a planted foot, on a foot that lands, rolls, slides and leaves."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.interpolate import PchipInterpolator
from support.tolerances import ALGEBRA

from supple.constraints.curves.footplant import PlantTimes, ball_leads, planted_foot
from supple.errors import InvalidValueError

RATE = 100.0
TIMES = np.arange(181) / RATE
EVENTS = PlantTimes(0.50, 0.62, 1.02, 1.22)
LENGTH = 0.16  # [m]


def rolling_foot(finer=1):
    """Heel and ball (F, 3): heel down first and sliding 12 mm, then a roll about the ball, sliding 20 mm."""
    t = np.arange(180 * finer + 1) / (RATE * finer)
    pitch = PchipInterpolator(
        [0, 0.3, 0.5, 0.62, 1.02, 1.22, 1.45, 1.8], np.radians([-40, 10, 20, 0, 0, -50, -20, 15])
    )(t)
    z = PchipInterpolator([0, 0.3, 0.5, 0.62, 1.02, 1.3], [-0.9, -0.35, -0.01, 0.0, 0.012, 0.012])(np.minimum(t, 1.02))
    y = PchipInterpolator([0, 0.3, 0.5, 0.62, 1.02, 1.3], [0.25, 0.1, 0.01, 0, 0, 0])(np.minimum(t, 1.02))
    ahead = PchipInterpolator([0.9, 1.02, 1.22, 1.45, 1.8], [0, 0, 0.02, 0.4, 1.2])(np.maximum(t, 1.02))
    above = PchipInterpolator([0.9, 1.02, 1.22, 1.45, 1.8], [0, 0, 0.01, 0.08, 0.1])(np.maximum(t, 1.02))
    along = LENGTH * np.stack([0 * t, np.sin(pitch), np.cos(pitch)], axis=-1)
    rolls = (t >= 1.02)[:, None]
    flat = np.array([0, 0, LENGTH])
    lead = np.stack([0 * t + 0.1, y + above, z + ahead], axis=-1)
    heel = np.where(rolls, lead + flat - along, lead)
    return heel, heel + along


def held(foot, begin, end, times=TIMES):
    part = times[foot.start : foot.stop]
    return (part >= begin - 1e-9) & (part <= end + 1e-9)


def whole(foot, heel, ball):
    out = np.stack([heel, ball])
    out[0, foot.start : foot.stop], out[1, foot.start : foot.stop] = foot.heel, foot.ball
    return out


MOVES = [((0.0, 0.0, 0.0), 0.0), ((0.02, 0.05, 0.1), np.radians(20)), ((0.0, 0.17, 0.0), np.radians(-90))]


@pytest.mark.parametrize(("move", "turn"), MOVES)
def test_held_points_are_still(move, turn):
    foot = planted_foot(TIMES, *rolling_foot(), EVENTS, move=move, turn=turn)
    assert np.ptp(foot.heel[held(foot, 0.50, 1.02)], axis=0).max() < 1e-12
    assert np.ptp(foot.ball[held(foot, 0.62, 1.22)], axis=0).max() < 1e-12
    assert np.ptp(rolling_foot()[0][50:103], axis=0).max() > 0.01  # it slid before


@pytest.mark.parametrize(("move", "turn"), MOVES)
def test_the_foot_keeps_its_length_and_outside_the_span_its_path(move, turn):
    heel, ball = rolling_foot()
    foot = planted_foot(TIMES, heel, ball, EVENTS, move=move, turn=turn)
    assert_allclose(np.linalg.norm(foot.ball - foot.heel, axis=-1), LENGTH, **ALGEBRA)
    assert (foot.start, foot.stop) == (30, 143)
    assert_allclose(foot.heel[[0, -1]], heel[[30, 142]], **ALGEBRA)
    assert_allclose(foot.ball[[0, -1]], ball[[30, 142]], **ALGEBRA)


ORDERS = [
    EVENTS,
    PlantTimes(0.62, 0.50, 1.02, 1.22),
    PlantTimes(0.50, 0.62, 1.22, 1.02),
    PlantTimes(0.5, 0.5, 1.0, 1.0),
]


@pytest.mark.parametrize(("move", "turn"), MOVES)
@pytest.mark.parametrize("events", ORDERS, ids=["walk", "toe first", "toe leaves first", "flat"])
def test_velocity_is_continuous_everywhere(move, turn, events):
    jumps = {}
    for finer in (2, 20):
        heel, ball = rolling_foot(finer)
        times = np.arange(180 * finer + 1) / (RATE * finer)
        path = whole(planted_foot(times, heel, ball, events, move=move, turn=turn), heel, ball)
        jumps[finer] = np.linalg.norm(np.diff(path, 2, axis=1), axis=-1).max() * RATE * finer
    assert jumps[20] < 0.2 * jumps[2]  # a jump of velocity would stay, not shrink to a tenth


def test_a_foot_whose_points_are_not_rigid_joins_its_path_too():
    heel, ball = rolling_foot()
    ball = ball + 0.01 * np.sin(9 * TIMES)[:, None]
    foot = planted_foot(TIMES, heel, ball, EVENTS)
    assert_allclose(foot.ball[[0, -1]], ball[[30, 142]], **ALGEBRA)
    assert_allclose(foot.heel[[0, -1]], heel[[30, 142]], **ALGEBRA)
    assert np.ptp(foot.ball[held(foot, 0.62, 1.22)], axis=0).max() < 1e-12
    path = whole(foot, heel, ball)
    assert np.abs(np.diff(path, 2, axis=1)).max() < 0.01  # [m] a frame; a jump of the length would give 0.01 or more


def test_new_place_and_yaw_are_reached():
    heel, ball = rolling_foot()
    still = planted_foot(TIMES, heel, ball, EVENTS)
    moved = planted_foot(TIMES, heel, ball, EVENTS, move=(0.02, 0.05, 0.1), turn=np.radians(20))
    both = held(still, 0.62, 1.02)
    middle = 0.5 * (moved.heel + moved.ball - still.heel - still.ball)[both]
    assert_allclose(middle, np.tile([0.02, 0.05, 0.1], (both.sum(), 1)), **ALGEBRA)
    along = (moved.ball - moved.heel)[both]
    assert_allclose(np.degrees(np.arctan2(along[:, 0], along[:, 2])), 20.0, rtol=0, atol=1e-9)


def test_heel_leads_until_heel_off_and_the_ball_from_then_on():
    assert_array_equal(ball_leads(TIMES, EVENTS), TIMES >= 1.02 - 1e-9)
    toe_first = ball_leads(TIMES, PlantTimes(0.62, 0.50, 1.02, 1.22))
    assert toe_first[:62].all()
    assert not toe_first[62:102].any()
    assert toe_first[102:].all()


@pytest.mark.parametrize(("move", "turn"), MOVES)
def test_the_swap_at_heel_off_is_not_felt(move, turn):
    heel, ball = rolling_foot()
    path = whole(planted_foot(TIMES, heel, ball, EVENTS, move=move, turn=turn), heel, ball)
    bend = np.linalg.norm(np.diff(path, 2, axis=1), axis=-1)  # index k is frame k + 1
    around = np.r_[85:100, 102:118]
    assert (bend[:, 100:102].max(axis=1) <= bend[:, around].max(axis=1) + 1e-12).all()


def test_neither_point_goes_under_the_floor():
    heel, ball = rolling_foot()
    foot = planted_foot(TIMES, heel, ball, EVENTS)
    assert min(foot.heel[:, 1].min(), foot.ball[:, 1].min()) > -1e-3


def test_a_raised_and_turned_foot_rolls_about_its_ball():
    foot = planted_foot(TIMES, *rolling_foot(), EVENTS, move=(0.0, 0.2, 0.0), turn=np.radians(90))
    rolling = held(foot, 1.05, 1.22)
    along = (foot.ball - foot.heel)[rolling]
    yaw = np.degrees(np.arctan2(along[:, 0], along[:, 2]))
    assert_allclose(yaw, 90.0, rtol=0, atol=8.0)  # the slide that is taken out turns it a little


@pytest.mark.parametrize("ease", [(0.0, 0.0), (1.0, 1.0)])
def test_any_ease_gives_a_path(ease):
    foot = planted_foot(TIMES, *rolling_foot(), EVENTS, move=(0.0, 0.0, 0.1), ease=ease)
    assert np.isfinite(foot.heel).all()
    assert np.isfinite(foot.ball).all()
    assert np.ptp(foot.ball[held(foot, 0.62, 1.22)], axis=0).max() < 1e-12


def test_a_foot_that_is_never_flat_on_a_frame_still_stands():
    foot = planted_foot(TIMES, *rolling_foot(), PlantTimes(0.5, 0.803, 0.807, 1.2))
    assert np.ptp(foot.heel[held(foot, 0.5, 0.807)], axis=0).max() < 1e-12


def test_a_foot_that_does_not_stand_is_refused():
    with pytest.raises(InvalidValueError, match=r"heel 0\.5 to 0\.6, toe 0\.7 to 1 s"):
        planted_foot(TIMES, *rolling_foot(), PlantTimes(0.5, 0.7, 0.6, 1.0))


def test_shift_and_scale():
    heel, ball = rolling_foot()
    a = planted_foot(TIMES, heel, ball, EVENTS, move=(0.0, 0.1, 0.1), turn=0.3)
    later = PlantTimes(*(t + 7.0 for t in EVENTS))
    b = planted_foot(TIMES + 7.0, heel, ball, later, move=(0.0, 0.1, 0.1), turn=0.3)
    c = planted_foot(TIMES, 100 * heel, 100 * ball, EVENTS, move=(0.0, 10.0, 10.0), turn=0.3)
    assert_allclose(b.heel, a.heel, rtol=0, atol=1e-11)
    assert_allclose(c.ball, 100 * a.ball, rtol=0, atol=1e-10)


def test_a_far_move_within_a_short_ease_does_not_bulge():
    """The point that leads goes as it would unmoved, and as far aside as the ease says."""
    near, far = (planted_foot(TIMES, *rolling_foot(), EVENTS, move=(0, y, 0), ease=(0.1, 0.1)) for y in (0.0, 1.2))
    aside = np.where(far.ball_leads[:, None], far.ball - near.ball, far.heel - near.heel)
    assert_allclose(aside, np.outer(far.activity, (0.0, 1.2, 0.0)), **ALGEBRA)
