"""What is drawn is where the joints are."""

from dataclasses import replace

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.core.markers import Markers, Signals
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton
from supple.errors import FileError, InvalidValueError, UnknownJointError
from supple.plots.before_after import standing
from supple.plots.figure import figure_of
from supple.plots.render.films import shot_of
from supple.plots.render.look import Look
from supple.recipes.walk import walking


@pytest.mark.parametrize("stretch", [False, True])
def test_points_are_those_of_the_compiled_kinematics(stretch):
    motion = smooth_motion(human_skeleton(), 9000 if stretch else 30, stretch=stretch)  # more than one block
    np.testing.assert_allclose(figure_of(motion).points, world_pose(motion).positions, atol=1e-5)


def test_bones_tell_left_from_right_and_the_head_is_no_bone():
    figure = figure_of(walking(seconds=1.0))
    names = figure.names
    sides = {names[b]: side for _, b, side in figure.bones}
    assert (sides["LeftForeArm"], sides["RightLeg"], sides["Spine"]) == ("left", "right", "middle")
    assert tuple(names[k] for k in figure.head) == ("Head", "Head_end")
    assert "Head_end" not in sides
    assert [names[k] for k in figure.ends] == ["LeftHand", "RightHand", "LeftFoot", "RightFoot"]


@pytest.mark.parametrize("degrees", [0.0, 70.0, -160.0])
def test_the_heading_turns_with_the_figure(degrees):
    motion = walking(seconds=0.5)
    half = np.radians(degrees) / 2.0
    turn = np.array([np.cos(half), 0.0, np.sin(half), 0.0])
    rotations = motion.rotations.copy()
    rotations[:, 0] = quaternions.multiply(turn, rotations[:, 0])
    turned = figure_of(motion.with_rotations(rotations)).heading - figure_of(motion).heading
    assert np.cos(turned) == pytest.approx(np.cos(2.0 * half), abs=1e-6)
    assert np.sin(turned) == pytest.approx(np.sin(2.0 * half), abs=1e-6)


def test_rest_rows_are_not_what_is_shown_first():
    motion = replace(smooth_motion(human_skeleton(), 10), rest_rows=1)
    assert figure_of(motion).first == 1
    assert figure_of(replace(motion.with_frames(0, 1), rest_rows=1)).first == 0


def test_a_figure_far_from_the_ground_has_its_own_floor():
    points = np.zeros((4, 2, 3))
    points[:, 1, 1] = 1.8
    assert standing(points) == (1.8, 0.0)
    assert standing(points + (0.0, 0.01, 0.0)) == (pytest.approx(1.8), 0.0)
    assert standing(points - (0.0, 5.0, 0.0)) == (pytest.approx(1.8), -5.0)


def test_markers_are_points_without_bones():
    positions = np.random.default_rng(1).normal(size=(5, 3, 3))
    positions[2, 1], positions[4] = np.nan, np.nan
    figure = figure_of(Markers(("A", "B", "C"), positions, 0.01))
    assert (figure.bones, figure.head, figure.frames) == ((), None, 5)
    np.testing.assert_allclose(figure.points, positions, atol=1e-6)


def test_a_lone_joint_is_looked_at_like_a_person():
    motion = Motion(Skeleton(("only",), [-1], np.zeros((1, 3))), np.zeros((2, 3)), quaternions.identity(2, 1), 0.1)
    assert figure_of(motion).height == pytest.approx(1.7)


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(FileError, match=r"forces\.mot: this holds signals"):
        figure_of(Signals(("a",), np.zeros((2, 1)), np.array([0.0, 1.0])), "forces.mot")
    motion = smooth_motion(human_skeleton(), 3)
    with pytest.raises(InvalidValueError, match=r"1e\+200 m away"):
        figure_of(motion.with_root_positions(motion.root_positions + 1e200))


def test_points_go_by_joint_or_role():
    figure = figure_of(walking(seconds=0.5))
    assert figure.point("left_wrist") == figure.point("LeftHand") == figure.names.index("LeftHand")
    with pytest.raises(UnknownJointError, match="Did you mean 'left_wrist'"):
        figure.point("left_wrst")


def _on_a_root_that_stays(motion):
    """The same poses, with a root at the origin that never moves, from which the hips go by their own offsets."""
    skeleton = motion.skeleton
    names = ("Reference", *skeleton.names)
    offsets = np.concatenate([np.zeros((1, 3)), skeleton.offsets])
    tree = Skeleton(names, [-1, *(skeleton.parents + 1).tolist()], offsets, end_sites=[False, *skeleton.end_sites])
    moved = np.tile(offsets, (motion.frames, 1, 1))
    moved[:, 1] = motion.root_positions
    rotations = np.concatenate([quaternions.identity(motion.frames, 1), motion.rotations], axis=1)
    return Motion(tree, np.zeros((motion.frames, 3)), rotations, motion.frame_time, offsets=moved)


def test_a_root_that_stays_behind_is_no_bone_and_does_not_move_the_eye():
    walk = walking(seconds=6.0, fps=30.0)
    plain, figure = figure_of(walk), figure_of(_on_a_root_that_stays(walk))
    assert figure.aside == (0,)
    assert [(a - 1, b - 1) for a, b, _ in figure.bones] == [(a, b) for a, b, _ in plain.bones]
    frames = range(0, walk.frames, 10)
    for follow in (True, False):
        one, other = (shot_of(f, frames, Look(size=(640, 480), follow=follow)) for f in (plain, figure))
        np.testing.assert_allclose(other.centres, one.centres, atol=1e-4)
        assert other.distance == pytest.approx(one.distance, rel=1e-4)


def test_a_root_that_goes_along_is_a_part_of_the_figure():
    assert figure_of(walking(seconds=2.0)).aside == ()
