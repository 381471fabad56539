"""Which limbs a figure has, and how they bend."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import human_skeleton, smooth_motion
from support.planted import ROLES, waving_figure
from support.shared import DATA, needs_data
from support.tolerances import ALGEBRA

import supple
from supple.constraints.names import Effector
from supple.core.freedom import Freedom
from supple.core.motion import Motion, rest_pose
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError, UnknownJointError
from supple.recipes.roles import motion_roles
from supple.solvers.cleanup.limbs_of import limbs_of


def test_a_person_has_two_legs_and_two_arms():
    motion, limbs = waving_figure()
    assert [limb.name for limb in limbs] == ["left_leg", "right_leg", "left_arm", "right_arm"]
    assert [limb.rank for limb in limbs] == [0, 0, 1, 1]
    names = motion.skeleton.names
    assert (names[limbs[0].base], names[limbs[0].middle], names[limbs[0].end]) == ("LeftUpLeg", "LeftLeg", "LeftFoot")
    assert names[limbs[0].toe] == "LeftToeBase"
    assert limbs[2].toe is None


def test_tips_are_in_the_frame_of_the_end():
    motion, _ = waving_figure()
    skeleton = motion.skeleton
    heel = Effector(skeleton.index("LeftFoot"), (0.0, -0.08, -0.05))
    leg = limbs_of(motion, ROLES, {"left_heel": heel})[0]
    assert [tip.name for tip in leg.tips] == ["left_heel", "left_ball"]
    assert_allclose(leg.tips[0].offset, [0.0, -0.08, -0.05], **ALGEBRA)
    assert_allclose(leg.tips[1].offset, skeleton.offsets[skeleton.index("LeftToeBase")], **ALGEBRA)


def test_the_bones_of_the_frames_count():
    motion, _ = waving_figure(stretch=True)
    ball = motion.skeleton.index("LeftToeBase")
    leg = limbs_of(motion, ROLES)[0]
    assert_allclose(leg.tips[0].offset, np.median(motion.offsets[:, ball], axis=0), **ALGEBRA)


def test_a_point_that_another_joint_carries_is_no_tip():
    motion, _ = waving_figure()
    leg = limbs_of(motion, ROLES, {"left_heel": Effector(motion.skeleton.index("LeftLeg"))})[0]
    assert [tip.name for tip in leg.tips] == ["left_ball"]


def test_a_knee_flexes_about_a_positive_turn():
    _, limbs = waving_figure()
    assert limbs[0].axis[0] > 0.9  # a standing figure that faces +Z has its left at +X


def test_a_hinge_of_the_file_is_used():
    plain = human_skeleton()
    knee = plain.index("LeftLeg")
    freedoms = list(plain.freedoms)
    freedoms[knee] = Freedom("hinge", np.array([[-1.0, 0.0, 0.0]]))
    skeleton = Skeleton(plain.names, plain.parents, plain.offsets, plain.end_sites, freedoms=tuple(freedoms))
    leg = limbs_of(rest_pose(skeleton), ROLES)[0]
    assert_allclose(leg.axis, [1.0, 0.0, 0.0], **ALGEBRA)


def test_missing_limbs_are_missing():
    motion = smooth_motion(human_skeleton(), 5)
    assert [limb.name for limb in limbs_of(motion, {k: v for k, v in ROLES.items() if "left_knee" not in k})] == [
        "right_leg", "left_arm", "right_arm",
    ]  # fmt: skip
    assert limbs_of(motion, {}) == ()


def test_more_limbs_by_their_joints():
    motion = smooth_motion(human_skeleton(), 5)
    limbs = limbs_of(motion, {}, extra={"neck": ["Spine", "Spine1", "Neck", "Head"]})
    assert [limb.name for limb in limbs] == ["neck"]
    assert motion.skeleton.names[limbs[0].middle] == "Spine1"
    assert limbs[0].tips[0].joint == motion.skeleton.index("Head")


@pytest.mark.parametrize(
    ("extra", "error", "says"),
    [
        ({"tail": ["Spine", "Spine1"]}, InvalidValueError, "at least three joints"),
        ({"tail": ["Spine", "Spine1", "Nack"]}, UnknownJointError, "Nack"),
        ({"tail": ["Hips", "Spine", "Spine1"]}, InvalidValueError, "must not be the root"),
        ({"tail": ["Spine", "LeftLeg", "Head"]}, InvalidValueError, "must hang below"),
        ({"tail": ["Spine1", "LeftShoulder", "LeftHand"]}, InvalidValueError, "limbs must be apart"),
    ],
)
def test_what_is_no_limb_is_refused(extra, error, says):
    motion = smooth_motion(human_skeleton(), 5)
    with pytest.raises(error, match=says):
        limbs_of(motion, ROLES, extra=extra)


def test_one_frame_is_enough():
    motion = smooth_motion(human_skeleton(), 1)
    assert len(limbs_of(Motion(motion.skeleton, motion.root_positions, motion.rotations, 0.1), ROLES)) == 4


@needs_data
def test_joints_between_root_and_hip_do_not_matter():
    motion = supple.read(DATA / "cmu-bvh" / "02_01.bvh")
    limbs = limbs_of(motion, motion_roles(motion))
    assert len(limbs) == 4
    assert motion.skeleton.parents[limbs[0].base] != 0  # LHipJoint lies between


def test_bones_without_length_are_no_limb():
    plain = human_skeleton()
    offsets = plain.offsets.copy()
    offsets[plain.index("LeftLeg")] = 0.0
    motion = rest_pose(Skeleton(plain.names, plain.parents, offsets, plain.end_sites))
    assert [limb.name for limb in limbs_of(motion, ROLES)] == ["right_leg", "left_arm", "right_arm"]
    with pytest.raises(InvalidValueError, match="without length"):
        limbs_of(motion, {}, extra={"leg": ["LeftUpLeg", "LeftLeg", "LeftFoot"]})
