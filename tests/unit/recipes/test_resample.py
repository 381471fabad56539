"""Another rate, the same movement."""

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.recipes.resample import resampled


@pytest.fixture(scope="module")
def motion():
    return smooth_motion(human_skeleton(), 61)  # one second at 60 fps


@pytest.mark.parametrize(("fps", "frames"), [(30.0, 31), (60.0, 61), (120.0, 121), (24000 / 1001, 24), (1.0, 2)])
def test_the_clip_keeps_its_length(motion, fps, frames):
    again = resampled(motion, fps)
    assert again.frames == frames
    assert again.frame_time == pytest.approx(1.0 / fps, rel=1e-15)


def test_samples_that_both_rates_share_are_kept(motion):
    again = resampled(motion, 120.0)
    np.testing.assert_allclose(again.rotations[::2], motion.rotations, rtol=0, atol=1e-12)
    np.testing.assert_allclose(again.root_positions[::2], motion.root_positions, rtol=0, atol=1e-12)


def test_between_the_samples_the_movement_goes_on(motion):
    fine, coarse = smooth_motion(human_skeleton(), 121), resampled(smooth_motion(human_skeleton(), 61), 120.0)
    np.testing.assert_allclose(world_pose(coarse).positions, world_pose(fine).positions, rtol=0, atol=2e-3)


def test_rest_rows_stay_in_front(motion):
    marked = Motion(motion.skeleton, motion.root_positions, motion.rotations, motion.frame_time, rest_rows=1)
    again = resampled(marked, 30.0)
    assert again.rest_rows == 1
    np.testing.assert_array_equal(again.rotations[0], motion.rotations[0])
    np.testing.assert_allclose(again.rotations[1], motion.rotations[1], rtol=0, atol=1e-12)


@pytest.mark.parametrize("fps", [0.0, -30.0, float("nan"), float("inf"), 1e12])
def test_a_rate_that_cannot_be_is_refused(motion, fps):
    with pytest.raises(InvalidValueError, match="frame"):
        resampled(motion, fps)
