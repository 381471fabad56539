"""``supple.clean``: contacts found or given, any figure, any length."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion
from support.walks import with_rest_row

import supple
from supple.core.contacts import Contacts, Floor
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError, SuppleError
from supple.recipes import damage
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts

WALK = true_walk(3.0)
CONTACTS = known_contacts(WALK)
SKATING = damage.drifting(WALK.motion, 0.03)


def test_contacts_are_found_where_none_are_given():
    cleaned = supple.clean(SKATING)
    assert cleaned.contacts.contacts
    assert cleaned.before().slide_mm_max > 10.0
    assert cleaned.after().slide_mm_max < 1e-3
    assert cleaned.report.status == "met"


def test_a_true_walk_stays_as_it_is():
    cleaned = supple.clean(WALK.motion, CONTACTS)
    assert np.abs(supple.world_pose(cleaned.motion).positions - supple.world_pose(WALK.motion).positions).max() < 1e-6


def test_rest_rows_are_left_alone():
    motion, contacts = with_rest_row(SKATING, CONTACTS)
    cleaned = supple.clean(motion, contacts)
    assert np.array_equal(cleaned.motion.rotations[0], motion.rotations[0])
    assert cleaned.motion.rest_rows == 1
    plain = supple.clean(SKATING, CONTACTS)
    assert np.abs(cleaned.motion.rotations[1:] - plain.motion.rotations).max() < 1e-9


def test_another_motion_is_measured_by_the_same_contacts():
    cleaned = supple.clean(SKATING, CONTACTS)
    assert cleaned.after(SKATING).slide_mm_max == cleaned.before().slide_mm_max


@pytest.mark.parametrize("frames", [1, 2, 5])
def test_clips_shorter_than_the_windows(frames):
    motion = SKATING.with_frames(0, frames)
    spans = tuple(msgspec.structs.replace(c, stop=min(c.stop, frames)) for c in CONTACTS.contacts if c.start < frames)
    for contacts in (None, Contacts(fps=60.0, floor=Floor(), contacts=spans)):
        cleaned = supple.clean(motion, contacts)
        assert cleaned.motion.frames == frames
        assert cleaned.after().slide_mm_max < 0.5


def test_contacts_on_all_frames():
    ball = next(c for c in CONTACTS.contacts if c.point == "left_ball")
    always = msgspec.structs.replace(ball, start=0, stop=30)
    cleaned = supple.clean(SKATING.with_frames(0, 30), Contacts(fps=60.0, contacts=(always,)))
    assert cleaned.after().slide_mm_max < 0.5 or cleaned.report.status != "met"


def test_figures_without_feet_come_back_as_they_are():
    rope = Skeleton(("a", "b", "c", "d"), np.arange(-1, 3), np.array([[0.0, 0.3, 0.0]] * 4))
    cleaned = supple.clean(smooth_motion(rope, 30), Contacts(fps=60.0))
    assert cleaned.motion is cleaned.original
    assert any("no limb" in note for note in cleaned.report.notes)
    assert np.isnan(cleaned.after().penetration_mm_max)


def test_bones_that_change_over_time_keep_their_lengths_of_the_frame():
    offsets = np.repeat(SKATING.skeleton.offsets[None], SKATING.frames, axis=0)
    legs = [SKATING.skeleton.index(f"{side}{bone}") for side in ("Left", "Right") for bone in ("Leg", "Foot")]
    offsets[:, legs] *= (1.0 + 0.01 * np.sin(np.arange(SKATING.frames) / 9.0))[:, None, None]
    motion = replace(SKATING, offsets=offsets)
    cleaned = supple.clean(motion, CONTACTS)
    assert cleaned.after().stretch_pct_max < 1e-6
    assert cleaned.after().slide_mm_max < 0.5


def test_hands_on_the_ground_and_other_grounds():
    slope = supple.clean(SKATING, CONTACTS, floor=lambda x, z: 0.005 * z)
    assert slope.after().penetration_mm_max < 0.1


def test_what_is_no_motion_is_refused():
    with pytest.raises(InvalidValueError, match="only a motion"):
        supple.clean("walk.bvh")
    with pytest.raises(SuppleError):
        supple.clean(SKATING, msgspec.structs.replace(CONTACTS, fps=30.0))
    still = Motion(human_skeleton(), np.zeros((1, 3)), smooth_motion(human_skeleton(), 1).rotations, 1 / 60)
    assert supple.clean(still).motion.frames == 1


def test_contacts_of_about_the_same_rate_are_taken_by_the_cleanup_as_by_the_measures():
    """119.88 fps is called 120 by many."""
    about = replace(SKATING, frame_time=SKATING.frame_time * 120.0 / 119.88)
    cleaned = supple.clean(about, CONTACTS)
    assert cleaned.after().slide_mm_max < 0.5
    with pytest.raises(SuppleError, match="fps = 60"):
        supple.clean(replace(SKATING, frame_time=1.0 / 58.0), CONTACTS)
