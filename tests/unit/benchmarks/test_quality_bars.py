"""The judge of edits is itself judged on motions whose faults are known."""

import numpy as np
import pytest

from benchmarks.bars import measures
from benchmarks.bars.cases import LIST, WALKER, case
from benchmarks.bars.cuts import cut
from benchmarks.bars.verdict import judged
from supple.core import quaternions

PULL = next(n for n, (clip, _) in enumerate(LIST) if clip == WALKER)
DRAG = next(n for n, (clip, want) in enumerate(LIST) if clip == WALKER and not want.pull)
SPINE = "Spine"


@pytest.fixture(scope="module")
def drag():
    return case(DRAG)


def lifted(motion, frame, metres):
    roots = motion.root_positions.copy()
    roots[frame, 1] += metres
    return motion.with_root_positions(roots)


def carried(asked):
    """The whole figure follows the goal of its first hand: everything met, and the feet slip as far."""
    travel = measures.displacement(asked.goals[0], asked.motion)
    return asked.motion.with_root_positions(asked.motion.root_positions + travel)


def turned(motion, frames, joint, axis, angle):
    rotations, j = motion.rotations.copy(), motion.skeleton.index(joint)
    step = np.concatenate([[np.cos(0.5 * angle)], np.sin(0.5 * angle) * np.asarray(axis)])
    rotations[frames, j] = quaternions.multiply(rotations[frames, j], step)
    return motion.with_rotations(rotations)


def test_a_figure_carried_along_meets_its_goal_and_slips(drag):
    edited, asked = carried(drag), float(np.linalg.norm(drag.goals[0].offset))
    assert np.nanmax(measures.hand_misses(drag, edited)) < 1e-12
    assert measures.foot_slip(drag, edited).value == pytest.approx(asked)
    assert measures.added_jump(drag, edited).value == pytest.approx(1.0)
    assert measures.frames_moved_outside(drag, edited) == 0
    assert judged(drag, edited).fails == ("slip_mm",)


def test_the_source_misses_by_the_whole_drag(drag):
    misses = measures.hand_misses(drag, drag.motion)
    np.testing.assert_allclose(misses[~np.isnan(misses)], np.linalg.norm(drag.goals[0].offset))
    assert judged(drag, drag.motion).fails == ("drag_mm",)


def test_one_frame_that_pops_is_found_where_it_is(drag):
    edited = lifted(drag.motion, 100, 0.02)
    assert measures.jump(drag, edited).frame == 100
    assert measures.added_jump(drag, edited).value == pytest.approx(2.0 * 0.02 / measures.goal_bend(drag))
    assert measures.foot_slip(drag, edited)[::2] == (pytest.approx(0.02), 100)


@pytest.mark.parametrize("frame", [0, 24, -25, -1])
def test_a_frame_outside_the_goals_counts_to_the_last_bit(drag, frame):
    assert measures.frames_moved_outside(drag, lifted(drag.motion, frame, 2e-16)) == 1


def test_an_arm_that_went_round_once_moves_no_frame_after_it(drag):
    edited = drag.motion
    for step, frame in enumerate(range(100, 120), start=1):
        edited = turned(edited, frame, "LeftArm", [1.0, 0.0, 0.0], 2.0 * np.pi * step / 20)
    assert measures.changed(drag.motion, edited)[120:].any(axis=1).all()
    assert measures.frames_moved_outside(drag, edited) == 0
    assert measures.frames_moved_outside(drag, turned(edited, -1, "LeftArm", [1.0, 0.0, 0.0], 1e-12)) == 1


@pytest.mark.parametrize("frame", [25, 100, -26])
def test_frames_inside_the_goals_may_move(drag, frame):
    assert measures.frames_moved_outside(drag, lifted(drag.motion, frame, 1e-3)) == 0


def test_a_knee_may_turn_about_its_hinge_alone(drag):
    knee, axis = "LeftLeg", np.array([1.0, 0.0, 0.0])
    bent, twisted = (turned(drag.motion, 100, knee, a, 0.01) for a in (axis, axis[[1, 0, 2]]))
    assert measures.hinge_excess(drag, bent).value < 1e-9
    assert measures.hinge_excess(drag, twisted) == (pytest.approx(0.01, rel=1e-3), knee, 100)


def test_poses_differ_by_the_turn(drag):
    edited = turned(drag.motion, 30, SPINE, [0.0, 0.0, 1.0], 0.2)
    assert measures.pose_difference(drag.motion, edited) == (pytest.approx(0.2), SPINE, 30)


def test_a_cut_asks_the_same_of_the_same_frames(drag):
    shorter = cut(drag, 10, 230)
    whole = measures.displacement(drag.goals[0], drag.motion)[10:231]
    np.testing.assert_allclose(measures.displacement(shorter.goals[0], shorter.motion), whole, atol=1e-12)
    assert shorter.edit.constraints[-1].goals[0].when == shorter.goals[0].when


def test_pulls_are_of_both_hands_and_forward_is_where_the_walker_goes():
    asked = case(PULL)
    np.testing.assert_allclose([goal.offset for goal in asked.goals], [[0.0, 0.3, 1.0]] * 2, atol=0.2)
