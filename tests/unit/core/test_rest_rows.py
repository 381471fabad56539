"""Rest rows: a T-pose that somebody put in front of a clip, and nothing else."""

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.core.rest_rows import leading_rest_rows


def _clip(frames=40, seed=0):
    motion = smooth_motion(human_skeleton(), frames, seed)
    return motion.root_positions, motion.rotations


def _with_rest(root, rotations, rows, joints_turned=0):
    rest = quaternions.identity(rows, rotations.shape[1])
    rest[:, :joints_turned] = quaternions.about_axis("x", np.array(0.7))
    return np.concatenate([root[:1].repeat(rows, 0), root]), np.concatenate([rest, rotations])


@pytest.mark.parametrize("rows", [1, 2, 7])
@pytest.mark.parametrize("seed", range(4))
def test_an_added_t_pose_is_found(rows, seed):
    assert leading_rest_rows(*_with_rest(*_clip(seed=seed), rows)) == rows


def test_some_turned_joints_do_not_hide_the_rest_pose():
    # CMU's added row has 23 % of its joints (thumbs and fingers) turned
    assert leading_rest_rows(*_with_rest(*_clip(), 1, joints_turned=6)) == 1


@pytest.mark.parametrize("seed", range(6))
def test_an_ordinary_clip_has_none(seed):
    assert leading_rest_rows(*_clip(seed=seed)) == 0


def test_a_clip_that_starts_at_rest_and_moves_on_smoothly_has_none():
    root, rotations = _clip(60)
    ease = np.linspace(0.0, 1.0, 60)[:, None] ** 2
    rest = np.broadcast_to(np.array(quaternions.IDENTITY), rotations.shape)
    assert leading_rest_rows(root, quaternions.slerp(rest, rotations, ease)) == 0


def test_a_clip_that_never_moves_has_none():
    assert leading_rest_rows(np.zeros((50, 3)), quaternions.identity(50, 20)) == 0


def test_one_flipping_wrist_is_not_a_cut():
    root, rotations = _clip(60)
    rotations = rotations.copy()
    rotations[0, 10] = quaternions.multiply(quaternions.about_axis("y", np.array(np.pi)), rotations[0, 10])
    assert leading_rest_rows(root, rotations) == 0


@pytest.mark.parametrize("factor", [1e-4, 1.0, 1e4])
def test_the_unit_of_length_does_not_matter(factor):
    root, rotations = _with_rest(*_clip(), 1)
    assert leading_rest_rows(root * factor, rotations) == 1


def test_tiny_clips():
    root, rotations = _clip(3, seed=1)
    assert leading_rest_rows(root[:1], rotations[:1]) == 0
    assert leading_rest_rows(np.zeros((1, 3)), quaternions.identity(1, 5)) == 0
    assert leading_rest_rows(*_with_rest(root[:1], rotations[:1], 1)) == 1  # a rest row and one pose
    assert leading_rest_rows(root[:2], rotations[:2]) == 0
