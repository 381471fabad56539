"""Wishes about one hand, one of which begins or ends at once."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edits import path_of, plan_of, walker
from support.tolerances import ALGEBRA

from supple.constraints import model
from supple.constraints.measure import task_misses
from supple.constraints.targets import frame_goals

LONG = (0.5, 1.0, 3.0, 3.5)
SUDDEN = (1.5, 1.5, 2.0, 2.0)


def hand(when, offset, **keys):
    return model.Position(effector="right_wrist", goals=(model.PlaceGoal(when=when, offset=offset),), **keys)


def led(plan):
    """How far the strongest acting wish leads the hand from its own path (F, 3)."""
    goals = frame_goals(plan, np.arange(240), walker()[2]).goal[..., :3] - path_of("right_wrist")[:, None]
    out = np.zeros((240, 3))
    for f in range(240):
        acting = np.flatnonzero(plan.activity[f] > 0.0)
        if len(acting):
            out[f] = goals[f, acting[np.argmin(plan.level[f, acting])]]
    return out


def test_a_weaker_wish_comes_to_meet_a_sudden_stronger_one():
    plan = plan_of(hand(LONG, (0.0, 0.1, 0.0), priority=2), hand(SUDDEN, (0.3, 0.0, 0.0), priority=1))
    way = led(plan)
    assert np.abs(np.diff(way, axis=0)).max() < 0.03  # [m per frame] without it the hand jumps by 0.3 m
    assert_allclose(way[90:121], np.tile([0.3, 0.0, 0.0], (31, 1)), **ALGEBRA)
    assert np.all(plan.activity[91:120, 0] == 0.0)


def test_what_the_weaker_gave_up_is_reported_as_missed():
    plan = plan_of(hand(LONG, (0.0, 0.1, 0.0), priority=2), hand(SUDDEN, (0.3, 0.0, 0.0), priority=1))
    missed = task_misses(plan, walker()[2])
    assert_allclose(missed[60:181, 0], 0.1, **ALGEBRA)  # measured against the wish, not against its bend


@pytest.mark.parametrize(
    "other",
    [
        hand((0.2, 0.4, 0.6, 0.8), (0.3, 0.0, 0.0)),  # at another time
        hand((1.2, 1.5, 2.0, 2.3), (0.3, 0.0, 0.0)),  # with ramps
        hand(SUDDEN, (0.3, 0.0, 0.0), priority=3),  # weaker
        model.Position(effector="head", goals=(model.PlaceGoal(when=SUDDEN, offset=(0.1, 0, 0)),)),
    ],
)
def test_nothing_is_bent_without_need(other):
    plan = plan_of(hand(LONG, (0.0, 0.1, 0.0), priority=2), other)
    alone = plan_of(hand(LONG, (0.0, 0.1, 0.0), priority=2))
    assert not plan.bends
    assert np.array_equal(plan.activity[:, 0], alone.activity[:, 0])


def test_a_path_kept_all_through_is_not_bent_for_a_moment():
    plan = plan_of(model.Preserve(effector="right_wrist", priority=2), hand(SUDDEN, (0.3, 0.0, 0.0), priority=1))
    assert not plan.bends


def test_equal_wishes_of_one_span_both_stay():
    plan = plan_of(hand(SUDDEN, (0.0, 0.1, 0.0)), hand(SUDDEN, (0.3, 0.0, 0.0)))
    assert np.all(plan.activity[90:121] == 1.0)
    assert not plan.bends
