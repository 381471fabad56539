"""The contacts document: what is written reads back, and messages name what is wrong."""

import json

import msgspec
import numpy as np
import pytest
from support.damage import damaged
from support.motions import human_skeleton, smooth_motion

from supple.core.contacts import Contact, Contacts, Floor, GaitEvents, Geometric, Step, Target
from supple.core.ground import ground_of
from supple.errors import DocumentError, FileError, OverwriteError, SuppleError
from supple.io.documents import STARTING_POINTS
from supple.io.documents.contacts import STARTING_POINT, check_contacts, parse_contacts, read_contacts, write_contacts

WHOLE = Contacts(
    fps=60.0,
    floor=Floor(height_m=0.01, normal=(0.0, 1.0, 0.0), supports=(0.01, 0.17), belt_m_s=(0.0, 0.0, -1.3)),
    contacts=(
        Contact(point="left_heel", joint="LeftFoot", offset_m=(0.0, -0.05, -0.05), start=2, stop=20,
                position_m=(0.1, 0.0, 0.2)),
        Contact(point="left_ball", joint="LeftToeBase", offset_m=(0.0, 0.0, 0.0), start=5, stop=25,
                position_m=(0.1, 0.0, 0.38), fixed=True),
        Contact(point="right_wrist", joint="RightHand", offset_m=(0.0, 0.0, 0.0), start=0, stop=40,
                position_m=(0.2, 0.0, 0.1), reference="Hips"),
    ),
    events=GaitEvents(left=(Step(heel_strike=2, toe_strike=5, heel_off=20, toe_off=25),), right=(Step(toe_off=4),)),
    geometric=(Geometric(joint="LeftFoot", kind="line", start=2, stop=5, origin_m=(0.1, 0.0, 0.2),
                         direction=(1.0, 0.0, 0.0)),),
    targets=(Target(joint="LeftHand", start=3, positions_m=((0.0, 1.0, 0.0),) * 2, wxyz=((1.0, 0.0, 0.0, 0.0),) * 2),),
    notes=("found by hand",),
)  # fmt: skip
MOTION = smooth_motion(human_skeleton(), 40)


def planted(**more):
    """A contact of the left ball, changed."""
    return msgspec.structs.replace(WHOLE.contacts[1], **more)


def only(*contacts):
    return msgspec.structs.replace(WHOLE, contacts=contacts, geometric=(), targets=())


def test_what_is_written_reads_back(tmp_path):
    path = tmp_path / "contacts.json"
    write_contacts(path, WHOLE)
    assert read_contacts(path) == WHOLE
    with pytest.raises(OverwriteError):
        write_contacts(path, WHOLE)
    write_contacts(path, only(), overwrite=True)
    assert read_contacts(path) == only()


def test_the_keys_are_those_that_are_promised(tmp_path):
    write_contacts(tmp_path / "c.json", WHOLE)
    data = json.loads((tmp_path / "c.json").read_text())
    assert data["format"] == 1
    assert set(data["floor"]) == {"height_m", "normal", "supports", "belt_m_s"}
    keys = {"point", "joint", "offset_m", "start", "stop", "position_m", "fixed", "reference"}
    assert set(data["contacts"][0]) == keys
    assert set(data["events"]["left"][0]) == {"heel_strike", "toe_strike", "heel_off", "toe_off"}


def test_the_starting_point_is_a_document():
    assert STARTING_POINTS["contacts"] == STARTING_POINT
    assert parse_contacts(STARTING_POINT).contacts[0].point == "left_ball"


def test_a_document_needs_little():
    assert parse_contacts('{"format": 1, "fps": 30}') == Contacts(fps=30.0)
    assert parse_contacts('{"format": 1, "fps": 30, "floor": null}').floor is None


def with_one(contact):
    """A document with one contact of these keys."""
    return '{"format": 1, "fps": 30, "contacts": [{' + contact + "}]}"


CONTACT = '"point": "left_ball", "joint": "a", "start": 1, "stop": 3, "position_m": [0, 0, 0]'


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("{", ["not JSON", "line 1"]),
        ("[]", ["table", "list"]),
        ('{"fps": 30}', ["format is missing"]),
        ('{"format": 3, "fps": 30}', ["format = 3", "format = 1"]),
        ('{"format": 1}', ["fps is missing"]),
        ('{"format": 1, "fps": 0}', ["fps = 0.0", "positive"]),
        ('{"format": 1, "fps": NaN}', ["fps = nan", "positive"]),
        ('{"format": 1, "fps": "30"}', ["fps = '30'", "float"]),
        ('{"format": 1, "fps": 30, "contact": []}', ["contact", "Did you mean contacts"]),
        ('{"format": 1, "fps": 30, "contacts": {}}', ["contacts = {}", "array"]),
        (with_one(CONTACT + ', "ofset_m": 1'), ["contacts[0].ofset_m", "offset_m"]),
        ('{"format": 1, "fps": 30, "contacts": [{"point": "a"}]}', ["contacts[0]", "start is missing"]),
        (with_one(CONTACT.replace("3", "1")), ["contacts[0].stop = 1", "after"]),
        (with_one(CONTACT.replace("1,", "-1,")), ["contacts[0].start = -1"]),
        (with_one(CONTACT.replace("[0,", "[1e400,")), ["position_m", "finite"]),
        (with_one(CONTACT + ', "reference": "a"'), ["reference = 'a'", "own joint"]),
        ('{"format": 1, "fps": 30, "floor": {"normal": [0, 2, 0]}}', ["floor.normal = (0.0, 2.0, 0.0)", "1"]),
        ('{"format": 1, "fps": 30, "floor": 3}', ["floor = 3"]),
        ('{"format": 1, "fps": 30, "events": {"left": [{"toe_strike": 9, "toe_off": 2}]}}', ["toe_off = 2", "frame 9"]),
        ('{"format": 1, "fps": 30, "geometric": [{"joint": "a", "kind": "lime", "start": 0, "stop": 2, '
         '"origin_m": [0, 0, 0]}]}', ["geometric[0].kind = 'lime'", "Did you mean line"]),
        ('{"format": 1, "fps": 30, "geometric": [{"joint": "a", "kind": "line", "start": 0, "stop": 2, '
         '"origin_m": [0, 0, 0]}]}', ["geometric[0].direction = None", "direction"]),
        ('{"format": 1, "fps": 30, "targets": [{"joint": "a", "start": 0, "positions_m": []}]}', ["at least one"]),
    ],
)  # fmt: skip
def test_messages_name_file_key_and_value(text, parts):
    with pytest.raises(DocumentError) as caught:
        parse_contacts(text, "my.json")
    message = str(caught.value)
    assert message.startswith("my.json: ")
    for part in parts:
        assert part in message


def test_contacts_of_the_motion_pass():
    check_contacts(WHOLE, MOTION)


@pytest.mark.parametrize(
    ("contacts", "parts"),
    [
        (only(planted(stop=41)), ["contacts[0] (left_ball, frames 5 to 41)", "40 frames"]),
        (only(planted(), planted(start=24, stop=30)), ["frames 5 to 25", "frames 24 to 30", "overlap"]),
        (only(planted(joint="LeftToeBas")), ["'LeftToeBas'", "Did you mean 'LeftToeBase'"]),
        (only(planted(joint=None, offset_m=None)), ["joint is null"]),
        (only(planted(reference="Hip")), ["'Hip'", "Did you mean 'Hips'"]),
        (only(WHOLE.contacts[0], planted(position_m=(0.1, 0.0, 0.9))), ["left_heel", "left_ball", "787 mm", "180 mm"]),
        (only(planted(point="tip", offset_m=(0.0, 0.0, 0.06), position_m=(0.1, 0.0, 0.2)), planted()),
         ["tip", "180 mm", "60 mm"]),
        (msgspec.structs.replace(WHOLE, fps=30.0), ["fps = 30", "60"]),
        (msgspec.structs.replace(WHOLE, events=GaitEvents(right=(Step(toe_off=99),))), ["events.right[0]", "99"]),
        (msgspec.structs.replace(WHOLE, geometric=(msgspec.structs.replace(WHOLE.geometric[0], joint="Foot"),)),
         ["geometric[0]", "'Foot'"]),
        (msgspec.structs.replace(WHOLE, targets=(msgspec.structs.replace(WHOLE.targets[0], start=39),)),
         ["targets[0]", "39 to 41"]),
    ],
)  # fmt: skip
def test_contacts_that_do_not_fit_a_motion_are_named(contacts, parts):
    with pytest.raises(SuppleError) as caught:
        check_contacts(contacts, MOTION, "my.json")
    message = str(caught.value)
    assert message.startswith("my.json: ")
    for part in parts:
        assert part in message


def test_places_that_are_about_may_be_off_as_those_of_a_skating_foot_are():
    apart = planted(fixed=False, position_m=(0.1, 0.0, 0.41))  # 30 mm further than the foot is long
    check_contacts(only(WHOLE.contacts[0], apart), MOTION)
    heel = msgspec.structs.replace(WHOLE.contacts[0], fixed=True)
    with pytest.raises(DocumentError):
        check_contacts(only(heel, planted(position_m=(0.1, 0.0, 0.41))), MOTION)


def test_damaged_documents_are_read_or_refused(tmp_path):
    write_contacts(tmp_path / "sound.json", WHOLE)
    sound, victim = (tmp_path / "sound.json").read_bytes(), tmp_path / "damaged.json"
    for seed in range(1500):
        victim.write_bytes(damaged(sound, seed))
        try:
            check_contacts(read_contacts(victim), MOTION, str(victim))
        except SuppleError as error:
            assert "damaged.json" in str(error), f"seed {seed}: {error}"  # noqa: PT017


def test_files_that_are_none(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        read_contacts(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("height", "supports", "levels"),
    [
        (0.05, (0.0,), (0.05,)),
        (0.05, (0.0, 0.17, 0.34), (0.05, 0.17, 0.34)),
        (-0.1, (0.0,), (-0.1, 0.0)),
        (0.17, (0.0, 0.17), (0.0, 0.17)),
        (0.0004, (0.0, 0.17), (0.0, 0.17)),
        (0.3, (), ()),
    ],
)
def test_the_height_of_the_floor_counts_where_there_are_supports(height, supports, levels):
    floor = parse_contacts(
        json.dumps({"format": 1, "fps": 60, "floor": {"height_m": height, "supports": supports}})
    ).floor
    assert floor.supports == levels
    assert ground_of(floor)(np.zeros(1), np.zeros(1)) == min((height, *levels))


def test_a_number_of_thousands_of_digits_is_told_without_python():
    with pytest.raises(DocumentError, match=r"^c\.json: a number has thousands of digits"):
        parse_contacts(f'{{"format": 1, "fps": {"1" * 6000}}}', "c.json")
