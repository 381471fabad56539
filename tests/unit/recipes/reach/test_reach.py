"""The catch: hands at another height, feet on the ground."""

from functools import cache

import numpy as np
import pytest
from support import refigured

from supple.core.motion import Motion, rest_pose
from supple.core.pose import world_pose
from supple.errors import InvalidValueError, SuppleError
from supple.recipes.detect import detect
from supple.recipes.measures.scene import point_path
from supple.recipes.names import motion_names
from supple.recipes.reach.reaching import reach
from supple.recipes.samples import sample
from supple.recipes.walk import walking

HANDS = ("LeftHand", "RightHand")


@cache
def catch() -> Motion:
    return sample("catch")


@cache
def floor() -> float:
    return detect(catch()).floor.height_m


def heights(motion: Motion) -> np.ndarray:
    return world_pose(motion).positions[:, [motion.skeleton.index(hand) for hand in HANDS], 1]


def wanted_for(factor: float) -> float:
    """The height above the ground that makes the factor of the left hand so."""
    was = heights(catch())[:, 0]
    return was[0] + factor * (was.max() - was[0]) - floor()


@pytest.mark.parametrize("factor", [0.5, 0.7, 0.85, 1.0, 1.2])
def test_row_45_hands_are_at_their_height_and_all_heights_are_scaled(factor):
    found = reach(catch(), wanted_for(factor))
    was, now = heights(catch()), heights(found.motion)
    assert found.status == "met"
    assert found.hands["left"].factor == pytest.approx(factor, abs=1e-9)
    assert np.abs(now[found.frame] - floor() - wanted_for(factor)).max() < 1e-3
    np.testing.assert_allclose(now[0], was[0], rtol=0.0, atol=1e-6)
    np.testing.assert_allclose(now, factor * (was - was[0]) + was[0], rtol=0.0, atol=1e-3)


def test_heights_are_told_above_the_ground():
    lifted = catch().with_root_positions(catch().root_positions + [0.0, 0.3, 0.0])
    found, there = reach(catch(), 1.2).hands["left"], reach(lifted, 1.2).hands["left"]
    assert found.reached_m == pytest.approx(1.2, abs=1e-3)
    assert there.reached_m == pytest.approx(1.2, abs=1e-3)
    assert there.start_m == pytest.approx(found.start_m, abs=1e-3)
    assert there.catch_m == pytest.approx(found.catch_m, abs=1e-3)


def test_row_46_feet_are_on_the_ground_and_keep_their_shuffle():
    found, names = reach(catch(), wanted_for(1.2)), motion_names(catch())
    paths = {}
    for when, motion in (("was", catch()), ("now", found.motion)):
        pose = world_pose(motion)
        for side in ("left", "right"):
            for part in ("heel", "ball"):
                paths[when, side, part] = point_path(pose, names.effector(f"{side}_{part}"), slice(None))
    was = np.concatenate([path[:, 1] for key, path in paths.items() if key[0] == "was"]) - floor()
    assert was.min() < -3e-3  # the clip sinks
    for side in ("left", "right"):
        for part in ("heel", "ball"):
            assert paths["now", side, part][:, 1].min() - floor() > -1e-4
        ball = paths["now", side, "ball"]
        assert np.abs(ball[:, 1] - floor()).max() < 1e-4  # toe height 0
        before = paths["was", side, "ball"]
        assert np.ptp(before[:, 2]) > 0.04
        np.testing.assert_allclose(ball[:, [0, 2]], before[:, [0, 2]], rtol=0.0, atol=1e-4)


def test_only_the_hand_that_is_asked_for_reaches():
    found = reach(catch(), wanted_for(1.1), hands="right", at=1.1)
    was, now = heights(catch()), heights(found.motion)
    np.testing.assert_allclose(now[:, 0], was[:, 0], rtol=0.0, atol=1e-9)
    assert now[found.frame, 1] - floor() == pytest.approx(wanted_for(1.1), abs=1e-3)
    assert list(found.hands) == ["right"]


def test_lifted_feet_stay_lifted():
    kick = sample("kick")
    found = reach(kick, 1.0, hands="left", at=1.35)
    ankle = kick.skeleton.index("RightFoot")
    was, now = (world_pose(m).positions[:, ankle] for m in (kick, found.motion))
    high = was[:, 1] > 0.3
    assert high.any()
    np.testing.assert_allclose(now[high], was[high], rtol=0.0, atol=1e-5)


def test_a_height_out_of_reach_is_told_with_how_much_is_missing():
    found = reach(catch(), 2.5)
    assert found.status == "infeasible"
    assert any("too short" in note for note in found.notes)
    assert np.isfinite(found.motion.rotations).all()
    shoulders = world_pose(catch()).positions[found.frame, catch().skeleton.index("LeftArm"), 1]
    assert heights(found.motion)[found.frame, 0] > shoulders + 0.5  # the arm points up


def test_what_cannot_be_reached_from_is_refused():
    with pytest.raises(InvalidValueError, match="cannot be scaled"):
        reach(catch(), 1.5, at=0.05)
    with pytest.raises(InvalidValueError, match="where the clip starts"):
        reach(catch(), 1.5, at=0.0)
    with pytest.raises(InvalidValueError, match="outside the clip"):
        reach(catch(), 1.5, at=99.0)
    with pytest.raises(SuppleError, match="height"):
        reach(catch(), float("nan"))
    with pytest.raises(SuppleError, match="hands"):
        reach(catch(), 1.5, hands="third")
    with pytest.raises(InvalidValueError, match="rest pose"):
        reach(rest_pose(catch().skeleton), 1.5)
    with pytest.raises(InvalidValueError, match="no left arm"):
        reach(refigured.without(walking(1.0), "LeftArm", "RightArm"), 1.5)
