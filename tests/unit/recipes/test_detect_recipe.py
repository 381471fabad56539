"""Contacts of motions and captures, against walks whose contacts are known; and contacts as an edit."""

from functools import cache

import msgspec
import numpy as np
import pytest
from support.footsteps import climbing
from support.motions import human_skeleton
from support.tolerances import ALGEBRA
from support.walks import with_rest_row

from supple.constraints.document import parse_edit
from supple.constraints.model import Footplant, Position, Preserve
from supple.constraints.writing import dump_edit
from supple.core.contacts import Contacts, Geometric
from supple.core.markers import Markers
from supple.core.motion import rest_pose
from supple.core.pose import world_pose
from supple.errors import DocumentError, InvalidValueError
from supple.io.documents.contacts import check_contacts
from supple.recipes import damage
from supple.recipes.contact_edit import edit_of, left_out
from supple.recipes.detect import detect
from supple.recipes.everyday.resample import resample
from supple.recipes.lint import lint_edit
from supple.recipes.measures.agreement import contact_f1
from supple.recipes.metrics import metrics
from supple.recipes.names import motion_names
from supple.recipes.roles import motion_roles
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts


@cache
def walk(fps: float = 60.0, speed: float = 1.3):
    made = true_walk(4.0, fps, speed)
    return made.motion, known_contacts(made)


def score(motion, known) -> float:
    return contact_f1(detect(motion), known, motion.frames)


@pytest.mark.parametrize("speed", [0.7, 1.0, 1.3, 1.7])
@pytest.mark.parametrize("fps", [30.0, 60.0, 120.0, 240.0])
def test_a_walk_is_found_at_any_rate_and_speed(fps, speed):
    assert score(*walk(fps, speed)) >= 0.974


FAULTS = {
    "drift": lambda m: damage.drifting(m),
    "legs 2 % longer": lambda m: damage.other_legs(m, motion_roles(m), 0.02),
    "legs 20 % longer": lambda m: damage.other_legs(m, motion_roles(m), 0.20),
    "legs 10 % shorter": lambda m: damage.other_legs(m, motion_roles(m), -0.10),
    "legs 20 % shorter": lambda m: damage.other_legs(m, motion_roles(m), -0.20),
    "tilt": lambda m: damage.tilted(m, 2.0),
    "raised": lambda m: damage.raised(m, 0.05),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_damage_does_not_hide_contacts(fault):
    motion, known = walk()
    assert score(FAULTS[fault](motion), known) >= 0.98


def test_a_little_trembling_does_not_hide_contacts():
    made = true_walk(6.0)
    known = known_contacts(made)
    assert np.mean([score(damage.trembling(made.motion, 0.2, 1e-3, seed), known) for seed in range(6)]) >= 0.98


@pytest.mark.parametrize("seed", range(3))
def test_trembling_blurs_ends_only(seed):
    motion, known = walk()
    assert score(damage.trembling(motion, seed=seed), known) >= 0.93  # half a degree in every joint is much


def test_the_floor_of_a_walk_is_where_its_feet_stand():
    motion, _ = walk()
    assert detect(damage.raised(motion, 0.05)).floor.height_m == pytest.approx(0.05, abs=2e-3)
    floor = detect(damage.tilted(motion, 2.0)).floor
    assert np.degrees(np.arccos(floor.normal[1])) == pytest.approx(2.0, abs=0.2)


@pytest.mark.parametrize("fps", [20.0, 24.0, 60.0, 240.0])
def test_ends_of_spans_agree_within_a_frame_of_the_lower_rate(fps):
    motion, _ = walk(120.0)
    other = resample(motion, fps).motion
    spans = sorted((c.point, c.start / 120.0, (c.stop - 1) / 120.0) for c in detect(motion).contacts)
    others = sorted((c.point, c.start / fps, (c.stop - 1) / fps) for c in detect(other).contacts)
    assert [name for name, *_ in spans] == [name for name, *_ in others]
    for (_, *here), (_, *there) in zip(spans, others, strict=True):
        np.testing.assert_allclose(here, there, atol=1.0 / min(fps, 120.0) + 1e-6)


def test_rest_rows_are_left_out():
    motion, known = with_rest_row(*walk())
    contacts = detect(motion)
    assert min(c.start for c in contacts.contacts) == 1
    assert contact_f1(contacts, known, motion.frames) >= 0.98


def test_what_is_found_fits_the_motion():
    motion, _ = walk()
    check_contacts(detect(motion), motion)


def test_a_motion_with_one_frame_or_without_feet_says_so():
    assert "too few" in detect(rest_pose(human_skeleton())).notes[0]
    markers = Markers(("C7", "STRN"), np.ones((40, 2, 3)) * [[[1.0], [2.0]]], 0.01)
    contacts = detect(markers, points=["C7"])
    assert contacts.floor is None
    assert "no point of a foot" in contacts.notes[0]


def test_the_ground_under_any_point_is_known_from_the_feet():
    motion = walk()[0]
    backwards = motion.root_positions - 1.3 * motion.frame_time * np.arange(motion.frames)[:, None] * (0.0, 0.0, 1.0)
    contacts = detect(motion.with_root_positions(backwards), points=["LeftFoot"])
    assert contacts.floor.belt_m_s == pytest.approx((0.0, 0.0, -1.3), abs=0.02)
    assert {c.point for c in contacts.contacts} == {"LeftFoot"}


def test_places_on_a_belt_are_those_that_measures_expect():
    """Detected contacts, declared to be known places, are where the feet are."""
    motion = walk()[0]
    backwards = motion.root_positions - 1.3 * motion.frame_time * np.arange(motion.frames)[:, None] * (0.0, 0.0, 1.0)
    treadmill = motion.with_root_positions(backwards)
    found = detect(treadmill)
    known = tuple(msgspec.structs.replace(contact, fixed=True) for contact in found.contacts)
    measured = metrics(treadmill, msgspec.structs.replace(found, contacts=known))
    assert measured.miss_mm_max < measured.slide_mm_max + 1.0 < 40.0


def test_chosen_points_only_are_reported_and_feet_keep_their_events():
    motion, _known = walk()
    contacts = detect(motion, points=["left_ball", "RightToeBase"])
    assert {c.point for c in contacts.contacts} == {"left_ball", "RightToeBase"}
    assert contacts.events.left == detect(motion).events.left
    with pytest.raises(DocumentError, match="left_bal"):
        detect(motion, points=["left_bal"])


def test_joints_among_the_chosen_points_are_looked_at_for_geometric_constraints():
    found = detect(walk()[0], points=["LeftToeBase"]).geometric
    assert {g.joint for g in found} == {"LeftToeBase"}
    assert detect(walk()[0]).geometric == ()


def test_points_can_be_seen_from_a_joint():
    motion = walk()[0]
    contacts = detect(motion, points=["Head"], reference="Neck")
    assert [(c.start, c.stop, c.reference) for c in contacts.contacts] == [(0, motion.frames, "Neck")]
    offset = motion.skeleton.offsets[motion.skeleton.index("Head")]
    np.testing.assert_allclose(contacts.contacts[0].position_m, offset, **ALGEBRA)


def test_a_capture_of_the_same_walk_has_the_same_steps():
    motion, known = walk(120.0)
    pose = world_pose(motion)
    joints = {"RHEE": "RightFoot", "RTOE": "RightToeBase", "LHEE": "LeftFoot", "LTOE": "LeftToeBase", "C7": "Neck"}
    positions = pose.positions[:, [motion.skeleton.index(joint) for joint in joints.values()]]
    contacts = detect(Markers(tuple(joints), positions, motion.frame_time))
    assert {c.point for c in contacts.contacts} == {"RHEE", "RTOE", "LHEE", "LTOE"}
    for side in ("left", "right"):
        true = sorted(c.start for c in known.contacts if c.point == f"{side}_heel" and c.start > 0)
        found = [step.heel_strike for step in getattr(contacts.events, side) if step.heel_strike is not None]
        np.testing.assert_allclose(found, true, atol=0.03 * 120.0)


def test_markers_without_names_of_feet_are_known_by_their_movement():
    steps = climbing(belt=1.2)
    top = steps.positions[:, :1] + (0.0, 1.6, 0.0)
    markers = Markers(("a", "b", "c", "d", "hat"), np.concatenate([steps.positions, top], axis=1), 1.0 / steps.fps)
    assert {c.point for c in detect(markers).contacts} == {"a", "b", "c", "d"}
    assert detect(markers, points=["a", "c"]).floor.belt_m_s is not None
    with pytest.raises(DocumentError, match="no marker 'hut'.*hat"):
        detect(markers, points=["hut"])
    with pytest.raises(InvalidValueError, match="markers only"):
        detect(markers, reference="hips")


def test_a_floor_can_be_given_in_words():
    motion = walk()[0]
    assert len(detect(motion, floor="flat").contacts) == len(detect(motion, floor=0.0).contacts)
    assert detect(motion, floor="-1.0").contacts == ()


def test_contacts_become_footplants_and_kept_points():
    motion, _ = walk()
    edit = edit_of(detect(motion))
    plants = [c for c in edit.constraints if isinstance(c, Footplant)]
    assert {plant.foot for plant in plants} == {"left", "right"}
    assert len(plants) >= 6
    assert all(isinstance(c, Footplant | Preserve) for c in edit.constraints)
    assert parse_edit(dump_edit(edit)) == edit
    assert lint_edit(motion, edit, motion_names(motion), world_pose(motion)) == ()


def test_contacts_of_markers_are_no_edit():
    steps = climbing()
    markers = Markers(("LHEE", "LTOE", "RHEE", "RTOE"), steps.positions, 1.0 / steps.fps)
    with pytest.raises(InvalidValueError, match="is a marker"):
        edit_of(detect(markers))


def test_what_rides_with_a_joint_is_held_in_its_frame():
    motion = walk()[0]
    found = detect(motion, points=["left_hip", "right_wrist"], reference="hips")
    riding = [c for c in found.contacts if c.point == "left_hip"]
    assert riding
    held = [c for c in edit_of(found).constraints if isinstance(c, Position) and c.effector == riding[0].joint]
    goal = held[0].goals[0]
    assert goal.relative_to == "Hips"
    assert goal.at == riding[0].position_m
    assert (goal.when[0], goal.when[3]) == (f"{riding[0].start}f", f"{riding[0].stop - 1}f")
    assert parse_edit(dump_edit(edit_of(found))) == edit_of(found)


@pytest.mark.parametrize("reference", [None, "Hips"])
def test_joints_that_keep_a_space_keep_place_and_turn(reference):
    space = Geometric(
        joint="LeftFoot", kind="space", start=5, stop=40, origin_m=(0.1, 0.2, 0.3), wxyz=(1.0, 0.0, 0.0, 0.0),
        reference=reference,
    )  # fmt: skip
    point = msgspec.structs.replace(space, kind="point", wxyz=None)
    contacts = Contacts(fps=60.0, geometric=(space, point))
    edit = edit_of(contacts)
    place, turn = edit.constraints
    assert isinstance(place, Preserve if reference is None else Position)
    assert turn.goals[0].relative_to == reference
    assert "1 of geometric kind 'point'" in left_out(contacts)[0]
    assert parse_edit(dump_edit(edit)) == edit
    motion = walk()[0]
    assert lint_edit(motion, edit, motion_names(motion), world_pose(motion)) == ()


def test_a_floor_and_a_reference_are_refused_together():
    with pytest.raises(InvalidValueError, match="not both"):
        detect(walk()[0], floor=0.0, reference="hips")
