"""What a window shows beside the motion: joints at their limits, the other solver, drawings, bodies, fixes."""

import json
from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace

from supple.constraints import model
from supple.errors import InvalidValueError
from supple.io.registry import write
from supple.recipes.walk import walking
from supple.session import actions as act
from supple.session import edits as ed
from supple.session.applying import apply
from supple.session.cancelling import Cancel
from supple.session.document import EMPTY
from supple.session.folder import Folder
from supple.session.motions import Motions
from supple.session.proposals import proposed
from supple.session.session import Session
from supple.session.skins import is_skinned
from supple.session.solving import Solves
from supple.session.strain import strained

WHEN = (0.3, 0.6, 1.0, 1.3)
LATE = model.PlaceGoal(when=(0.3, 0.6, 1.0, 99.0), offset=(0.0, 0.1, 0.0))


def hand(up=0.15, name="hand", **changes):
    goal = model.PlaceGoal(when=WHEN, offset=(0.0, up, 0.0))
    return replace(model.Position(name=name, effector="left_wrist", goals=(goal,)), **changes)


@cache
def bench():
    motions = Motions()
    ref = motions.put(walking(2.0, fps=30.0), "walk")
    return apply(EMPTY, ed.AddClip(motion=ref, name="walk")), Solves(motions)


def asked(*wishes):
    document, solves = bench()
    for wish in wishes:
        document = apply(document, ed.AddConstraint(constraint=wish))
    return document, solves


def strains(*wishes, joints=()):
    document, solves = asked(*wishes)
    for name, setting in joints:
        document = apply(document, ed.SetJoint(joint=name, setting=setting))
    clip = document.clip()
    scene, bent = solves.scenes.of(clip), solves.whole(clip).motion
    return {scene.motion.skeleton.names[s.joint]: (s.start, s.stop) for s in strained(clip, scene, bent, 0, 60)}


def test_a_joint_that_is_pushed_to_its_limit_is_told_and_nobody_else():
    assert strains(hand(0.02)) == {}
    narrow = ("left_elbow", model.JointSetting(range_deg=(0.0, 60.0)))
    found = strains(hand(0.35, recruit="left_shoulder"), joints=[narrow])
    elbow = walking(1.0, fps=30.0).skeleton.names
    assert any("lbow" in name or "orearm" in name or "ForeArm" in name for name in found), (found, elbow)
    start, stop = next(iter(found.values()))
    assert 9 <= start < stop <= 40  # while it is asked for


def test_nothing_is_at_its_limit_where_nothing_is_asked():
    document, solves = bench()
    clip = document.clip()
    assert strained(clip, solves.scenes.of(clip), solves.whole(clip).motion, 0, 60) == ()


def test_the_other_solver_has_the_same_wishes():
    document, solves = asked(hand(), model.Balance())
    own, other = solves.whole(document.clip()), solves.other(document.clip())
    assert own.tracks == (1, 2)
    assert other.tracks == (1,)
    assert [out.track for out in other.left_out] == [2]  # which hierarchical fitting does not serve
    assert not np.array_equal(own.motion.rotations, other.motion.rotations)


def test_a_measured_walk_has_a_drawing_of_hip_against_knee(tmp_path):
    document, solves = bench()
    found = proposed(document, act.Gait(), solves, Folder(tmp_path), Cancel())
    (drawing,) = found.drawings
    assert {curve.name for curve in drawing.curves if curve.main} == {"left", "right"}
    main = next(curve for curve in drawing.curves if curve.main)
    assert len(main.x) == len(main.y) == 101
    assert main.x[0] == main.x[-1]
    assert max(main.y) - min(main.y) == pytest.approx(found.facts["left_knee_range_deg"], abs=0.1)


def mended(clip_document, fix):
    return apply(clip_document, ed.Several(label=fix.label, edits=fix.edits))


@pytest.mark.parametrize(
    ("wishes", "label"),
    [
        ((hand(effector="left_wrst"),), "Use left_wrist"),
        ((hand(goals=(LATE,)),), "Bring its times into the clip"),
        ((hand(3.0, recruit="left_elbow"),), "Recruit all joints"),
        ((hand(), hand(0.2, name="again")), "Make this the weaker"),
        ((hand(recruit="left_elbow"), hand(0.05, name="weak", effector="chest", priority=2)), "Change who helps"),
    ],
)  # fmt: skip
def test_one_click_mends_what_lint_says(wishes, label):
    document, solves = asked(*wishes)
    said = solves.findings(document.clip())
    fix = next(fix for found in said for fix in found.fixes if fix.label.startswith(label))
    after = solves.findings(mended(document, fix).clip())
    first = next(found for found in said if fix in found.fixes)
    assert first.finding not in [found.finding for found in after]


def test_two_constraints_of_one_joint_become_one():
    later = model.PlaceGoal(when=(1.3, 1.4, 1.5, 1.6), offset=(0.0, 0.1, 0.0))
    document, solves = asked(hand(), hand(name="later", goals=(later,), enforce="always"))
    fix = next(f for found in solves.findings(document.clip()) for f in found.fixes if f.label == "Join their goals")
    (track,) = mended(document, fix).clip().tracks
    assert [goal.when[0] for goal in track.constraint.goals] == [0.3, 1.3]


def test_one_way_to_mend_it_is_told_once():
    others = (hand(name=f"other {k}", effector=joint) for k, joint in enumerate(("right_wrist", "head", "left_knee")))
    document, solves = asked(hand(), hand(0.2, name="again"), *others)
    (found,) = [one for one in solves.findings(document.clip()) if one.finding.topic == "collision"]
    assert [fix.label for fix in found.fixes] == ["Make this the weaker", "Mute it"]


@pytest.mark.parametrize(
    ("changes", "labels"),
    [
        ({"effector": "LeftHand"}, ["Make this the weaker", "Mute it"]),
        ({"effector": "LeftHand", "point": (0.0, 0.1, 0.0)}, []),
        ({"effector": "nobody"}, []),
    ],
)  # fmt: skip
def test_a_collision_is_mended_whatever_the_joint_is_called(changes, labels):
    document, solves = asked(hand(), hand(0.2, name="again", **changes))
    collisions = [one for one in solves.findings(document.clip()) if one.finding.topic == "collision"]
    assert [fix.label for found in collisions for fix in found.fixes] == labels


def test_a_collision_is_mended_beside_a_name_that_means_nothing():
    document, solves = asked(hand(), hand(0.2, name="again"), hand(0.1, name="lost", effector="nobody"))
    (found,) = [one for one in solves.findings(document.clip()) if one.finding.topic == "collision"]
    assert [fix.label for fix in found.fixes] == ["Make this the weaker", "Mute it"]


def test_a_locked_track_is_not_mended():
    document, solves = asked(hand(effector="left_wrst"))
    document = apply(document, ed.SetFlags(track=1, locked=True))
    assert [found.fixes for found in solves.findings(document.clip())] == [()]


def test_the_body_of_a_file_comes_with_its_motion_and_stays(tmp_path):
    write(walking(1.0, fps=30.0), tmp_path / "walk.glb")
    with_body = Session.opened(tmp_path / "walk.glb")
    clip = with_body.document.clip()
    assert clip.skin == clip.motion.key
    with_body.add_motion(walking(1.0, fps=30.0, speed=1.0), "slow")
    assert with_body.document.clip().skin is None
    with_body.do(ed.WearSkin(of=1))
    assert with_body.document.clip().skin == clip.skin
    with_body.save(tmp_path / "work.supple")
    with_body.close()
    again = Session.opened(tmp_path / "work.supple")
    assert again.document.clip().skin == clip.skin
    assert is_skinned(again.motions.data(clip.skin))
    again.do(ed.WearSkin(of=None))
    assert again.document.clip().skin is None
    again.undo()
    assert again.document.clip().skin == clip.skin
    again.redo()
    with pytest.raises(InvalidValueError, match="no body"):
        again.do(ed.WearSkin(clip=1, of=2))
    again.close()


@pytest.mark.parametrize(
    "data", [b"", b"glTF", b"HIERARCHY", b"glTF" + bytes(8) + b"\xff\xff\xff\x7fJSON{", b"glTF" + bytes(12)]
)
def test_what_is_no_body_is_none(data):
    assert not is_skinned(data)


def test_a_mesh_without_joints_is_no_body():
    text = json.dumps({"nodes": [{"mesh": 0}, {"skin": 0}, 7]}).encode()
    assert not is_skinned(b"glTF" + bytes(8) + len(text).to_bytes(4, "little") + b"JSON" + text)
