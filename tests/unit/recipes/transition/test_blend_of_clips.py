"""A clip between two others."""

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core import quaternions
from supple.core.motion import Motion
from supple.recipes.everyday.ground_moves import Move
from supple.recipes.everyday.sampling import sampled_motion
from supple.recipes.samples import sample


@pytest.fixture(scope="module")
def walk():
    return supple.walking(seconds=4.0, speed=1.0)


@pytest.fixture(scope="module")
def hurry():
    return supple.walking(seconds=4.0, speed=1.6)


def speed(motion: Motion) -> float:
    way = motion.root_positions[-1] - motion.root_positions[0]
    return float(np.linalg.norm(way[[0, 2]])) / ((motion.frames - 1) * motion.frame_time)


def steps_per_second(made) -> float:
    strikes = sorted(s.heel_strike for f in (made.left, made.right) for s in f if s.heel_strike is not None)
    return 1.0 / float(np.mean(np.diff(strikes)))


@pytest.mark.parametrize("weight", [0, 1])
def test_all_of_one_clip_is_that_clip_to_the_bit(walk, hurry, weight):
    made = supple.blend(walk, hurry, weight)
    assert made.motion is (walk, hurry)[weight]


@pytest.mark.parametrize("weight", [0.25, 0.5, 0.75])
def test_a_blend_of_walks_is_a_walk_between_them(walk, hurry, weight):
    made = supple.blend(walk, hurry, weight)
    assert made.standing.slide_after_mm < 0.5
    assert speed(made.motion) == pytest.approx(1.0 + 0.6 * weight, abs=0.06)
    pace = [steps_per_second(c.events) for c in (supple.detect(walk), made.contacts, supple.detect(hurry))]
    assert pace[0] < pace[1] < pace[2]


def test_a_blend_begins_where_the_first_clip_does_and_goes_its_way(walk, hurry):
    turned = Move(1.9, np.array([5.0, 0.0, 2.0])).motion(hurry)
    made = supple.blend(walk, turned, 0.5)
    assert abs(made.motion.root_positions[:, 0]).max() < 0.1
    assert made.motion.root_positions[0, 2] < 0.6


def test_a_clip_blended_with_itself_is_itself(walk):
    made = supple.blend(walk, walk, 0.5)
    assert made.motion.frames == walk.frames
    assert np.abs(made.motion.root_positions - walk.root_positions).max() < 2e-3
    assert np.abs(np.sum(made.motion.rotations * walk.rotations, axis=-1)).min() > np.cos(np.radians(1.0))


def test_time_never_runs_backwards(walk, hurry):
    a, b = np.array(supple.blend(walk, hurry, 0.5).matches).T
    assert (np.diff(a) > 0.0).all()
    assert (np.diff(b) > 0.0).all()
    assert len(a) > 6


def test_no_joint_jumps(walk, hurry):
    def bends(motion):
        turns = quaternions.multiply(quaternions.conjugate(motion.rotations[:-1]), motion.rotations[1:])
        return np.linalg.norm(np.diff(quaternions.log(turns), axis=0), axis=2).max(axis=0)

    made = supple.blend(walk, hurry, 0.5)
    assert (bends(made.motion) <= 1.5 * np.maximum(bends(walk), bends(hurry)) + 2e-3).all()


def test_clips_without_footfalls_are_matched_by_their_poses():
    swing = sample("golf")
    at = np.minimum(np.arange(round(swing.frames * 1.3)) / 1.3, swing.frames - 1.0)
    slow = sampled_motion(swing, at, swing.frame_time)
    made = supple.blend(swing, slow, 0.5)
    a, b = np.array(made.matches).T
    assert np.abs(b - 1.3 * a).max() < 0.25
    assert made.motion.frames == pytest.approx(1.15 * swing.frames, rel=0.05)


def test_a_figure_without_feet_can_be_blended():
    a, b = (smooth_motion(human_skeleton(), frames=60, seed=seed) for seed in (1, 2))
    made = supple.blend(a, b, 0.5)
    assert made.motion.frames > 30


@pytest.mark.parametrize("weight", [-0.1, 1.5, float("nan")])
def test_weights_that_cannot_be_are_refused(walk, hurry, weight):
    with pytest.raises(supple.SuppleError, match="weight"):
        supple.blend(walk, hurry, weight)


def test_clips_that_do_not_fit_are_refused(walk):
    with pytest.raises(supple.SuppleError, match="another skeleton"):
        supple.blend(walk, supple.walking(height=1.9), 0.5)
    with pytest.raises(supple.SuppleError, match="clip 2 .* too short to be blended: it has 0.167 s"):
        supple.blend(walk, walk.with_frames(0, 10), 0.5)
    swing = sample("golf")
    with pytest.raises(supple.SuppleError, match="more than twice as long"):
        supple.blend(swing, swing.with_frames(0, swing.frames // 4), 0.5)
