"""Compiled stillness against the same in plain NumPy: equal to the last bit."""

import numpy as np
import pytest
from support import slow_stillness

from supple.detect.settings import DEFAULT_RULE
from supple.detect.standing import standing_spans, stands
from supple.detect.stillness import Ends, Watched, still_spans, swing_speed

BALL, HEEL, MARKER = Ends(0.2, 0.03), Ends(0.1, 0.15, True), Ends(0.2)


def stepping(seed: int, gaps: bool) -> tuple[Watched, np.ndarray]:
    """A point that stops and goes, with noise, and the height of a body; every seed has another length and rate."""
    rng = np.random.default_rng(seed)
    count, rate = int(rng.integers(20, 900)), float(rng.choice([100, 120, 240]))
    clock = np.arange(count) / rate
    swing = np.abs(np.sin(clock * rng.uniform(2, 9) + rng.uniform(0, 6))) ** rng.uniform(1, 6) * rng.uniform(0.3, 5)
    speed = swing + np.abs(rng.normal(size=count)) * rng.choice([0, 0.02, 0.2])
    valid = np.ones(count, dtype=bool)
    if gaps:
        first = int(rng.integers(0, count))
        valid[first : first + int(rng.integers(1, 60))] = False
    path = np.cumsum(rng.normal(size=(count, 3)) * speed[:, None] / rate, axis=0)
    point = Watched(speed, slow_stillness.swing_speed(speed, rate, 0.5), path, valid, rate, 0.15, 0.03)
    return point, rng.normal(size=count) * 0.1


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("ends", [BALL, HEEL, MARKER])
def test_spans_are_those_of_plain_numpy(ends, gaps):
    spans = 0
    for seed in range(60):
        point, centre = stepping(seed, gaps)
        expected = slow_stillness.still_spans(point, ends, DEFAULT_RULE)
        assert still_spans(point, ends, DEFAULT_RULE) == expected
        kept = slow_stillness.standing_spans(point, ends, DEFAULT_RULE, centre, 1.0)
        assert standing_spans(point, ends, DEFAULT_RULE, centre, 1.0) == kept
        for span in expected:
            assert stands(span, point, DEFAULT_RULE, 1.0) == slow_stillness.stands(span, point, DEFAULT_RULE, 1.0)
        spans += len(expected)
    assert spans > 100


@pytest.mark.parametrize("rate", [100.0, 240.0])
def test_the_speed_of_the_swing_is_that_of_plain_numpy(rate):
    rng = np.random.default_rng(5)
    for count in (1, 2, 7, 60, 500):
        for speed in (rng.uniform(size=count), np.sort(rng.uniform(size=count))[::-1].copy(), np.zeros(count)):
            np.testing.assert_array_equal(swing_speed(speed, rate, 0.5), slow_stillness.swing_speed(speed, rate, 0.5))


def test_a_point_that_slides_for_a_part_of_its_rest_is_judged_by_most_of_it():
    """Nine tenths of the time within reach is enough, and less is not: where the whole span has to be put in order."""
    for away, kept in ((8, 1), (25, 0)):
        path = np.zeros((200, 3))
        path[200 - away :, 0] = 0.5
        point = Watched(np.zeros(200), np.ones(200), path, np.ones(200, dtype=bool), 100.0, 0.15, 0.03)
        found = standing_spans(point, MARKER, DEFAULT_RULE, np.full(200, 1.0), 1.0)
        assert found == slow_stillness.standing_spans(point, MARKER, DEFAULT_RULE, np.full(200, 1.0), 1.0)
        assert len(found) == kept


def test_a_creep_that_ends_in_a_jump_is_not_the_roll_of_a_foot():
    """Going at 60 m/s2 after a rest or a slide, a point leaves when it begins to; one that rolls, at the threshold."""
    clock = np.arange(240) / 240.0
    jump, swing = np.maximum(60.0 * (clock - 0.5), 0.0), np.full(240, 4.0)
    rolls = np.minimum(0.8 * np.exp((clock - 0.6) / 0.06), 4.0)
    stops = []
    for speed in (jump, np.maximum(jump, 0.18), rolls):
        point = Watched(speed, swing, np.zeros((240, 3)), np.ones(240, dtype=bool), 240.0, 0.15, 0.03)
        stops += [span.stop for span in still_spans(point, BALL, DEFAULT_RULE)]
    np.testing.assert_allclose(stops, [0.5, 0.5, 0.6], atol=6e-3)  # the threshold is passed after 13 ms
