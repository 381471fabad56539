"""``events = "detect"``: one footplant for every step of a foot."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest

import supple
from supple.constraints.compile import compile_edit
from supple.constraints.model import Edit, Footplant, PlaceGoal, Position
from supple.core.contacts import Floor
from supple.core.pose import world_pose
from supple.errors import DocumentError, InvalidValueError
from supple.recipes.contact_edit import edit_of
from supple.recipes.detect import detect
from supple.recipes.detected_steps import with_detected_steps
from supple.recipes.lint import lint_edit
from supple.recipes.names import motion_names
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts

WALK = true_walk(4.0)
NAMES = motion_names(WALK.motion)
LEFT = Footplant(foot="left", events="detect", move=(0.05, 0.0, 0.0), turn_deg=5.0, ease=(0.1, 0.15), priority=2)
HAND = Position(name="hand", effector="left_wrist", goals=(PlaceGoal(offset=(0.0, 0.1, 0.0)),))


def expanded(*wishes, contacts=None, motion=WALK.motion, names=NAMES):
    return with_detected_steps(Edit(constraints=wishes), motion, names, contacts)


def steps_of(contacts, foot):
    return [c.events for c in edit_of(contacts).constraints if isinstance(c, Footplant) and c.foot == foot]


def test_every_step_of_the_foot_that_is_found_gets_a_plant_like_the_wish():
    plants, found = expanded(LEFT).edit.constraints, steps_of(detect(WALK.motion), "left")
    assert len(found) >= 3
    assert plants == tuple(
        msgspec.structs.replace(LEFT, name=f"left plant, step {k}", events=events) for k, events in enumerate(found, 1)
    )


def test_the_constraints_of_the_document_keep_their_numbers():
    named = msgspec.structs.replace(LEFT, name="aside")
    wishes = expanded(HAND, named, HAND).edit.constraints
    assert [wish.name for wish in wishes[:4]] == ["hand", "aside, step 1", "hand", "aside, step 2"]


def test_steps_come_from_the_contacts_that_are_given(tmp_path):
    given = known_contacts(WALK)
    late = msgspec.structs.replace(given, contacts=tuple(c for c in given.contacts if c.start > 60)[::-1])
    supple.write_contacts(tmp_path / "late.json", late)
    for contacts in (late, tmp_path / "late.json"):
        events = [plant.events for plant in expanded(LEFT, contacts=contacts).edit.constraints]
        assert events == steps_of(given, "left")[-len(events) :]  # in the order of time
        assert 0 < len(events) < len(steps_of(given, "left"))


def test_all_steps_are_solved_and_reported():
    result = supple.edit(WALK.motion, LEFT)
    assert [c.name for c in result.report.constraints] == [c.name for c in expanded(LEFT).edit.constraints]
    assert result.report.status == "met"
    ball = NAMES.foot("left").ball.joint
    standing = [c for c in detect(WALK.motion).contacts if c.point == "left_ball"]
    frame = standing[len(standing) // 2].start + 3
    before, after = (world_pose(m).positions[frame, ball] for m in (WALK.motion, result.motion))
    assert np.linalg.norm(after - before) > 0.03


def test_with_contacts_the_steps_of_the_other_foot_are_kept_too():
    result = supple.edit(WALK.motion, LEFT, contacts=known_contacts(WALK))
    names = [c.name for c in result.report.constraints]
    assert "left plant, step 1" in names
    assert "right step 1" in names
    assert "left step 1" not in names


def test_lint_looks_at_every_step():
    again = msgspec.structs.replace(LEFT, name="again", priority=3)
    found = lint_edit(WALK.motion, Edit(constraints=(LEFT, HAND, again)), NAMES)
    assert [(f.topic, f.place, f.name) for f in found[:2]] == [
        ("collision", "constraint[2]", "again, step 1"),
        ("collision", "constraint[5]", "again, step 2"),
    ]
    assert "constraint[3] (left plant, step 2) holds the same effector" in found[1].message


def test_contacts_that_are_no_steps_are_told():
    walk = true_walk(3.0)
    given = known_contacts(walk)
    whole = tuple(c for c in given.contacts if c.stop < walk.motion.frames)
    assert expanded(LEFT, contacts=msgspec.structs.replace(given, contacts=whole), motion=walk.motion).notes == ()
    (note,) = expanded(LEFT, contacts=given, motion=walk.motion).notes  # the clip ends while the heel comes down
    assert "no step of the left foot, heel first: left_heel 177:180" in note


@pytest.mark.parametrize(
    ("keep", "words"),
    [
        (lambda c: c.point.startswith("right"), 'constraint[1] (footplant left): events = "detect": this foot never '),
        (lambda c: c.point != "left_heel", "but never steps: heel first"),
    ],
)
def test_a_foot_without_steps_is_an_error(keep, words):
    given = known_contacts(WALK)
    contacts = msgspec.structs.replace(given, contacts=tuple(filter(keep, given.contacts)))
    with pytest.raises(DocumentError) as error:
        expanded(HAND, LEFT, contacts=contacts)
    assert words in str(error.value)
    assert "--contacts" in str(error.value)


def test_a_foot_on_a_moving_belt_is_an_error():
    belt = msgspec.structs.replace(known_contacts(WALK), floor=Floor(belt_m_s=(0.0, 0.0, -1.0)))
    with pytest.raises(DocumentError, match="moving belt"):
        expanded(LEFT, contacts=belt)


def test_a_foot_that_is_not_there_is_an_error_with_the_nearest_names():
    with pytest.raises(DocumentError, match="there is no foot 'lefft'. Did you mean left"):
        expanded(msgspec.structs.replace(LEFT, foot="lefft"))


def test_a_limb_of_the_roles_document_is_an_error():
    tail = replace(NAMES, limbs={"tail": ("Hips", "Spine", "Neck")})
    with pytest.raises(DocumentError, match="not of the limb 'tail'. Give its events as a table"):
        expanded(msgspec.structs.replace(LEFT, foot="tail"), names=tail)


def test_an_edit_without_such_wishes_is_not_looked_at():
    edit = Edit(constraints=(HAND,))
    assert with_detected_steps(edit, WALK.motion, NAMES).edit is edit


def test_what_was_not_detected_yet_is_not_compiled():
    with pytest.raises((DocumentError, InvalidValueError), match="to be detected in a motion first"):
        compile_edit(WALK.motion, Edit(constraints=(LEFT,)), NAMES, world_pose(WALK.motion))
