"""The edit document: what is read, what is refused and in which words."""

import json
import math
import re
import tomllib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.edit_documents import EXAMPLE

from supple.constraints import model
from supple.constraints.checks import check_edit
from supple.constraints.document import KINDS, parse_edit
from supple.constraints.starting_point import STARTING_POINT
from supple.constraints.writing import dump_edit
from supple.errors import DocumentError

HAND = 'format = 1\n[[constraint]]\nname = "wave"\nkind = "position"\neffector = "Hand"\n'
WHEN = "when = [0, 1, 2, 3]"


def position(keys="", goals=""):
    return f"{HAND}{keys}\ngoals = [{goals}]\n"


def kind(words, rest=""):
    return f'format = 1\n[[constraint]]\nkind = "{words}"\n{rest}'


def goal(words, keys=WHEN, above=""):
    return kind(words, f'effector = "A"\n{above}\ngoals = [{{ {keys} }}]')


def shape(point, span="0, 5"):
    return kind("shape", f'effector = "A"\nspan = [{span}]\npoints = [{{ {point} }}]')


@pytest.mark.parametrize("language", ["toml", "json"])
def test_events_that_are_to_be_detected_are_kept_as_they_stand(language):
    edit = parse_edit(kind("footplant", 'foot = "left"\nevents = "detect"\nmove = [0, 0, 0.1]'))
    assert edit.constraints == (model.Footplant(foot="left", events="detect", move=(0.0, 0.0, 0.1)),)
    assert parse_edit(dump_edit(edit, language), language=language) == edit


def foot(heel_off="heel_off = 2", keys=""):
    events = f"heel_strike = 1, toe_strike = 2, {heel_off}, toe_off = 3"
    return kind("footplant", f'foot = "left"\n{keys}\nevents = {{ {events} }}')


def test_the_example_is_read_as_it_stands():
    edit = parse_edit(EXAMPLE)
    assert [c.__struct_config__.tag for c in edit.constraints] == list(KINDS)
    hand, turn, look, shape, foot, balance, keep = edit.constraints
    assert hand.goals[0] == model.PlaceGoal(when=(0.4, 0.8, 1.6, 2.0), at=(0.1, 0.05, 0.2), relative_to="Head")
    assert hand.recruit == "Spine"
    assert turn.goals[0].turn_deg == (0.0, 0.0, 90.0)
    assert look.axis == (0.0, 0.0, 1.0)
    assert shape.points[1].tension == 0.0
    assert shape.points[0].tension is None
    assert foot.events.toe_off == 1.22
    assert balance.goals[0].offset == (0.05, 0.0, 0.0)
    assert keep.effector == "LeftFoot"
    assert edit.joints["LeftArm"].swing_deg == 100.0
    assert edit.masses[0].kg == 1.5


@pytest.mark.parametrize("language", ["toml", "json"])
def test_what_is_written_is_read_back(language):
    edit = parse_edit(EXAMPLE)
    text = dump_edit(edit, language)
    assert parse_edit(text, language=language) == edit
    assert dump_edit(parse_edit(text, language=language), language) == text


def everything():
    """An edit in which no key has its default."""
    common = {"name": "a", "priority": 3, "weight": 2.5, "space": "facing", "enforce": "always"}
    place = model.PlaceGoal(when=(0.0, "3f", 2.0, "9.5f"), at=(1.0, 2.0, 3.0), relative_to="B")
    turn = model.TurnGoal(when=(0.0, 1.0, 2.0, 3.0), wxyz=(0.6, 0.0, 0.8, 0.0), relative_to="B")
    point = model.ShapePoint(hold=(1.0, 2.0), offset=(1e-20, -9.9e5, 5.0), tension=0.5, continuity=0.25, bias=-1.0)
    events = model.Events(heel_strike="1f", toe_strike="2f", heel_off=3.0, toe_off=4.0)
    return model.Edit(
        space="Hips",
        constraints=(
            model.Position(**common, effector="A", goals=(place,), point=(1.0, 0.0, 0.0), axes="zx",
                           recruit=("A", "B")),
            model.Orientation(**common, effector="A", goals=(turn,), recruit="B"),
            model.LookAt(**common, effector="A", goals=(place,), axis=(1.0, 0.0, 0.0), point=(0.0, 1.0, 0.0)),
            model.Shape(
                **common, effector="A", span=(0.0, 5.0), points=(point,), mode="absolute", reference="B",
                point=(0.0, 1.0, 0.0),
            ),
            model.Footplant(**common, foot="tail", events=events, move=(1.0, 0.0, 0.0), turn_deg=-5.0, ease=(0.0, 1.0)),
            model.Balance(**common, points=("A",), goals=(place,), axes="xyz", span=(1.0, 2.0)),
            model.Preserve(**common, effector="A", point=(1.0, 0.0, 0.0), axes="y", span=("0f", "9f")),
        ),
        settings=model.Settings(max_iterations=7, filter_s=0.1, passes=2, keep="velocity"),
        joints={
            'a b "c".\x7f\n': model.JointSetting(weight=0.0, swing_deg=10.0, twist_deg=(-1.0, 1.0)),
            "Knee": model.JointSetting(range_deg=(0.0, 150.0)),
            "": model.JointSetting(swing_polygon_deg=((0.0, 1.0), (2.0, 3.0), (4.0, -5.0))),
        },
        masses=(model.CarriedMass(joint="A", kg=2.0, at=(0.0, 1.0, 0.0)),),
    )  # fmt: skip


@pytest.mark.parametrize("language", ["toml", "json"])
def test_every_key_survives_saving(language):
    edit = everything()
    for c in edit.constraints:  # or a new key would slip through this test
        same = [f.name for f in msgspec.structs.fields(c) if getattr(c, f.name) == f.default and f.name != "recruit"]
        assert not same
    assert parse_edit(dump_edit(edit, language), language=language) == edit


@given(st.text(max_size=20), st.floats(-1e6, 1e6, exclude_min=True, exclude_max=True))
def test_any_name_and_number_survives_saving(name, number):
    try:
        name.encode()
    except UnicodeEncodeError:
        return
    edit = model.Edit(
        masses=(model.CarriedMass(joint=f"j{name}", kg=1.0, at=(number, 0.0, 0.0)),),
        joints={name: model.JointSetting()},
    )
    assert parse_edit(dump_edit(edit)) == edit


def test_the_starting_point_is_an_edit_with_and_without_its_examples():
    assert parse_edit(STARTING_POINT) == model.Edit()
    whole = re.sub(r"^#(?! [a-z]| [A-Z]|   [a-z])", "", STARTING_POINT, flags=re.MULTILINE)
    edit = parse_edit(whole)
    assert [c.__struct_config__.tag for c in edit.constraints] == list(KINDS)
    assert parse_edit(dump_edit(edit)) == edit


def test_every_key_is_in_the_starting_point():
    words = set(re.findall(r"\w+", STARTING_POINT))
    structs = [*KINDS.values(), model.PlaceGoal, model.TurnGoal, model.ShapePoint, model.Events, model.Settings,
               model.JointSetting, model.CarriedMass]  # fmt: skip
    assert {f.name for s in structs for f in msgspec.structs.fields(s)} <= words


def test_quaternions_are_made_unit_once():
    text = goal("orientation", f"wxyz = [2, 0, 0, -2], {WHEN}")
    edit = parse_edit(text)
    assert edit.constraints[0].goals[0].wxyz == pytest.approx((math.sqrt(0.5), 0.0, 0.0, -math.sqrt(0.5)))
    assert parse_edit(dump_edit(edit)) == edit


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "e.toml: the key format is missing"),
        ("format = 2", "format = 2 is not known"),
        ("format = 1\nconstraints = []", "there is no key 'constraints'. Did you mean constraint"),
        ("format = 1\nconstraint = 5", "constraint = 5: a list of tables is needed, each under [[constraint]]"),
        ("format = 1\nspace = 3", "space = 3: expected str"),
        ('format = 1\nspace = ""', 'use "world", "facing", or the name of a joint'),
        ("format = 1\n[[constraint]]", "constraint[0]: the key kind is missing. Known: position"),
        (kind("positon"), "constraint[0].kind.positon: there is no kind 'positon'. Did you mean position"),
        ("format = 1\n[[constraint]]\nkind = 3", "constraint[0].kind = 3"),
        (kind("position"), "constraint[0]: the key effector is missing"),
        (
            position("efector = 1"),
            "e.toml, 'wave': constraint[0].efector: there is no key 'efector'. Did you mean effector",
        ),
        (
            position(goals="{ at = [0, 0, 0], wen = 3 }"),
            "constraint[0].goals[0].wen: there is no key 'wen'. Did you mean when",
        ),
        (position(goals=f"{{ at = [0, 0], {WHEN} }}"), "goals[0].at = [0, 0]: expected array of length 3, got 2"),
        (position(goals="{ at = [0, 0, 0], when = [0, 1, true, 3] }"), "goals[0].when[2] = True"),
        (position(goals=f"{{ {WHEN} }}"), "goals[0].at = None: give either at or offset."),
        (position(goals=f"{{ at = [0, 0, 0], offset = [0, 0, 0], {WHEN} }}"), "give either at or offset, not both"),
        (
            position(goals="{ at = [0, 0, 0], when = [0, 2, 1, 3] }"),
            "goals[0].when = (0.0, 2.0, 1.0, 3.0): times must not go back",
        ),
        (position(goals='{ at = [0, 0, 0], when = ["9f", 2, "8f", 3] }'), "times must not go back"),
        (
            position(goals='{ at = [0, 0, 0], when = [0, 1, 2, "3g"] }'),
            "'3g' is no moment. Write seconds as a number, or frames as",
        ),
        (position(goals="{ at = [0, 0, 0], when = [-1, 1, 2, 3] }"), "-1.0 s is no moment"),
        (position(goals=f"{{ at = [0, nan, 0], {WHEN} }}"), "goals[0].at[1] = nan: a finite number is needed"),
        (position(goals=f'{{ at = [0, 0, 0], relative_to = "", {WHEN} }}'), "goals[0].relative_to"),
        (position("priority = 0"), "constraint[0].priority = 0: priorities are 1 (the strongest)"),
        (position("priority = 1.5"), "constraint[0].priority = 1.5: expected int"),
        (position("weight = 0"), "constraint[0].weight = 0.0: a weight is above 0"),
        (position("weight = inf"), "constraint[0].weight = inf: a finite number"),
        (position('axes = ""'), "constraint[0].axes = ''"),
        (position('axes = "xx"'), "axes are a part of"),
        (position('axes = "xw"'), "axes are a part of"),
        (position("recruit = []"), "constraint[0].recruit = (): nothing is recruited"),
        (position('recruit = ""'), "nothing is recruited"),
        (position('recruit = ["A", "A"]'), "'A' is listed twice"),
        (position('recruit = ["A", "all"]'), '"all" stands alone'),
        (position("recruit = 3"), "constraint[0].recruit = 3: expected str | array"),
        (position('enforce = "spam"'), "constraint[0].enforce = 'spam': there is no such choice. Did you mean span"),
        (position('space = ""'), "constraint[0].space"),
        (position(f'name2 = "{"x" * 300}"'), "there is no key 'name2'"),
        (goal("orientation", f"wxyz = [0, 0, 0, 0], {WHEN}"), "length zero is no orientation"),
        (goal("orientation"), "give either wxyz or turn_deg"),
        (
            goal("look_at", f"at = [0, 0, 0], {WHEN}", "axis = [0, 0, 0]"),
            "axis = (0.0, 0.0, 0.0): an axis of length zero",
        ),
        (kind("look_at", 'effector = "A"'), "look_at needs at least one goal"),
        (goal("look_at", f"offset = [0, 0, 1], {WHEN}"), "look_at looks at a place: give at"),
        (kind("shape", 'effector = "A"\nspan = [0, 5]\nmode = "relativ"\npoints = []'), "Did you mean relative"),
        (kind("shape", 'effector = "A"\nspan = [0, 5]\npoints = []'), "at least one point"),
        (shape("at = [0, 0, 0], hold = [1, 2]", "5, 5"), "span = (5.0, 5.0): times must rise"),
        (shape("hold = [1, 2]"), "points[0].at = None: give either at or offset"),
        (shape("at = [0, 0, 0], hold = [1, 2]", "1, 5"), "this has to come after 1.0"),
        (shape("at = [0, 0, 0], hold = [1, 6]"), "inside the span, which ends at 5.0"),
        (shape("at = [0, 0, 0], hold = [2, 1]"), "points[0].hold = (2.0, 1.0): times must not go back"),
        (shape("at = [0, 0, 0], hold = [1, 2], tension = 7"), "points[0].tension = 7.0: a number from -1 to 1"),
        (
            kind("footplant", 'foot = "left"\nevents = "sense"'),
            "constraint[0].events = 'sense': this is no table of events",
        ),
        (kind("footplant", 'foot = "left"\nevents = "sense"'), 'or "detect" for every step'),
        (kind("footplant", 'foot = "left"'), "the key events is missing"),
        (foot("heel_off = 1.5"), "in the order heel_strike, toe_strike"),
        (foot("heel_of = 2"), "Did you mean heel_off"),
        (foot(keys="ease = [-1, 0]"), "constraint[0].ease"),
        (kind("balance", "points = []"), "balance needs the points"),
        (kind("balance", "span = [2, 1]"), "constraint[0].span"),
        ("format = 1\n[settings]\npasses = 0", "settings.passes = 0"),
        ("format = 1\n[settings]\npasses = 1000000", "1 to 100 passes"),
        (kind("position", 'effector = "Head"\nname = "two\\nlines"'), "a name is one line"),
        ("format = 1\n[settings]\nmax_iterations = 0", "settings.max_iterations = 0"),
        (f"format = 1\n[settings]\nmax_iterations = 1{25 * '0'}", "1 to 1000000 make sense"),
        ("format = 1\n[settings]\nfilter_s = -1", "settings.filter_s = -1.0"),
        (
            'format = 1\n[settings]\nkeep = "poses"',
            "settings.keep = 'poses': there is no such choice. Did you mean pose",
        ),
        ("format = 1\n[settings]\niterations = 9", "Did you mean max_iterations"),
        ("format = 1\nsettings = 9", "settings = 9: expected a table"),
        ("format = 1\n[joints.A]\nweight = -1", "joints.A.weight = -1.0"),
        ("format = 1\n[joints.A]\nweight = 1e-300", "a weight is 0 (does not move), or at least 1e-06"),
        ("format = 1\n[joints.A]\nwheight = 1", "joints.A.wheight: there is no key"),
        ("format = 1\n[joints.A]\nswing_deg = 200", "joints.A.swing_deg = 200.0"),
        ("format = 1\n[joints.A]\nswing_polygon_deg = [[0, 0]]", "at least three corners"),
        ("format = 1\n[joints.A]\nswing_polygon_deg = [[0, 0], [9, 0], [5, 0]]", "in a line: nothing is inside"),
        ("format = 1\n[joints.A]\nswing_polygon_deg = [[0, 0], [9, 9], [9, 0], [0, 9]]", "its sides cross each other"),
        ("format = 1\n[joints.A]\nswing_polygon_deg = [[0, 0], [999, 0], [0, 9]]", "between -180 and 180 degrees"),
        ("format = 1\n[joints.A]\ntwist_deg = [9, -9]", "the lower limit, then the upper one"),
        (
            "format = 1\n[joints.A]\nswing_deg = 9\nswing_polygon_deg = [[0, 0], [1, 0], [0, 1]]",
            "give this or swing_deg",
        ),
        ("format = 1\n[joints.A]\nswing_deg = 9\nrange_deg = [0, 1]", "a range is for hinges"),
        ('format = 1\n[[mass]]\njoint = "A"\nkg = 0', "mass[0].kg = 0.0: a mass is above 0 kg"),
        ("format = 1\n[[mass]]\nkg = 1", "mass[0]: the key joint is missing"),
        ('format = 1\n[[mass]]\njoint = ""\nkg = 1', "mass[0].joint"),
        ("format = 1\n[[mass]]\njoint = 'A'\nkg = 1" + "0" * 400, "mass[0].kg"),
        ("format = " + "9" * 5000, "a number has thousands of digits"),
        ("format = 1 1", "this is not TOML"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text, said):
    with pytest.raises(DocumentError) as error:
        parse_edit(text, "e.toml")
    assert said in str(error.value)
    assert str(error.value).startswith("e.toml")


@pytest.mark.parametrize(
    "text",
    [
        kind("position", f"effector = 'Head'\nname = '{'x' * 5000}'"),
        kind("position", f"effector = 'Head'\n{'x' * 5000} = 1"),
        kind("position", f"effector = 'Head'\ngoals = [{{at = [0, 0, 0], when = [0, 1, 2, '{'9' * 5000}f']}}]"),
        f"format = '{'x' * 5000}'",
    ],
    ids=["name", "key", "moment", "format"],
)
def test_a_message_about_a_long_word_is_still_a_message(text):
    with pytest.raises(DocumentError) as error:
        parse_edit(text, "e.toml")
    assert len(str(error.value)) < 500


@pytest.mark.parametrize(
    "text", ['{"format": 1, "space": "world", "space": "facing"}', '{"format": 1, "mass": [{"kg": 1, "kg": 2}]}']
)
def test_a_key_that_json_has_twice_is_refused_as_that_of_toml(text):
    with pytest.raises(DocumentError, match="stands twice in one table"):
        parse_edit(text, "e.json", language="json")


def test_a_polygon_may_have_a_dent():
    dent = ((-40.0, -40.0), (60.0, -40.0), (0.0, 0.0), (60.0, 60.0), (-40.0, 60.0))
    for corners in (dent, dent[::-1]):
        joints = {"A": model.JointSetting(swing_polygon_deg=corners)}
        check_edit(model.Edit(joints=joints))


def test_half_a_character_is_refused():
    with pytest.raises(DocumentError, match="not JSON"):
        parse_edit('{"format": 1, "space": "\\ud800"}', language="json")


def test_what_a_program_made_is_checked_too():
    edit = model.Edit(constraints=(model.Position(effector="A"), model.Position(effector="A", name="b", priority=-1)))
    with pytest.raises(DocumentError, match=re.escape("edit, 'b': constraint[1].priority = -1")):
        check_edit(edit)
    with pytest.raises(DocumentError):
        dump_edit(edit)


def test_toml_and_json_hold_the_same():
    edit = everything()
    assert tomllib.loads(dump_edit(edit)) == json.loads(dump_edit(edit, "json"))


def test_a_goal_need_not_say_when():
    """It then acts all through; what is not said is not written either."""
    edit = parse_edit(position(goals="{ at = [0, 0, 0] }"))
    assert edit.constraints[0].goals[0].when is None
    assert "when" not in dump_edit(edit)
    assert parse_edit(dump_edit(edit)) == edit


def test_a_number_that_is_a_slip_is_refused():
    text = (
        'format = 1\n[[constraint]]\nkind = "position"\neffector = "LeftHand"\ngoals = [{ at = [1e308, 0.0, 0.0] }]\n'
    )
    with pytest.raises(DocumentError, match=r"goals\[0\]\.at\[0\] = 1e\+308: numbers must be below 1e\+06"):
        parse_edit(text)
