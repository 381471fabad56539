"""Lint: what is found in an edit before solving it, and what is not."""

from itertools import combinations

import numpy as np
import pytest
from support.edit_documents import EXAMPLE

from supple.constraints import model
from supple.constraints.document import parse_edit
from supple.constraints.spans import acting_spans, common
from supple.core.motion import Motion, rest_pose
from supple.core.pose import world_pose
from supple.errors import DocumentError, InvalidValueError
from supple.recipes.edit import edit
from supple.recipes.edit_document import read_edit
from supple.recipes.figure import standing_figure
from supple.recipes.lint import lint_edit, sharing
from supple.recipes.lint import scene as scene_module
from supple.recipes.lint.scene import Scene
from supple.recipes.names import motion_names
from supple.recipes.walk import walking

WALK = walking(seconds=4.0)
POSE = world_pose(WALK)
NAMES = motion_names(WALK, pose=POSE)
WHEN = (0.2, 0.5, 1.0, 1.4)
POINT = model.ShapePoint(hold=(1.0, 2.0), at=(0.0, 0.0, 0.0))
EVENTS = model.Events(heel_strike=0.77, toe_strike=0.84, heel_off=1.14, toe_off=1.41)  # a step of the left foot
LATER = (2.0, 2.2, 2.6, 3.0)
FEET_AND_HEAD = ("LeftFoot", "RightFoot", "Head")


def hand(offset=(0.0, 0.0, 0.0), when=WHEN, effector="RightHand", **more):
    return model.Position(effector=effector, goals=(model.PlaceGoal(when=when, offset=offset),), **more)


def place(at, when=WHEN, effector="RightHand", relative_to=None, **more):
    goal = model.PlaceGoal(when=when, at=at, relative_to=relative_to)
    return model.Position(effector=effector, goals=(goal,), **more)


def turned(effector, turn_deg, when=WHEN):
    return model.Orientation(effector=effector, goals=(model.TurnGoal(when=when, turn_deg=turn_deg),))


def found(*constraints, **more):
    return lint_edit(WALK, model.Edit(constraints=constraints, **more), NAMES, POSE)


def topics(*constraints, **more):
    return [(f.topic, f.constraint) for f in found(*constraints, **more)]


def test_nothing_is_said_against_a_sound_edit():
    keep = model.Preserve(effector="LeftFoot")
    assert found() == ()
    assert found(hand((0.0, 0.1, 0.0), priority=2), keep, model.Balance(priority=3)) == ()


def test_a_name_that_two_constraints_have_is_told_once_for_each_that_comes_later():
    wishes = [model.Preserve(name=name, effector=joint) for name, joint in zip("aab", FEET_AND_HEAD, strict=True)]
    (said,) = found(*wishes)
    assert (said.severity, said.topic, said.place) == ("warning", "names", "constraint[1].name")
    assert "constraint[0]" in said.message
    assert found(*(model.Preserve(effector=joint) for joint in FEET_AND_HEAD)) == (), "no name is no shared name"


@pytest.mark.parametrize(
    ("constraint", "key", "near"),
    [
        (hand(effector="RightHnd"), "effector", "RightHand"),
        (hand(effector="right_wirst"), "effector", "right_wrist"),
        (hand(recruit="Spin"), "recruit", "Spine"),
        (hand(recruit=("RightArm", "RightForeArn")), "recruit", "RightForeArm"),
        (hand(recruit="LeftArm"), "recruit", "RightArm"),
        (hand(space="Hip"), "space", "Hips"),
        (place((0.0, 0.0, 0.0), relative_to="Hed"), "goals[0].relative_to", "Head"),
        (model.Balance(points=("left_heal",)), "points[0]", "left_heel"),
        (model.Preserve(effector="left_toe_tip"), "effector", "left_toe"),
        (model.Shape(effector="Head", span=(0.0, 3.0), reference="Neckk", points=(POINT,)), "reference", "Neck"),
        (model.Footplant(foot="lft", events=EVENTS), "foot", "left"),
    ],
)
def test_unknown_names_are_errors_with_the_nearest(constraint, key, near):
    (only,) = found(model.Preserve(effector="Head"), constraint)
    assert (only.severity, only.topic, only.constraint) == ("error", "names", 1)
    assert only.place == f"constraint[1].{key}"
    assert near in only.fix


def test_unknown_names_of_the_document():
    wrong = found(
        space="Hps", joints={"LeftArn": model.JointSetting()}, masses=(model.CarriedMass(joint="Hand", kg=1.0),)
    )
    assert [f.place for f in wrong] == ["space", "joints.LeftArn", "mass[0].joint"]
    assert {f.severity for f in wrong} == {"error"}


def test_times_outside_the_clip_are_errors():
    (only,) = found(hand(when=(0.2, 0.5, 1.0, 9.0)))
    assert (only.severity, only.topic, only.place) == ("error", "times", "constraint[0].goals[0].when")
    assert "9 s is outside the clip, which goes from 0 to 4 s (0f to 239f)" in only.message


def test_times_in_two_units_have_to_be_in_order_on_the_clock():
    (only,) = found(hand(when=(1.0, "30f", 1.2, "90f")))
    assert "'30f' comes before 1.0" in only.message
    assert found(hand(when=(0.2, "30f", 1.0, "90f"))) == ()


def test_a_constraint_between_two_frames_does_nothing():
    (only,) = found(hand(when=(0.501, 0.502, 0.503, 0.504)))
    assert (only.severity, only.topic) == ("warning", "times")


def test_a_constraint_on_rest_rows_alone_does_nothing():
    still = rest_pose(WALK.skeleton)
    clip = Motion(
        WALK.skeleton,
        np.concatenate([still.root_positions] * 30 + [WALK.root_positions[:60]]),
        np.concatenate([still.rotations] * 30 + [WALK.rotations[:60]]),
        WALK.frame_time,
        rest_rows=30,
    )
    (only,) = lint_edit(clip, model.Edit(constraints=(hand(when=("0f", "1f", "10f", "20f")),)))
    assert "the first 30 are a rest pose" in only.message


def test_the_recruiting_rule_with_its_smallest_fix():
    (only,) = found(hand(recruit="RightArm"), hand((0.0, 0.1, 0.0), effector="LeftHand", priority=2, recruit="Spine"))
    assert (only.severity, only.topic, only.constraint) == ("warning", "recruiting", 0)
    assert "Spine, Spine1" in only.message
    assert 'recruit = ["Spine", "Spine1", "RightArm", "RightForeArm", "RightHand"] in constraint[0]' in only.fix
    mended = ("Spine", "Spine1", "RightArm", "RightForeArm", "RightHand")
    weaker = hand((0.0, 0.1, 0.0), effector="LeftHand", priority=2, recruit="Spine")
    assert found(hand(recruit=mended), weaker) == ()


def test_constraints_at_other_times_cannot_break_the_rule():
    assert found(hand(recruit="RightArm"), hand(effector="LeftHand", priority=2, when=LATER)) == ()


def test_joints_that_never_move_break_no_rule():
    still = {name: model.JointSetting(weight=0.0) for name in ("Hips", "Spine", "Spine1", "RightShoulder")}
    both = hand(recruit="RightArm"), hand(effector="Head", priority=2)
    assert topics(*both) == [("recruiting", 0)]
    assert topics(*both, joints=still) == []


def test_one_effector_at_one_time_collides():
    (only,) = found(hand(), hand((0.0, 0.1, 0.0)))
    assert (only.topic, only.constraint) == ("collision", 1)
    assert "both will miss, by their weights" in only.message
    assert "0.2 to 1.4 s" in only.message


def test_a_stronger_one_on_the_same_effector_leaves_nothing():
    (only,) = found(model.Preserve(effector="RightHand"), hand((0.0, 0.1, 0.0), priority=2))
    assert (only.topic, only.constraint) == ("collision", 1)
    assert "this has no effect" in only.message


@pytest.mark.parametrize(
    "other",
    [
        hand(when=LATER),
        hand(when=(1.4, 1.5, 1.6, 1.7)),
        hand(point=(0.1, 0.0, 0.0)),
        model.Orientation(effector="RightHand", goals=(model.TurnGoal(when=WHEN, turn_deg=(0.0, 0.0, 9.0)),)),
    ],
)
def test_other_times_points_and_kinds_do_not_collide(other):
    assert not [f for f in found(hand(), other) if f.topic == "collision"]


def test_other_axes_do_not_collide():
    assert found(hand(axes="y"), model.Preserve(effector="RightHand", axes="xz")) == ()
    assert topics(hand(axes="y"), model.Preserve(effector="RightHand", axes="yz")) == [("collision", 1)]


SHOULDER = POSE.positions[30:61, WALK.skeleton.index("RightArm")].mean(axis=0)
ARM = 0.290 + 0.255  # [m] of the figure


@pytest.mark.parametrize(("length", "far"), [(0.8 * ARM, False), (ARM + 0.2, True)])
def test_an_arm_is_as_long_as_its_bones(length, far):
    at = SHOULDER + [-length, 0.0, 0.0]
    found_here = found(place(tuple(at.tolist()), recruit="RightArm", when=(0.6, 0.75, 0.75, 0.9)))
    assert bool(found_here) is far
    if far:
        (only,) = found_here
        assert (only.severity, only.topic) == ("warning", "reach")
        assert "0.545 m can be reached from RightArm" in only.message


def test_a_stiff_elbow_makes_the_arm_shorter():
    """Recruiting the shoulder alone keeps the wrist on a sphere: too near is out of reach too."""
    at = tuple((SHOULDER + [-0.1, 0.0, 0.0]).tolist())
    (only,) = found(place(at, recruit=("RightArm",), when=(0.6, 0.75, 0.75, 0.9)))
    assert "is the nearest possible" in only.message


def test_a_body_whose_root_is_free_reaches_everything():
    assert found(place((5.0, 1.0, 5.0))) == ()


def test_a_body_that_stands_on_a_planted_foot_does_not():
    assert topics(place((5.0, 1.0, 5.0), priority=2), model.Preserve(effector="LeftFoot")) == [("reach", 0)]
    (only,) = found(place((5.0, 1.0, 5.0), priority=2), model.Preserve(effector="LeftFoot", name="stand"))
    assert "from LeftFoot, where the stronger constraint[1] (stand) holds it" in only.message


def test_the_bones_between_two_places_are_all_there_is():
    """An elbow that is held, and a wrist that should be further away than the forearm is long."""
    elbow = model.Preserve(effector="RightForeArm")
    assert topics(elbow, hand((0.0, 0.3, 0.0), priority=2)) == [("reach", 1)]
    assert topics(elbow, hand(priority=2)) == []


def test_what_is_out_of_reach_itself_is_no_hold():
    far = place((9.0, 1.0, 9.0), recruit="RightArm")
    weaker = hand(effector="RightForeArm", recruit="RightArm", priority=2)
    assert [t for t in topics(far, weaker) if t[0] == "reach"] == [("reach", 0)]


def test_a_footplant_too_far_away():
    far = model.Footplant(foot="left", events=EVENTS, move=(0.0, 0.0, 2.0), recruit="LeftUpLeg")
    assert topics(far) == [("reach", 0)]


@pytest.mark.parametrize("space", ["world", "facing", "Hips"])
def test_offsets_are_along_the_axes_of_space(space):
    """The walker faces +Z: sideways is sideways in all three."""
    limit = hand((-2.0, 0.0, 0.0), recruit="RightArm", space=space)
    assert topics(limit) == [("reach", 0)]
    assert topics(hand((0.0, 0.02, 0.0), recruit="RightArm", space=space)) == []


def test_places_that_ride_with_a_joint_that_stays():
    wrong = place((1.5, 0.0, 0.0), relative_to="Head", recruit="RightArm")
    assert topics(wrong) == [("reach", 0)]


def test_partial_axes_ask_for_less():
    assert topics(place((-99.0, 1.2, 99.0), axes="y", recruit="RightArm")) == []
    assert topics(place((0.0, 9.0, 0.0), axes="y", recruit="RightArm")) == [("reach", 0)]


def test_errors_come_first_and_hide_only_their_own_constraint():
    every = found(hand(), hand(), hand(effector="Nose"))
    assert [(f.severity, f.topic) for f in every] == [("error", "names"), ("warning", "collision")]


def test_the_example_of_the_format_runs_on_a_walk():
    """Its times go beyond the clip; the rest is looked at."""
    every = lint_edit(WALK, parse_edit(EXAMPLE), NAMES, POSE)
    assert {f.topic for f in every if f.severity == "error"} == {"times"}


def test_a_nonsensical_edit_is_refused():
    with pytest.raises(DocumentError, match="priority = 0"):
        found(hand(priority=0))


def test_the_roles_document_names_points(tmp_path):
    file = tmp_path / "roles.toml"
    file.write_text(
        'format = 1\n[limbs]\ntail = ["Spine", "Head"]\n[floor]\nheight = -0.01\n'
        '[points]\nleft_heel = { joint = "LeftFoot", offset = [0.0, -0.1, 0.0] }\n'
    )
    names = motion_names(WALK, file)
    assert names.effector("left_heel").point == (0.0, -0.1, 0.0)
    assert names.effector("right_heel").point[1] == pytest.approx(-0.09, abs=1e-3)
    assert names.foot("tail").ball.joint == WALK.skeleton.index("Head")


def test_edits_are_read_from_files(tmp_path):
    (tmp_path / "e.toml").write_text(EXAMPLE)
    (tmp_path / "e.JSON").write_text('{"format": 1, "space": "facing"}')
    assert read_edit(tmp_path / "e.toml") == parse_edit(EXAMPLE)
    assert read_edit(tmp_path / "e.JSON").space == "facing"
    (tmp_path / "bad.toml").write_text("format = 3")
    with pytest.raises(DocumentError, match="bad.toml: format = 3"):
        read_edit(tmp_path / "bad.toml")


def test_spans():
    whole = ((0.0, 239.0),)
    assert acting_spans(hand(), WALK) == ((pytest.approx(12.0), pytest.approx(84.0)),)
    assert acting_spans(hand(enforce="always"), WALK) == whole
    assert acting_spans(model.Preserve(effector="Head"), WALK) == whole
    assert acting_spans(model.Balance(goals=hand().goals), WALK) == whole
    two = model.Position(
        effector="Head", goals=hand().goals + hand(when=LATER).goals + hand(when=(1.4, 1.4, 2.0, 2.0)).goals
    )
    assert len(acting_spans(two, WALK)) == 1
    assert common(((0.0, 5.0), (8.0, 9.0)), ((5.0, 8.5),)) == ((8.0, 8.5),)


def test_a_posture_is_a_clip_of_one_frame():
    stand, at_once = rest_pose(standing_figure()), (0.0, 0.0, 0.0, 0.0)
    near, far = (
        model.Edit(constraints=(place(at, when=at_once, recruit="RightArm"),))
        for at in ((-0.5, 1.3, 0.2), (-5.0, 1.3, 0.2))
    )
    assert lint_edit(stand, near) == ()
    assert [f.topic for f in lint_edit(stand, far)] == ["reach"]


def test_a_goal_for_which_the_whole_figure_would_have_to_walk_far_is_told():
    (far,) = found(place((100.0, 1.2, 0.3)))
    assert far.severity == "warning"
    assert "travel 98" in far.message or "travel 99" in far.message
    assert not found(place((1.0, 1.2, 0.3)))


STANCE = model.Events(heel_strike="46f", toe_strike="50f", heel_off="68f", toe_off="83f")


def raised_step(foot="left"):
    return model.Footplant(foot=foot, events=STANCE, move=(0.0, 0.15, 0.0), ease=(0.1, 0.1), priority=1)


def raised_ankle(last, lift=0.15, priority=2):
    """A shape that raises the left ankle up to a frame, and then by the same again."""
    points = (
        model.ShapePoint(hold=("40f", last), offset=(0.0, lift, 0.0)),
        model.ShapePoint(hold=("100f", "100f"), offset=(0.0, 2.0 * lift, 0.0)),
    )
    return model.Shape(effector="left_ankle", span=("17f", "120f"), points=points, priority=priority)


def test_a_foot_that_is_led_away_while_its_footplant_fades_is_told():
    (said,) = found(raised_step(), raised_ankle("83f"))
    assert (said.topic, said.constraint, said.severity) == ("collision", 1, "warning")
    assert "fades" in said.message
    assert "ease" in said.fix
    assert found(raised_step(), raised_ankle("89f")) == ()
    assert found(raised_step(), raised_ankle("83f", priority=1)) == ()


def test_a_foot_that_a_footplant_holds_elsewhere_is_told():
    (said,) = found(raised_step(), raised_ankle("89f", lift=0.10))
    assert "holds the same foot elsewhere: this misses about 50 mm" in said.message
    assert not [f for f in found(raised_step("right"), raised_ankle("89f", lift=0.10)) if "elsewhere" in f.message]


@pytest.mark.parametrize(
    ("constraint", "key"),
    [
        (place((0.1, 0.0, 0.0), relative_to="RightHand"), "goals[0].relative_to"),
        (place((0.1, 0.0, 0.0), relative_to="right_wrist"), "goals[0].relative_to"),
        (model.Shape(effector="left_heel", span=(0.5, 3.0), reference="LeftFoot", points=(POINT,)), "reference"),
    ],
)
def test_what_solving_would_refuse_is_an_error(constraint, key):
    said = found(hand(effector="LeftHand"), constraint)
    assert [(f.severity, f.place) for f in said] == [("error", f"constraint[1].{key}")]


def test_a_joint_that_two_tables_are_about_is_an_error():
    twice = {"RightArm": model.JointSetting(weight=0.2), "right_shoulder": model.JointSetting(weight=0.5)}
    (said,) = found(hand(), joints=twice)
    assert (said.severity, said.place) == ("error", "joints.right_shoulder")
    assert "joints.RightArm" in said.message
    assert not found(hand(), joints={"RightArm": model.JointSetting(), "left_shoulder": model.JointSetting()})


def test_a_range_of_a_joint_that_is_no_hinge_is_an_error_here_and_when_solving():
    ranged = {name: model.JointSetting(range_deg=(0.0, 60.0)) for name in ("RightArm", "RightForeArm")}
    (said,) = found(hand(), joints=ranged)
    assert (said.severity, said.place) == ("error", "joints.RightArm.range_deg")
    assert "swing_deg" in said.fix
    with pytest.raises(InvalidValueError, match=r"RightArm turns about more than one axis\. Say swing_deg"):
        edit(WALK, model.Edit(constraints=(hand(offset=(0.0, 0.1, 0.0)),), joints=ranged))


def test_of_several_that_keep_a_goal_away_the_worst_is_told():
    """Four points of two feet hold the body: one line, not four."""
    feet = [model.Preserve(effector=foot, priority=1) for foot in ("LeftFoot", "RightFoot")]
    (said,) = found(*feet, hand((0.0, 0.3, 3.0), priority=2))
    assert said.constraint == 2
    assert "1 more keeps it away" in said.message


def two_goals(first, second, **same):
    goals = tuple(model.PlaceGoal(when=when, offset=offset) for when, offset in (first, second))
    return model.Position(effector="RightHand", goals=goals, **same)


def test_goals_of_one_constraint_that_are_in_full_at_once_are_told():
    up, down = (0.0, 0.1, 0.0), (0.0, -0.1, 0.0)
    (said,) = found(two_goals((WHEN, up), ((0.8, 0.9, 1.2, 1.4), down)))
    assert (said.severity, said.topic, said.place) == ("warning", "collision", "constraint[0].goals[1].when")
    assert "0.9 to 1 s" in said.message


def test_a_moment_in_full_inside_another_goal_is_told_too():
    up, down = (0.0, 0.05, 0.0), (0.0, -0.05, 0.0)
    (said,) = found(two_goals((WHEN, up), ((0.6, 0.8, 0.8, 1.0), down)))
    assert "0.8 to 0.8 s" in said.message


def test_goals_that_take_turns_or_say_the_same_are_fine():
    up, down = (0.0, 0.1, 0.0), (0.0, -0.1, 0.0)
    assert found(two_goals((WHEN, up), ((1.0, 1.4, 2.0, 2.2), down))) == ()
    assert found(two_goals((WHEN, up), (WHEN, up))) == ()


def test_many_constraints_are_looked_at_without_asking_for_the_same_again(monkeypatch):
    """The work on moments and places grows with constraints, not with their pairs (184 s for 500 before)."""
    random = np.random.default_rng(4)
    joints = ("RightHand", "LeftHand", "Head", "Spine", "LeftFoot", "RightFoot", "LeftForeArm", "Hips")
    wishes = [
        hand(tuple(random.uniform(-0.2, 0.2, 3)), tuple(np.sort(random.uniform(0.0, 0.5, 4)).tolist()),
             joints[random.integers(len(joints))], priority=int(priority))
        for priority in 1 + random.permutation(120)
    ]  # fmt: skip
    asked = []
    counted = scene_module.frames_of
    monkeypatch.setattr(scene_module, "frames_of", lambda *given: asked.append(1) or counted(*given))
    done = []
    said = lint_edit(WALK, model.Edit(constraints=tuple(wishes)), NAMES, POSE, lambda *at: done.append(at))
    assert len(asked) <= 3 * len(wishes)
    assert done[-1] == (120, 120)
    assert len(done) == 120
    assert {f.topic for f in said} == {"collision", "reach", "times"}  # some begin within a frame


def test_pairs_of_one_joint_are_all_pairs_that_can_collide():
    feet = [model.Footplant(foot="left", events=EVENTS), model.Preserve(effector="LeftFoot")]
    wishes = [
        hand(),
        place((0.0, 1.0, 0.0)),
        *feet,
        model.Balance(),
        model.Balance(),
        model.Orientation(effector="Hips"),
    ]
    scene = Scene(WALK, model.Edit(constraints=tuple(wishes)), NAMES, POSE, tuple(range(len(wishes))))
    every = [pair for pair in combinations(scene.sound, 2) if sharing._same_wish(scene, *pair)]
    assert every == [pair for pair in sharing._close(scene) if sharing._same_wish(scene, *pair)]
    assert len(every) >= 2


def test_a_load_that_bends_nothing_is_told():
    load = (model.CarriedMass(joint="Spine1", kg=20.0),)
    still, keep = model.Balance(), model.Preserve(effector="LeftFoot")
    assert topics(still, keep, masses=load) == [("mass", 0)]
    assert topics(still, keep) == []
    assert topics(model.Balance(goals=(model.PlaceGoal(offset=(0.0, 0.0, 0.05)),)), keep, masses=load) == []
    assert topics(still, hand((0.0, 0.1, 0.0)), masses=load) == []


def test_a_name_that_differs_by_capitals_and_underscores_is_the_nearest():
    (said,) = found(hand(effector="right_hnd"))
    assert "Did you mean RightHand" in said.message + said.fix


AT_ONCE = "from one frame to the next, at"
COMES, GOES = (0.5, 0.5, 1.0, 1.5), (0.2, 0.5, 1.0, 1.0)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (hand((0.0, 0.3, 0.4), when=COMES), f"comes {AT_ONCE} 0.5 s: what it moves jumps by about 500 mm"),
        (hand((0.0, 0.1, 0.0), when=GOES), f"goes {AT_ONCE} 1 s: what it moves jumps by about 100 mm"),
        (hand((0.0, 0.1, 0.0), when=("29f", "30f", "60f", "80f")), f"comes {AT_ONCE} 0.5 s"),
        (hand((0.2, 0.1, 0.0), when=COMES, axes="y"), "jumps by about 100 mm"),
        (turned("Head", (0.0, 30.0, 0.0), when=COMES), "jumps by about 30 degrees"),
        (model.LookAt(effector="Head", goals=(model.PlaceGoal(at=(0.0, 1.5, 9.0), when=COMES),)), "it moves jumps."),
    ],
    ids=["comes", "goes", "one frame", "an axis", "turn", "look"],
)
def test_a_goal_that_comes_or_goes_within_a_frame_is_told_with_the_jump(wish, said):
    (finding,) = [f for f in found(wish) if f.topic == "times"]
    assert (finding.severity, finding.place) == ("warning", "constraint[0].goals[0].when")
    assert said in finding.message


def test_goals_that_take_over_within_a_frame_are_told_without_a_size_that_nobody_sees():
    goals = (
        model.PlaceGoal(offset=(0.0, y, 0.0), when=when) for y, when in ((0.2, GOES), (0.25, (1.01, 1.01, 1.5, 1.9)))
    )
    said = [f.message for f in found(model.Position(effector="RightHand", goals=tuple(goals))) if f.topic == "times"]
    assert len(said) == 2
    assert all(message.endswith("what it moves jumps.") for message in said)


@pytest.mark.parametrize(
    "wish",
    [
        hand((0.0, 0.1, 0.0), when=("28f", "30f", "60f", "62f")),
        hand((0.0, 0.1, 0.0), when=(0.0, 0.0, 4.0, 4.0)),
        hand((0.0, 0.1, 0.0), when=None),
        hand((0.0, 0.0, 0.0), when=COMES),
        place(tuple(POSE.positions[30, WALK.skeleton.index("RightHand")].tolist()), when=COMES),
        turned("Head", (0.0, 0.0, 0.0), when=COMES),
    ],
    ids=["two frames", "with the clip", "all through", "stays", "where it is", "no turn"],
)
def test_a_goal_that_makes_nothing_jump_is_not_told(wish):
    assert [f for f in found(wish) if f.topic == "times"] == []


def test_a_plant_of_a_foot_that_swings_is_told():
    swing = model.Events(heel_strike="90f", toe_strike="92f", heel_off="108f", toe_off="112f")
    (said,) = found(model.Footplant(foot="left", events=swing))
    assert (said.topic, said.place) == ("times", "constraint[0].events")
    assert "travels" in said.message
    assert found(model.Footplant(foot="left", events=EVENTS)) == ()
    assert found(model.Footplant(foot="left", events="detect")) == ()


@pytest.mark.parametrize("key", ["document", "constraint"])
def test_the_words_for_axes_are_offered_to_who_writes_them_in_capitals(key):
    (said,) = found(hand(), space="Facing") if key == "document" else found(hand(space="World"))
    assert (said.severity, said.topic) == ("error", "names")
    assert said.fix.lower() in ("did you mean facing?", "did you mean world?")


def test_a_long_name_is_cut_and_the_hint_is_whole():
    (said,) = found(hand(effector="RightHand" + "x" * 5000))
    assert len(said.message) < 200
    assert said.message.endswith("on this figure.")
    assert said.fix.startswith(("Known: Hips", "Did you mean"))


def on(relative_to, at, effector, **more):
    return place(at, effector=effector, relative_to=relative_to, **more)


def test_a_place_on_the_body_that_the_chain_between_is_too_long_or_too_short_for():
    """An elbow and its own wrist are a forearm apart; the chest is a bone away from a spine that sits on the hips."""
    skeleton = WALK.skeleton
    hand_, spine, chest = (skeleton.offsets[skeleton.index(name)] for name in ("RightHand", "Spine", "Spine1"))
    far = (0.0, 0.0, 2.0)
    for wish, by in (
        (on("RightHand", (0.0, 0.0, 0.0), "RightForeArm"), np.linalg.norm(hand_)),
        (on("Hips", far, "Spine1"), np.linalg.norm(far - spine) - np.linalg.norm(chest)),
    ):
        (said,) = [f for f in found(wish) if f.topic == "reach"]
        assert "no turn of the joints between brings them together" in said.message
        assert float(said.message.split("out of reach by ")[1].split()[0]) == pytest.approx(1000.0 * by, abs=1.0)


@pytest.mark.parametrize(
    "wish",
    [
        on("LeftHand", (0.0, 0.0, 0.1), "RightHand"),
        on("Head", (0.0, 0.1, 0.2), "RightHand"),
        on("RightHand", (0.0, 0.0, 0.0), "RightForeArm", axes="y"),
    ],
    ids=["hands together", "hand to head", "one axis"],
)
def test_a_place_on_the_body_that_can_be_come_to_is_not_told(wish):
    assert [f for f in found(wish) if f.topic == "reach"] == []


FEET = (model.Preserve(effector="LeftFoot"), model.Preserve(effector="RightFoot"))
STANDING = model.Footplant(foot="left", events=EVENTS)
ARM_ONLY = {"recruit": "RightArm", "when": (0.8, 0.9, 1.1, 1.2), "priority": 2}


@pytest.mark.parametrize("kept", [FEET, (STANDING,), (*FEET, model.Position(effector="Head"))])
def test_kept_points_bring_nobody_nearer(kept):
    """They recruit the whole body, but an arm that moves disturbs none of them, so that nothing above it moves."""
    (said,) = [f for f in found(*kept, hand((0.0, 0.0, 1.0), **ARM_ONLY)) if f.topic == "reach"]
    assert said.constraint == len(kept)
    assert "can be reached from RightArm, the topmost joint recruited" in said.message


def test_kept_points_that_are_disturbed_move_the_body():
    """Balance answers to an arm that moves, and somebody else's goal moves the root: then nobody knows how far."""
    far = hand((0.0, 0.0, 1.0), **ARM_ONLY)
    assert not [f for f in found(*FEET, model.Balance(), far) if "topmost" in f.message]
    other = hand((0.0, 0.1, 0.0), effector="LeftHand")
    assert not [f for f in found(*FEET, other, far) if "topmost" in f.message]


def test_a_foot_that_skates_while_it_is_held_may_bring_an_arm_nearer():
    (kept,) = [f for f in found(*FEET, hand((0.0, 0.0, 1.0), **ARM_ONLY)) if f.topic == "reach"]
    (held,) = [f for f in found(STANDING, hand((0.0, 0.0, 1.0), **ARM_ONLY)) if f.topic == "reach"]
    kept_mm, held_mm = (int(f.message.split(" mm")[0].rsplit(" ", 1)[1]) for f in (kept, held))
    assert 0 < kept_mm - held_mm < 50  # the toe that leaves


@pytest.mark.parametrize(
    ("mode", "hold"),
    [("relative", (1.0, 1.0)), ("relative", (0.9, 1.1)), ("absolute", (1.0, 1.0)), ("condensed", (0.95, 1.05))],
)
def test_offsets_of_shapes_that_are_out_of_reach_are_told(mode, hold):
    def shape(*offset):
        point = model.ShapePoint(hold=hold, offset=offset)
        return model.Shape(effector="RightHand", span=(0.2, 1.8), points=(point,), mode=mode, recruit="RightArm")

    assert [f for f in found(shape(0.0, 0.15, 0.0)) if f.topic == "reach"] == []
    (said,) = found(shape(0.0, 0.0, 1.0))
    assert "out of reach by" in said.message
    assert "from RightArm" in said.message


@pytest.mark.parametrize(
    ("axes", "space", "told"),
    [
        ("x", "facing", True),
        ("y", "facing", False),
        ("xz", "facing", False),
        ("y", "Head", True),
        ("x", "world", False),
    ],
)
def test_axes_of_another_space_are_told_to_be_those_of_the_world(axes, space, told):
    said = found(hand((0.02, 0.02, 0.02), axes=axes, space=space))
    assert [(f.topic, f.place) for f in said] == [("axes", "constraint[0].axes")] * told
    assert all("those of the world" in f.message for f in said)


def test_axes_are_those_of_the_world_whatever_the_space():
    """They collide, or do not, whatever their offsets are along; and a height that is too high is one."""
    wishes = hand(axes="x", space="facing"), hand(axes="y", space="Head")
    assert "collision" not in {t for t, _ in topics(*wishes)}
    assert ("reach", 0) in topics(place((0.0, 9.0, 0.0), axes="y", space="Head", recruit="RightArm"))
