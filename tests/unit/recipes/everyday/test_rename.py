"""Other names for the same joints."""

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core.contacts import Contact, Contacts
from supple.errors import DocumentError, InvalidValueError, UnknownJointError
from supple.recipes.everyday.naming import CONVENTIONS, read_names, without_prefix
from supple.recipes.everyday.rename import rename


@pytest.fixture
def motion():
    return smooth_motion(human_skeleton(), 12)


def test_joints_may_exchange_their_names_and_tips_follow(motion):
    other = rename(motion, {"LeftHand": "RightHand", "RightHand": "LeftHand"}).motion
    names = other.skeleton.names
    assert names[motion.skeleton.index("LeftHand")] == "RightHand"
    assert names[motion.skeleton.index("LeftHand_end")] == "RightHand_end"
    assert other.rotations is motion.rotations


def test_contacts_follow(motion):
    contacts = Contacts(
        fps=60.0, contacts=(Contact(point="left_ball", joint="LeftFoot", start=0, stop=2, position_m=(0.0, 0.0, 0.0)),)
    )
    got = rename(motion, {"LeftFoot": "pes"}, contacts=contacts)
    assert got.contacts.contacts[0].joint == "pes"
    assert got.contacts.contacts[0].point == "left_ball"


@pytest.mark.parametrize("naming", CONVENTIONS)
def test_roles_survive_every_naming(motion, naming):
    other = rename(motion, naming).motion
    before, after = supple.motion_roles(motion), supple.motion_roles(other)
    for role, joint in before.items():
        assert other.skeleton.index(after[role]) == motion.skeleton.index(joint)


def test_a_joint_in_the_way_of_a_naming_steps_aside_and_that_is_said(motion):
    odd = rename(motion, {"Spine": "pelvis", "Head": "Spine"}).motion
    roles = supple.motion_roles(motion)
    roles = {role: odd.skeleton.names[motion.skeleton.index(joint)] for role, joint in roles.items() if role != "spine"}
    got = rename(odd, "unreal", roles=roles)
    assert got.motion.skeleton.names[0] == "pelvis"
    assert "pelvis_2" in got.motion.skeleton
    assert any("pelvis_2" in note for note in got.notes)


def test_names_that_cannot_be_are_refused(motion):
    with pytest.raises(UnknownJointError, match="LeftHand"):
        rename(motion, {"LeftHnad": "x"})
    with pytest.raises(InvalidValueError, match="both be called 'Head'"):
        rename(motion, {"Neck": "Head"})
    with pytest.raises(InvalidValueError, match="empty"):
        rename(motion, {"Neck": " "})
    with pytest.raises(InvalidValueError, match="mixamo"):
        rename(motion, "maximo")
    with pytest.raises(InvalidValueError, match="'Hips'"):
        without_prefix(motion.skeleton, "mixamorig:")


def test_a_prefix_comes_off(motion):
    there = rename(motion, {name: f"rig:{name}" for name in motion.skeleton.names}).motion
    back = rename(there, without_prefix(there.skeleton, "rig:")).motion
    assert back.skeleton.names == motion.skeleton.names


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "old,new\nHips,pelvis\n\nHead,skull\n"),
        ("a.toml", 'format = 1\n[names]\nHips = "pelvis"\nHead = "skull"\n'),
        ("a.json", '{"format": 1, "names": {"Hips": "pelvis", "Head": "skull"}}'),
    ],
)
def test_maps_are_read_from_files(name, text, tmp_path):
    (tmp_path / name).write_text(text)
    assert read_names(tmp_path / name) == {"Hips": "pelvis", "Head": "skull"}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "Hips;pelvis\n", ":1: two names"),
        ("a.csv", "Hips,a\nHips,b\n", ":2: 'Hips' is renamed twice"),
        ("a.csv", "x" * 200_000, "not CSV"),
        ("a.toml", "[names]\n", "format"),
        ("a.toml", "format = 1\n[names]\nHips = 3\n", "names"),
        ("a.toml", "format = 1\nnomes = 3\n", "names"),
    ],
)
def test_maps_that_are_wrong_are_told(name, text, said, tmp_path):
    (tmp_path / name).write_text(text)
    with pytest.raises(DocumentError, match=said):
        read_names(tmp_path / name)


def test_a_bvh_keeps_its_numbers_under_other_names(motion, tmp_path):
    supple.write(motion, tmp_path / "a.bvh")
    read = supple.read(tmp_path / "a.bvh")
    supple.write(rename(read, "unity").motion, tmp_path / "b.bvh")
    old, new = ((tmp_path / name).read_text().partition("MOTION")[2] for name in ("a.bvh", "b.bvh"))
    assert old == new
    np.testing.assert_array_equal(supple.read(tmp_path / "b.bvh").rotations, read.rotations)
