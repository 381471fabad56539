"""How long feet may carry weight beyond the time in which they are still."""

import numpy as np

from supple.dynamics.contact_points import ContactSpan, widened

STEP = 0.01  # [s]


def _widened(*frames):
    """Ends, in frames, of contacts of a left and a right foot whose points never move."""
    spans = [
        ContactSpan(f"{name}_ball", number, np.zeros(3), a * STEP, b * STEP, np.zeros(3))
        for (name, number), (a, b) in zip((("left", 3), ("right", 5)), frames, strict=True)
    ]
    wide = widened(spans, [np.zeros((101, 3))] * 2, STEP, 0.05, 0.08)
    return [(round(s.start / STEP), round(s.stop / STEP)) for s in wide]


def test_feet_of_a_walk_are_held_only_while_they_stand():
    assert _widened((0, 60), (50, 100)) == [(0, 60), (50, 100)]


def test_a_short_time_in_which_nothing_stands_is_closed_from_both_sides():
    (_, left), (right, _) = _widened((0, 50), (54, 100))
    assert left == 53
    assert right == 51


def test_feet_that_come_from_a_flight_carry_weight_before_they_are_still():
    assert _widened((0, 40), (60, 100)) == [(0, 48), (52, 100)]
