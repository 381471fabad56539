"""Fewer joints for the same movement."""

from dataclasses import replace

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion
from support.tolerances import ALGEBRA

import supple
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Geometric
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.recipes.everyday.prune import prune


@pytest.fixture(params=[False, True], ids=["plain", "stretching"])
def motion(request):
    return smooth_motion(human_skeleton(), 12, stretch=request.param)


def assert_kept_stay(before, after):
    a, b = world_pose(before), world_pose(after)
    for name in set(before.skeleton.names) & set(after.skeleton.names):
        j, k = before.skeleton.index(name), after.skeleton.index(name)
        np.testing.assert_allclose(b.positions[:, k], a.positions[:, j], **ALGEBRA)
        if not after.skeleton.end_sites[k]:
            np.testing.assert_allclose(np.abs(np.sum(a.rotations[:, j] * b.rotations[:, k], axis=1)), 1.0, **ALGEBRA)


def test_a_pruned_joint_folds_into_what_hangs_below(motion):
    got = prune(motion, drop=["Spine", "LeftArm", "RightLeg"])
    names = got.motion.skeleton.names
    assert len(names) == len(motion.skeleton) - 3
    assert names[got.motion.skeleton.parents[got.motion.skeleton.index("LeftForeArm")]] == "LeftShoulder"
    assert_kept_stay(motion, got.motion)
    assert got.motion.offsets is not None


def test_offsets_change_over_time_only_where_a_pruned_joint_turned():
    motion = smooth_motion(human_skeleton(), 12)
    assert any("LeftForeArm" in note for note in prune(motion, drop=["LeftArm"]).notes)
    rotations = motion.rotations.copy()
    rotations[:, motion.skeleton.index("LeftShoulder")] = (1.0, 0.0, 0.0, 0.0)
    got = prune(motion.with_rotations(rotations), drop=["LeftShoulder"])
    assert got.motion.offsets is None
    assert len(got.notes) == 1
    assert_kept_stay(motion.with_rotations(rotations), got.motion)


def test_a_hand_without_fingers_keeps_a_tip(motion):
    got = prune(motion, drop=["LeftForeArm", "LeftHand"])
    skeleton = got.motion.skeleton
    tip = skeleton.index("LeftArm_end")
    assert skeleton.end_sites[tip]
    before = world_pose(motion).positions[:, motion.skeleton.index("LeftForeArm")]
    np.testing.assert_allclose(world_pose(got.motion).positions[:, tip], before, **ALGEBRA)
    bare = prune(motion, drop=["LeftForeArm", "LeftHand", "end-sites"])
    assert not bare.motion.skeleton.end_sites.any()


def test_the_root_can_go_if_one_joint_is_above_the_others(motion):
    got = prune(motion, drop=["Hips", "LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase", "RightUpLeg", "RightLeg",
                              "RightFoot", "RightToeBase"])  # fmt: skip
    assert got.motion.skeleton.names[0] == "Spine"
    assert_kept_stay(motion, got.motion)
    with pytest.raises(InvalidValueError, match="fall apart.*Keep 'Hips'"):
        prune(motion, drop=["hips"])


def test_keeping_roles_keeps_the_body(motion):
    got = prune(motion, keep=["roles"])
    roles = supple.motion_roles(motion)
    assert set(roles.values()) <= set(got.motion.skeleton.names)
    assert_kept_stay(motion, got.motion)


def test_rest_rotations_and_provenance_are_in_step(motion):
    rest = quaternions.normalized(np.random.default_rng(1).normal(size=(len(motion.skeleton), 4)))
    turned = replace(
        motion,
        skeleton=replace(motion.skeleton, rest_rotations=rest),
        provenance=replace(motion.provenance, channels=tuple(motion.skeleton.names)),
    )
    got = prune(turned, drop=["Spine"]).motion
    want = quaternions.multiply(rest[motion.skeleton.index("Spine")], rest[motion.skeleton.index("Spine1")])
    np.testing.assert_allclose(got.skeleton.rest_rotations[got.skeleton.index("Spine1")], want, **ALGEBRA)
    assert got.provenance.channels == got.skeleton.names


def test_contacts_of_pruned_joints_go_to_the_joint_above_where_they_can():
    motion = smooth_motion(human_skeleton(), 12)
    rotations = motion.rotations.copy()
    rotations[:, motion.skeleton.index("LeftToeBase")] = (1.0, 0.0, 0.0, 0.0)
    motion = motion.with_rotations(rotations)
    on = {"start": 2, "stop": 9, "position_m": (0.0, 0.0, 0.0), "offset_m": (0.0, -0.02, 0.01)}
    contacts = Contacts(
        fps=60.0,
        contacts=(
            Contact(point="left_ball", joint="LeftToeBase", **on),
            Contact(point="right_ball", joint="RightToeBase", **on),
            Contact(point="head", joint="Head", **on),
        ),
        geometric=(Geometric(joint="LeftToeBase", kind="point", start=0, stop=2, origin_m=(0.0, 0.0, 0.0)),),
    )
    got = prune(motion, drop=["LeftToeBase", "RightToeBase"], contacts=contacts)
    assert [(c.point, c.joint) for c in got.contacts.contacts] == [("left_ball", "LeftFoot"), ("head", "Head")]
    assert got.contacts.contacts[0].offset_m == pytest.approx((0.0, -0.07, 0.14))
    assert got.contacts.geometric == ()
    assert any("2 contacts" in note for note in got.notes)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, "keep or to drop"),
        ({"drop": ["LeftHnad"]}, "LeftHand"),
        ({"keep": ["Head_end"]}, "no joint would be left"),
        ({"keep": ["LeftHand", "RightHand"]}, "Keep 'Spine1'"),
    ],
)
def test_what_cannot_be_pruned_is_refused(asked, said):
    with pytest.raises(InvalidValueError, match=said):
        prune(smooth_motion(human_skeleton(), 3), **asked)
