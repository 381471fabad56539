"""A motion is checked once, never changes, and stays in one hemisphere."""

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core.motion import Motion, rest_pose
from supple.core.pose import posed_frames, sample_frames, world_pose
from supple.core.provenance import Provenance
from supple.errors import InvalidValueError, ShapeError


@pytest.fixture(scope="module")
def motion():
    return smooth_motion(human_skeleton(), 30)


def with_changes(motion, **changes):
    fields = {"skeleton": motion.skeleton, "root_positions": motion.root_positions, "rotations": motion.rotations,
              "frame_time": motion.frame_time}  # fmt: skip
    return Motion(**(fields | changes))


def test_quaternion_signs_are_made_continuous(motion):
    flipped = motion.rotations.copy()
    flipped[5:9, 3] *= -1.0
    again = with_changes(motion, rotations=flipped)
    np.testing.assert_array_equal(again.rotations, motion.rotations)


@pytest.mark.parametrize("frame_time", [0.0, -0.1, float("nan"), float("inf")])
def test_a_frame_time_that_cannot_be_is_refused(motion, frame_time):
    with pytest.raises(InvalidValueError, match="frame_time must be a positive number"):
        with_changes(motion, frame_time=frame_time)


def test_a_rotation_that_is_none_is_refused_with_frame_and_joint(motion):
    bad = motion.rotations.copy()
    bad[2, 3] *= 1.5
    with pytest.raises(InvalidValueError, match=r"frame 2, joint 'LeftFoot' has norm 1\.5"):
        with_changes(motion, rotations=bad)
    bad[2, 3] = np.nan
    with pytest.raises(InvalidValueError, match="frame 2, joint 'LeftFoot'"):
        with_changes(motion, rotations=bad)


def test_positions_must_be_finite(motion):
    bad = motion.root_positions.copy()
    bad[7, 1] = np.inf
    with pytest.raises(InvalidValueError, match="root_positions must be finite; frame 7"):
        with_changes(motion, root_positions=bad)


def test_shapes_are_checked(motion):
    with pytest.raises(ShapeError, match=r"root_positions must have shape \(30, 3\)"):
        with_changes(motion, root_positions=np.zeros((4, 3)))
    with pytest.raises(ShapeError, match="at least one frame"):
        with_changes(motion, rotations=motion.rotations[:0], root_positions=motion.root_positions[:0])


def test_frames_can_be_cut_out_with_their_rest_row_and_source_rows(motion):
    marked = Motion(motion.skeleton, motion.root_positions, motion.rotations, motion.frame_time, rest_rows=1,
                    provenance=Provenance(rows=np.arange(30)))  # fmt: skip
    assert marked.with_frames(0, 10).rest_rows == 1
    cut = marked.with_frames(5, 9)
    assert cut.rest_rows == 0
    assert cut.provenance.rows.tolist() == [5, 6, 7, 8]
    np.testing.assert_array_equal(cut.rotations, motion.rotations[5:9])
    with pytest.raises(InvalidValueError, match=r"frames 5:31 are not inside this motion's 0:30"):
        marked.with_frames(5, 31)


def test_a_rest_pose_is_one_marked_frame():
    still = rest_pose(human_skeleton())
    assert (still.frames, still.rest_rows) == (1, 1)
    assert world_pose(still).positions[0, :, 1].max() == pytest.approx(1.70)


@pytest.mark.parametrize("stretch", [False, True])
def test_few_frames_and_whole_clips_are_posed_alike(stretch):
    motion = smooth_motion(human_skeleton(), 20, stretch=stretch)
    whole = world_pose(motion).positions
    np.testing.assert_allclose(posed_frames(motion, slice(3, 8)), whole[3:8], rtol=0, atol=1e-12)


def test_sampled_frames_leave_out_the_rest_row(motion):
    marked = Motion(motion.skeleton, motion.root_positions, motion.rotations, motion.frame_time, rest_rows=1)
    assert sample_frames(marked, 8).min() == 1
    assert sample_frames(marked, 8).max() == 29
    assert sample_frames(rest_pose(motion.skeleton)).tolist() == [0]


def test_values_print_as_one_short_line(motion):
    for value in (motion, motion.skeleton, motion.provenance, world_pose(motion)):
        assert len(repr(value)) < 120
    assert repr(motion) == "<Motion: 21 joints, 30 frames at 60 fps, from a program>"


def test_a_change_of_another_shape_names_what_was_given(motion):
    with pytest.raises(ShapeError, match=r"rotations must have shape \(30, 26, 4\); got \(10, 26, 4\)"):
        motion.with_rotations(motion.rotations[:10])


def test_only_a_motion_is_posed():
    with pytest.raises(InvalidValueError, match="only a motion can be posed; got str"):
        world_pose("walk.bvh")


def test_poses_of_a_solver_make_the_motion_that_the_constructor_makes(motion):
    root, rotations = motion.root_positions + 0.1, motion.rotations.copy()
    rotations[7, 2] *= -1.0
    made = motion.with_poses(root.copy(), rotations.copy())
    checked = with_changes(motion, root_positions=root, rotations=rotations)
    np.testing.assert_array_equal(made.rotations, checked.rotations)
    np.testing.assert_array_equal(made.root_positions, checked.root_positions)
    assert made.skeleton is motion.skeleton
    assert not made.rotations.flags.writeable
    assert not made.root_positions.flags.writeable


def test_bones_of_a_solver_are_taken_over_too_and_looked_at(motion):
    bones = np.tile(motion.skeleton.offsets, (motion.frames, 1, 1)) * 1.01
    made = motion.with_poses(motion.root_positions.copy(), motion.rotations.copy(), bones.copy())
    np.testing.assert_array_equal(made.offsets, bones)
    assert not made.offsets.flags.writeable
    again = made.with_poses(motion.root_positions.copy(), motion.rotations.copy())
    assert again.offsets is made.offsets
    bones[3, 2] = np.inf
    with pytest.raises(InvalidValueError, match="offsets must be finite; frame 3 is not"):
        motion.with_poses(motion.root_positions.copy(), motion.rotations.copy(), bones)


def test_poses_of_a_solver_that_do_not_fit_or_belong_to_somebody_else_are_not_taken_over(motion):
    with pytest.raises(ShapeError):
        motion.with_poses(motion.root_positions[:5].copy(), motion.rotations.copy())
    both = np.concatenate([motion.rotations, motion.rotations])
    made = motion.with_poses(motion.root_positions.copy(), both[: motion.frames])
    both[:] = 0.0
    np.testing.assert_array_equal(made.rotations, motion.rotations)


@pytest.mark.parametrize("part", ["root", "rotations"])
def test_poses_of_a_solver_that_are_none_are_refused_as_the_constructor_does(part, motion):
    poses = {"root": motion.root_positions.copy(), "rotations": motion.rotations.copy()}
    poses[part][4] = np.nan
    with pytest.raises(InvalidValueError, match="frame 4"):
        motion.with_poses(*poses.values())
