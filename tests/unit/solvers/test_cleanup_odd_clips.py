"""The cleanup of clips that are short, still, at rest or without anything to clean."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.cleaning import (
    LEVEL,
    drift_mm,
    limbs_in,
    replace_contact,
    skating_walk,
)
from support.motions import human_skeleton, smooth_motion

from supple.core.contacts import Contacts
from supple.core.motion import Motion, rest_pose
from supple.core.pose import world_pose
from supple.recipes.walk import true_walk
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.settings import CleanSettings

RIGID, STRETCH = CleanSettings(), CleanSettings(stretch=0.03)
MODES = pytest.mark.parametrize("settings", [RIGID, STRETCH], ids=["rigid", "stretch"])
WINDOW_S = 0.25


@MODES
def test_without_contacts_it_is_the_same_motion(settings):
    motion = true_walk(1.0, 60.0).motion
    limbs = limbs_in(motion)
    assert clean(motion, Contacts(fps=60.0), limbs, settings).motion is motion
    high = replace(settings, floor=-1.0)
    assert clean(motion, Contacts(fps=60.0), limbs, high).motion is motion


def test_a_figure_without_limbs_is_left_alone_and_it_is_said():
    skeleton = human_skeleton()
    motion = smooth_motion(skeleton, 5)
    result = clean(motion, Contacts(fps=60.0, floor=LEVEL), ())
    assert result.motion is motion
    assert any("no limb" in note for note in result.report.notes)


@MODES
@pytest.mark.parametrize("frames", [1, 2, 3, 10])
def test_clips_shorter_than_the_windows(settings, frames):
    motion, contacts, limbs, _ = skating_walk(1.0, floor=LEVEL)
    short = motion.with_frames(0, frames)
    inside = tuple(replace_contact(c, stop=min(c.stop, frames)) for c in contacts.contacts if c.start < frames)
    assert inside
    given = Contacts(fps=60.0, floor=LEVEL, contacts=inside)
    result = clean(short, given, limbs, settings)
    assert drift_mm(result.motion, given) < 1e-3
    assert len(result.motion) == frames


@MODES
def test_contacts_on_all_frames(settings):
    motion, contacts, limbs, _ = skating_walk(0.5)
    span = {"start": 0, "stop": motion.frames}
    first = {c.point: replace_contact(c, **span) for c in contacts.contacts if c.point.startswith("left")}
    always = Contacts(fps=60.0, contacts=tuple(first.values()))
    cleaned = clean(motion, always, limbs, settings)
    assert np.isfinite(cleaned.motion.rotations).all()
    assert len(cleaned.report.constraints) == 2


@MODES
def test_rest_rows_are_left_alone(settings):
    motion, contacts, limbs, _ = skating_walk(1.5, floor=LEVEL)
    rest = rest_pose(motion.skeleton)
    with_rest = Motion(
        motion.skeleton, np.concatenate([rest.root_positions, motion.root_positions]),
        np.concatenate([rest.rotations, motion.rotations]), motion.frame_time, rest_rows=1,
    )  # fmt: skip
    later = tuple(replace_contact(c, start=c.start + 1, stop=c.stop + 1) for c in contacts.contacts)
    moved, result = (
        clean(motion, contacts, limbs, settings),
        clean(with_rest, Contacts(fps=60.0, floor=LEVEL, contacts=later), limbs, settings),
    )
    assert_array_equal(result.motion.rotations[0], with_rest.rotations[0])
    assert_array_equal(result.motion.root_positions[0], with_rest.root_positions[0])
    assert_allclose(world_pose(result.motion).positions[1:], world_pose(moved.motion).positions, atol=1e-9)
    assert result.report.constraints[0].worst_frame >= 1


def test_the_lengths_of_the_frames_count():
    """Bones that stretch in the source keep their lengths but for what the cleanup adds."""
    motion, contacts, limbs, _ = skating_walk(1.5)
    grow = 1.0 + 0.02 * np.sin(np.arange(motion.frames) / 9.0)
    knee = motion.skeleton.index("LeftLeg")
    offsets = np.tile(motion.skeleton.offsets, (motion.frames, 1, 1))
    offsets[:, knee] *= grow[:, None]
    stretching = replace(motion, offsets=offsets)
    result = clean(stretching, contacts, limbs, RIGID)
    assert_array_equal(result.motion.offsets, offsets)
    assert drift_mm(result.motion, contacts) < 0.5


def test_a_root_that_may_move_for_less_long_than_limbs_blend_does_so():
    motion, contacts, limbs, _ = skating_walk(4.0)
    some = tuple(c for c in contacts.contacts if c.start >= 100 and c.stop <= 160)
    start, stop = min(c.start for c in some), max(c.stop for c in some)
    settings = CleanSettings(root_window_s=0.05, blend_window_s=0.5)
    cleaned = clean(motion, Contacts(fps=60.0, contacts=some), limbs, settings).motion
    moved = (cleaned.root_positions != motion.root_positions).any(axis=1)
    assert moved[start:stop].all()
    assert not moved[: start - 3].any()
    assert not moved[stop + 3 :].any()
