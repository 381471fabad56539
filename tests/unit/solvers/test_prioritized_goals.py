"""Goals of every kind on a walking body, measured with a ruler."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation
from support.edits import walker
from support.solved_edits import MM, at, beside, frames_of, off, path, planted, seen_from, solved, turned
from support.trees import unit

from benchmarks.bars.measures import changed
from supple.constraints.model import LookAt, Orientation, PlaceGoal, Position, TurnGoal
from supple.core.pose import world_pose

WHEN, FULL = (0.5, 1.0, 2.0, 2.5), frames_of(1.0, 2.0)
SOURCE = walker()[0]
MET = 1e-6  # [m]


def facing(motion, joint):
    """(F,) rotations of a joint in the world."""
    return Rotation.from_quat(np.roll(world_pose(motion).rotations[:, motion.skeleton.index(joint)], -1, axis=1))


def speed(places):
    return np.linalg.norm(np.diff(places, axis=0), axis=1)


def test_any_point_of_the_body_is_an_effector():
    """Boulic 1: where forward kinematics puts a point of a joint's frame."""
    point, goal = (0.05, -0.1, 0.03), (0.3, 1.2, 2.0)
    wish = Position(effector="LeftHand", point=point, goals=(PlaceGoal(at=goal, when=(1.2, 1.4, 1.6, 1.8)),))
    edited = solved(wish).motion
    there = path(edited, "LeftHand", point)[frames_of(1.4, 1.6)]
    assert_allclose(there, np.tile(goal, (len(there), 1)), rtol=0, atol=MET)


def test_at_a_place_the_hand_rests():
    """Boulic 7: reached while fully active, and still."""
    edited = solved(*planted(), at("RightHand", (-0.4, 1.2, 2.3), (1.2, 1.5, 1.8, 2.1), priority=2)).motion
    there = path(edited, "RightHand")[frames_of(1.5, 1.8)]
    assert_allclose(there, np.tile((-0.4, 1.2, 2.3), (len(there), 1)), rtol=0, atol=MET)
    assert speed(there).max() < MET
    assert speed(path(SOURCE, "RightHand")[frames_of(1.5, 1.8)]).min() > 5 * MM


def test_an_offset_keeps_path_and_velocity():
    """Boulic 8: the path plus the offset, with the path's own velocity."""
    offset = (0.05, 0.2, 0.1)
    edited = solved(*planted(), beside("RightHand", offset, WHEN, priority=2)).motion
    own, moved = path(SOURCE, "RightHand")[FULL], path(edited, "RightHand")[FULL]
    assert_allclose(moved, own + offset, rtol=0, atol=MET)
    assert_allclose(np.diff(moved, axis=0), np.diff(own, axis=0), rtol=0, atol=MET)


def test_an_offset_is_smoother_than_a_place():
    """Boulic 1.5: the same ramps; the sources find accelerations of 3.6 against 5.9."""
    when, middle = (1.0, 1.5, 1.7, 2.2), frames_of(1.6, 1.6).start
    place = path(SOURCE, "RightHand")[middle] + (0.1, 0.2, 0.0)
    by_place, by_offset = (
        np.linalg.norm(np.diff(path(solved(wish).motion, "RightHand"), 2, axis=0), axis=1)[frames_of(1.0, 2.2)].max()
        for wish in (at("RightHand", place, when), beside("RightHand", (0.1, 0.2, 0.0), when))
    )
    assert by_offset < 0.8 * by_place


def nodding():
    """The walker with a head that turns 45 degrees to either side."""
    turn = Rotation.from_rotvec(np.radians(45.0) * np.sin(np.arange(SOURCE.frames) / 20.0)[:, None] * (0, 1, 0))
    rotations, head = SOURCE.rotations.copy(), SOURCE.skeleton.index("Head")
    own = Rotation.from_quat(np.roll(rotations[:, head], -1, axis=1))
    rotations[:, head] = np.roll((own * turn).as_quat(), 1, axis=1)
    return SOURCE.with_rotations(rotations)


def test_a_hand_shades_the_eyes_while_the_head_turns():
    """Boulic 9, 22: at rest as the head sees it, within 1 mm; a goal frozen in the world is not."""
    motion, place = nodding(), (-0.1, 0.15, 0.2)
    edited = solved(at("RightHand", place, WHEN, relative_to="Head"), motion=motion).motion
    seen = seen_from(edited, "Head", path(edited, "RightHand"))[FULL]
    assert_allclose(seen, np.tile(place, (len(seen), 1)), rtol=0, atol=MM)
    look = facing(motion, "Head").apply([0, 0, 1])
    assert np.ptp(np.degrees(np.arctan2(look[:, 0], look[:, 2]))) > 80.0
    assert not changed(motion, edited)[:, motion.skeleton.index("Head")].any(), "the neck still turns the head"
    frozen = path(edited, "RightHand")[FULL.start]
    stays = solved(at("RightHand", frozen, WHEN), motion=motion).motion
    assert off(seen_from(stays, "Head", path(stays, "RightHand"))[FULL], seen) > 0.1


@pytest.mark.parametrize("elbows", [1, 2])
def test_both_arms_are_raised_in_the_frame_of_the_chest(elbows):
    """Boulic 21: elbows and wrists, each first in priority; both sides within 1 mm while the trunk walks on."""
    wishes = []
    for sign, side in ((1.0, "Left"), (-1.0, "Right")):
        wishes += [
            at(f"{side}ForeArm", (0.35 * sign, 0.15, 0.15), WHEN, "Spine1", priority=1 + elbows),
            at(f"{side}Hand", (0.3 * sign, 0.35, 0.3), WHEN, "Spine1", priority=4 - elbows),
        ]
    edited = solved(*planted(), *wishes, motion=SOURCE).motion
    for wish in wishes:
        seen = seen_from(edited, "Spine1", path(edited, wish.effector))[FULL]
        assert off(seen, np.array(wish.goals[0].at)) < MM
    full = [path(m, w.effector)[FULL] for w in planted() for m in (edited, SOURCE)]
    assert max(off(a, b) for a, b in zip(full[::2], full[1::2], strict=True)) < MET
    assert max(off(path(edited, w.effector), path(SOURCE, w.effector)) for w in planted()) < 0.1 * MM  # ramps too


@pytest.mark.parametrize("place", [(0.402, 1.160, 1.405), (0.444, 1.003, 1.301), (0.214, 0.934, 1.312)])
def test_a_hand_reaches_what_an_arm_reaches(place):
    """SLSQP under the same limits and hinges comes to 0.0001 mm."""
    result = solved(at("LeftHand", place, recruit=("LeftArm", "LeftForeArm")), motion=SOURCE.with_frames(60, 61))
    assert result.report.constraints[0].worst < 0.1


@pytest.mark.parametrize("seed", range(4))
def test_any_orientation_at_all_is_reached(seed):
    """Le Callennec 4: the whole body may turn, nothing else is asked."""
    goal = tuple(np.roll(Rotation.random(rng=seed).as_quat(), 1).tolist())
    wish = Orientation(effector="Hips", goals=(TurnGoal(wxyz=goal, when=WHEN),))
    assert solved(wish).report.constraints[0].worst < 0.1


@pytest.mark.parametrize("seed", range(4))
def test_an_orientation_is_reached(seed):
    """Le Callennec 4: any orientation up to 70 degrees away, within 0.1 degrees."""
    goal = Rotation.from_rotvec(np.radians(70.0) * unit(np.random.default_rng(seed).normal(size=3)))
    goal = np.roll(goal.as_quat(), 1)
    wish = Orientation(effector="Hips", goals=(TurnGoal(wxyz=tuple(goal.tolist()), when=WHEN),))
    edited = solved(wish).motion
    angle = (facing(edited, "Hips") * Rotation.from_quat(np.roll(goal, -1)).inv()).magnitude()[FULL]
    assert np.degrees(angle).max() < 0.1


def test_a_turn_is_added_to_the_own_orientation():
    wish = Orientation(effector="Head", goals=(TurnGoal(turn_deg=(0.0, 30.0, 0.0), when=WHEN),))
    change = (facing(solved(wish).motion, "Head") * facing(SOURCE, "Head").inv()).as_rotvec(degrees=True)
    assert_allclose(change[FULL], np.tile((0.0, 30.0, 0.0), (61, 1)), rtol=0, atol=0.1)


def test_a_look_meets_its_place():
    place = np.array([1.5, 1.2, 4.5])
    edited = solved(LookAt(effector="Head", goals=(PlaceGoal(at=tuple(place.tolist()), when=WHEN),))).motion
    axis, way = facing(edited, "Head").apply([0, 0, 1]), place - path(edited, "Head")
    angle = np.arctan2(np.linalg.norm(np.cross(axis, way), axis=1), (axis * way).sum(axis=1))
    assert np.degrees(angle[FULL]).max() < 0.1


def test_goals_of_one_constraint_follow_each_other():
    """Boulic 10: each is met in its own time, without a jump between them."""
    first, second = (
        PlaceGoal(offset=(0.2, 0.1, 0.0), when=(0.3, 0.8, 1.0, 1.8)),
        PlaceGoal(offset=(-0.1, 0.3, 0.1), when=(1.0, 1.8, 2.4, 3.0)),
    )
    edited = solved(Position(effector="LeftHand", goals=(first, second))).motion
    added = path(edited, "LeftHand") - path(SOURCE, "LeftHand")
    for goal, (begin, end) in ((first, (0.8, 1.0)), (second, (1.8, 2.4))):
        part = added[frames_of(begin, end)]
        assert_allclose(part, np.tile(goal.offset, (len(part), 1)), rtol=0, atol=MET)
    ramp = 6.0 / 30.0**2  # second difference of a cubic ease over half a second, per metre
    assert np.linalg.norm(np.diff(added, 2, axis=0), axis=1).max() < 1.5 * ramp * 0.35


def test_the_original_path_is_that_of_forward_kinematics():
    """Boulic 4: to keep the path of what is on it already changes nothing."""
    keep = Position(effector="LeftHand", point=(0.1, 0.0, 0.0))
    assert turned(SOURCE, solved(keep).motion).max() == 0.0
