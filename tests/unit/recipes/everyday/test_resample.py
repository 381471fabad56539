"""Another rate, the same movement."""

from fractions import Fraction

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor, GaitEvents, Geometric, Step, Target
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.provenance import Provenance
from supple.errors import InvalidValueError
from supple.recipes.everyday.rates import frame_rate, rate_of_files
from supple.recipes.everyday.resample import resample


@pytest.fixture(scope="module")
def motion():
    return smooth_motion(human_skeleton(), 61)  # one second at 60 fps


@pytest.mark.parametrize(("fps", "frames"), [(30.0, 31), (60.0, 61), (120.0, 121), (24000 / 1001, 24), (1.0, 2)])
def test_the_clip_keeps_its_length(motion, fps, frames):
    again = resample(motion, fps).motion
    assert again.frames == frames
    assert again.frame_time == pytest.approx(1.0 / fps, rel=1e-15)


def test_samples_that_both_rates_share_are_kept(motion):
    again = resample(motion, 120.0).motion
    np.testing.assert_allclose(again.rotations[::2], motion.rotations, rtol=0, atol=1e-12)
    np.testing.assert_allclose(again.root_positions[::2], motion.root_positions, rtol=0, atol=1e-12)


def test_between_the_samples_the_movement_goes_on(motion):
    fine, coarse = smooth_motion(human_skeleton(), 121), resample(smooth_motion(human_skeleton(), 61), 120.0).motion
    np.testing.assert_allclose(world_pose(coarse).positions, world_pose(fine).positions, rtol=0, atol=2e-3)


def test_rest_rows_stay_in_front(motion):
    marked = Motion(motion.skeleton, motion.root_positions, motion.rotations, motion.frame_time, rest_rows=1)
    again = resample(marked, 30.0).motion
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
    again = resample(Motion(skeleton, root, rotations, 1 / 60), fps).motion
    assert again.fps == pytest.approx(float(frame_rate(fps)), rel=1e-15)
    moments = np.arange(again.frames) / again.fps
    assert moments[-1] <= 1.0 + 1e-9 < moments[-1] + 1.0 / again.fps + 2e-9
    np.testing.assert_allclose(again.root_positions, moments[:, None] * [0.1, 0.0, 1.3], rtol=0, atol=1e-12)
    np.testing.assert_allclose(again.rotations[:, 1], quaternions.about_axis("x", 1.5 * moments), rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("frame_time", "fps"), [(0.0083333, 120.0), (0.008333, 120.0), (1001 / 24000, 23.976), (0.016667, 60.0)]
)
def test_a_rate_that_differs_by_the_digits_of_the_file_keeps_every_frame(motion, frame_time, fps):
    """CMU writes 0.0083333 for 120 frames per second; sampling that anew would lose its last frame."""
    source = Motion(motion.skeleton, motion.root_positions, motion.rotations, frame_time,
                    provenance=Provenance(rows=np.arange(61)))  # fmt: skip
    again = resample(source, fps).motion
    np.testing.assert_array_equal(again.rotations, motion.rotations)
    np.testing.assert_array_equal(again.root_positions, motion.root_positions)
    assert again.fps == pytest.approx(float(frame_rate(fps)), rel=1e-15)
    assert again.provenance.rows.tolist() == list(range(61))


def test_new_frames_have_no_row_in_the_file(motion):
    source = Motion(motion.skeleton, motion.root_positions, motion.rotations, motion.frame_time,
                    provenance=Provenance(rows=np.arange(61)))  # fmt: skip
    assert resample(source, 120.0).motion.provenance.rows is None


@pytest.mark.parametrize(("frames", "rest_rows"), [(1, 0), (1, 1), (3, 3), (3, 2)])
@pytest.mark.parametrize("fps", [23.976, 30.0, 240.0])
def test_a_clip_with_nothing_between_its_frames_keeps_them(motion, frames, rest_rows, fps):
    still = Motion(motion.skeleton, motion.root_positions[:frames], motion.rotations[:frames], 1 / 60,
                   rest_rows=rest_rows)  # fmt: skip
    again = resample(still, fps).motion
    assert (again.frames, again.rest_rows) == (frames, rest_rows)
    assert again.fps == pytest.approx(float(frame_rate(fps)))
    np.testing.assert_array_equal(again.rotations, still.rotations)


def test_bones_that_stretch_are_sampled_too():
    source = smooth_motion(human_skeleton(), 31, stretch=True)
    again = resample(source, 120.0).motion
    np.testing.assert_allclose(again.offsets[::2], source.offsets, rtol=0, atol=1e-12)


@pytest.mark.parametrize("fps", [0.0, -30.0, float("nan"), float("inf"), 1e6, 1e300])
def test_a_rate_that_cannot_be_is_refused(motion, fps):
    with pytest.raises(InvalidValueError, match="frame"):
        resample(motion, fps)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("24000/1001", Fraction(24000, 1001)),
        (23.976, Fraction(24000, 1001)),
        ("23.98", Fraction(24000, 1001)),
        ("29.97", Fraction(30000, 1001)),
        (119.88, Fraction(120000, 1001)),
        (24, Fraction(24)),
        ("23.9", Fraction(239, 10)),
        ("2397/100", Fraction(2397, 100)),
    ],
)
def test_rates_of_television_are_exact_fractions(said, meant):
    assert frame_rate(said) == meant


@pytest.mark.parametrize("said", ["0", "-30", "fast", "1/0", "nan", "inf", 0, float("nan"), "1e400"])
def test_what_is_no_rate_is_refused(said):
    with pytest.raises(InvalidValueError, match="frame rate"):
        frame_rate(said)


@pytest.mark.parametrize(
    ("frame_time", "meant"),
    [
        (0.0083333, 120),
        (0.008333, 120),
        (0.0083417, Fraction(120000, 1001)),
        (0.0333333, 30),
        (0.041708, Fraction(24000, 1001)),
        (0.0123, None),
        (1.0, 1),
    ],
)
def test_frame_times_of_files_mean_round_rates(frame_time, meant):
    assert rate_of_files(frame_time) == meant


def test_a_rate_taken_as_a_fraction_is_said(motion):
    assert resample(motion, 23.976).notes == ("23.976 frames per second are 24000/1001.",)
    assert resample(motion, "24000/1001").notes == ()


@pytest.mark.parametrize("fps", [180.0, 240.0, 600.0])
@pytest.mark.parametrize("frame_time", [1 / 60, 0.016667, 0.0166667])
def test_up_and_back_returns_the_samples(motion, fps, frame_time):
    source = Motion(motion.skeleton, motion.root_positions, motion.rotations, frame_time)
    back = resample(resample(source, fps).motion, 60).motion
    np.testing.assert_allclose(back.rotations, source.rotations, rtol=0, atol=1e-12)
    np.testing.assert_allclose(back.root_positions, source.root_positions, rtol=0, atol=1e-12)


def test_turns_have_no_corner_in_speed_where_samples_are():
    """Nine keys, seen a thousand times as fine: slerp would turn a corner at each of them."""
    keys = smooth_motion(human_skeleton(), 9)
    fine = resample(keys, 60 * 1000).motion.rotations[:, 3]
    steps = np.diff(fine, axis=0)
    assert np.linalg.norm(np.diff(steps, axis=0), axis=1).max() < 0.01 * np.linalg.norm(steps, axis=1).max()


def test_the_curve_is_the_same_in_every_frame_of_reference():
    source, turn = smooth_motion(human_skeleton(), 20), quaternions.normalized(np.array([0.3, -0.8, 0.2, 0.5]))
    turned = Motion(source.skeleton, source.root_positions, quaternions.multiply(turn, source.rotations), 1 / 60)
    again, expected = resample(turned, 100).motion.rotations, resample(source, 100).motion.rotations
    np.testing.assert_allclose(again, quaternions.multiply(turn, expected), rtol=0, atol=1e-12)


BELT = (0.0, 0.0, -1.2)
WHOLE = Contacts(
    fps=60.0,
    floor=Floor(belt_m_s=BELT),
    contacts=(
        Contact(point="left_heel", start=10, stop=31, position_m=(0.1, 0.0, 0.2)),
        Contact(point="left_ball", start=41, stop=42, position_m=(0.1, 0.0, 0.2)),
    ),
    events=GaitEvents(left=(Step(heel_strike=10, toe_off=60),)),
    geometric=(Geometric(joint="Hips", kind="point", start=4, stop=20, origin_m=(0, 0, 0)),),
    targets=(Target(joint="Hips", start=2, positions_m=((0, 0, 0), (1, 0, 0), (2, 0, 0)), wxyz=((1, 0, 0, 0),) * 3),),
)


def test_contacts_go_in_step(motion):
    kept = resample(motion, 120, contacts=WHOLE).contacts
    assert kept.fps == pytest.approx(120)
    assert [(c.start, c.stop) for c in kept.contacts] == [(20, 61), (82, 83)]
    assert kept.events.left == (Step(heel_strike=20, toe_off=120),)
    assert (kept.geometric[0].start, kept.geometric[0].stop) == (8, 39)
    assert [p[0] for p in kept.targets[0].positions_m] == pytest.approx([0.0, 0.5, 1.0, 1.5, 2.0])
    for frame in range(10, 31):
        there = WHOLE.contacts[0].place_at(frame, BELT, 1 / 60)
        np.testing.assert_allclose(kept.contacts[0].place_at(2 * frame, BELT, 1 / 120), there, atol=1e-12)


def test_contacts_come_back_and_what_falls_between_frames_is_told(motion):
    up = resample(motion, 240, contacts=WHOLE)
    back = resample(up.motion, 60, contacts=up.contacts)
    assert [(c.start, c.stop) for c in back.contacts.contacts] == [(10, 31), (41, 42)]
    assert back.notes == ()
    down = resample(motion, 30, contacts=WHOLE)
    assert [(c.start, c.stop) for c in down.contacts.contacts] == [(5, 16)]
    assert "1 contacts" in down.notes[0]
