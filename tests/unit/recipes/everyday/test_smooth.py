"""Less shaking, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.signal import butter, filtfilt
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.errors import InvalidValueError, SuppleError
from supple.recipes.everyday.low_pass import low_pass
from supple.recipes.everyday.smooth import smooth
from supple.recipes.samples import sample

FPS = 120.0
PLAIN = {"keep_feet": False, "keep_peaks": False}


@pytest.mark.parametrize("hz", [1.0, 3.0, 6.0, 9.0, 15.0])
def test_waves_keep_what_the_filter_of_biomechanics_keeps_of_them(hz):
    times = np.arange(1200) / FPS
    wave = np.sin(2.0 * np.pi * hz * times)
    once = butter(2, 6.0 / (0.5 * FPS) / (np.sqrt(2.0) - 1.0) ** 0.25)
    ours, theirs = low_pass(wave, 6.0, 1 / FPS)[300:900], filtfilt(*once, wave)[300:900]
    assert ours.std() == pytest.approx(theirs.std(), abs=0.02)
    delay = np.argmax(np.correlate(ours, wave[300:900], "full")) - 599
    assert delay == 0


def test_the_cut_off_keeps_half_of_the_power():
    wave = np.sin(2.0 * np.pi * 6.0 * np.arange(1200) / FPS)
    assert low_pass(wave, 6.0, 1 / FPS)[300:900].std() / wave[300:900].std() == pytest.approx(np.sqrt(0.5), abs=1e-6)


def test_straight_lines_and_ends_are_kept():
    line = 3.0 + 0.25 * np.arange(50.0)
    np.testing.assert_allclose(low_pass(line, 2.0, 1 / FPS), line, atol=1e-9)


def test_an_even_turn_is_kept_through_many_turns():
    """Angles would jump at 180 degrees."""
    skeleton, times = human_skeleton(), np.arange(300) / FPS
    rotations = quaternions.identity(300, len(skeleton))
    rotations[:, 1] = quaternions.about_axis("z", 9.0 * times)
    source = Motion(skeleton, np.zeros((300, 3)), rotations, 1 / FPS)
    again = smooth(source, 5.0, **PLAIN).motion
    turned = quaternions.multiply(quaternions.conjugate(source.rotations[60:-60, 1]), again.rotations[60:-60, 1])
    assert np.degrees(np.abs(quaternions.log(turned))).max() < 0.01


def test_smoothing_is_the_same_in_every_frame_of_reference():
    source, turn = smooth_motion(human_skeleton(), 40), quaternions.normalized(np.array([0.3, -0.8, 0.2, 0.5]))
    turned = source.with_rotations(quaternions.multiply(turn, source.rotations))
    expected = quaternions.multiply(turn, smooth(source, 3.0, **PLAIN).motion.rotations)
    ends = source.skeleton.end_sites
    np.testing.assert_allclose(smooth(turned, 3.0, **PLAIN).motion.rotations[:, ~ends], expected[:, ~ends], atol=1e-12)


def shaken(motion, degrees=0.5):
    noise = np.random.default_rng(0).normal(size=(*motion.rotations.shape[:2], 3)) * np.radians(degrees)
    noise[:, motion.skeleton.end_sites] = 0.0
    return motion.with_rotations(quaternions.multiply(motion.rotations, quaternions.exp(noise)))


def furthest(motion):
    """Where the kicking foot is at its furthest [m]."""
    return world_pose(motion).positions[:, motion.skeleton.index("RightFoot")].max(axis=0)


def test_shaking_goes():
    kick = sample("kick")
    noisy = shaken(kick)
    again = smooth(noisy, 6.0, keep_feet=False).motion

    def error(motion):
        return np.linalg.norm(world_pose(motion).positions - world_pose(kick).positions, axis=2).mean()

    assert error(again) < 0.55 * error(noisy)

    def jerk(motion):
        return np.abs(np.diff(world_pose(motion).positions, n=3, axis=0)).mean()

    assert jerk(again) < 0.06 * jerk(noisy)


def test_a_kick_keeps_its_reach():
    kick = sample("kick")
    kept, lost = (furthest(smooth(kick, 3.0, keep_feet=False, keep_peaks=k).motion) for k in (True, False))
    there = furthest(kick)
    assert np.abs(kept - there).max() < 5e-4
    assert np.abs(lost - there).max() > 4e-3


def test_planted_feet_stay_still():
    walk = supple.walking(seconds=3.0)
    contacts = supple.detect(walk)
    source = supple.clean(shaken(walk, 0.3), contacts).motion
    clip = smooth(source, 5.0, contacts=contacts)
    assert clip.contacts is contacts
    assert supple.metrics(clip.motion, contacts).slide_mm_max < 0.01
    assert supple.metrics(smooth(source, 5.0, keep_feet=False).motion, contacts).slide_mm_max > 1.0


def test_only_the_joints_that_were_asked_for_change():
    noisy = shaken(sample("kick"))
    again = smooth(noisy, 4.0, joints=["left_wrist", "Head"]).motion
    changed = np.abs(again.rotations - noisy.rotations).max(axis=(0, 2)) > 1e-9
    assert {noisy.skeleton.names[j] for j in np.flatnonzero(changed)} == {"LeftHand", "Head"}
    np.testing.assert_array_equal(again.root_positions, noisy.root_positions)
    with pytest.raises(SuppleError, match="tail"):
        smooth(noisy, 4.0, joints=["tail"])


def test_rest_rows_and_short_clips_stay_as_they_are():
    noisy = replace(shaken(sample("kick")), rest_rows=2)
    again = smooth(noisy, 4.0, **PLAIN).motion
    np.testing.assert_array_equal(again.rotations[:2], noisy.rotations[:2])
    assert again.rest_rows == 2
    short = noisy.with_frames(0, 4)
    np.testing.assert_allclose(smooth(short, 4.0, **PLAIN).motion.rotations, short.rotations, atol=1e-12)


def test_bones_that_stretch_are_smoothed_too():
    source = smooth_motion(human_skeleton(), 60, stretch=True)
    noisy = replace(source, offsets=source.offsets + np.random.default_rng(1).normal(size=source.offsets.shape) * 0.01)
    again = smooth(noisy, 4.0, **PLAIN).motion
    inner = ~source.skeleton.end_sites
    apart = [np.abs(m.offsets - source.offsets)[:, inner].mean() for m in (again, noisy)]
    assert apart[0] < 0.6 * apart[1]


@pytest.mark.parametrize("hz", [0.0, -1.0, 60.0, 1e9, float("nan"), 1e-6])
def test_a_cut_off_that_the_clip_does_not_have_is_refused(hz):
    with pytest.raises(InvalidValueError, match="half of the frame rate"):
        smooth(sample("kick"), hz)
