"""Characters that walk by themselves: what stands, stands; what is asked for is what comes out, or is told."""

from __future__ import annotations

import numpy as np
import pytest

import supple
from supple.core.pose import world_pose
from supple.core.quaternions import rotate
from supple.errors import DocumentError, InvalidValueError
from supple.io.documents.body import Body, Scale
from supple.io.documents.heights import read_heights
from supple.io.documents.style import GaitStyle, SideStyle, Style, Weights, parse_style
from supple.kernels.walking.feet import flight_height
from supple.recipes.injure.procedural import walk_with_limp
from supple.recipes.walker.flights import find_flights

LIMP = SideStyle(length=0.5, height=0.5, speed=1.3)


def soles(walked):
    """(contact, path of its point) of all contacts."""
    pose, skeleton = world_pose(walked.motion), walked.motion.skeleton
    for contact in walked.contacts.contacts:
        joint, span = skeleton.index(contact.joint), slice(contact.start, contact.stop)
        yield contact, pose.positions[span, joint] + rotate(pose.rotations[span, joint], np.array(contact.offset_m))


def knee(walked, side="Left"):
    turn = walked.motion.rotations[:, walked.motion.skeleton.index(f"{side}Leg")]
    return np.degrees(2.0 * np.arctan2(turn[:, 1], turn[:, 0]))


@pytest.fixture(scope="module")
def plain():
    return supple.walk(6.0)


def test_row_37_neither_heels_nor_toes_are_ever_in_the_ground(plain):
    pose, skeleton = world_pose(plain.motion), plain.motion.skeleton
    for side in ("Left", "Right"):
        foot, ball, tip = (skeleton.index(f"{side}{name}") for name in ("Foot", "ToeBase", "ToeBase_end"))
        heel = pose.positions[:, foot] + rotate(pose.rotations[:, foot], np.array([0.0, -0.08, -0.05]))
        assert min(heel[:, 1].min(), pose.positions[:, [ball, tip], 1].min()) >= -1e-6


def test_planted_points_stand_still(plain):
    drifts = [np.linalg.norm(path - contact.position_m, axis=1).max() for contact, path in soles(plain)]
    assert len(drifts) > 20
    assert max(drifts) < 1e-3  # measured: 0.02 mm


def test_heels_come_down_before_toes_and_leave_before_them(plain):
    steps = [s for s in plain.contacts.events.left if None not in (s.heel_strike, s.toe_strike, s.heel_off, s.toe_off)]
    assert len(steps) >= 3
    assert all(s.heel_strike < s.toe_strike < s.heel_off < s.toe_off for s in steps)


def test_it_starts_and_comes_to_stand(plain):
    speed = np.linalg.norm(np.diff(plain.motion.root_positions, axis=0), axis=1) * plain.motion.fps
    assert speed[0] < 0.1
    assert speed[-5:].max() < 0.05
    assert 1.2 < speed[120:180].mean() < 1.4


def test_nothing_pops(plain):
    turn = 2.0 * np.linalg.norm(np.diff(plain.motion.rotations, axis=0), axis=2)
    assert turn.max() < 0.2  # [rad] in a frame of 60 fps
    assert np.abs(np.diff(knee(plain), 2)).max() < 6.0


def test_arms_swing_against_the_legs(plain):
    p, skeleton = world_pose(plain.motion).positions[150:300], plain.motion.skeleton
    ahead = lambda name: p[:, skeleton.index(name), 2] - p[:, 0, 2]  # noqa: E731
    assert np.corrcoef(ahead("LeftHand"), ahead("RightFoot"))[0, 1] > 0.6
    assert np.corrcoef(ahead("LeftHand"), ahead("LeftFoot"))[0, 1] < -0.6


def test_detection_finds_the_true_contacts(plain):
    found, frames = supple.detect(plain.motion), plain.motion.frames
    both = []
    for document in (plain.contacts, found):
        stands = np.zeros((4, frames), bool)
        for contact in document.contacts:
            points = ("left_heel", "left_ball", "right_heel", "right_ball")
            if contact.point in points:
                stands[points.index(contact.point), contact.start : contact.stop] = True
        both.append(stands)
    true, seen = both
    assert 2.0 * (true & seen).sum() / (true.sum() + seen.sum()) > 0.95


@pytest.mark.parametrize("radius", [3.0, -2.0])
def test_it_turns_on_a_circle(plain, radius):
    """Hips sway to both sides of the circle, as they do of a straight way, and go as far along it."""
    walked = supple.walk(6.0, turn=radius)
    x, z = walked.motion.root_positions[:, 0], walked.motion.root_positions[:, 2]
    off, sway = np.hypot(x - radius, z) - abs(radius), np.abs(plain.motion.root_positions[:, 0]).max()
    assert abs(off.mean()) < 1e-3
    assert np.abs(off).max() < sway + 1e-3
    angle = np.unwrap(np.arctan2(z, np.sign(radius) * (radius - x)))
    straight = plain.motion.root_positions[240, 2] - plain.motion.root_positions[60, 2]
    assert abs(radius) * (angle[240] - angle[60]) == pytest.approx(straight, rel=0.005)
    assert max(np.ptp(path, axis=0).max() for _, path in soles(walked)) < 1e-3


@pytest.mark.parametrize("ground", ["ramp:deg=8", "waves:height=0.1,length=2", "stairs:rise=0.17,run=0.29,start=1"])
def test_feet_stand_on_uneven_ground(ground):
    walked, height = supple.walk(5.0, ground=ground), read_heights(ground)
    for _, path in soles(walked):
        above = path[:, 1] - height(path[:, 0], path[:, 2])
        assert above.min() > -1e-3
        assert above.max() < 5e-3
    hips = walked.motion.root_positions[:, 1]
    assert np.abs(np.diff(hips, 2)).max() < 0.009  # [m] in a frame; 0.0034 on level ground, where hips bob, too


@pytest.mark.parametrize("ground", ["ramp:deg=8", "waves:height=0.1,length=2", "waves:height=0.2,length=2.5"])
def test_tips_of_toes_lie_on_curved_ground_while_the_foot_is_flat(ground):
    walked, height = supple.walk(5.0, ground=ground), read_heights(ground)
    places, names = world_pose(walked.motion).positions, walked.motion.skeleton.names
    for side in ("left", "right"):
        path = places[:, names.index(f"{side.title()}ToeBase_end")]
        for contact in walked.contacts.contacts:
            if contact.point == f"{side}_ball":
                tip = path[contact.start : contact.stop]
                above = tip[:, 1] - height(tip[:, 0], tip[:, 2])
                assert above.min() > -1e-3
                assert above.max() < 5e-3


def test_a_stride_longer_than_the_legs_is_shortened_and_told():
    walked = supple.walk(2.0, stride=1.5)
    assert walked.step_m < 0.9
    assert any("shortened" in note for note in walked.notes)


def steady_steps(walked):
    """From heel to heel, without the start and the stop [m]."""
    heels = sorted((c.start, c.position_m[2]) for c in walked.contacts.contacts if c.point.endswith("heel"))
    return np.diff([z for _, z in heels])[4:-3]


@pytest.mark.parametrize("side", [SideStyle(), LIMP])
@pytest.mark.parametrize("body", [None, Body(scale=Scale(all=0.7))])
def test_steps_that_a_slow_speed_shortens_are_told_as_they_are(body, side):
    walked = supple.walk(9.0, 30.0, stride=0.5, speed=0.3, body=body, style=Style(left=side))
    assert walked.step_m < 0.31
    lengths = np.mean([side.length, 1.0])
    assert np.mean(steady_steps(walked)[:6]) == pytest.approx(walked.step_m * lengths, rel=0.03)
    (note,) = walked.notes
    assert f"steps a minute, which is no walk; they were shortened to {walked.step_m:.2f} m" in note


def test_who_walks_slowly_goes_at_its_speed_on_stairs_and_waves():
    for ground in ("stairs:rise=0.17,run=0.29,start=1", "waves:height=0.1,length=2"):
        walked = supple.walk(4.0, 20.0, stride=0.7, speed=0.3, ground=ground)
        assert (walked.speed_m_s, walked.step_m) == pytest.approx((0.3, 0.2))


def test_a_source_that_does_not_walk_is_refused():
    hopping = supple.walking(1.0).with_frames(0, 1)
    count = 240
    roots = np.repeat(hopping.root_positions, count, axis=0)
    roots[:, 1] += 0.05 * (1.0 - np.cos(np.arange(count) * 2.0 * np.pi / 40.0))
    hopping = supple.Motion(hopping.skeleton, roots, np.repeat(hopping.rotations, count, axis=0), 1.0 / 60.0)
    with pytest.raises(InvalidValueError, match="does not walk: its left foot comes down 0 mm from where it left"):
        supple.walk(2.0, source=hopping)


def test_ground_too_steep_is_refused_with_the_place():
    with pytest.raises(InvalidValueError, match=r"slope of 50 degrees.*35"):
        supple.walk(4.0, ground="ramp:deg=50")
    with pytest.raises(InvalidValueError, match="more than these legs climb"):
        supple.walk(6.0, ground="stairs:rise=0.6,run=0.4,start=1")


def test_a_limp_has_the_parameters_it_was_given():
    walked = supple.walk(8.0, style=Style(left=LIMP))
    strikes = {side: [c for c in walked.contacts.contacts if c.point == f"{side}_heel"] for side in ("left", "right")}
    z = {side: np.array([c.position_m[2] for c in found]) for side, found in strikes.items()}
    left = [here - z["right"][z["right"] < here].max() for here in z["left"][3:-3]]
    right = [here - z["left"][z["left"] < here].max() for here in z["right"][3:-3]]
    assert np.mean(left) / np.mean(right) == pytest.approx(0.5, abs=0.03)
    pose, skeleton = world_pose(walked.motion), walked.motion.skeleton
    apex = []
    for side in ("Left", "Right"):
        joint = skeleton.index(f"{side}Foot")
        heel = pose.positions[:, joint] + rotate(pose.rotations[:, joint], np.array([0.0, -0.08, -0.05]))
        apex.append(heel[180:360, 1].max())
    assert apex[0] / apex[1] == pytest.approx(0.5, abs=0.1)  # measured: 0.55


def test_a_limp_hurries_over_the_hurt_foot():
    assert walk_with_limp("leg-left", seconds=8.0).speed == pytest.approx(1.3, abs=0.02)


def test_a_stiff_knee_limps_with_a_smaller_range():
    even, stiff = (supple.walk(6.0, style=Style(left=LIMP, weights=w)) for w in (Weights(), Weights(left_knee=0.1)))
    assert np.ptp(knee(stiff)[150:270]) < np.ptp(knee(even)[150:270]) - 1.0


@pytest.mark.parametrize("ik", ["full", "hybrid"])
def test_all_jacobians_lead_to_the_same_walk(plain, ik):
    other = supple.walk(6.0, ik=ik)
    apart = np.linalg.norm(world_pose(other.motion).positions - world_pose(plain.motion).positions, axis=2)
    assert apart.max() < 1e-3


def test_flight_of_the_source_equation():
    x = np.linspace(0.0, 1.0, 301)
    heights = np.array([flight_height(u) for u in x])
    assert heights[0] == 0.0
    assert heights[100] == pytest.approx(1.0)  # twice that in the source, at pi of 3 pi
    assert heights[-1] == pytest.approx(0.0, abs=1e-15)
    assert np.abs(np.diff(heights, 2)).max() < 6e-4  # no corner


def test_flights_are_found_in_spite_of_a_dent():
    """Feet that fly from 0.2 to 0.7 s of every second and are highest at 0.45, with a dent halfway up or down."""
    t = np.arange(601) / 200.0
    share = np.clip((t % 1.0 - 0.2) / 0.5, 0.0, 1.0)
    stands = 0.002 * np.cos(2.0 * np.pi * (t % 1.0 - 0.7) / 0.5)  # lowest as it leaves, and an ankle rocks
    height = 0.08 + 0.15 * np.sin(np.pi * share) ** 2 + np.where((share > 0.0) & (share < 1.0), 0.0, stands)
    for second, at in ((0, 0.6), (1, 0.3), (2, 0.6)):
        height += 0.03 * np.exp(-(((t - second - at) / 0.01) ** 2))
    found = find_flights(height)
    assert [flight.top for flight in found] == pytest.approx([90, 290, 490], abs=2)
    assert [flight.start for flight in found] == pytest.approx([47, 247, 447], abs=8)
    assert all(height[[flight.start, flight.stop]].max() < height.min() + 0.1 * np.ptp(height) for flight in found)
    assert all(flight.stop - second * 200 >= 136 for second, flight in enumerate(found))


def test_a_captured_walk_gives_its_flight_and_upper_body():
    source = supple.walking(6.0, speed=1.0)
    walked = supple.walk(5.0, source=source)
    assert any("strides of the source" in note for note in walked.notes)
    assert max(np.ptp(path, axis=0).max() for _, path in soles(walked)) < 1e-3
    with pytest.raises(InvalidValueError, match="two strides"):
        supple.walk(3.0, source=supple.walking(0.5))


def test_walker_turns_where_it_is_told_and_stands():
    walker = supple.Walker()
    for _ in range(180):
        pose = walker.step(1 / 30, 0.5 * np.pi, 1.2)
    assert pose.rotations.shape == (len(walker.skeleton), 4)
    before = pose.root_position
    pose = walker.step(1 / 30, 0.5 * np.pi, 1.2)
    ahead = pose.root_position - before
    assert abs(ahead[0]) > 5 * abs(ahead[2])
    for _ in range(120):
        pose = walker.step(1 / 30, 0.5 * np.pi, 0.0)
    still = walker.step(1 / 30, 0.5 * np.pi, 0.0)
    np.testing.assert_allclose(still.root_position, pose.root_position, atol=1e-3)


def test_a_crowd_is_its_walkers():
    alone, crowd = supple.Walker(place=(0.0, 0.0)), supple.Crowd(3, places=[(0.0, 0.0), (2.0, 0.0), (4.0, 0.0)])
    for _ in range(40):
        pose = alone.step(1 / 30, 0.2, 1.3)
        poses = crowd.step(1 / 30, 0.2, [1.3, 0.8, 0.0])
    np.testing.assert_allclose(poses.rotations[0], pose.rotations, atol=1e-12)
    assert np.abs(poses.roots[2] - [4.0, poses.roots[2, 1], 0.0]).max() < 0.05
    assert poses.roots[0, 2] > poses.roots[1, 2] > 0.2


def test_styles_out_of_range_name_the_key():
    with pytest.raises(DocumentError, match=r"weights.left_knee = 0 .*between 0.01 and 1"):
        parse_style("format = 1\n[weights]\nleft_knee = 0", "s.toml")
    with pytest.raises(DocumentError, match="Did you mean"):
        parse_style("format = 1\n[gait]\nstepp = 1", "s.toml")
    with pytest.raises(DocumentError, match=r"gait.fatigue"):
        Style(gait=GaitStyle(fatigue=2.0))


def test_fatigue_shortens_steps_and_slows_down():
    walked = supple.walk(10.0, style=Style(gait=GaitStyle(fatigue=1.0)))
    z = walked.motion.root_positions[:, 2]
    assert z[480] - z[420] < 0.95 * (z[180] - z[120])


def test_progress_of_a_long_walk_is_told():
    told = []
    supple.walk(5.0, progress=lambda done, total: told.append((done, total)))
    assert told == [(100, 300), (200, 300)]
