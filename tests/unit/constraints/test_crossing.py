"""Two wishes about one hand that come and go together."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edits import path_of, plan_of, walker
from support.tolerances import ALGEBRA

from supple.constraints import model
from supple.constraints.targets import frame_goals

FIRST, SECOND = (0.2, 0.5, 1.0, 2.0), (1.0, 2.0, 2.5, 3.0)  # one fades out while the other fades in


def hand(when, at, **keys):
    return model.Position(effector="right_wrist", goals=(model.PlaceGoal(when=when, at=at),), **keys)


def aside(when, offset, **keys):
    return model.Position(effector="right_wrist", goals=(model.PlaceGoal(when=when, offset=offset),), **keys)


def led_path(*constraints):
    """Where the strongest acting wishes lead the hand, if nothing else is in the way (F, 3)."""
    plan, source = plan_of(*constraints), walker()[2]
    goals = frame_goals(plan, np.arange(240), source).goal[..., :3]
    out = path_of("right_wrist").copy()
    for f in range(240):
        acting = np.flatnonzero(plan.activity[f] > 0.0)
        if len(acting):
            level = plan.level[f, acting]
            lead = acting[level == level.min()]
            weight = np.array([constraints[k].weight for k in lead])
            out[f] = (weight[:, None] * goals[f, lead]).sum(0) / weight.sum()
    return out


@pytest.mark.parametrize("priorities", [(1, 2), (2, 1), (1, 1)])
def test_no_jump_when_one_wish_hands_over_to_another(priorities):
    a, b = priorities
    path = led_path(aside(FIRST, (0.3, 0.2, 0.0), priority=a), aside(SECOND, (-0.3, 0, 0.2), priority=b, weight=3.0))
    moved = path - path_of("right_wrist")
    assert np.abs(np.diff(moved, axis=0)).max() < 0.03  # [m per frame] a jump from wish to wish is 0.6 m
    assert np.abs(np.diff(moved, 2, axis=0)).max() < 0.006  # [m per frame^2] the ramp of 18 frames alone has 0.005


def test_the_stronger_fades_to_where_the_weaker_leads():
    plan = plan_of(hand(FIRST, (0.0, 1.0, 1.0), priority=1), hand(SECOND, (1.0, 1.0, 1.0), priority=2))
    goals = frame_goals(plan, np.arange(240), walker()[2]).goal[:, 0, :3]
    a, b = plan.activity[100]
    under_b = b * np.array([1.0, 1.0, 1.0]) + (1 - b) * path_of("right_wrist")[100]
    assert_allclose(goals[100], a * np.array([0.0, 1.0, 1.0]) + (1 - a) * under_b, **ALGEBRA)


def test_wishes_about_other_points_do_not_matter():
    one, other = (
        hand(FIRST, (0.0, 1.0, 1.0)),
        model.Position(effector="left_wrist", goals=(model.PlaceGoal(when=SECOND, at=(1.0, 1.0, 1.0)),)),
    )
    both, alone = plan_of(one, other), plan_of(one)
    frames, source = np.arange(240), walker()[2]
    assert_allclose(
        frame_goals(both, frames, source).goal[:, 0], frame_goals(alone, frames, source).goal[:, 0], **ALGEBRA
    )
