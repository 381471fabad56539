"""``supple.edit(..., solver="hierarchical")``: wishes of every kind are met, and the motion bends as far as it may."""

import numpy as np
import pytest
from support.edits import EVENTS, walker
from support.solved_edits import FEET, at, beside, foot_path, frames_of, outcome, path, planted, seen_from, turned

import supple
from benchmarks.bars.measures import changed
from supple.constraints.model import (
    Balance,
    Edit,
    Footplant,
    JointSetting,
    LookAt,
    Orientation,
    PlaceGoal,
    Preserve,
    Shape,
    ShapePoint,
    TurnGoal,
)
from supple.core import quaternions
from supple.core.pose import world_pose
from supple.errors import InvalidValueError

WHEN, NOW, FRAME = (1.6, 1.8, 2.2, 2.4), (2.0, 2.0, 2.0, 2.0), 120
FULL = frames_of(*WHEN[1:3])
MET = 1e-5  # [m] after the last pass


def fitted(*constraints, fit=None, **more):
    motion, names, _ = walker()
    edit = Edit(constraints=constraints, **more)
    return supple.edit(motion, edit, roles=names, solver="hierarchical", fit=fit)


def test_a_hand_goes_where_it_is_asked():
    source, result = walker()[0], fitted(*planted(), beside("LeftHand", (0.05, 0.2, 0.1), WHEN))
    assert result.report.status == "met"
    miss = path(result.motion, "LeftHand") - path(source, "LeftHand") - (0.05, 0.2, 0.1)
    assert np.abs(miss[FULL]).max() < MET
    for foot in FEET:
        assert np.abs(path(result.motion, foot) - path(source, foot)).max() < MET


def test_a_head_turns_and_looks():
    turn = Orientation(name="turn", effector="Head", goals=(TurnGoal(turn_deg=(0.0, 40.0, 0.0), when=WHEN),))
    result = fitted(turn)
    head = walker()[0].skeleton.index("Head")
    before, after = (world_pose(motion).rotations[FULL, head] for motion in (walker()[0], result.motion))
    about = quaternions.log(quaternions.multiply(quaternions.conjugate(before), after))
    assert np.degrees(np.linalg.norm(about, axis=1)) == pytest.approx(40.0, abs=0.01)
    assert about[:, 1].min() > 0.69
    place = np.array([2.0, 1.2, 4.0])
    result = fitted(LookAt(name="look", effector="Head", goals=(PlaceGoal(at=tuple(place), when=WHEN),)))
    pose = world_pose(result.motion)
    look = quaternions.rotate(pose.rotations[FULL, head], np.array([0.0, 0.0, 1.0]))
    sight = place - pose.positions[FULL, head]
    assert np.sum(look * sight, axis=1) == pytest.approx(np.linalg.norm(sight, axis=1), rel=1e-8)


def test_a_wrist_is_placed_and_turned_at_once():
    wishes = (
        beside("LeftHand", (0.0, 0.1, 0.1), NOW, name="place"),
        Orientation(name="turn", effector="LeftHand", goals=(TurnGoal(turn_deg=(0.0, 20.0, 0.0), when=NOW),)),
    )
    result = fitted(*wishes)
    assert result.report.status == "met"
    assert outcome(result, "turn").worst < 0.01  # [deg]


@pytest.mark.parametrize("axes", ["y", "xz"])
def test_axes_that_are_not_asked_are_free(axes):
    source = walker()[0]
    result = fitted(beside("LeftHand", (0.1, 0.1, 0.1), WHEN, axes=axes))
    off = (path(result.motion, "LeftHand") - path(source, "LeftHand"))[FULL]
    asked = ["xyz".index(axis) for axis in axes]
    np.testing.assert_allclose(off[:, asked], 0.1, atol=1e-4)
    assert result.report.status == "met"


def test_a_footplant_stands_elsewhere_and_does_not_slide():
    plant = Footplant(name="plant", foot="right", events=EVENTS, move=(0.08, 0.0, 0.05), turn_deg=10.0)
    result = fitted(plant)
    assert result.report.status == "met"
    for point, begin, end in (("right_heel", 1.0, 1.4), ("right_ball", 1.1, 1.6)):
        stands = foot_path(result.motion, point)[frames_of(begin, end)]
        assert np.ptp(stands, axis=0).max() < 1e-3


@pytest.mark.parametrize("rider", ["chest", "right_wrist"])
def test_a_place_rides_with_what_moves_itself(rider):
    """The joint that carries the goal is bent by another wish."""
    joint = walker()[1].effector(rider).joint
    name = walker()[0].skeleton.names[joint]
    rides = at("LeftHand", (0.1, 0.1, 0.25), WHEN, relative_to=rider, name="rides")
    pulls = beside("Head" if rider == "chest" else "RightHand", (0.0, -0.2, 0.2), WHEN, name="pulls")
    result = fitted(rides, pulls)
    seen = seen_from(result.motion, name, path(result.motion, "LeftHand"))[FULL]
    np.testing.assert_allclose(seen, np.broadcast_to([0.1, 0.1, 0.25], seen.shape), atol=1e-3)
    assert result.report.status == "met"


@pytest.mark.parametrize("spacing", [0.1, 0.2, 0.4])
def test_an_edit_reaches_four_spacings_and_no_further(spacing):
    source = walker()[0]
    result = fitted(beside("LeftHand", (0.0, 0.2, 0.1), NOW), fit=supple.FitSettings(spacing_s=spacing))
    touched = np.flatnonzero(changed(source, result.motion).any(axis=1))
    reach = 4.0 * spacing * source.fps
    assert FRAME - reach <= touched[0] < FRAME - 0.3 * reach
    assert FRAME + 0.3 * reach < touched[-1] <= FRAME + reach


def test_an_even_narrower_spacing_bends_less_of_the_clip_beside_kept_feet():
    source, counts = walker()[0], []
    for spacing in (0.1, 0.2, 0.4):
        fit = supple.FitSettings(spacing_s=spacing)
        result = fitted(*planted(), beside("LeftHand", (0.0, -0.3, 0.3), NOW), fit=fit)
        off = np.linalg.norm(path(result.motion, "Head") - path(source, "Head"), axis=1)
        counts.append(int((off > 1e-3).sum()))
        assert np.abs(np.flatnonzero(changed(source, result.motion).any(axis=1)) - FRAME).max() <= 480 * spacing
    assert counts[0] < 0.7 * counts[1] < 0.5 * counts[2]


def test_a_stiff_joint_leaves_the_work_to_others():
    source, wish = walker()[0], beside("LeftHand", (0.0, 0.0, 0.6), NOW, recruit="spine")
    soft = fitted(wish)
    stiff = fitted(wish, joints={"spine": JointSetting(rigidity=100.0)})
    spine = source.skeleton.index("Spine")
    angles = [turned(source, result.motion)[FRAME, spine] for result in (soft, stiff)]
    assert angles[1] < 0.2 * angles[0]
    assert stiff.report.status == "met"


def test_a_joint_without_weight_does_not_move():
    source, wish = walker()[0], beside("LeftHand", (0.0, 0.2, 0.1), NOW)
    for name in ("LeftForeArm", "Spine"):
        result = fitted(wish, joints={name: JointSetting(weight=0.0)})
        assert not changed(source, result.motion)[:, source.skeleton.index(name)].any()
        assert result.report.status == "met"


def test_limits_that_a_document_states_hold():
    source, wish = walker()[0], beside("LeftHand", (0.0, 0.2, 0.0), NOW, recruit="left_clavicle")
    elbow = source.skeleton.index("LeftForeArm")
    own = 2.0 * np.degrees(np.arccos(np.abs(source.rotations[:, elbow, 0])))
    bends = []
    for joints in ({}, {"left_elbow": JointSetting(range_deg=(0.0, float(own.max())))}):
        result = fitted(wish, joints=joints)
        bends.append(2.0 * np.degrees(np.arccos(abs(result.motion.rotations[FRAME, elbow, 0]))))
    assert bends[0] > own.max() + 5.0
    assert bends[1] < own.max() + 1.0
    assert not result.report.constraints[0].met
    assert any("Joint limits were in the way" in note for note in result.report.notes)


def test_what_it_does_not_serve_is_refused_by_name():
    shape = Shape(name="wave", effector="LeftHand", span=(1.0, 2.0),
                  points=(ShapePoint(offset=(0.0, 0.1, 0.0), hold=(1.5, 1.5)),))  # fmt: skip
    for wish, words in ((Balance(name="upright"), "upright.*balance"), (shape, "wave.*shape")):
        with pytest.raises(InvalidValueError, match=words):
            fitted(beside("LeftHand", (0.0, 0.1, 0.0), NOW), wish)


def test_there_is_no_preview_of_single_frames():
    motion, names, _ = walker()
    with pytest.raises(InvalidValueError, match="no preview"):
        supple.edit(motion, Preserve(effector="Head"), roles=names, solver="hierarchical", frames=[3])


def test_a_report_tells_of_levels_and_of_priorities():
    alone = fitted(beside("LeftHand", (0.0, 0.2, 0.1), WHEN))
    (levels,) = alone.report.notes
    assert levels.startswith("missed by 223.6 mm before; knots every 0.5 s: ")
    assert levels.count("last pass") <= 1
    ranked = fitted(*planted(), beside("LeftHand", (0.0, 0.2, 0.1), WHEN, priority=2))
    assert "Priorities are penalties here" in ranked.report.notes[-1]


def test_strong_wishes_give_way_a_little_at_most():
    """Feet before a hand that is out of reach: penalties hold them within millimetres."""
    source, result = walker()[0], fitted(*planted(), beside("LeftHand", (0.0, 0.5, 2.0), WHEN, priority=2))
    assert not outcome(result, "LeftHand").met
    assert result.report.status == "infeasible"
    for foot in FEET:
        assert np.abs(path(result.motion, foot) - path(source, foot)).max() < 0.01


def test_a_weak_wish_three_metres_out_of_reach_leaves_the_feet_where_they_stand():
    source, result = walker()[0], fitted(*planted(), beside("LeftHand", (0.0, 0.0, 3.0), NOW, priority=2))
    for foot in FEET:
        assert np.abs(path(result.motion, foot) - path(source, foot)).max() < 1e-3  # 100 mm where it counts a tenth


def test_levels_that_are_not_needed_are_left_out_and_few_levels_are_few():
    wish = beside("LeftHand", (0.0, 0.2, 0.1), WHEN)
    one = fitted(wish, fit=supple.FitSettings(levels=1, exact=False)).report.notes[0]
    assert one.count("knots every") == 1
    loose = fitted(wish, fit=supple.FitSettings(tolerance_m=0.05, exact=False)).report.notes[0]
    many = fitted(wish, fit=supple.FitSettings(exact=False)).report.notes[0]
    assert loose.count("knots every") < many.count("knots every") + (many.count("knots every") == 1)


def test_settings_that_make_no_sense_are_refused():
    for keys in ({"levels": 0}, {"levels": 13}, {"spacing_s": 0.0}, {"tolerance_m": float("inf")}, {"most_steps": 0}):
        with pytest.raises(InvalidValueError, match=next(iter(keys))):
            supple.FitSettings(**keys)


def test_a_stronger_wish_that_gives_way_is_named():
    hands = [
        beside(hand, (way, 0.3, 0.0), NOW, name=hand, priority=rank)
        for rank, (hand, way) in enumerate((("LeftHand", 0.6), ("RightHand", -0.6)), 1)
    ]
    report = fitted(*planted(), *hands).report
    assert report.status == "infeasible"
    assert "LeftHand gave way to weaker ones" in report.notes[-1]
