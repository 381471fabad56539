"""The walk is clean ground truth: feet stand still, knees never pop, and it looks like a person walking."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from supple.core import quaternions
from supple.core.motion import rest_pose
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.recipes.figure import standing_figure
from supple.recipes.walk import true_walk, walking

TENTH_MM = 1e-4  # [m]
SIDES = ("Left", "Right")
GAITS = [{}, {"speed": 0.5}, {"speed": 1.8}, {"stride": 1.0}, {"height": 1.1, "speed": 0.9}, {"fps": 23.976}]


def foot_points(walk):
    """World paths (F, 3) of heel, ball and tip of the toes of both feet."""
    pose, skeleton = world_pose(walk.motion), walk.motion.skeleton
    points = {}
    for side in SIDES:
        foot = skeleton.index(f"{side}Foot")
        heel = np.broadcast_to(walk.heel, (walk.motion.frames, 3))
        points[f"{side}Foot", "heel"] = pose.positions[:, foot] + quaternions.rotate(pose.rotations[:, foot], heel)
        points[f"{side}Foot", "ball"] = pose.positions[:, skeleton.index(f"{side}ToeBase")]
        points[f"{side}Foot", "tip"] = pose.positions[:, skeleton.index(f"{side}ToeBase_end")]
    return points


def knee_deg(motion, side="Left"):
    q = motion.rotations[:, motion.skeleton.index(f"{side}Leg")]
    assert_allclose(q[:, 2:], 0.0, atol=1e-15)  # a hinge about X
    return np.degrees(2.0 * np.arctan2(q[:, 1], q[:, 0]))


@pytest.fixture(scope="module")
def walk():
    return true_walk(fps=200.0)


@pytest.fixture(scope="module")
def phases(walk):
    """Phase of the left foot: 0 at the first strike of its heel after the start."""
    strikes = [c.start for c in walk.contacts if (c.foot, c.part) == ("LeftFoot", "heel") and c.start > 0]
    return ((np.arange(walk.motion.frames) - strikes[0]) / (strikes[1] - strikes[0])) % 1.0


@pytest.mark.parametrize("gait", GAITS)
def test_planted_points_stand_still_on_the_ground(gait):
    walk = true_walk(**gait)
    points = foot_points(walk)
    assert len(walk.contacts) >= 8
    for contact in walk.contacts:
        path = points[contact.foot, contact.part][contact.start : contact.stop]
        assert np.ptp(path, axis=0).max() < TENTH_MM
        assert abs(path[:, 1]).max() < TENTH_MM


@pytest.mark.parametrize("gait", GAITS)
def test_nothing_sinks_into_the_ground(gait):
    walk = true_walk(**gait)
    assert world_pose(walk.motion).positions[..., 1].min() > -TENTH_MM
    assert min(path[:, 1].min() for path in foot_points(walk).values()) > -TENTH_MM


@pytest.mark.parametrize("gait", GAITS)
def test_contacts_are_complete(gait):
    """Outside its contacts a point moves or is in the air."""
    walk = true_walk(**gait)
    for (foot, part), path in foot_points(walk).items():
        if part == "tip":
            continue
        speed = np.linalg.norm(np.gradient(path, walk.motion.frame_time, axis=0), axis=1)
        standing = np.zeros(walk.motion.frames, bool)
        for contact in walk.contacts:
            if (contact.foot, contact.part) == (foot, part):
                standing[contact.start : contact.stop] = True
        # points leave and land slowly, the more so in a slow walk
        near = (
            np.convolve(standing, np.ones(2 * round(0.1 / gait.get("speed", 1.3) / walk.motion.frame_time) + 1), "same")
            > 0
        )
        assert (speed[~near] > 0.05).all()


@pytest.mark.parametrize("gait", GAITS)
def test_a_foot_always_stands_and_knees_keep_their_limits(gait):
    walk = true_walk(**gait)
    standing = np.zeros(walk.motion.frames, bool)
    for contact in walk.contacts:
        standing[contact.start : contact.stop] = True
    assert standing.all()
    for side in SIDES:
        knee = knee_deg(walk.motion, side)
        assert knee.min() > 5.0
        assert knee.max() < 80.0


def test_no_joint_jumps(walk):
    """At 200 frames per second neighbouring frames, and their differences, hardly differ."""
    q = walk.motion.rotations
    step = np.linalg.norm(np.diff(q, axis=0), axis=-1)
    assert np.degrees(2.0 * step.max()) < 600.0 / 200.0  # no joint turns faster than 600 deg/s
    change = np.degrees(2.0 * np.linalg.norm(np.diff(q, n=2, axis=0), axis=-1)) * 200.0
    assert change.max() < 120.0  # [deg/s] from frame to frame: a pop would be thousands


def test_twice_the_frames_halve_every_step_of_speed():
    """Speeds are continuous: the greatest step of a joint's speed shrinks with the frame time."""
    steps = [np.abs(np.diff(walking(2.0, fps).rotations, n=2, axis=0)).max() * fps for fps in (400.0, 800.0)]
    assert steps[1] < 0.6 * steps[0]


def test_knee_bends_as_in_a_gait_laboratory(walk, phases):
    knee = knee_deg(walk.motion)
    loading = knee[(phases > 0.05) & (phases < 0.25)].max()
    swing = knee[phases > 0.6]
    assert 15.0 < loading < 23.0
    assert 57.0 < swing.max() < 68.0
    assert 0.70 < phases[phases > 0.6][swing.argmax()] < 0.80
    assert knee[(phases > 0.35) & (phases < 0.5)].min() < 8.0


def test_arms_go_with_the_other_leg(walk):
    pose, skeleton = world_pose(walk.motion).positions, walk.motion.skeleton
    for side, other in (SIDES, SIDES[::-1]):
        hand = pose[:, skeleton.index(f"{side}Hand"), 2] - pose[:, 0, 2]
        assert np.corrcoef(hand, pose[:, skeleton.index(f"{other}Foot"), 2] - pose[:, 0, 2])[0, 1] > 0.8
        assert 0.25 < np.ptp(hand) < 0.6


def test_the_head_is_steadier_than_the_hips(walk):
    pose = world_pose(walk.motion)
    turn = lambda name: np.ptp(pose.rotations[:, walk.motion.skeleton.index(name)], axis=0).max()  # noqa: E731
    assert turn("Head") < 0.5 * turn("Hips")


def test_speed_and_stride_are_those_asked_for():
    walk = true_walk(seconds=10.0, speed=1.1, stride=1.25)
    assert_allclose(np.diff(walk.motion.root_positions[[0, -1], 2]) / (walk.motion.frames - 1) * 60.0, 1.1, rtol=1e-9)
    heels = foot_points(walk)["LeftFoot", "heel"]
    strikes = [c.start for c in walk.contacts if (c.foot, c.part) == ("LeftFoot", "heel") and c.start > 0]
    assert_allclose(np.diff(heels[strikes, 2]), 1.25, atol=1e-9)


def test_left_and_right_are_mirrors_half_a_stride_apart():
    motion = walking(seconds=4.0, fps=100.0, speed=1.25, stride=1.25)  # a stride is 100 frames
    pose, skeleton = world_pose(motion).positions, motion.skeleton
    for name in skeleton.names:
        mirror = name.replace("Left", "#").replace("Right", "Left").replace("#", "Right")
        left, right = pose[:, skeleton.index(name)], pose[:, skeleton.index(mirror)]
        assert_allclose(left[50:350], right[:300] * (-1, 1, 1) + (0, 0, 0.625), atol=1e-9)


@pytest.mark.parametrize("height", [1.2, 1.75, 2.0])
def test_the_figure_stands_on_the_ground_in_a_t_pose(height):
    skeleton = standing_figure(height)
    pose = world_pose(rest_pose(skeleton)).positions[0]
    assert_allclose(np.ptp(pose[:, 1]), height, rtol=0.02)
    assert_allclose(pose[:, 1].min(), 0.0, atol=1e-12)
    assert pose[skeleton.index("LeftHand"), 0] > 0.0 > pose[skeleton.index("RightHand"), 0]
    hinges = [name for name, f in zip(skeleton.names, skeleton.freedoms, strict=True) if f.kind == "hinge"]
    assert sorted(hinges) == ["LeftForeArm", "LeftLeg", "RightForeArm", "RightLeg"]


@pytest.mark.parametrize(
    ("wish", "word"),
    [
        ({"speed": 4.0}, "stride of 2.4"),
        ({"stride": 0.1}, "0.1 m"),
        ({"speed": -1.0}, "speed"),
        ({"fps": 0.0}, "fps"),
        ({"height": float("nan")}, "height"),
        ({"seconds": 1e12}, "frames"),
    ],
)
def test_what_is_no_walk_is_refused_in_words(wish, word):
    with pytest.raises(InvalidValueError, match=word):
        walking(**wish)
