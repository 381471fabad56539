"""What names mean on a figure, and where its heels are."""

import numpy as np
import pytest
from support.motions import human_skeleton
from support.shared import DATA, needs_data

import supple
from supple.constraints.foot_points import place_foot_points
from supple.constraints.names import Effector, Names
from supple.core import quaternions
from supple.core.motion import first_moving_frame
from supple.core.pose import WorldPose, world_pose
from supple.core.roles import find_roles
from supple.errors import DocumentError
from supple.recipes.roles import motion_roles
from supple.recipes.walk import true_walk

SKELETON = human_skeleton()
ROLES = find_roles(SKELETON, np.zeros((1, len(SKELETON), 3)))
HEEL = Effector(3, (0.0, -0.05, -0.05))
NAMES = Names(
    skeleton=SKELETON, roles=ROLES, placed={"left_heel": HEEL, "left_ball": HEEL}, limbs={"tail": ("Spine", "Head")}
)


def test_joints_and_roles_are_found():
    assert NAMES.joint("LeftHand") == NAMES.joint("left_wrist") == SKELETON.index("LeftHand")
    assert NAMES.effector("LeftHand", (0.1, 0.0, 0.0)) == (SKELETON.index("LeftHand"), (0.1, 0.0, 0.0))


def test_a_point_is_counted_from_the_one_that_is_named():
    assert NAMES.effector("left_heel", (0.0, 0.0, 0.01)).point == pytest.approx((0.0, -0.05, -0.04))


def test_the_users_word_goes_over_a_role_and_a_role_over_what_was_placed():
    assert NAMES.effector("left_ball") == Effector(SKELETON.index("LeftToeBase"))
    given = Names(skeleton=SKELETON, roles=ROLES, given={"left_ball": HEEL})
    assert given.effector("left_ball") == HEEL


def test_a_joint_that_is_called_like_a_role_is_itself():
    odd = Names(skeleton=SKELETON, roles={"left_wrist": "Head"}, given={"Neck": HEEL})
    assert odd.joint("Neck") == SKELETON.index("Neck")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("LeftHandd", "there is no joint or role 'LeftHandd' on this figure. Did you mean LeftHand"),
        ("left_wirst", "left_wrist"),
        ("right_heel", "this figure has no right_heel. Say in a roles document"),
    ],
)
def test_unknown_names_come_with_the_nearest(name, said):
    with pytest.raises(DocumentError, match=said):
        NAMES.effector(name)


def test_a_point_is_no_joint():
    with pytest.raises(DocumentError, match="'left_heel' is a point of 'LeftFoot'; a joint is needed here"):
        NAMES.joint("left_heel")


def test_feet():
    assert NAMES.foot("left") == (HEEL, Effector(SKELETON.index("LeftToeBase")))
    assert NAMES.foot("tail").ball.joint == SKELETON.index("Head")
    with pytest.raises(DocumentError, match="there is no foot 'lef'. Did you mean left"):
        NAMES.foot("lef")


WALK = true_walk(seconds=2.0)
WALK_ROLES = motion_roles(WALK.motion)
POSE = world_pose(WALK.motion)


def world_point(pose, effector):
    turned = quaternions.rotate(pose.rotations[:, effector.joint], np.array(effector.point))
    return pose.positions[:, effector.joint] + turned


def test_heels_of_a_walker_are_where_they_were_made():
    points = place_foot_points(WALK.motion.skeleton, WALK_ROLES, POSE)
    for side in ("left", "right"):
        heel = points[f"{side}_heel"]
        assert WALK.motion.skeleton.names[heel.joint] == f"{side.title()}Foot"
        assert heel.point == pytest.approx(WALK.heel, abs=1e-3)
        assert points[f"{side}_ball"] == (WALK.motion.skeleton.index(f"{side.title()}ToeBase"), (0.0, 0.0, 0.0))


def without(*parts):
    return {role: joint for role, joint in WALK_ROLES.items() if not role.endswith(parts)}


@pytest.mark.parametrize("floor", [None, 0.0])
@pytest.mark.parametrize("roles", [without("toe_end"), without("ball"), without("ball", "toe_end")])
def test_points_that_are_no_joints_are_placed_on_the_sole(roles, floor):
    """Within 35 mm: without joints ahead of the ankle the foot is taken to point where the hips face."""
    points = place_foot_points(WALK.motion.skeleton, roles, POSE, floor=floor)
    stand = next(c for c in WALK.contacts if c.foot == "LeftFoot" and c.part == "heel")
    frame = (stand.start + stand.stop) // 2
    for part, joint in (("ball", "LeftToeBase"), ("toe", "LeftToeBase_end")):
        found = world_point(POSE, points[f"left_{part}"])[frame]
        true = POSE.positions[frame, WALK.motion.skeleton.index(joint)]
        assert np.linalg.norm(found - true) < 0.035
    assert abs(world_point(POSE, points["left_heel"])[frame, 1]) < 0.01


def test_toes_ride_with_the_ball():
    points = place_foot_points(WALK.motion.skeleton, without("toe_end"), POSE)
    assert WALK.motion.skeleton.names[points["left_toe"].joint] == "LeftToeBase"


def test_a_floor_far_below_is_not_the_one_stood_on():
    points = place_foot_points(WALK.motion.skeleton, WALK_ROLES, POSE, floor=-2.0)
    assert points["left_heel"].point == pytest.approx(WALK.heel, abs=1e-3)


def test_rest_rows_are_left_out():
    """A T-pose far under the floor would be the lowest frame."""
    low = WorldPose(
        np.concatenate([POSE.positions[:1] - [0.0, 5.0, 0.0], POSE.positions]),
        np.concatenate([quaternions.multiply(POSE.rotations[:1], np.array([0.6, 0.8, 0.0, 0.0])), POSE.rotations]),
    )
    points = place_foot_points(WALK.motion.skeleton, WALK_ROLES, low, first=1)
    assert points["left_heel"].point == pytest.approx(WALK.heel, abs=1e-3)


def test_a_figure_without_feet_has_no_points():
    assert place_foot_points(SKELETON, {}, world_pose(supple.walking(seconds=0.1))) == {}


@needs_data
def test_heels_of_a_capture_are_behind_and_below_the_ankle():
    motion = supple.read(DATA / "cmu-bvh" / "16_11.bvh")
    roles, pose = motion_roles(motion), world_pose(motion)
    points = place_foot_points(motion.skeleton, roles, pose, first=first_moving_frame(motion))
    for side in ("left", "right"):
        ankle, ball = (pose.positions[:, motion.skeleton.index(roles[f"{side}_{part}"])] for part in ("ankle", "ball"))
        standing = np.argsort((ankle + ball)[motion.rest_rows :, 1])[:20] + motion.rest_rows
        heel = (world_point(pose, points[f"{side}_heel"]) - ankle)[standing]
        ahead = (ball - ankle)[standing]
        assert (heel[:, 1] < -0.02).all()
        assert (np.einsum("ni,ni->n", heel[:, ::2], ahead[:, ::2]) < 0.0).all()
