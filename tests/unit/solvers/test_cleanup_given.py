"""Poses and places that a person gives: met or reported, on a belt and with rest rows as well."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.cleaning import LEVEL, point_path, replace_contact, skating_walk
from support.planted import waving_figure
from support.walks import with_rest_row

from supple.core.contacts import Contact, Contacts, Floor, Target
from supple.core.pose import world_pose
from supple.recipes.metrics import metrics
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.limbs import bones_of
from supple.solvers.cleanup.plants import find_plants
from supple.solvers.cleanup.settings import CleanSettings

MODES = pytest.mark.parametrize("settings", [CleanSettings(), CleanSettings(stretch=0.03)], ids=["rigid", "stretch"])
BELT = (0.0, 0.0, 0.5)


def target_of(motion, joint, places, start=10):
    name = motion.skeleton.names[joint]
    return Target(joint=name, start=start, positions_m=tuple(map(tuple, np.asarray(places).tolist())))


@MODES
def test_targets_that_cannot_be_met_are_reported(settings):
    motion, limbs = waving_figure(40)
    pose, ends = world_pose(motion), (limbs[0].end, limbs[1].end)
    apart = [
        target_of(motion, end, pose.positions[10:15, end] + [0.0, 0.0, way])
        for end, way in zip(ends, (2.5, -2.5), strict=True)
    ]
    report = clean(motion, Contacts(fps=60.0, targets=tuple(apart)), limbs, settings).report
    assert report.status == "infeasible"
    assert [c.met for c in report.constraints] == [False, False]
    for outcome, target in zip(report.constraints, apart, strict=True):
        assert target.joint in outcome.name
        assert outcome.worst > 100.0
        assert 0.0 < outcome.rms <= outcome.worst
        assert 10 <= outcome.worst_frame < 15


@MODES
def test_targets_that_are_met_are_reported_as_such_and_counted_with_rest_rows(settings):
    motion, limbs = waving_figure(40)
    motion, _ = with_rest_row(motion, Contacts(fps=60.0))
    end = limbs[2].end
    target = target_of(motion, end, world_pose(motion).positions[10:15, end] + [0.01, 0.0, 0.0])
    (outcome,) = clean(motion, Contacts(fps=60.0, targets=(target,)), limbs, settings).report.constraints
    assert outcome.met
    assert outcome.worst < 1e-6


@MODES
def test_targets_are_in_the_world_also_beside_a_belt(settings):
    motion, limbs = waving_figure(60)
    end = limbs[2].end
    places = world_pose(motion).positions[40:50, end] + [0.01, 0.02, -0.01]
    given = Contacts(fps=60.0, floor=Floor(height_m=-9.0, belt_m_s=BELT), targets=(target_of(motion, end, places, 40),))
    result = clean(motion, given, limbs, settings)
    assert_allclose(world_pose(result.motion).positions[40:50, end], places, atol=1e-9)
    assert result.report.status == "met"


@MODES
@pytest.mark.parametrize("rest_rows", [0, 1])
def test_known_places_on_a_belt_are_those_of_the_middle_of_the_contact(settings, rest_rows):
    """The cleanup and the measures agree about it."""
    motion, contacts, limbs, _ = skating_walk()
    way = np.array(BELT) * motion.frame_time * np.arange(motion.frames)[:, None]
    motion = motion.with_root_positions(motion.root_positions + way)
    ball = next(c for c in contacts.contacts if c.point == "left_ball" and c.start > 60)
    contacts = Contacts(fps=60.0, contacts=(ball,))
    if rest_rows:
        motion, contacts = with_rest_row(motion, contacts)
    ball = contacts.contacts[0]
    place = point_path(motion, ball)[ball.middle] + [0.01, 0.0, 0.01]
    known = replace_contact(ball, fixed=True, position_m=tuple(place.tolist()))
    given = Contacts(fps=60.0, floor=Floor(height_m=-9.0, belt_m_s=BELT), contacts=(known,))
    result = clean(motion, given, limbs, settings)
    assert_allclose(point_path(result.motion, known)[known.middle], place, atol=1e-7)
    assert result.report.status == "met"
    measured = metrics(result.motion, given)
    assert measured.miss_mm_max < 1e-3
    assert measured.slide_mm_max < 1e-3


@pytest.mark.parametrize("most", [0.01, 0.03])
def test_limbs_stretch_no_further_than_they_may_and_the_report_says_how_far(most):
    """Free feet that are lifted out of the ground are stretched by their planted frames already."""
    motion, contacts, limbs, _ = skating_walk(angle=0.08, floor=LEVEL)
    sunk = motion.with_root_positions(motion.root_positions - [0.0, 0.03, 0.0])
    result = clean(sunk, contacts, limbs, CleanSettings(stretch=most))
    assert result.report.lifted_frames > 0
    changes = [
        np.linalg.norm(result.motion.offsets[:, bone], axis=1) / np.linalg.norm(motion.skeleton.offsets[bone]) - 1.0
        for limb in limbs
        for bone in bones_of(motion.skeleton, limb)
    ]
    assert np.abs(changes).max() <= most + 1e-9
    assert result.report.stretch_pct_max == pytest.approx(100.0 * np.abs(changes).max(), abs=1e-6)


def test_a_clip_of_rest_rows_alone_has_bones():
    motion, limbs = waving_figure(4, stretch=True)
    ball = Contact(point="left_ball", joint="LeftToeBase", start=0, stop=2, position_m=(0.0, 0.0, 0.0))
    found = find_plants(replace(motion, rest_rows=4), Contacts(fps=60.0, contacts=(ball,)), limbs)
    assert np.isfinite(found.tips).all()


def test_fingers_are_held_as_they_are_without_the_rest_rows():
    motion, limbs = waving_figure(20)
    toe = Contact(
        point="left_toe", joint="LeftToeBase_end", start=0, stop=8, position_m=(0.0, 0.0, 0.0), offset_m=(0.0, 0.0, 0.0)
    )
    rotations = motion.rotations.copy()
    rotations[0, motion.skeleton.index("LeftToeBase")] = [0.0, 1.0, 0.0, 0.0]  # nothing that a foot does
    rested = replace(motion.with_rotations(rotations), rest_rows=1)
    later = replace_contact(toe, start=1)
    whole, moving = (find_plants(rested, Contacts(fps=60.0, contacts=(c,)), limbs).held for c in (toe, later))
    assert whole
    for a, b in zip(whole, moving, strict=True):
        assert_allclose(a.turn, b.turn, atol=1e-12)


@MODES
def test_poses_far_out_of_reach_do_not_drag_the_figure_along(settings):
    motion, limbs = waving_figure(40)
    far = target_of(motion, limbs[0].end, np.full((5, 3), 1e5))
    result = clean(motion, Contacts(fps=60.0, targets=(far,)), limbs, settings)
    assert result.motion is motion
    assert [c.status for c in result.report.constraints] == ["infeasible"]
    assert any("targets[0]" in note and "left alone" in note for note in result.report.notes)
