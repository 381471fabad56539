"""A cleanup says what a person would see although its contacts are met."""

import re
from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs
from support.cleaning import LEVEL, point_path, replace_contact, skating_walk

from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.pose import world_pose
from supple.errors import NotSolvedError
from supple.solvers.cleanup import cleaning
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.figure import figure_of
from supple.solvers.cleanup.flaws import leaps, off_ground
from supple.solvers.cleanup.limbs import limb_rows
from supple.solvers.cleanup.settings import CleanSettings

LEG = 0.85  # [m] about that of the walk

MODES = pytest.mark.parametrize("settings", [CleanSettings(), CleanSettings(stretch=0.03)], ids=["rigid", "stretch"])


@MODES
def test_a_usual_walk_has_no_flaw(settings):
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    report = clean(motion, contacts, limbs, settings).report
    assert report.status == "met"
    assert report.flaws == ()
    report.raise_for_status()


def test_a_knee_that_has_to_jump_is_told():
    """The hips of one frame are turned far away: a planted foot has to come from there."""
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    at = next(c.start + 5 for c in contacts.contacts if c.point == "left_ball")
    turns = motion.rotations.copy()
    turns[at, 0] = quaternions.multiply(turns[at, 0], quaternions.exp(np.array([0.6, 0.0, 0.0])))
    report = clean(motion.with_rotations(turns), contacts, limbs, CleanSettings(stretch=0.03)).report
    assert report.status == "stalled"
    told = [flaw for flaw in report.flaws if "jumps by" in flaw]
    assert any(abs(int(flaw.split("frame ")[1].split()[0]) - at) <= 1 for flaw in told)
    assert set(report.flaws) <= set(report.notes)
    with pytest.raises(NotSolvedError, match="jumps by"):
        report.raise_for_status()


def test_a_body_that_has_to_leap_is_told():
    """A leap that is added counts, not one that is taken away, nor a way that is as far but smooth."""
    motion, _, limbs, _ = skating_walk(floor=LEVEL)
    rows, moved = limb_rows(limbs), np.zeros((motion.frames, 3))
    assert leaps(motion, moved, rows, LEG, 0) == []
    moved[40:, 0] = 0.03
    (told,) = leaps(motion, moved, rows, LEG, 5)
    assert re.fullmatch(r"the body leaps by (29|3[01]) mm at frame 4[45] \([0-2] in the motion\)\.", told)
    leaping = motion.with_root_positions(motion.root_positions + moved)
    assert leaps(leaping, -moved, rows, LEG, 0) == []
    smooth = 0.03 / (1.0 + np.exp(-0.5 * (np.arange(motion.frames) - 40.0)))
    assert leaps(motion, smooth[:, None] * (1.0, 0.0, 0.0), rows, LEG, 0) == []
    assert leaps(motion.with_frames(0, 2), moved[:2], rows, LEG, 0) == []


def test_contacts_that_drag_the_body_along_are_told():
    """A foot that is said to stand while it walks on; true contacts move the body by little."""
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    assert not any("whole body" in note for note in clean(motion, contacts, limbs).report.notes)
    ball = next(c for c in contacts.contacts if c.point == "left_ball")
    lying = Contacts(fps=contacts.fps, contacts=(structs.replace(ball, start=5, stop=motion.frames - 5),))
    notes = clean(motion, lying, limbs).report.notes
    (told,) = (note for note in notes if "whole body" in note)
    assert re.match(r"the whole body is moved by \d\.\d\d m at frame \d+ to keep what is planted there\. Look at", told)


def test_a_leap_of_the_root_is_among_the_flaws_of_a_report(monkeypatch):
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    place, leap = cleaning.place_root, np.zeros((motion.frames, 3))
    leap[70:, 0] = 0.03
    monkeypatch.setattr(cleaning, "place_root", lambda *given: place(*given) + leap)
    report = clean(motion, contacts, limbs).report
    assert report.status == "stalled"
    assert any(flaw.startswith("the body leaps by ") for flaw in report.flaws)


@MODES
def test_a_known_place_in_the_ground_is_met_but_not_in_silence(settings):
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    number, contact = next((n, c) for n, c in enumerate(contacts.contacts) if c.point == "right_heel")
    x, y, z = contact.position_m
    sunk = replace_contact(contact, position_m=(x, y - 0.03, z), fixed=True)
    report = clean(motion, Contacts(fps=contacts.fps, floor=LEVEL, contacts=(sunk,)), limbs, settings).report
    assert number >= 0
    assert report.constraints[0].met
    assert report.status == "stalled"
    assert any("right_heel" in flaw and "in the ground" in flaw for flaw in report.flaws)


@MODES
def test_a_place_that_is_out_of_reach_drags_nobody_along(settings):
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    at = next(n for n, c in enumerate(contacts.contacts) if c.point == "right_heel")
    x, y, z = contacts.contacts[at].position_m
    far = replace_contact(contacts.contacts[at], position_m=(x + 10.0, y, z), fixed=True)
    others = tuple(c for n, c in enumerate(contacts.contacts) if n != at)
    balls = tuple(c for c in others if not (c.point.startswith("right") and c.start < far.stop and far.start < c.stop))
    without = clean(motion, Contacts(fps=contacts.fps, floor=LEVEL, contacts=balls), limbs, settings)
    result = clean(motion, Contacts(fps=contacts.fps, floor=LEVEL, contacts=(*balls, far)), limbs, settings)
    missed = [c for c in result.report.constraints if not c.met]
    assert [c.status for c in missed] == ["infeasible"]
    assert missed[0].worst > 8000.0
    assert any("out of reach" in note for note in result.report.notes)
    apart = world_pose(result.motion).positions - world_pose(without.motion).positions
    assert np.abs(apart).max() < 1e-9
    left = next(c for c in balls if c.point == "left_ball")
    path = point_path(result.motion, left)[left.start : left.stop]
    assert np.abs(path - path[0]).max() < 5e-4


def test_rest_rows_are_counted():
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    contact = next(c for c in contacts.contacts if c.point == "right_heel" and c.start > 3)
    x, y, z = contact.position_m
    sunk = replace_contact(contact, position_m=(x, y - 0.03, z), fixed=True)
    rested = replace(motion, rest_rows=1)
    report = clean(rested, Contacts(fps=contacts.fps, floor=LEVEL, contacts=(sunk,)), limbs).report
    frames = [int(flaw.split("frame ")[1].rstrip(".").split(";")[0]) for flaw in report.flaws if "right_heel" in flaw]
    assert frames
    assert all(sunk.start <= frame < sunk.stop for frame in frames)


@MODES
def test_two_contacts_that_meet_at_places_far_apart_are_told(settings):
    """The ball cannot be at both in two frames that follow each other; where the motion is at both it is its own."""
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    ball = next(c for c in contacts.contacts if c.point == "left_ball" and c.start > 10)
    path, others = point_path(motion, ball), [c for c in contacts.contacts if c is not ball]
    late = min(ball.stop + 12, motion.frames)
    for between, told in ((ball.stop, True), (ball.start + 10, False)):
        parts = (replace_contact(ball, stop=between), replace_contact(ball, start=between, stop=late))
        given = Contacts(fps=contacts.fps, floor=LEVEL, contacts=(*others, *parts[: 2 if told else 1]))
        if not told:
            given = structs.replace(given, contacts=(*others, parts[0], replace_contact(ball, start=between)))
        report = clean(motion, given, limbs, settings).report
        said = [flaw for flaw in report.flaws if "left_ball: two contacts meet" in flaw]
        assert bool(said) == told
        if told:
            assert f"frame {between}" in said[0]
            assert report.status == "stalled"
    assert np.linalg.norm(path[ball.stop + 6] - path[ball.stop - 1]) > 0.05


def test_depths_of_no_limbs_or_frames_tell_of_no_ground():
    motion, _, limbs, _ = skating_walk(1.0)
    figure = figure_of(motion.skeleton, limbs, np.array([[tip.offset for tip in limb.tips] for limb in limbs]))
    assert off_ground(np.zeros((0, len(limbs))), figure) == ()
    assert off_ground(np.zeros((4, 0)), figure_of(motion.skeleton, (), np.zeros((0, 2, 3)))) == ()
