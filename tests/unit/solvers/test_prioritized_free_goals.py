"""Goals in ramps are mixed with the pose that would be there without the wish that ramps."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.edits import path_of, plan_of, walker, wobbled
from support.solved_edits import beside
from support.tolerances import ALGEBRA

from supple.constraints.model import Preserve
from supple.core.pose import WorldPose
from supple.solvers.prioritized.free import goals_of, ramp_groups

EARLY, LATE = (0.5, 1.0, 2.0, 2.5), (2.2, 3.0, 3.2, 3.4)
HAND, OTHER = beside("LeftHand", (0.0, 0.1, 0.0), EARLY), beside("RightHand", (0.0, 0.2, 0.0), LATE, priority=2)


class Recorder:
    """Poses another than the source's, and says what it was asked for."""

    def __init__(self, pose):
        self.pose, self.calls = pose, []

    def __call__(self, frames, working, goals):
        self.calls.append((frames, working, goals))
        return WorldPose(self.pose.positions[frames], self.pose.rotations[frames])


def ramping(plan):
    return (plan.activity > 0.0) & (plan.activity < 1.0)


def test_without_ramps_nobody_is_asked():
    posed, plan = Recorder(walker()[2]), plan_of(Preserve(effector="LeftFoot"))
    goals = goals_of(plan, walker()[2], posed)
    assert posed.calls == []
    assert_allclose(goals.goal[:, 0, :3], path_of("LeftFoot"), **ALGEBRA)


def test_in_a_ramp_the_goal_lies_between_the_wish_and_the_free_pose():
    plan, free = plan_of(HAND), wobbled()
    posed = Recorder(free)
    goal = goals_of(plan, walker()[2], posed).goal[:, 0, :3]
    a = plan.activity
    wish, there = path_of("LeftHand") + (0.0, 0.1, 0.0), path_of("LeftHand", free)
    acting = a[:, 0] > 0.0
    assert_allclose(goal[acting], (a * wish + (1.0 - a) * there)[acting], **ALGEBRA)
    ((frames, working, _),) = posed.calls
    assert_array_equal(frames, np.flatnonzero(ramping(plan)[:, 0]))
    assert not working[frames].any(), "the wish that ramps does not work in its own free pose"


def test_of_two_that_ramp_each_is_mixed_with_the_pose_of_the_other():
    plan, posed = plan_of(HAND, OTHER), Recorder(wobbled())
    goals_of(plan, walker()[2], posed)
    both = np.flatnonzero(ramping(plan).all(axis=1))
    assert len(both) > 10
    assert len(posed.calls) == 3
    for k, (frames, working, _) in enumerate(posed.calls[1:]):
        assert_array_equal(frames, both)
        assert not working[frames, k].any()
        assert working[frames, 1 - k].all()


def test_wishes_that_come_and_go_together_are_one_group():
    other = beside("RightHand", (0.0, 0.2, 0.0), EARLY, priority=2)
    plan = plan_of(HAND, other, OTHER, beside("LeftHand", (0.1, 0.0, 0.0), LATE, priority=3))
    groups = ramp_groups(plan, ramping(plan))
    assert [group.tolist() for group in groups] == [[True] * 4], "by time, by point, and by both in a row"
    plan = plan_of(HAND, OTHER, Preserve(effector="Head", priority=3))
    assert [group.tolist() for group in ramp_groups(plan, ramping(plan))] == [
        [True, False, False], [False, True, False],
    ]  # fmt: skip


@pytest.mark.parametrize("frame", [0, 29, 90, 230])
def test_where_nothing_ramps_goals_are_the_plans(frame):
    plan = plan_of(HAND, OTHER)
    goal = goals_of(plan, walker()[2], Recorder(wobbled())).goal[frame]
    full = plan.activity[frame] == 1.0
    assert_allclose(goal[full], plan.goal[frame][full], **ALGEBRA)
