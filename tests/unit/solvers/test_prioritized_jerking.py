"""What still jerks after all was tried is told, with joint, frame and size; what is smooth is not."""

import re

import numpy as np
import pytest

from supple.constraints.model import Edit, Orientation, PlaceGoal, Position, Settings, TurnGoal
from supple.core.pose import world_pose
from supple.recipes.edit import edit
from supple.recipes.walk import walking
from supple.solvers.prioritized.jerking import Jerk, told, worst_jerk
from supple.solvers.prioritized.rough import allowed_jumps, held_on
from supple.solvers.prioritized.sides import NO_SIDES, Sides

WALK = walking(seconds=2.0)


def _turned_at_once(when):
    goals = (TurnGoal(turn_deg=(0.0, 80.0, 0.0), when=when),)
    return edit(WALK, Edit(constraints=(Orientation(effector="left_shoulder", recruit="left_clavicle", goals=goals),)))


def test_an_arm_that_turns_within_a_frame_is_told():
    (note,) = (n for n in _turned_at_once((0.5, 0.5, 1.0, 1.0)).report.notes if "jerks" in n)
    assert note.startswith("Left")
    frame = int(note.split("frame ")[1].split()[0])
    assert 29 <= frame <= 31 or 59 <= frame <= 61  # 0.5 and 1 s, where it begins and ends
    assert "m/s2, where the original has at most" in note


@pytest.mark.parametrize("filter_s", [0.0, 0.4])
def test_what_is_told_is_what_the_motion_does(filter_s):
    wishes = [
        TurnGoal(turn_deg=(0.0, a, 0.0), when=w)
        for a, w in ((-40.0, (0.1, 0.3, 1.0, 1.02)), (40.0, (1.0, 1.02, 1.7, 1.9)))
    ]
    arms = tuple(Orientation(effector="left_shoulder", recruit="left_clavicle", goals=(goal,)) for goal in wishes)
    result = edit(WALK, Edit(constraints=arms, settings=Settings(filter_s=filter_s)))
    jumps = np.linalg.norm(np.diff(world_pose(result.motion).positions, 2, axis=0), axis=2) / WALK.frame_time**2
    for note in (n for n in result.report.notes if "jerks" in n):
        joint, frame = WALK.skeleton.index(note.split()[0]), int(note.split("frame ")[1].split()[0])
        assert float(note.split(": ")[1].split()[0]) == pytest.approx(jumps[frame - 1, joint], abs=0.6)


def test_the_same_turn_with_ramps_is_not():
    assert _turned_at_once((0.2, 0.9, 1.1, 1.8)).report.notes == ()


def test_the_worst_joint_is_found_with_its_frame_and_size():
    source = np.zeros((40, 3, 3))
    source[:, 1, 0] = 0.01 * np.sin(np.arange(40.0))
    run = np.arange(5, 35)
    allowed = allowed_jumps(source, np.zeros((40, 1, 3)), run, 0, 1.7)
    assert worst_jerk(source, allowed, NO_SIDES, 1.0 / 30.0) is None
    bent = source.copy()
    bent[20, 2, 1] = 0.05
    jerk = worst_jerk(bent, allowed, NO_SIDES, 1.0 / 30.0)
    assert (jerk.joint, jerk.frame) == (2, 20)
    assert jerk.after == pytest.approx(0.1)
    assert jerk.before == 0.0


@pytest.mark.parametrize(("frame", "hides"), [(8, False), (22, True)])
def test_a_wild_moment_hides_only_what_jumps_about_then(frame, hides):
    source = np.zeros((40, 1, 3))
    source[frame, 0, 1] = 0.05
    allowed, bent = allowed_jumps(source, np.zeros((40, 1, 3)), np.arange(5, 35), 0, 1.7), source.copy()
    bent[25, 0, 2] = 0.02
    jerk = worst_jerk(bent, allowed, NO_SIDES, 1.0 / 30.0)
    assert (jerk is None) == hides
    assert hides or (jerk.frame, jerk.before) == (25, 0.0)


def test_a_limb_that_turns_about_itself_is_told_with_its_angle():
    """The third path is the side of joint 1, an arm of 5 cm."""
    angles = np.where(np.arange(40) < 20, 0.0, np.radians(70.0))
    bent, source = np.zeros((40, 3, 3)), np.zeros((40, 3, 3))
    source[:, 2, 0] = 0.05
    bent[:, 2, 0], bent[:, 2, 1] = 0.05 * np.cos(angles), 0.05 * np.sin(angles)
    allowed = allowed_jumps(source, np.zeros((40, 1, 3)), np.arange(5, 35), 0, 1.7)
    jerk = worst_jerk(bent, allowed, Sides(np.array([1]), np.array([[0.05, 0.0, 0.0]])), 1.0 / 30.0)
    assert (jerk.joint, jerk.turns) == (1, True)
    assert jerk.frame in (19, 20)
    (note,) = told([jerk], WALK)
    turn = np.degrees(2.0 * np.sin(np.radians(35.0))) / WALK.frame_time**2
    assert f"about its own axis: {turn:.0f} deg/s2" in note


def test_points_of_a_foot_that_take_turns_ask_for_no_jump():
    asked, active = np.zeros((30, 2, 3)), np.zeros((30, 2), bool)
    asked[5:15, 0, 0], active[5:15, 0] = 0.2, True
    asked[15:25, 1, 0], active[15:25, 1] = 0.2, True
    held = held_on(asked, active, np.array([True, False]))
    assert (held[:, 0, 0] == 0.2).all()
    assert (held[:, 1] == asked[:, 1]).all()


def test_only_the_worst_of_many_are_told_one_by_one():
    source = np.zeros((40, 3, 3))
    allowed = allowed_jumps(source, np.zeros((40, 1, 3)), np.arange(5, 35), 0, 1.7)
    jerks = []
    for size in (0.01, 0.04, 0.02, 0.03, 0.05):
        bent = source.copy()
        bent[20, 1, 0] = size
        jerks.append(worst_jerk(bent, allowed, NO_SIDES, 1.0 / 30.0))
    notes = told(jerks, WALK)
    assert len(notes) == 4
    assert notes[-1] == "2 more stretches of the clip jerk."
    assert notes[0].split(": ")[1].startswith(f"{0.1 / WALK.frame_time**2:.0f} m/s2")


def test_a_wish_that_acts_in_no_frame_is_told_and_has_its_row():
    goal = PlaceGoal(offset=(0.0, 0.1, 0.0), when=(0.502, 0.503, 0.504, 0.505))
    report = edit(WALK, (Position(effector="right_wrist", name="too short", goals=(goal,)),)).report
    assert [c.name for c in report.constraints] == ["too short"]
    assert any("too short acts in no frame" in note for note in report.notes)


def test_small_figures_have_jerks_that_are_not_told_as_nothing():
    (note,) = told([Jerk(0, 3, 2.0, 2.3e-6, 1.1e-6, 0.0)], WALK)
    assert re.search(r"0\.00\d+ m/s2, where the original has at most 0\.00\d+", note)


def test_the_joint_that_jumps_far_is_named_and_not_one_that_stirs_where_it_stood_still():
    source = np.zeros((40, 2, 3))
    source[:, 1, 0] = 0.01 * np.sin(np.arange(40.0))
    allowed, bent = allowed_jumps(source, np.zeros((40, 1, 3)), np.arange(5, 35), 0, 1.7), source.copy()
    bent[20, 0, 1], bent[22, 1, 1] = 1e-3, 0.1
    jerk = worst_jerk(bent, allowed, NO_SIDES, 1.0 / 30.0)
    assert (jerk.joint, jerk.frame) == (1, 22)


def test_what_nobody_sees_is_not_told_of_a_joint_that_stands_still():
    source = np.zeros((40, 2, 3))
    allowed, bent = allowed_jumps(source, np.zeros((40, 1, 3)), np.arange(5, 35), 0, 1.7), source.copy()
    bent[20, 1, 1] = 1e-4  # a jump of 0.2 mm, 0.7 m/s2 at 60 frames a second
    assert worst_jerk(bent, allowed, NO_SIDES, 1.0 / 60.0) is None
    bent[20, 1, 1] = 5e-4
    assert worst_jerk(bent, allowed, NO_SIDES, 1.0 / 60.0).frame == 20
