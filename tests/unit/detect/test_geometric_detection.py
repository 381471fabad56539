"""The whole detector: frames of reference, rates, short clips, wrong input."""

import numpy as np
import pytest
from support.moving_frames import Track, posed

from supple.core import quaternions
from supple.core.pose import WorldPose, world_pose
from supple.detect.geometric import GeometricSettings, Template, detect_geometric
from supple.errors import InvalidValueError, UnknownJointError
from supple.recipes.walk import true_walk


def riding(carrier, offset, steps=None):
    """A hand that keeps to the carrier from the frames ``steps``, and swings around it elsewhere."""
    hand, last = Track(), len(carrier.positions)
    start, stop = steps or (0, last)
    hand.positions, hand.rotations = [], []
    for f, (x, q) in enumerate(zip(carrier.positions, carrier.rotations, strict=True)):
        away = max(start - f, f - stop + 1, 0)
        aside = np.array([0.02 * away, 0.03 * away, 0.01 * away])
        hand.positions.append(x + quaternions.rotate(q, np.array(offset) + aside))
        hand.rotations.append(quaternions.multiply(q, quaternions.exp(0.05 * away * np.array([1.0, 0.3, 0.2]))))
    return hand


def test_a_hand_on_the_hip_is_still_for_the_hips_and_not_for_the_world():
    hips = Track().travel((4.0, 0.0, 1.0), 60, lift=0.3, turn=(0.0, 2.0, 0.0), swing=0.4)
    pose, skeleton = posed(hips, riding(hips, (0.2, 0.1, 0.0), (20, 45)))
    seen = detect_geometric(pose, skeleton, 25.0, "b", reference="a")
    assert [(g.kind, g.start, g.stop - 1) for g in seen] == [("space", 20, 44)]
    assert seen[0].origin_m == pytest.approx((0.2, 0.1, 0.0), abs=1e-9)
    assert seen[0].wxyz == pytest.approx((1.0, 0.0, 0.0, 0.0), abs=1e-9)
    assert seen[0].reference == "a"
    world = [g for g in detect_geometric(pose, skeleton, 25.0, "b") if g.kind == "space" and 22 < g.start < 40]
    assert world == []


def test_hands_that_hold_each_other_are_still_for_each_other():
    one = Track(1).ball((0.0, 0.4, 0.1), 60, size=0.7)
    pose, skeleton = posed(one, riding(one, (0.05, 0.0, 0.02)))
    for joint, reference in (("a", "b"), ("b", "a")):
        found = detect_geometric(pose, skeleton, 25.0, joint, reference=reference)
        assert [(g.kind, g.start, g.stop) for g in found] == [("space", 0, 61)]


def test_heel_flat_and_ball_of_a_walk_are_found_to_the_frame_with_one_template():
    walk = true_walk(4.0, 60.0)
    pose, skeleton = world_pose(walk.motion), walk.motion.skeleton
    found = detect_geometric(pose, skeleton, 60.0, "LeftFoot", templates=[Template("space", 52, 66)])
    heels, balls = ([c for c in walk.contacts if c.foot == "LeftFoot" and c.part == p] for p in ("heel", "ball"))
    flat = [(b.start, h.stop) for h, b in zip(heels, balls, strict=True)][1:]  # both stand
    assert [(g.start, g.stop) for g in found if g.kind == "space"] == flat
    rolling = [g for g in found if g.kind == "line"]
    assert [g.stop for g in rolling] == [b.stop for b in balls]
    assert [abs(g.origin_m[1]) < 1e-9 for g in rolling] == [True] * 4  # about the ball, on the ground
    assert all(abs(g.direction[1]) < 1e-9 for g in rolling)


def test_spans_agree_between_frame_rates():
    ends = {}
    for fps in (30.0, 60.0, 120.0, 240.0):
        motion = true_walk(4.0, fps).motion
        found = detect_geometric(world_pose(motion), motion.skeleton, fps, "LeftToeBase")
        assert {g.kind for g in found} == {"space"}
        ends[fps] = np.array([(g.start / fps, g.stop / fps) for g in found])
    for fps in (60.0, 120.0, 240.0):
        np.testing.assert_allclose(ends[fps], ends[30.0], atol=1.01 / 30.0)


def test_frames_in_front_are_left_out_and_counted():
    pose, skeleton = posed(Track(0).still(30, 0.001, 0.2).travel((1.0, 0.0, 0.0), 20, turn=(1.0, 0.0, 0.0)))
    moved = WorldPose(
        np.concatenate([pose.positions[:1] + 5.0, pose.positions]), np.concatenate([pose.rotations[:1], pose.rotations])
    )
    template = [Template("space", 6, 21)]
    (found,) = detect_geometric(
        moved, skeleton, 25.0, "a", templates=template, first_frame=1, settings=GeometricSettings(kinds=("space",))
    )
    assert (found.start, found.stop) == (1, 32)
    with pytest.raises(InvalidValueError, match="from frame 0 to 4 is outside the clip, which goes from frame 1 to 51"):
        detect_geometric(moved, skeleton, 25.0, "a", templates=[Template("space", 0, 4)], first_frame=1)


@pytest.mark.parametrize("frames", [0, 1, 2, 3, 5])
def test_clips_of_a_few_frames_are_no_trouble(frames):
    pose = WorldPose(np.zeros((frames, 1, 3)), np.tile([1.0, 0.0, 0.0, 0.0], (frames, 1, 1)))
    found = detect_geometric(pose, posed(Track())[1], 25.0, "a")
    assert [(g.kind, g.start, g.stop) for g in found] == ([("space", 0, frames)] if frames >= 3 else [])


def test_a_thing_that_never_moves_is_one_space_at_any_rate():
    pose, skeleton = posed(Track().still(99))
    for fps in (5.0, 25.0, 120.0, 1000.0):
        found = detect_geometric(pose, skeleton, fps, "a")
        assert [(g.kind, g.start, g.stop) for g in found] == ([("space", 0, 100)] if fps < 1000.0 else [])  # 0.1 s


def test_a_template_of_two_frames_is_enough():
    pose, skeleton = posed(
        Track(0).travel((1.0, 0.0, 0.0), 20, swing=1.0).still(20).travel((2.0, 0.0, 0.0), 20, swing=1.0)
    )
    found = detect_geometric(pose, skeleton, 120.0, "a", templates=[Template("space", 30, 31)])
    assert [(g.kind, g.start, g.stop - 1) for g in found if g.kind == "space"] == [("space", 20, 40)]


def test_what_does_not_fit_is_refused_with_its_value():
    pose, skeleton = posed(Track(0).still(20), Track(1).still(20))
    with pytest.raises(UnknownJointError, match="'c'"):
        detect_geometric(pose, skeleton, 25.0, "c")
    with pytest.raises(UnknownJointError, match="'hip'"):
        detect_geometric(pose, skeleton, 25.0, "a", reference="hip")
    with pytest.raises(InvalidValueError, match="'a' never moves in its own frame"):
        detect_geometric(pose, skeleton, 25.0, "a", reference="a")
    for fps in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(InvalidValueError, match="fps must be a positive number"):
            detect_geometric(pose, skeleton, fps, "a")
    with pytest.raises(InvalidValueError, match="first_frame must lie in the clip of 21 frames; got 22"):
        detect_geometric(pose, skeleton, 25.0, "a", first_frame=22)
    with pytest.raises(
        InvalidValueError, match="from frame 15 to 21 is outside the clip, which goes from frame 0 to 20"
    ):
        detect_geometric(pose, skeleton, 25.0, "a", templates=[Template("space", 15, 21)])
    with pytest.raises(InvalidValueError, match="the pose is of 2 joints; the skeleton has 1"):
        detect_geometric(pose, posed(Track())[1], 25.0, "a")


def test_numbers_that_are_none_are_refused_with_their_frame():
    pose, skeleton = posed(Track(0).still(20))
    broken = pose.positions.copy()
    broken[13, 0, 1] = np.nan
    with pytest.raises(InvalidValueError, match="'a' in frame 13"):
        detect_geometric(WorldPose(broken, pose.rotations), skeleton, 25.0, "a")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: Template("plane", 1, 2), "no kind 'plane'"),
        (lambda: Template("space", 5, 5), "from frame 5 to 5"),
        (lambda: GeometricSettings(kinds=("line", "spce")), "no kind 'spce'"),
        (lambda: GeometricSettings(bridge_m=0.0), "bridge_m must be a positive number; got 0.0"),
        (lambda: GeometricSettings(min_duration_s=float("nan")), "min_duration_s"),
    ],
)
def test_settings_and_templates_that_make_no_sense_are_refused(wrong, said):
    with pytest.raises(InvalidValueError, match=said):
        wrong()
