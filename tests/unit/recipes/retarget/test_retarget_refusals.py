"""Figures that lack something, maps that are wrong: said clearly, or left out and said."""

from dataclasses import replace
from functools import cache

import msgspec
import numpy as np
import pytest
from support import refigured

import supple
from supple.cli.retarget import facts
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Target
from supple.core.motion import Motion, rest_pose
from supple.core.pose import world_pose
from supple.errors import DocumentError, InvalidValueError
from supple.io.documents.joint_map import parse_joint_map
from supple.recipes.names import motion_names
from supple.recipes.retarget import fitting, retargeting
from supple.recipes.retarget.retargeting import joint_map, retarget
from supple.recipes.walk import true_walk
from supple.solvers.ranges.allowed import allowed_by


@cache
def walk() -> Motion:
    return true_walk(2.0, 60.0).motion


def test_an_arm_that_the_character_lacks_is_left_out_and_said():
    found = retarget(walk(), refigured.without(walk(), "LeftArm"))
    assert any("left arm has no shoulder, elbow, wrist" in note for note in found.report.notes)
    assert "left_shoulder" not in found.report.limb_direction_deg
    assert found.report.limb_direction_deg["right_shoulder"] < 0.01
    assert found.report.slide_mm_max < 1.0


def test_a_character_without_feet_walks_unplanted_and_it_is_said():
    found = retarget(walk(), refigured.without(walk(), "LeftFoot", "RightFoot"))
    assert any("no feet" in note for note in found.report.notes)
    assert not found.contacts.contacts
    assert found.report.limb_direction_deg["left_hip"] < 1e-6


def test_a_character_without_collar_bones_or_toes_keeps_directions():
    slim = refigured.without(walk(), "LeftToeBase", "RightToeBase")
    found = retarget(walk(), slim)
    assert found.report.status == "met"
    assert any("left_ball" in note for note in found.report.notes)
    assert found.report.limb_direction_deg["left_knee"] < 5.0


def test_a_thing_that_is_no_body_is_refused():
    chair = refigured.renamed(refigured.without(walk(), "Spine", "LeftUpLeg", "RightUpLeg"), {"Hips": "seat"})
    with pytest.raises(InvalidValueError, match="character .* has no hips"):
        retarget(walk(), chair)


def test_figures_without_a_limb_in_common_are_refused():
    trunk = refigured.without(walk(), "LeftUpLeg", "RightUpLeg", "LeftShoulder", "RightShoulder")
    with pytest.raises(InvalidValueError, match="no limb in common: on both were recognised .*hips"):
        retarget(walk(), trunk)


def test_a_heap_of_bones_without_motion_is_refused():
    heap = refigured.in_a_heap(walk())
    with pytest.raises(InvalidValueError, match="does not stand in its rest pose"):
        retarget(walk(), rest_pose(heap.skeleton))


def test_only_motions_are_taken():
    with pytest.raises(InvalidValueError, match="a character is a motion.*got 'hero.bvh'"):
        retarget(walk(), "hero.bvh")
    with pytest.raises(InvalidValueError, match="got int"):
        retarget(walk(), 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('format = 1\n[joints]\nHips = "Hops"', "joints.Hips = 'Hops', of the motion.*Did you mean 'Hips'"),
        ('format = 1\n[joints]\nHops = "Hips"', "joints.Hops = 'Hips', of the character.*Did you mean 'Hips'"),
        ('format = 1\n[joints]\nSpine = "Hips"\nHips = "Hips"', "joints.Hips = 'Hips': 'Spine' follows this joint"),
    ],
)
def test_a_map_that_cannot_be_is_refused_with_names(text, words):
    with pytest.raises(DocumentError, match=words):
        retarget(walk(), walk(), joint_map=parse_joint_map(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("format = 1", "no joint follows another"),
        ('[joints]\nHips = "Hips"', "the key format is missing"),
        ("format = 1\n[joints]\nHips = 3", "joints.Hips = 3: expected str"),
        ('format = 1\n[joint]\nHips = "Hips"', "there is no key 'joint'"),
        ("format = 1\n[joints", "this is not TOML"),
    ],
)
def test_a_map_with_wrong_keys_is_refused(text, words):
    with pytest.raises(DocumentError, match=words):
        parse_joint_map(text)


def test_a_map_that_is_printed_gives_the_same_result():
    other = refigured.renamed(refigured.with_arms_at(walk(), 40.0), {"LeftArm": "upperarm.L"})
    text = joint_map(walk(), other)
    assert '"upperarm.L" = "LeftArm"  # left_shoulder' in text
    by_itself, by_map = retarget(walk(), other), retarget(walk(), other, joint_map=parse_joint_map(text))
    assert np.array_equal(by_itself.motion.rotations, by_map.motion.rotations)


def test_a_map_tells_who_is_who_on_a_figure_without_names():
    blank = refigured.renamed(walk(), {name: f"bone{k}" for k, name in enumerate(walk().skeleton.names)})
    pairs = "\n".join(
        f'bone{k} = "{name}"' for k, name in enumerate(walk().skeleton.names) if not walk().skeleton.end_sites[k]
    )
    found = retarget(walk(), blank, joint_map=parse_joint_map(f"format = 1\n[joints]\n{pairs}"))
    off = world_pose(found.before).positions - world_pose(walk()).positions
    assert np.abs(off).max() < 1e-6


def test_a_joint_that_is_taken_out_of_the_map_keeps_its_pose():
    text = joint_map(walk(), walk()).replace('"Head" = "Head"', '"Head" = ""')
    found = retarget(walk(), walk(), joint_map=parse_joint_map(text))
    head = found.before.rotations[:, walk().skeleton.index("Head")]
    assert np.ptp(head, axis=0).max() < 1e-12


def test_a_hand_on_a_hip_stays_there_on_a_larger_figure():
    skeleton = walk().skeleton
    place = (0.15, 0.05, 0.1)
    touching = Contact(
        point="left_wrist", joint="LeftHand", start=30, stop=60, position_m=place, reference="Hips", fixed=True
    )
    found = retarget(walk(), refigured.scaled(walk(), 1.5), contacts=Contacts(fps=60.0, contacts=(touching,)))
    pose = world_pose(found.motion)
    hips, hand = skeleton.index("Hips"), skeleton.index("LeftHand")
    way = pose.positions[30:60, hand] - pose.positions[30:60, hips]
    seen = quaternions.rotate(quaternions.conjugate(pose.rotations[30:60, hips]), way)
    assert np.abs(seen - 1.5 * np.array(place)).max() < 1e-3


def test_a_hand_on_the_other_hand_stays_there_while_the_feet_stand():
    skeleton, place = walk().skeleton, (0.05, 0.0, 0.02)
    touching = Contact(
        point="left_wrist", joint="LeftHand", start=30, stop=60, position_m=place, reference="RightHand", fixed=True
    )
    feet = supple.detect(walk())
    both = Contacts(fps=60.0, floor=feet.floor, contacts=(*feet.contacts, touching))
    found = retarget(walk(), refigured.scaled(walk(), 1.5), contacts=both)
    pose = world_pose(found.motion)
    right, left = skeleton.index("RightHand"), skeleton.index("LeftHand")
    way = pose.positions[30:60, left] - pose.positions[30:60, right]
    seen = quaternions.rotate(quaternions.conjugate(pose.rotations[30:60, right]), way)
    assert np.abs(seen - 1.5 * np.array(place)).max() < 1e-3
    assert found.report.slide_mm_max < 1.0
    assert found.report.status == "met"
    assert not any("left alone" in note for note in found.report.notes)


def test_hands_that_cannot_meet_are_told_though_they_keep_still(monkeypatch):
    beyond = Contact(
        point="left_wrist", joint="LeftHand", start=30, stop=60, position_m=(0.0, 0.0, 3.0), reference="RightHand",
        fixed=True,
    )  # fmt: skip
    monkeypatch.setattr(retargeting, "sliding", lambda *_: (0.0, 0.0))
    report = retarget(walk(), walk(), contacts=Contacts(fps=60.0, contacts=(beyond,))).report
    assert report.status == "stalled"
    assert any("rides with a joint" in note for note in report.notes)


def test_targets_of_a_joint_that_the_character_lacks_are_told():
    text = joint_map(walk(), walk()).replace('"LeftHand" = "LeftHand"', '"LeftHand" = ""')
    given = Target(joint="LeftHand", start=10, positions_m=((0.0, 1.0, 0.0),))
    asked = Contacts(fps=60.0, targets=(given,))
    found = retarget(walk(), walk(), joint_map=parse_joint_map(text), contacts=asked)
    assert found.contacts.targets == ()
    assert any("targets of 'LeftHand' are left out" in note for note in found.report.notes)


def test_a_foot_that_stays_in_the_ground_is_not_met(monkeypatch):
    monkeypatch.setattr(retargeting, "sliding", lambda *_: (0.0, 4.0))
    assert retarget(walk(), walk()).report.status == "stalled"


def test_a_place_that_is_known_grows_with_the_way():
    start = walk().root_positions[0]
    place = (float(start[0]) + 0.2, 1.2, float(start[2]) + 0.3)
    held = Contact(point="left_wrist", joint="LeftHand", start=10, stop=20, position_m=place, fixed=True)
    found = retarget(walk(), refigured.scaled(walk(), 2.0), contacts=Contacts(fps=60.0, contacts=(held,)))
    (moved,) = found.contacts.contacts
    assert moved.joint == "LeftHand"
    assert moved.position_m[0] == pytest.approx(start[0] + 0.4, abs=0.05)
    assert moved.position_m[2] == pytest.approx(start[2] + 0.6, abs=0.05)


def test_a_limit_that_cannot_be_held_is_not_met_and_told(monkeypatch):
    def narrow(motion, roles):
        allowed = allowed_by(motion, roles)
        knees = np.isin(allowed.limits.joint, [motion.skeleton.index(f"{side}Leg") for side in ("Left", "Right")])
        return replace(allowed, high=np.where(knees, allowed.low + 0.01, allowed.high))

    monkeypatch.setattr(retargeting, "allowed_by", narrow)
    found = retarget(walk(), walk())
    assert found.report.limits_broken > 0
    assert found.report.status == "stalled"
    assert found.report.slide_mm_max < 1.0
    assert any("'LeftLeg' turns" in note and "beyond its range" in note for note in found.report.notes)
    assert len(found.report.limits) == found.report.limits_broken
    left = next(limit for limit in facts(found.report)["limits"] if limit["joint"] == "LeftLeg")
    allowed = narrow(found.before, found.names.roles)
    over = np.degrees(
        allowed.broken(found.motion.rotations)[:, allowed.limits.joint == walk().skeleton.index("LeftLeg")]
    )
    assert over[left["frame"]].max() == pytest.approx(left["deg"]) == over.max()
    assert left["frames"] == (over > 0.5).any(axis=1).sum()


def test_only_places_that_were_told_bend_the_motion_before_it_is_cleaned():
    names = motion_names(walk(), None)
    heel = next(c for c in supple.detect(walk()).contacts if c.point == "left_heel")
    far = tuple(np.array(heel.position_m) + [0.5, 0.0, 0.0])
    for fixed in (False, True):
        contact = msgspec.structs.replace(heel, position_m=far, fixed=fixed)
        bent = fitting._bent(walk(), Contacts(fps=walk().fps, contacts=(contact,)), names)
        assert (bent is walk()) == (not fixed)
