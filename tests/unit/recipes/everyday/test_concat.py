"""One clip after another."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, GaitEvents, Step
from supple.core.motion import Motion
from supple.errors import InvalidValueError
from supple.recipes.everyday.concat import concat
from supple.recipes.everyday.ground_moves import Move, travel, yaw_between
from supple.recipes.everyday.resample import resample
from supple.recipes.everyday.trim import trim

MOVED = Move(1.2, np.array([3.0, 0.0, -2.0]))


@pytest.fixture(scope="module")
def walk():
    return supple.walking(seconds=3.0)


@pytest.mark.parametrize("align", ["both", "position", "heading", "none"])
@pytest.mark.parametrize("cuts", [(60,), (1,), (30, 31, 120)])
def test_pieces_become_the_clip_that_they_were_cut_from(walk, align, cuts):
    bounds = [0, *cuts, walk.frames]
    pieces = [trim(walk, a, b) for a, b in pairwise(bounds)]
    whole = concat(pieces, align=align).motion
    np.testing.assert_array_equal(whole.rotations, walk.rotations)
    np.testing.assert_array_equal(whole.root_positions, walk.root_positions)


def test_pieces_that_were_moved_come_back_together(walk):
    """The seam is a step like its neighbours, so that the halves of a walk meet to a millimetre and a tenth degree."""
    whole = concat([walk.with_frames(0, 80), MOVED.motion(walk.with_frames(80, walk.frames))]).motion
    apart = np.linalg.norm(whole.root_positions - walk.root_positions, axis=1)
    assert apart.max() < 2e-3 + 2.5 * np.radians(0.2)
    turned = np.abs(yaw_between(whole.rotations[:, 0], walk.rotations[:, 0]))
    assert np.degrees(turned.max()) < 0.2


def test_heights_stay_and_only_what_is_asked_for_is_aligned(walk):
    other = MOVED.motion(walk)
    for align in ("position", "heading", "both"):
        later = concat([walk, other], align=align).motion.with_frames(walk.frames, 2 * walk.frames)
        np.testing.assert_allclose(later.root_positions[:, 1], walk.root_positions[:, 1], atol=1e-12)
        turned = float(yaw_between(other.rotations[0, 0], later.rotations[0, 0]))
        assert (abs(turned) < 1e-9) == (align == "position")
        step = np.linalg.norm(later.root_positions[0] - walk.root_positions[-1])
        assert (step < 0.05) == (align != "heading")


def test_a_blend_overlaps_the_clips_and_has_no_jump(walk):
    other = MOVED.motion(walk.with_frames(25, walk.frames))
    clip = concat([walk, other], blend=0.4)
    assert clip.motion.frames == walk.frames + other.frames - 24
    assert any("slide" in note for note in clip.notes)
    steps = np.linalg.norm(np.diff(travel(clip.motion).places, axis=0), axis=1)
    assert steps.max() < 1.5 * np.linalg.norm(np.diff(walk.root_positions, axis=0), axis=1).max()
    dots = np.abs(np.sum(clip.motion.rotations[1:] * clip.motion.rotations[:-1], axis=-1))
    own = np.abs(np.sum(walk.rotations[1:] * walk.rotations[:-1], axis=-1))
    assert np.arccos(dots.min()) < 2.0 * np.arccos(own.min())


def test_rest_rows_of_later_clips_are_left_out_and_the_first_ones_kept(walk):
    marked = replace(walk, rest_rows=1)
    whole = concat([marked, marked]).motion
    assert (whole.frames, whole.rest_rows) == (2 * walk.frames - 1, 1)
    with pytest.raises(InvalidValueError, match="no motion"):
        concat([walk, replace(walk.with_frames(0, 2), rest_rows=2)])


def test_another_rate_is_made_the_first_ones_and_said(walk):
    clip = concat([walk, resample(walk, 30).motion])
    assert clip.motion.fps == pytest.approx(60)
    assert clip.motion.frames == 2 * walk.frames - (walk.frames + 1) % 2
    assert "30 frames per second" in clip.notes[0]


def test_bones_that_stretch_in_one_clip_only():
    plain, stretching = smooth_motion(human_skeleton(), 20), smooth_motion(human_skeleton(), 20, stretch=True)
    whole = concat([plain, stretching]).motion
    np.testing.assert_array_equal(whole.offsets[20:], stretching.offsets)
    np.testing.assert_array_equal(whole.offsets[5], plain.skeleton.offsets)


def test_contacts_follow_and_a_cut_span_is_one_again(walk):
    contact = Contact(point="left_ball", joint="LeftFoot", offset_m=(0, 0, 0), start=50, stop=75, position_m=(1, 0, 2))
    events = GaitEvents(left=(Step(heel_strike=50, toe_off=75), Step(heel_strike=90)))
    whole = Contacts(fps=60.0, contacts=(contact,), events=events)
    pieces = [trim(walk, 0, 60, contacts=whole), trim(walk, 60, contacts=whole)]
    again = concat(pieces).contacts
    assert again.contacts == whole.contacts
    assert again.events == whole.events


def test_contacts_move_with_their_clip(walk):
    place = travel(walk).places[30]
    contact = Contact(point="hips", joint="Hips", offset_m=(0, 0, 0), start=30, stop=31, position_m=tuple(place))
    other = supple.Clip(MOVED.motion(walk), MOVED.contacts(Contacts(fps=60.0, contacts=(contact,))))
    clip = concat([walk, other])
    (moved,) = clip.contacts.contacts
    assert moved.start == walk.frames + 30
    np.testing.assert_allclose(moved.position_m, travel(clip.motion).places[moved.start], atol=1e-9)


def other_skeleton(**changes):
    skeleton = replace(human_skeleton(), **changes)
    return Motion(skeleton, np.zeros((2, 3)), quaternions.identity(2, len(skeleton)), 1 / 60)


def test_another_skeleton_is_refused_with_the_first_difference():
    first, skeleton = smooth_motion(human_skeleton(), 5), human_skeleton()
    names = tuple("Tail" if name == "Spine1" else name for name in skeleton.names)
    with pytest.raises(InvalidValueError, match="'Tail', and 'Spine1'"):
        concat([first, other_skeleton(names=names)])
    offsets = skeleton.offsets.copy()
    offsets[2] *= 1.1
    with pytest.raises(InvalidValueError, match=r"'LeftLeg' is 462.0 mm long, and 420.0 mm"):
        concat([first, other_skeleton(offsets=offsets)])


@pytest.mark.parametrize(
    ("kwargs", "said"),
    [({"align": "up"}, "align is one of"), ({"blend": -1.0}, "blend"), ({"blend": 5.0}, "does not fit")],
)
def test_what_cannot_be_is_refused(walk, kwargs, said):
    with pytest.raises(InvalidValueError, match=said):
        concat([walk, walk], **kwargs)
    with pytest.raises(InvalidValueError, match="no clip"):
        concat([])
