"""Measures against motions whose faults are known in numbers."""

from dataclasses import replace
from functools import cache

import msgspec
import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion
from support.walks import with_rest_row

import supple
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Floor
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError, InvalidValueError, SuppleError
from supple.io.documents.contacts import write_contacts
from supple.recipes.measures.planted import diameter
from supple.recipes.measures.rates import low_passed, sampled
from supple.recipes.metrics import metrics
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts

WALK = cache(true_walk)


@cache
def contacts():
    return known_contacts(WALK())


def moved(offset):
    """The walk with its root displaced by (F, 3) or (3,)."""
    motion = WALK().motion
    return motion.with_root_positions(motion.root_positions + offset)


def seconds():
    motion = WALK().motion
    return np.arange(motion.frames)[:, None] * motion.frame_time


def test_a_true_walk_has_no_fault():
    found = metrics(WALK().motion, contacts())
    assert found.contacts == 16
    assert found.slide_mm_max < 1e-6
    assert found.penetration_mm_max < 1e-6
    assert found.float_mm_mean < 1e-6
    assert found.stretch_pct_max == 0.0
    assert found.change is None
    for foot in ("left", "right"):
        assert 55.0 < found.cycle_planted_pct[foot] < 62.0


def test_drift_is_seen_as_the_way_that_points_travel_in_their_spans():
    found = metrics(moved(seconds() * (0.06, 0.0, 0.08)), contacts(), WALK().motion)
    longest = max(c.stop - c.start for c in contacts().contacts) - 1
    assert found.slide_mm_max == pytest.approx(100.0 * longest / 60.0, rel=1e-6)
    mean = np.mean([c.stop - c.start - 1 for c in contacts().contacts])
    assert found.slide_mm_mean == pytest.approx(100.0 * mean / 60.0, rel=1e-6)
    assert found.change.mm_max == pytest.approx(100.0 * seconds()[-1, 0], rel=1e-6)
    assert found.change.deg_max < 1e-6


def test_a_leap_of_the_body_is_measured_where_it_is():
    leap = np.zeros((WALK().motion.frames, 3))
    leap[50:, 2] = 0.04
    found = metrics(moved(leap), contacts(), WALK().motion).change
    assert found.leap_mm == pytest.approx(40.0, abs=6.0)  # the walk's own acceleration is in it, and twice that is off
    assert found.leap_frame in (49, 50)
    taken_away = metrics(WALK().motion, contacts(), moved(leap)).change
    assert (taken_away.leap_mm, taken_away.leap_frame) == (0.0, None)


def test_sinking_and_floating():
    sunk, raised = metrics(moved((0.0, -0.012, 0.0)), contacts()), metrics(moved((0.0, 0.03, 0.0)), contacts())
    assert sunk.penetration_mm_max == pytest.approx(12.0)
    assert sunk.float_mm_mean < 1e-6
    assert raised.penetration_mm_max == 0.0
    assert raised.float_mm_mean == pytest.approx(30.0)
    assert metrics(moved((0.0, 0.03, 0.0)), contacts(), floor=0.03).float_mm_mean < 1e-6
    slope = metrics(WALK().motion, contacts(), floor=lambda x, z: 0.01 * z)
    assert slope.penetration_mm_max == pytest.approx(10.0 * _furthest_planted_z(), rel=0.1)


def _furthest_planted_z():
    return max(c.position_m[2] for c in contacts().contacts)


def test_a_tilted_floor_is_a_plane():
    tilt = np.radians(2.0)
    normal = (0.0, float(np.cos(tilt)), float(-np.sin(tilt)))  # rises along +z
    floor = Floor(height_m=0.0, normal=normal)
    up = np.tan(tilt) * WALK().motion.root_positions[:, 2]
    found = metrics(moved(np.stack([0 * up, up, 0 * up], axis=1)), msgspec.structs.replace(contacts(), floor=floor))
    flat = metrics(moved(np.stack([0 * up, up, 0 * up], axis=1)), contacts())
    assert found.float_mm_mean < flat.float_mm_mean


def test_a_treadmill_moves_what_stands_on_it():
    belt = (0.0, 0.0, -1.3)
    on_belt = moved(seconds() * belt)
    assert metrics(on_belt, contacts()).slide_mm_max > 100.0
    floor = Floor(belt_m_s=belt)
    assert metrics(on_belt, msgspec.structs.replace(contacts(), floor=floor)).slide_mm_max < 1e-6


def test_a_hand_on_a_hip_rides_with_it():
    motion = smooth_motion(human_skeleton(), 40)
    riding = Contact(point="p", joint="LeftUpLeg", start=0, stop=40, position_m=(0.09, -0.05, 0.0), reference="Hips")
    still = msgspec.structs.replace(riding, reference=None)
    assert metrics(motion, Contacts(fps=60.0, contacts=(riding,))).slide_mm_max < 1e-6
    assert metrics(motion, Contacts(fps=60.0, contacts=(still,))).slide_mm_max > 10.0


def test_known_places_are_missed_by_so_much():
    first = contacts().contacts[1]
    x, y, z = first.position_m
    fixed = msgspec.structs.replace(first, fixed=True, position_m=(x, y, z + 0.02))
    assert metrics(WALK().motion, Contacts(fps=60.0, contacts=(fixed,))).miss_mm_max == pytest.approx(20.0)


def test_longer_shins_are_stretch():
    motion = WALK().motion
    offsets = np.repeat(motion.skeleton.offsets[None], motion.frames, axis=0)
    offsets[50, motion.skeleton.index("LeftFoot")] *= 1.03
    found = metrics(replace(motion, offsets=offsets), contacts(), motion)
    assert found.stretch_pct_max == pytest.approx(3.0)
    assert found.stretch_pct_mean == pytest.approx(3.0 / (motion.frames * 8))
    assert metrics(replace(motion, offsets=offsets), contacts()).stretch_pct_max == pytest.approx(3.0)


def test_a_pop_of_the_knee_is_seen_and_survives_no_low_pass_alone():
    motion, knee = WALK().motion, WALK().motion.skeleton.index("LeftLeg")
    rotations = motion.rotations.copy()
    pop = quaternions.about_axis("x", np.array(np.radians(5.0)))
    rotations[100, knee] = quaternions.multiply(rotations[100, knee], pop)
    clean, popped = (metrics(m, contacts(), motion) for m in (motion, motion.with_rotations(rotations)))
    assert popped.knee_acceleration_max > clean.knee_acceleration_max + 0.9 * 2 * np.radians(5.0) * 60**2 - 200.0
    assert popped.elbow_acceleration_max == pytest.approx(clean.elbow_acceleration_max)
    assert popped.knee_acceleration_p99 < popped.knee_acceleration_max


def test_a_straight_knee_that_swings_through_is_no_corner():
    """The unsigned angle between bones would turn back at zero; the signed one goes on."""
    skeleton, frames = human_skeleton(), 60
    angle = np.linspace(-0.2, 0.2, frames)
    rotations = quaternions.identity(frames, len(skeleton))
    rotations[:, skeleton.index("LeftLeg")] = quaternions.about_axis("x", angle)
    motion = Motion(skeleton, np.repeat(skeleton.offsets[:1], frames, axis=0), rotations, 1.0 / 60.0)
    assert metrics(motion, Contacts(fps=60.0)).knee_acceleration_max < 1e-6


def test_rest_rows_are_left_out():
    motion, shifted = with_rest_row(WALK().motion, contacts())
    plain, rested = metrics(WALK().motion, contacts()), metrics(motion, shifted)
    assert rested.knee_acceleration_max == pytest.approx(plain.knee_acceleration_max)
    assert rested.jerk == pytest.approx(plain.jerk)
    assert rested.planted_pct == pytest.approx(plain.planted_pct)
    assert rested.penetration_mm_max < 1e-6


def test_rates_do_not_change_what_is_stated_for_a_rate():
    fast = true_walk(4.0, 120.0)
    a, b = metrics(WALK().motion, contacts()), metrics(fast.motion, known_contacts(fast))
    assert a.jerk == pytest.approx(b.jerk, rel=0.02)
    assert a.common.skating_ratio_fast == pytest.approx(b.common.skating_ratio_fast, abs=0.02)
    assert a.common.sliding_cm_s == pytest.approx(b.common.sliding_cm_s, rel=0.02)
    assert a.common.jitter == pytest.approx(b.common.jitter, rel=0.05)


def test_sliding_feet_raise_what_others_measure():
    still, sliding = (metrics(m, contacts()).common for m in (WALK().motion, moved(seconds() * (0.3, 0.0, 0.0))))
    assert sliding.skating_ratio_slow > still.skating_ratio_slow + 0.2
    assert sliding.sliding_cm_s > still.sliding_cm_s + 5.0
    noise = np.random.default_rng(0).normal(size=WALK().motion.root_positions.shape) * 1e-3
    assert metrics(moved(noise), contacts()).common.jitter > 2.0 * still.jitter


def test_nothing_to_measure_is_no_number():
    skeleton = replace(human_skeleton())
    one = smooth_motion(skeleton, 1)
    found = metrics(one, Contacts(fps=60.0))
    assert found.slide_mm_max == 0.0
    assert np.isnan(found.jerk)
    assert np.isnan(found.penetration_mm_max)
    assert np.isnan(found.knee_acceleration_max)


def test_contacts_may_come_from_their_document_and_must_fit(tmp_path):
    write_contacts(tmp_path / "c.json", contacts())
    assert metrics(WALK().motion, tmp_path / "c.json") == metrics(WALK().motion, contacts())
    with pytest.raises(DocumentError, match=r"c\.json.*outside the clip"):
        metrics(WALK().motion.with_frames(0, 100), tmp_path / "c.json")
    with pytest.raises(InvalidValueError, match="only a motion"):
        metrics("walk.bvh", contacts())


def test_an_original_may_be_shorter_or_have_joints_that_never_turn():
    short = metrics(WALK().motion, contacts(), WALK().motion.with_frames(0, 50))
    assert short.change.mm_max == 0.0
    other = smooth_motion(human_skeleton(), 30)
    assert metrics(WALK().motion, contacts(), other).change.mm_max > 10.0


def test_an_original_of_another_figure_is_refused_with_both_names(tmp_path):
    stranger = Motion(Skeleton(("x",), [-1], np.zeros((1, 3))), np.zeros((1, 3)), quaternions.identity(1, 1), 0.1)
    with pytest.raises(SuppleError, match="different figures: walk turns 'Hips'"):
        metrics(WALK().motion, contacts(), stranger)
    turning = smooth_motion(Skeleton(("Hips", "Tail"), [-1, 0], np.eye(2, 3)), 30)
    supple.write(turning, tmp_path / "tail.bvh")
    supple.write(WALK().motion, tmp_path / "walk.bvh")
    with pytest.raises(SuppleError, match=r"walk\.bvh and tail\.bvh show different figures"):
        metrics(supple.read(tmp_path / "walk.bvh"), None, supple.read(tmp_path / "tail.bvh"))


def test_the_diameter_of_long_spans_is_that_of_all_pairs():
    path = np.cumsum(np.random.default_rng(1).normal(size=(1300, 3)), axis=0)
    far = max(np.linalg.norm(path - p, axis=1).max() for p in path)
    assert diameter(path) == pytest.approx(far)


def test_resampling_and_filter_keep_what_is_slow():
    t = np.arange(241) / 120.0
    slow, fast = np.sin(2 * np.pi * 2.0 * t), np.sin(2 * np.pi * 40.0 * t)
    assert np.abs(sampled(slow[:, None], 1 / 120.0, 30.0)[:, 0] - slow[::4]).max() < 1e-9
    kept = low_passed(slow + fast, 120.0, 12.0)
    assert np.abs(kept - slow)[20:-20].max() < 0.05
    assert low_passed(slow, 20.0, 12.0) is slow


@pytest.mark.parametrize("fps", [20.0, 60.0])
def test_clips_of_any_length_are_measured(fps):
    """Shorter than the windows of measures, too; what does not exist is no number, never an error."""
    whole = true_walk(2.0, fps).motion
    for frames in range(1, 21):
        found = metrics(whole.with_frames(0, frames), Contacts(fps=fps, floor=Floor()))
        assert np.isnan(found.common.skating_ratio_fast) or 0.0 <= found.common.skating_ratio_fast <= 1.0


def test_a_contact_inside_the_rest_rows_counts_for_nothing():
    motion, later = with_rest_row(WALK().motion, contacts())
    two_rows = replace(
        motion,
        root_positions=np.concatenate([motion.root_positions[:1], motion.root_positions]),
        rotations=np.concatenate([motion.rotations[:1], motion.rotations]),
        rest_rows=2,
    )
    resting = msgspec.structs.replace(later.contacts[0], start=0, stop=1)
    found = metrics(two_rows, msgspec.structs.replace(contacts(), contacts=(resting,)))
    assert np.isnan(found.float_mm_mean)
