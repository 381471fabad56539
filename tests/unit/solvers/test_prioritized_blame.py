"""Who stands in the way of a wish that is missed."""

import pytest
from support.edits import walker
from support.solved_edits import at, beside, outcome, path, planted, solved

from supple.constraints.model import JointSetting, Preserve

POSE = walker()[0].with_frames(60, 61)


def blocked(name, *wishes, **more):
    found = outcome(solved(*wishes, motion=POSE, **more), name)
    assert not found.met
    return found.blocked_by


def test_a_stretched_arm_is_out_of_reach():
    held = Preserve(name="shoulder", effector="LeftArm", priority=1, recruit=("LeftShoulder",))
    far = at("LeftHand", (0.9, 1.3, 1.3), priority=2, recruit=("LeftArm", "LeftForeArm"))
    assert blocked("LeftHand", held, far) == ("reach",)


def test_joint_limits_are_named():
    """An elbow at the end of its range keeps the hand from a place near the shoulder."""
    near = path(POSE, "LeftArm")[0] + (0.0, -0.1, 0.2)
    short = {"LeftForeArm": JointSetting(range_deg=(0.0, 40.0))}
    wish = at("LeftHand", near, recruit=("LeftArm", "LeftForeArm"))
    assert blocked("LeftHand", wish, joints=short) == ("joint limits",)


def test_a_figure_of_one_hinge_has_someone_to_blame():
    short = {"LeftForeArm": JointSetting(range_deg=(0.0, 40.0))}
    assert blocked("LeftHand", at("LeftHand", (0.3, 1.6, 1.3), recruit=("LeftForeArm",)), joints=short)


def test_the_wish_that_holds_is_named():
    elbow, hand = at("LeftForeArm", (0.4, 1.5, 1.5), priority=1), at("LeftHand", (0.1, 0.6, 1.9), priority=2)
    assert blocked("LeftHand", elbow, hand) == ("LeftForeArm",)


def test_feet_hold_a_body_that_is_pulled_forward():
    names = blocked("LeftHand", *planted(), beside("LeftHand", (0.0, 0.0, 2.5), priority=2))
    assert names
    assert set(names) <= {"LeftFoot", "LeftToeBase", "RightFoot", "RightToeBase", "joint limits", "reach"}


def test_a_bystander_is_not_blamed():
    elbow, hand = at("LeftForeArm", (0.4, 1.5, 1.5), priority=1), at("LeftHand", (0.1, 0.6, 1.9), priority=3)
    other = beside("RightHand", (0.0, 0.1, 0.0), priority=2)
    assert blocked("LeftHand", elbow, other, hand) == ("LeftForeArm",)


@pytest.mark.parametrize("weaker", [2, 5])
def test_the_weaker_is_never_blamed(weaker):
    names = blocked("far", at("LeftHand", (0.5, 1.2, 4.0), name="far", recruit="LeftArm"),
                    beside("Head", (0.0, 0.0, 0.3), priority=weaker))  # fmt: skip
    assert "Head" not in names


def test_equals_that_pull_apart_are_blamed_for_each_other_and_a_bystander_is_not():
    a, b = at("LeftHand", (3.0, 1.2, 1.5), name="a"), at("RightHand", (-3.0, 1.2, 1.5), name="b")
    other = beside("LeftFoot", (0.0, 0.1, 0.0), name="met")
    for name, equal in (("a", "b"), ("b", "a")):
        names = blocked(name, a, b, other)
        assert equal in names
        assert "met" not in names


def test_an_equal_that_pulls_the_same_way_is_not_blamed():
    ahead = {"offset": (0.0, 0.0, 2.0), "priority": 2}
    hands = [beside(hand, **ahead) for hand in ("LeftHand", "RightHand")]
    for one, other in (("LeftHand", "RightHand"), ("RightHand", "LeftHand")):
        names = blocked(one, *planted(), *hands)
        assert names
        assert other not in names
