"""Another rate, the same movement."""

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.provenance import Provenance
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


@pytest.mark.parametrize("fps", [23.976, 24000 / 1001, 59.94, 7.3, 144.0])
def test_awkward_rates_meet_the_movement_at_their_own_moments(fps):
    """Against the clip's own formula: a root that moves evenly, and a joint that turns evenly."""
    skeleton, times = human_skeleton(), np.arange(61) / 60.0
    rotations = quaternions.identity(61, len(skeleton))
    rotations[:, 1] = quaternions.about_axis("x", 1.5 * times)
    root = times[:, None] * [0.1, 0.0, 1.3]
    again = resampled(Motion(skeleton, root, rotations, 1 / 60), fps)
    moments = np.arange(again.frames) / fps
    assert moments[-1] <= 1.0 + 1e-9 < moments[-1] + 1.0 / fps + 2e-9
    np.testing.assert_allclose(again.root_positions, moments[:, None] * [0.1, 0.0, 1.3], rtol=0, atol=1e-12)
    np.testing.assert_allclose(again.rotations[:, 1], quaternions.about_axis("x", 1.5 * moments), rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("frame_time", "fps"), [(0.0083333, 120.0), (0.008333, 120.0), (1001 / 24000, 23.976), (0.016667, 60.0)]
)
def test_a_rate_that_differs_by_the_digits_of_the_file_keeps_every_frame(motion, frame_time, fps):
    """CMU writes 0.0083333 for 120 frames per second; sampling that anew would lose its last frame."""
    source = Motion(motion.skeleton, motion.root_positions, motion.rotations, frame_time,
                    provenance=Provenance(rows=np.arange(61)))  # fmt: skip
    again = resampled(source, fps)
    np.testing.assert_array_equal(again.rotations, motion.rotations)
    np.testing.assert_array_equal(again.root_positions, motion.root_positions)
    assert again.fps == pytest.approx(fps, rel=1e-15)
    assert again.provenance.rows.tolist() == list(range(61))


def test_new_frames_have_no_row_in_the_file(motion):
    source = Motion(motion.skeleton, motion.root_positions, motion.rotations, motion.frame_time,
                    provenance=Provenance(rows=np.arange(61)))  # fmt: skip
    assert resampled(source, 120.0).provenance.rows is None


@pytest.mark.parametrize(("frames", "rest_rows"), [(1, 0), (1, 1), (3, 3), (3, 2)])
@pytest.mark.parametrize("fps", [23.976, 30.0, 240.0])
def test_a_clip_with_nothing_between_its_frames_keeps_them(motion, frames, rest_rows, fps):
    still = Motion(motion.skeleton, motion.root_positions[:frames], motion.rotations[:frames], 1 / 60,
                   rest_rows=rest_rows)  # fmt: skip
    again = resampled(still, fps)
    assert (again.frames, again.rest_rows) == (frames, rest_rows)
    assert again.fps == pytest.approx(fps)
    np.testing.assert_array_equal(again.rotations, still.rotations)


def test_bones_that_stretch_are_sampled_too():
    source = smooth_motion(human_skeleton(), 31, stretch=True)
    again = resampled(source, 120.0)
    np.testing.assert_allclose(again.offsets[::2], source.offsets, rtol=0, atol=1e-12)


@pytest.mark.parametrize("fps", [0.0, -30.0, float("nan"), float("inf"), 1e6, 1e300])
def test_a_rate_that_cannot_be_is_refused(motion, fps):
    with pytest.raises(InvalidValueError, match="frame"):
        resampled(motion, fps)
