"""Differences between motions, in millimetres and degrees."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.recipes.compare import compare


@pytest.fixture
def motion():
    return smooth_motion(human_skeleton(), frames=12)


def test_a_motion_equals_itself(motion):
    result = compare(motion, motion)
    assert (result.worst_mm, result.worst_deg, result.joints, result.frames) == (0.0, 0.0, 26, 12)
    assert result.frame_difference == 0


def test_the_worst_is_named(motion):
    moved = motion.root_positions.copy()
    moved[5] += (0.0, 0.003, 0.004)
    result = compare(motion, motion.with_root_positions(moved))
    assert_allclose([result.worst_mm, result.mean_mm], [5.0, 5.0 / 12], rtol=1e-9)
    assert result.worst_frame == 5
    assert result.worst_deg == 0.0


@pytest.mark.parametrize("degrees", [1e-7, 0.5, 170.0])
def test_a_turn_of_one_joint_is_found(motion, degrees):
    knee = motion.skeleton.index("LeftLeg")
    turned = motion.rotations.copy()
    turned[3, knee] = quaternions.multiply(turned[3, knee], quaternions.about_axis("x", np.radians(degrees)))
    result = compare(motion, motion.with_rotations(turned))
    assert_allclose(result.worst_deg, degrees, rtol=1e-6)
    assert result.worst_deg_frame == 3
    assert result.worst_deg_joint in ("LeftLeg", "LeftFoot", "LeftToeBase")  # what hangs below turns along


def other_frames(motion: Motion) -> Motion:
    """The same figure moving the same way, with another choice of joint frames: each turned at rest."""
    skeleton, rng = motion.skeleton, np.random.default_rng(1)
    own = quaternions.normalized(rng.normal(size=(len(skeleton), 4)))  # new frame seen from the old one
    above = np.concatenate([quaternions.identity(1), own[skeleton.parents[1:]]])
    back = quaternions.conjugate(above)
    tree = Skeleton(
        skeleton.names,
        skeleton.parents,
        quaternions.rotate(back, skeleton.offsets),
        skeleton.end_sites,
        quaternions.multiply(back, quaternions.multiply(skeleton.rest_rotations, own)),
    )
    return Motion(
        tree,
        motion.root_positions,
        quaternions.multiply(back, quaternions.multiply(motion.rotations, own)),
        motion.frame_time,
    )


def test_another_choice_of_joint_frames_is_no_difference(motion):
    result = compare(motion, other_frames(motion))
    assert result.worst_mm < 1e-9
    assert result.worst_deg < 1e-9


def test_joints_are_matched_by_name_and_tips_by_their_joint(motion):
    skeleton = motion.skeleton
    names = tuple("End Site 3" if n == "LeftHand_end" else "Skull" if n == "Head" else n for n in skeleton.names)
    result = compare(motion, replace(motion, skeleton=replace(skeleton, names=names)))
    assert result.only_first == ("Head",)
    assert result.only_second == ("Skull",)
    assert result.worst_mm == 0.0


def test_frames_and_times_are_counted(motion):
    shorter = replace(motion.with_frames(0, 10), frame_time=0.02)
    result = compare(motion, shorter)
    assert (result.frames, result.frame_difference) == (10, -2)
    assert_allclose(result.frame_time_difference, 0.02 - 1.0 / 60.0)


def test_motions_with_no_joint_in_common_are_refused(motion):
    alone = Motion(Skeleton(("x",), [-1], np.zeros((1, 3))), np.zeros((1, 3)), [[[1.0, 0, 0, 0]]], 0.1)
    with pytest.raises(InvalidValueError, match="'Hips'"):
        compare(motion, alone)
