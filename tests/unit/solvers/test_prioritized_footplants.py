"""Planted feet, solved on a walking body."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edits import EVENTS, walker
from support.solved_edits import MM, beside, foot_path, frames_of, off, path, solved

from benchmarks.bars.measures import bend, changed
from supple.constraints.curves.activity import activity
from supple.constraints.model import Events, Footplant, Preserve, Shape, ShapePoint
from supple.core.pose import world_pose
from supple.core.quaternions import about_axis, conjugate, log, multiply

SOURCE = walker()[0]
# the left foot of the walker stands from frame 46 to 83: heel 46-68, ball 50-83
OWN = Events(heel_strike="46f", toe_strike="50f", heel_off="68f", toe_off="83f")
HEEL, BALL = slice(46, 69), slice(50, 84)
STEEP = 30.0  # [degrees] so far the foot is pitched beyond the walker's, to 90 below level
LEVEL = 1e-3  # [m] below which a foot counts as through the floor
OTHER = tuple(Preserve(effector=joint, priority=1) for joint in ("RightFoot", "RightToeBase"))


def plant(**keys):
    return Footplant(name="foot", foot="left", events=keys.pop("events", OWN), priority=1, **keys)


def spread(places):
    """How far a point strays from where it stands."""
    return float(np.linalg.norm(places - places.mean(axis=0), axis=1).max())


@pytest.mark.parametrize("move", [(0.0, 0.0, 0.0), (0.05, 0.0, 0.08), (0.0, 0.1, 0.0)], ids=["own", "moved", "raised"])
def test_heel_and_ball_stand_still_between_their_events(move):
    """Le Callennec 41, 44: within 1 mm, and where they were put."""
    edited = solved(plant(move=move), *OTHER).motion
    heel, ball = foot_path(edited, "left_heel"), foot_path(edited, "left_ball")
    assert spread(heel[HEEL]) < MM
    assert spread(ball[BALL]) < MM
    middle = slice(50, 69)
    put = np.mean([heel[middle].mean(axis=0), ball[middle].mean(axis=0)], axis=0)
    was = np.mean([foot_path(SOURCE, f"left_{part}")[middle].mean(axis=0) for part in ("heel", "ball")], axis=0)
    assert_allclose(put - was, move, rtol=0, atol=MM)
    assert max(off(path(edited, joint), path(SOURCE, joint)) for joint in ("RightFoot", "RightToeBase")) < 1e-6


@pytest.mark.parametrize("turn", [-15.0, 10.0])
def test_a_turned_foot_has_its_yaw(turn):
    """Le Callennec 44."""
    edited = solved(plant(turn_deg=turn), *OTHER).motion

    def yaw(motion):
        along = (foot_path(motion, "left_ball") - foot_path(motion, "left_heel"))[60]
        return np.degrees(np.arctan2(along[0], along[2]))

    assert yaw(edited) - yaw(SOURCE) == pytest.approx(turn, abs=0.1)


@pytest.mark.parametrize(("move", "turn"), [((0.05, 0.0, 0.08), 12.0), ((0.0, 0.1, 0.0), -15.0)])
def test_a_flat_foot_is_still_as_a_whole(move, turn):
    """Heel and ball leave it one way to roll, by which the ankle would stray 2.5 and 4.1 mm."""
    result = solved(plant(move=move, turn_deg=turn), *OTHER)
    flat = slice(50, 69)
    assert spread(path(result.motion, "LeftFoot")[flat]) < 0.1 * MM
    assert spread(foot_path(result.motion, "left_heel")[HEEL]) < 1e-6
    assert spread(foot_path(result.motion, "left_ball")[BALL]) < 1e-6
    assert result.report.status == "met"
    assert result.report.constraints[0].unit == "mm"


@pytest.mark.parametrize("height", [0.5, 1.0])
def test_a_foot_that_is_raised_far_stands_upright(height):
    """Every frame is solved from the source's pose, a long way from here; a foot on its back would be no nearer."""
    rise = beside("Hips", (0.0, height, 0.0), priority=2)
    edited = solved(plant(move=(0.0, height, 0.0)), rise).motion
    flat = slice(50, 69)
    assert (path(edited, "LeftFoot") - foot_path(edited, "left_heel"))[flat, 1].min() > 0.05
    assert spread(path(edited, "LeftFoot")[flat]) < 0.1 * MM


def test_a_foot_that_rolls_on_its_ball_rolls_as_the_source_does():
    """The way of the ankle over the line of heel and ball, seen level, is the source's."""
    edited = solved(plant(move=(0.05, 0.0, 0.08)), *OTHER).motion
    rolling = slice(70, 84)
    assert_allclose(lean(edited)[rolling], lean(SOURCE)[rolling], rtol=0, atol=1.0)


def test_a_foot_that_points_down_neither_rolls_nor_takes_the_knee_aside():
    """About the line on which the foot stood it is held by next to nothing then: it rolled by 5.8 degrees."""
    steep, leaving = on_its_toes(), slice(84, 95)
    edited = solved(plant(move=(0.04, 0.0, 0.0)), *OTHER, motion=steep).motion
    aside = [(path(edited, joint) - path(steep, joint))[leaving, 0] for joint in ("LeftLeg", "LeftToeBase")]
    assert np.abs(roll(edited, steep)[leaving]).max() < 0.5
    assert (np.diff(aside[0]) < 0.0).all()  # it comes back as the ball does
    assert (np.diff(aside[1]) < 0.0).all()


def roll(edited, source):
    """How far the left foot is turned about the line of its heel and ball [degrees] (F,)."""
    line = foot_path(source, "left_ball") - foot_path(source, "left_heel")
    turns = multiply(world_pose(edited).rotations, conjugate(world_pose(source).rotations))
    turned = log(turns[:, source.skeleton.index("LeftFoot")])
    return np.degrees(np.sum(turned * line, axis=1) / np.linalg.norm(line, axis=1))


def on_its_toes():
    """The walker, whose left foot points down once it has left the ground."""
    foot, share = SOURCE.skeleton.index("LeftFoot"), activity(np.arange(SOURCE.frames), (76.0, 86.0, 92.0, 104.0))
    rotations = SOURCE.rotations.copy()
    rotations[:, foot] = multiply(rotations[:, foot], about_axis("x", np.radians(STEEP) * share))
    return SOURCE.with_rotations(rotations)


def lean(motion):
    """How far the foot leans aside [degrees] (F,)."""
    heel, ball = foot_path(motion, "left_heel"), foot_path(motion, "left_ball")
    along = (ball - heel) / np.linalg.norm(ball - heel, axis=1, keepdims=True)
    side = np.cross((0.0, 1.0, 0.0), along)
    arm = path(motion, "LeftFoot") - heel
    over = np.cross(along, side)
    return np.degrees(np.arctan2(np.sum(arm * side, axis=1), np.sum(arm * over, axis=1)))


def lowest(motion, part, frames):
    return float(foot_path(motion, f"left_{part}")[frames, 1].min())


def in_fixed_order(heel, ball, move):
    """Heel and ball held over their own times by paths that know nothing of each other."""
    return tuple(
        Shape(
            effector=f"left_{part}", span=("34f", "95f"), mode="absolute", priority=priority,
            points=(ShapePoint(offset=move, hold=(f"{held.start}f", f"{held.stop - 1}f")),),
        )
        for part, held, priority in (("heel", HEEL, heel), ("ball", BALL, ball))
    )  # fmt: skip


@pytest.mark.parametrize("move", [(0.0, 0.0, 0.0), (0.05, 0.0, 0.08)])
def test_a_swap_of_priorities_keeps_the_foot_above_the_floor(move):
    """Le Callennec 42: heel always first, the ball goes through the floor; ball always first, the heel does."""
    landing, leaving = slice(46, 51), slice(68, 84)
    swapped = solved(plant(move=move), *OTHER).motion
    assert min(lowest(swapped, part, slice(46, 84)) for part in ("heel", "ball")) > -LEVEL
    heel_first, ball_first = (solved(*in_fixed_order(*order, move), *OTHER).motion for order in ((1, 2), (2, 1)))
    assert lowest(heel_first, "ball", leaving) < -15 * LEVEL
    assert lowest(ball_first, "heel", landing) < -1.5 * LEVEL
    assert lowest(heel_first, "heel", landing) > -LEVEL
    assert lowest(ball_first, "ball", leaving) > -LEVEL


def test_nothing_jumps_where_the_ball_takes_over():
    """Le Callennec 43: the second difference at heel off is not above its neighbours'."""
    edited = solved(plant(move=(0.03, 0.0, 0.05)), *OTHER).motion
    for part in ("heel", "ball"):
        around = bend(foot_path(edited, f"left_{part}"))
        own = bend(foot_path(SOURCE, f"left_{part}"))
        swap = slice(66, 69)  # of the second differences that see frame 68
        assert around[swap].max() < max(around[46:90].max(), own[46:90].max()) + 1e-9
        assert around[swap].max() < 2.0 * own[46:90].max()


def test_legs_alone_leave_the_pelvis():
    """Le Callennec 45: with lower recruiting, hips and upper body keep their bits."""
    edited = solved(plant(move=(0.02, 0.0, 0.03), recruit="LeftUpLeg")).motion
    moved = {SOURCE.skeleton.names[j] for j in np.flatnonzero(changed(SOURCE, edited).any(axis=0))}
    assert moved <= {"LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase"}
    assert spread(foot_path(edited, "left_heel")[HEEL]) < MM


def test_outside_its_ease_a_plant_changes_nothing():
    edited = solved(plant(move=(0.02, 0.0, 0.03), ease=(0.2, 0.3))).motion
    touched = changed(SOURCE, edited).any(axis=1)
    assert not touched[: 46 - 12].any()
    assert not touched[83 + 18 + 1 :].any()
    assert touched[46:84].all()


def test_a_plant_on_events_that_are_not_its_own_makes_the_foot_stand():
    """Le Callennec 41: a foot that swings is made to stand, if a leg reaches that far."""
    late = Events(heel_strike="120f", toe_strike="122f", heel_off="130f", toe_off="140f")
    found = solved(plant(events=late))
    assert spread(foot_path(found.motion, "left_heel")[120:131]) < MM
    assert spread(foot_path(found.motion, "left_ball")[122:141]) < MM
    assert EVENTS.heel_strike == 1.0


def test_two_wishes_do_not_disturb_a_plant():
    edited = solved(plant(), *OTHER, beside("LeftHand", (0.0, 0.2, 0.4), (0.5, 0.8, 1.5, 1.9), priority=2)).motion
    assert spread(foot_path(edited, "left_heel")[HEEL]) < MM
    assert spread(foot_path(edited, "left_ball")[frames_of(50 / 60, 83 / 60)]) < MM
