"""When points may carry force: a little longer than they were found still."""

import numpy as np

from supple.dynamics.contact_points import ContactSpan, Wider, amid, trimmed, widened

FRAME_TIME = 0.01
WIDER = Wider(near=0.01, alone=0.05, longest=0.08)
RISING = np.zeros((60, 3))
RISING[:, 1] = 0.004 * np.maximum(np.arange(60) - 20, 0)  # leaves its place after frame 20, 4 mm a frame
STILL = np.zeros((60, 3))


def span(name, first, last, number=1):
    return ContactSpan(name, number, np.zeros(3), first * FRAME_TIME, last * FRAME_TIME, np.zeros(3))


def ends(spans, paths):
    wide = widened(spans, paths, FRAME_TIME, WIDER)
    return [(round(s.start / FRAME_TIME), round(s.stop / FRAME_TIME)) for s in wide]


def test_a_heel_that_rises_is_let_go_while_the_ball_stands():
    heel, ball = ends([span("heel", 5, 20), span("ball", 5, 40)], [RISING, STILL])
    assert heel == (0, 22)
    assert ball[1] == 48


def test_who_stands_alone_carries_on_for_as_long_as_it_is_about_there():
    """Eight frames at most, though 5 cm would last for twelve."""
    assert ends([span("ball", 5, 20)], [RISING]) == [(0, 28)]


def test_a_point_that_stands_again_soon_does_not_stand_twice_at_once():
    first, second = ends([span("heel", 5, 20), span("heel", 26, 40)], [STILL, STILL])
    assert first[1] <= second[0]


def test_nothing_that_stands_stays_nothing():
    assert ends([], []) == []


def test_a_point_that_rolls_stands_in_the_middle_of_its_way_on_its_own_ground():
    rolling = np.zeros((60, 3))
    rolling[:, 0] = rolling[:, 1] = np.linspace(0.0, 0.059, 60)
    known = span("ball", 10, 30)._replace(fixed=True)
    free, fixed = amid([span("heel", 10, 30), known], [rolling, rolling], FRAME_TIME)
    np.testing.assert_allclose(free.place, [0.020, 0.0, 0.0], atol=1e-12)
    np.testing.assert_array_equal(fixed.place, known.place)


def _trimmed(spans, paths, inner=()):
    parents = (0, 0, 1, 2)
    cut = trimmed(parents, inner, spans, paths, FRAME_TIME, 0.006)
    return [(round(s.start / FRAME_TIME), round(s.stop / FRAME_TIME)) for s in cut]


def test_a_point_that_is_on_its_way_does_not_stand_while_its_foot_stands_on_another():
    """Both on a foot and on its toes; the heel is 8 mm up at frame 22, the ball as long before it is down."""
    assert _trimmed([span("heel", 5, 30), span("ball", 5, 40)], [RISING, STILL]) == [(5, 21), (5, 40)]
    assert _trimmed([span("heel", 5, 40, 2), span("ball", 20, 50, 3)], [STILL, RISING[::-1]]) == [(5, 40), (38, 50)]


def test_what_stands_alone_or_is_fixed_is_not_trimmed():
    assert _trimmed([span("ball", 5, 30)], [RISING]) == [(5, 30)]
    assert _trimmed([span("ball", 5, 30), span("other_heel", 5, 40, 3)], [RISING, STILL]) == [(5, 30), (5, 40)]
    kept = span("heel", 5, 30)._replace(fixed=True)
    assert _trimmed([kept, span("ball", 5, 40)], [RISING, STILL]) == [(5, 30), (5, 40)]


def test_a_knee_on_the_ground_does_not_trim_its_foot():
    """The shank is as near to the foot in the model as the foot is to its toes."""
    foot, knee, rising = span("ball", 5, 30, 2), span("knee", 5, 40, 1), [RISING, STILL]
    assert _trimmed([foot, knee], rising, inner={1}) == [(5, 30), (5, 40)]
    assert _trimmed([foot, span("toe", 5, 40, 3)], rising, inner={1}) == [(5, 21), (5, 40)]


def test_where_all_points_of_a_foot_are_on_their_way_the_lowest_carries_on():
    """A heel that has left while the ball still comes down: 4 mm a frame from frame 20 on, and until frame 38."""
    landing = RISING[::-1].copy()
    assert _trimmed([span("heel", 5, 33), span("ball", 15, 45)], [RISING, landing]) == [(5, 29), (30, 45)]


def test_a_foot_stands_as_long_as_before():
    up = STILL + [0.0, 0.01, 0.0]
    assert _trimmed([span("heel", 10, 30), span("ball", 10, 30)], [up, up]) == [(10, 30), (10, 30)]
