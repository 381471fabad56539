"""Joint limits of a figure: where they come from, where they are counted from, and what captures do to them."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation
from support.figures import ROLE_OF
from support.motions import human_skeleton
from support.shared import DATA, needs_data
from support.trees import unit

import supple
from supple.core import quaternions
from supple.core.body.anatomy import anatomy
from supple.core.body.hinges import hinged_by_role
from supple.core.body.joint_limits import JointLimits, joint_limits, limit_angles, limits_broken, widened
from supple.core.body.limit_sources import LimitSetting
from supple.core.freedom import Freedom
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.kernels.limit_kinds import POLYGON, RANGE, SWING, TWIST
from supple.recipes.roles import motion_roles
from supple.recipes.walk import true_walk

ROLES = {role: joint for joint, role in ROLE_OF.items()}
HUMAN = human_skeleton()
REST = HUMAN.rest_rotations[None]
DOWN = np.array([0.0, -1.0, 0.0])


def limits_of(skeleton=HUMAN, rotations=None, roles=ROLES, **settings) -> JointLimits:
    """Limits with a user's settings by joint name."""
    rotations = skeleton.rest_rotations[None] if rotations is None else rotations
    stated = {skeleton.index(name): setting for name, setting in settings.items()}
    return joint_limits(hinged_by_role(skeleton, rotations, roles), rotations, roles, stated)


def row(limits, joint, kind) -> int:
    (found,) = np.flatnonzero((limits.joint == joint) & (limits.kind == kind))
    return int(found)


def posed(name, vector_deg, skeleton=HUMAN):
    """(1, J, 4) one joint turned from rest by a rotation vector of its parent's frame [deg]."""
    rotations = skeleton.rest_rotations[None].copy()
    j = skeleton.index(name)
    turn = Rotation.from_rotvec(vector_deg, degrees=True)
    rest = Rotation.from_quat(rotations[0, j], scalar_first=True)
    rotations[0, j] = (turn * rest).as_quat(scalar_first=True)
    return rotations


def degrees(limits, rotations, name, kind, skeleton=HUMAN) -> float:
    n = row(limits, skeleton.index(name), kind)
    return float(np.degrees(limit_angles(limits, rotations)[0, n] + limits.middle[n]))


def a_pose(lowered_deg: float) -> Skeleton:
    """The figure built with its arms lowered: other offsets, no rest rotations."""
    offsets = HUMAN.offsets.copy()
    for side, sign in (("Left", -1), ("Right", 1)):
        turn = Rotation.from_euler("z", sign * lowered_deg, degrees=True)
        for name in ("ForeArm", "Hand", "Hand_end"):
            offsets[HUMAN.index(side + name)] = turn.apply(offsets[HUMAN.index(side + name)])
    return replace(HUMAN, offsets=offsets)


@pytest.mark.parametrize("lowered", [0.0, 45.0, 80.0])
def test_arms_are_counted_from_hanging_whatever_the_rest_pose(lowered):
    skeleton = a_pose(lowered)
    limits = limits_of(skeleton)
    for name in ("LeftArm", "RightArm", "LeftUpLeg", "RightUpLeg"):
        n = row(limits, skeleton.index(name), SWING)
        assert_allclose(limits.centre[n], DOWN, rtol=0, atol=1e-12)
    at_rest = skeleton.rest_rotations[None]
    assert degrees(limits, at_rest, "LeftArm", SWING, skeleton) == pytest.approx(90.0 - lowered, abs=1e-9)
    assert degrees(limits, at_rest, "LeftArm", TWIST, skeleton) == pytest.approx(0.0, abs=1e-9)


def test_a_rest_pose_that_turns_its_joints_changes_nothing():
    """An A-pose made by rest rotations instead of offsets."""
    rest = HUMAN.rest_rotations.copy()
    rest[HUMAN.index("LeftArm")] = Rotation.from_euler("z", -50, degrees=True).as_quat(scalar_first=True)
    skeleton = replace(HUMAN, rest_rotations=rest)
    ours, theirs = limits_of(skeleton), limits_of()
    poses = quaternions.normalized(np.random.default_rng(1).normal(size=(20, len(HUMAN), 4)))
    assert_allclose(limit_angles(ours, poses), limit_angles(theirs, poses), rtol=0, atol=1e-9)


def test_frames_of_joints_may_be_turned():
    turns = quaternions.normalized(np.random.default_rng(3).normal(size=(len(HUMAN), 4)))
    turns[HUMAN.end_sites] = quaternions.IDENTITY
    above = np.where(HUMAN.parents[:, None] < 0, quaternions.identity(1), turns[HUMAN.parents])
    back = quaternions.conjugate(above)

    def moved(q):
        return quaternions.multiply(quaternions.multiply(back, q), turns)

    offsets = quaternions.rotate(back, HUMAN.offsets)
    other = Skeleton(HUMAN.names, HUMAN.parents, offsets, HUMAN.end_sites, moved(HUMAN.rest_rotations))
    poses = quaternions.normalized([1, 0, 0, 0] + 0.3 * np.random.default_rng(4).normal(size=(20, len(HUMAN), 4)))
    polygon = LimitSetting(swing_polygon_deg=((60, -30), (60, 90), (-40, 70), (-20, -20)))
    ours, theirs = (limits_of(s, LeftArm=polygon, RightFoot=polygon) for s in (HUMAN, other))
    assert_allclose(limit_angles(theirs, moved(poses)), limit_angles(ours, poses), rtol=0, atol=1e-9)


def test_a_heap_of_bones_is_asked_in_its_clip():
    """All bones along +X at rest; the clip shows the figure standing in the T-pose."""
    frames, first = quaternions.identity(len(HUMAN)), {int(p): j for j, p in reversed(list(enumerate(HUMAN.parents)))}
    for j, child in first.items():
        if j >= 0:
            frames[j] = quaternions.arc(np.array([1.0, 0.0, 0.0]), unit(HUMAN.offsets[child]))
    parents, back = np.maximum(HUMAN.parents, 0), quaternions.conjugate(frames)
    heap = Skeleton(HUMAN.names, HUMAN.parents, quaternions.rotate(back[parents], HUMAN.offsets), HUMAN.end_sites)
    standing = quaternions.multiply(back[parents], frames)
    standing[0] = frames[0]
    limits = limits_of(heap, standing[None])
    for name in ("LeftArm", "RightArm", "LeftUpLeg"):
        n, parent = row(limits, heap.index(name), SWING), heap.parents[heap.index(name)]
        assert_allclose(quaternions.rotate(frames[parent], limits.centre[n]), DOWN, rtol=0, atol=1e-9)
    assert degrees(limits, standing[None], "LeftArm", SWING, heap) == pytest.approx(90.0, abs=1e-6)
    assert degrees(limits, standing[None], "LeftFoot", SWING, heap) == pytest.approx(0.0, abs=1e-5)


@pytest.mark.parametrize(
    ("name", "vector", "kind", "expected"),
    [
        ("LeftUpLeg", (-100, 0, 0), SWING, 100),  # thigh lifted forward
        ("LeftArm", (0, 0, 60), SWING, 150),  # T-pose, raised further
        ("LeftLeg", (70, 0, 0), RANGE, 70),  # knee bent
        ("LeftLeg", (-20, 0, 0), RANGE, -20),  # knee bent backwards
        ("LeftForeArm", (0, -90, 0), RANGE, 90),  # forearm forward
        ("Head", (0, 50, 0), TWIST, 50),  # looks left
        ("Head", (0, 50, 0), SWING, 0),
        ("LeftFoot", (30, 0, 0), SWING, 30),  # tiptoe
    ],
)
def test_angles_are_those_of_anatomy(name, vector, kind, expected):
    assert degrees(limits_of(), posed(name, vector), name, kind) == pytest.approx(expected, abs=1e-6)


def test_knees_bend_no_further_than_people():
    limits = limits_of()
    for bend, broken in ((-5, True), (1, False), (149, False), (151, True), (179, True)):
        poses = posed("LeftLeg", (bend, 0, 0))
        excess = limits_broken(limits, limits.low, limits.high, poses)[0, row(limits, HUMAN.index("LeftLeg"), RANGE)]
        assert (excess > 0) == broken, bend
    n = row(limits, HUMAN.index("LeftLeg"), RANGE)
    assert limits.source[n] == "table"
    excess = limits_broken(limits, limits.low, limits.high, posed("LeftLeg", (-5, 0, 0)))
    assert excess[0, n] == pytest.approx(np.radians(5))


def test_a_limb_that_rests_bent_is_counted_from_straight():
    rest = HUMAN.rest_rotations.copy()
    rest[HUMAN.index("LeftLeg")] = quaternions.about_axis("x", np.radians(25.0))
    bent = replace(HUMAN, rest_rotations=rest)
    limits = limits_of(bent)
    assert degrees(limits, rest[None], "LeftLeg", RANGE, bent) == pytest.approx(25.0, abs=1e-9)
    assert degrees(limits, REST, "LeftLeg", RANGE, bent) == pytest.approx(0.0, abs=1e-9)
    n = row(limits, HUMAN.index("LeftLeg"), RANGE)
    assert_allclose(np.degrees([limits.low[n], limits.high[n]]) + np.degrees(limits.middle[n]), [0, 150], atol=1e-9)


def test_the_user_goes_before_the_file_before_the_table():
    freedoms = list(HUMAN.freedoms)
    freedoms[HUMAN.index("LeftLeg")] = Freedom("hinge", np.eye(3)[:1], np.radians([[-10.0, 100.0]]))
    two = np.radians([[-20.0, 20.0], [-np.inf, 30.0]])
    freedoms[HUMAN.index("LeftFoot")] = Freedom("universal", np.eye(3)[:2], two)
    three = np.radians([[-20.0, 20.0]] * 3)
    freedoms[HUMAN.index("LeftUpLeg")] = Freedom("ball", np.eye(3), three)
    skeleton = replace(HUMAN, freedoms=tuple(freedoms))
    said = LimitSetting(swing_deg=20.0, range_deg=(5.0, 50.0))
    limits = limits_of(
        skeleton, RightLeg=said, LeftLeg=LimitSetting(range_deg=(5.0, 60.0)), RightArm=LimitSetting(swing_deg=20.0)
    )
    plain = limits_of(skeleton)

    def stated(found, name, kind):
        j = skeleton.index(name)
        ns = np.flatnonzero((found.joint == j) & (found.kind == kind))
        return [
            (found.source[n], *np.degrees([found.low[n] + found.middle[n], found.high[n] + found.middle[n]]).round(6))
            for n in ns
        ]

    assert stated(plain, "LeftLeg", RANGE) == [("file", -10, 100)]
    assert stated(limits, "LeftLeg", RANGE) == [("user", 5, 60)]
    assert stated(limits, "RightLeg", RANGE) == [("user", 5, 50)]
    assert stated(limits, "RightLeg", SWING) == [("user", -np.inf, 20)]
    assert stated(limits, "RightArm", SWING) == [("user", -np.inf, 20)]
    assert stated(limits, "RightArm", TWIST) == [("table", -90, 90)]
    assert stated(plain, "LeftFoot", RANGE) == [("file", -20, 20), ("file", -np.inf, 30)]
    assert stated(plain, "LeftFoot", SWING) == []
    assert stated(plain, "LeftUpLeg", SWING) == [("table", -np.inf, 120)]  # Euler ranges of a ball joint are not used


SEMI = ((0.0, -90.0), (80.0, -90.0), (80.0, 90.0), (0.0, 90.0))  # forward of the frontal plane


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(
    ("name", "vector", "outside"),
    [
        ("LeftUpLeg", (-30, 0, 0), -30),  # forward: 30 inside the edge
        ("LeftUpLeg", (30, 0, 0), 30),  # backward
        ("LeftUpLeg", (-100, 0, 0), 20),  # too far forward
        ("RightUpLeg", (-30, 0, 0), -30),
        ("RightUpLeg", (30, 0, 0), 30),
    ],
)
def test_polygons_are_degrees_forward_and_outward(name, vector, outside, order):
    limits = limits_of(**{name: LimitSetting(swing_polygon_deg=SEMI[::order])})
    assert degrees(limits, posed(name, vector), name, POLYGON) == pytest.approx(outside, abs=1e-6)
    n = row(limits, HUMAN.index(name), POLYGON)
    assert limits.high[n] == 0.0


OUT = ((-80.0, 10.0), (80.0, 10.0), (80.0, 90.0), (-80.0, 90.0))


@pytest.mark.parametrize(
    ("name", "vector", "outside"),
    [
        ("LeftUpLeg", (0, 0, 30), -20),  # the left leg to the left is outward
        ("RightUpLeg", (0, 0, -30), -20),
        ("RightUpLeg", (0, 0, 30), 40),
        ("LeftShoulder", (0, 0, 30), -20),  # a collar bone points outward already: up counts
        ("RightShoulder", (0, 0, -30), -20),
        ("LeftFoot", (0, 30, 0), None),  # a foot points forward: x is up, y outward
    ],
)
def test_outward_is_away_from_the_body_on_both_sides(name, vector, outside):
    limits = limits_of(**{name: LimitSetting(swing_polygon_deg=OUT)})
    found = degrees(limits, posed(name, vector), name, POLYGON)
    assert found < 0 if outside is None else found == pytest.approx(outside, abs=1e-6)


@given(st.integers(0, 2**32 - 1))
def test_a_captured_pose_is_always_inside_its_widened_limits(seed):
    rng = np.random.default_rng(seed)
    poses = unit(rng.normal(size=(3, len(HUMAN), 4)))
    limits = LIMITED
    low, high = widened(limits, poses)
    assert low.shape == high.shape == (3, len(limits))
    assert (low <= limits.low).all()
    assert (high >= limits.high).all()
    assert (limits_broken(limits, low, high, poses) == 0.0).all()
    values = limit_angles(limits, poses)
    assert (low <= values).all()
    assert (values <= high).all()


LIMITED = limits_of(LeftArm=LimitSetting(swing_polygon_deg=SEMI), Neck=LimitSetting(twist_deg=(10.0, 20.0)))


def test_widening_gives_only_what_the_frame_needs():
    limits = limits_of()
    poses = np.concatenate([REST, posed("LeftLeg", (-5, 0, 0))])
    low, high = widened(limits, poses)
    n = row(limits, HUMAN.index("LeftLeg"), RANGE)
    assert low[0, n] == pytest.approx(limits.low[n], abs=1e-12)
    assert low[1, n] == pytest.approx(limits.low[n] - np.radians(5), abs=1e-12)
    assert (high == limits.high).all()


def test_the_opposite_of_every_middle_is_outside_its_cone():
    """There swing and twist cannot be told apart."""
    limits = limits_of()
    cones = limits.kind == SWING
    assert cones.sum() > 10
    assert (limits.high[cones] < np.pi).all()
    figure = anatomy(HUMAN, REST, ROLES)
    for n in np.flatnonzero(cones):
        place = figure.at(int(limits.joint[n]))
        assert_allclose(quaternions.rotate(place.zero, place.bone), limits.centre[n], rtol=0, atol=1e-12)


def test_joints_between_roles_are_limited_as_their_part_of_the_body():
    """A back of two joints of which one plays a role."""
    names = [*HUMAN.names]
    roles = {role: name for role, name in ROLES.items() if role != "spine"}
    limits = limits_of(roles=roles)
    n = row(limits, names.index("Spine"), SWING)
    assert np.degrees(limits.high[n]) == pytest.approx(80.0)  # the whole back


def test_nothing_is_said_of_the_root_of_ends_and_of_unknown_joints():
    limits = limits_of(roles={})
    assert len(limits) == 0
    assert limits_broken(limits, limits.low, limits.high, REST).shape == (1, 0)
    limits = limits_of(roles={}, Hips=LimitSetting(swing_deg=1.0), LeftHand=LimitSetting(swing_deg=10.0))
    assert limits.joint.tolist() == [HUMAN.index("LeftHand")]
    assert degrees(limits, posed("LeftHand", (0, 30, 0)), "LeftHand", SWING) == pytest.approx(30.0, abs=1e-6)


@pytest.mark.parametrize(
    "wrong",
    [
        {"swing_polygon_deg": ((0, 0), (1, 1))},
        {"twist_deg": (5, -5)},
        {"range_deg": (5, float("nan"))},
        {"swing_deg": -1.0},
    ],
)
def test_nonsense_is_refused(wrong):
    with pytest.raises(InvalidValueError, match=next(iter(wrong))):
        LimitSetting(**wrong)


def test_limits_are_frozen_and_travel():
    limits = pickle.loads(pickle.dumps(LIMITED))
    with pytest.raises(ValueError, match="read-only"):
        limits.low[0] = 1.0
    assert all((a == b).all() for a, b in zip(limits.arrays, LIMITED.arrays, strict=True))


def captured(motion):
    rotations, roles = motion.rotations[motion.rest_rows :], motion_roles(motion)
    return limits_of(motion.skeleton, rotations, roles), rotations, roles


def test_the_walker_keeps_within_human_limits():
    for skeleton_of in (lambda s: s, lambda s: replace(s, freedoms=())):
        walk = true_walk(seconds=2.0).motion
        walk = replace(walk, skeleton=skeleton_of(walk.skeleton))
        limits, rotations, _ = captured(walk)
        assert (limits_broken(limits, limits.low, limits.high, rotations) == 0.0).all()


@needs_data
@pytest.mark.parametrize(
    ("name", "share"),
    [
        ("cmu-bvh/02_01.bvh", 0.05),  # a walk
        ("cmu-bvh/05_02.bvh", 1.0),  # a dancer, who points her feet
        ("bandai-namco/dataset-1_walk_normal_001.bvh", 0.05),  # rests as a heap of bones along +X
    ],
)
def test_captured_arms_hang_from_the_trunk_and_walks_keep_within_limits(name, share):
    motion = supple.read(DATA / name)
    limits, rotations, roles = captured(motion)
    figure = anatomy(motion.skeleton, rotations, roles)
    for side in ("left", "right"):
        j = motion.skeleton.index(roles[f"{side}_shoulder"])
        n = row(limits, j, SWING)
        world = quaternions.rotate(figure.body.rotations[:, motion.skeleton.parents[j]], limits.centre[n])
        down = -np.cross(figure.body.forward, figure.body.left)
        assert (np.sum(world * down, axis=1) > np.cos(np.radians(25.0))).all()  # collar bones move in a clip
    low, high = widened(limits, rotations)
    assert (limits_broken(limits, low, high, rotations) == 0.0).all()
    broken = limits_broken(limits, limits.low, limits.high, rotations).any(axis=1)
    assert broken.mean() <= share


@needs_data
def test_links_of_a_captured_pelvis_hardly_move():
    motion = supple.read(DATA / "cmu-bvh" / "02_01.bvh")
    limits, _, _ = captured(motion)
    for name in ("LHipJoint", "RHipJoint"):
        assert np.degrees(limits.high[row(limits, motion.skeleton.index(name), SWING)]) == pytest.approx(5.0)
    assert np.degrees(limits.high[row(limits, motion.skeleton.index("LowerBack"), SWING)]) == pytest.approx(45.0)


def test_some_limits_are_as_they_were_among_all():
    square = ((30.0, 30.0), (-30.0, 30.0), (-30.0, -30.0), (30.0, -30.0))
    arm = ROLES["left_shoulder"]
    limits = limits_of(**{arm: LimitSetting(swing_polygon_deg=square), ROLES["left_hip"]: LimitSetting(swing_deg=20.0)})
    which = limits.joint % 2 == HUMAN.index(arm) % 2
    some, rotations = limits.only(which), posed(arm, (50.0, 0.0, 0.0))
    assert 0 < len(some) < len(limits)
    assert_allclose(limit_angles(some, rotations), limit_angles(limits, rotations)[:, which], rtol=0, atol=0)
    assert some.source == tuple(np.array(limits.source)[which])
