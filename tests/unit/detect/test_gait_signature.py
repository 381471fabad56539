"""Gait signatures: angles, cycles, extrema, principal axes, and the distance."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.tolerances import ALGEBRA
from support.walks import with_rest_row

import supple
from supple.core.contacts import GaitEvents, Step
from supple.detect.signature.cycles import Cycle, cycles_of
from supple.detect.signature.distance import asymmetry, curve_distance, distances
from supple.detect.signature.extrema import extrema, principal_axes
from supple.detect.signature.leg_angles import leg_angles
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts

PHASES = np.arange(100) / 100
JOINTS = {"left_hip": 0, "right_hip": 1, "left_knee": 2, "left_ankle": 3, "left_ball": 4}


@pytest.fixture(scope="module")
def walk():
    return true_walk(seconds=5.0, fps=120.0, speed=1.3)


@pytest.fixture(scope="module")
def signature(walk):
    return supple.gait(walk.motion, known_contacts(walk))


def leg(thigh_deg, shank_deg, foot_deg, heading_deg=0.0):
    """A leg of bones of 0.4 m whose angles from straight down are given, walking towards a heading."""
    places = np.zeros((1, 5, 3))
    places[0, 0], places[0, 1] = (0.1, 1.0, 0.0), (-0.1, 1.0, 0.0)
    for joint, above, deg in ((2, 0, thigh_deg), (3, 2, shank_deg), (4, 3, foot_deg)):
        along = np.array([0.0, -np.cos(np.radians(deg)), np.sin(np.radians(deg))])
        places[0, joint] = places[0, above] + 0.4 * along
    c, s = np.cos(np.radians(heading_deg)), np.sin(np.radians(heading_deg))
    return places @ np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]]).T


@pytest.mark.parametrize("heading", [0.0, 90.0, -150.0])
def test_angles_are_those_of_the_bones_whichever_way_the_body_heads(heading):
    found = leg_angles(leg(30.0, -20.0, 80.0, heading), JOINTS, "left")
    assert_allclose(np.degrees([found.hip[0], found.knee[0], found.ankle[0]]), [30.0, 50.0, 10.0], atol=1e-9)


def test_extension_of_hip_and_knee_is_negative():
    found = leg_angles(leg(-15.0, -10.0, 60.0), JOINTS, "left")
    assert_allclose(np.degrees([found.hip[0], found.knee[0]]), [-15.0, -5.0], atol=1e-9)


def test_extrema_of_a_known_loop_are_exact():
    """Phases of the extrema lie on the grid, so the parabola adds nothing."""
    hip = np.radians(10.0 + 20.0 * np.cos(2.0 * np.pi * PHASES))
    knee = np.radians(30.0 - 25.0 * np.cos(4.0 * np.pi * PHASES))
    assert_allclose([(e.phase, np.degrees(e.angle)) for e in extrema(hip)], [(0.0, 30.0), (0.5, -10.0)], atol=1e-9)
    kinds = [e.kind for e in extrema(knee)]
    assert kinds == ["min", "max", "min", "max"]
    assert_allclose([np.degrees(e.angle) for e in extrema(knee)], [5.0, 55.0, 5.0, 55.0], atol=1e-9)


def test_extrema_between_phases_are_found_by_the_parabola():
    shifted = np.radians(20.0 * np.cos(2.0 * np.pi * (PHASES - 0.1234)))
    top = max(extrema(shifted), key=lambda e: e.angle)
    assert abs(top.phase - 0.1234) < 1e-5
    assert abs(np.degrees(top.angle) - 20.0) < 1e-4


def test_principal_axes_of_an_ellipse():
    long, short = np.array([0.6, 0.8]), np.array([-0.8, 0.6])
    turn = 2.0 * np.pi * PHASES[:, None]
    axes = principal_axes(0.1 + 0.5 * np.cos(turn) * long + 0.2 * np.sin(turn) * short)
    assert_allclose(axes.centre, 0.1, **ALGEBRA)
    assert_allclose(axes.directions, [long, short], **ALGEBRA)
    assert_allclose(axes.spreads, np.array([0.5, 0.2]) / np.sqrt(2.0), **ALGEBRA)


def test_strides_of_a_walk_made_from_numbers(walk, signature):
    speed, stride = 1.3, 2.0 * np.sqrt(0.384 * 1.3)
    assert signature.stride_m == pytest.approx(stride, rel=0.01)
    assert signature.stride_s == pytest.approx(stride / speed, rel=0.01)
    assert signature.cadence == pytest.approx(120.0 * speed / stride, rel=0.01)
    assert signature.hip_speed == pytest.approx(speed, rel=0.01)
    assert np.degrees(asymmetry(signature)) < 0.5
    assert all(abs(value) < 0.02 for value in signature.symmetry.values())
    knee = walk.motion.rotations[:, walk.motion.skeleton.index("LeftLeg")]
    bends = 2.0 * np.arctan2(knee[:, 1], knee[:, 0])
    assert signature.left.ranges["knee"] == pytest.approx(np.ptp(bends), rel=0.02)


def test_events_found_in_the_motion_tell_the_same_as_true_contacts(walk, signature):
    assert supple.gait_distance(supple.gait(walk.motion), signature) < 1.0


@pytest.mark.parametrize("fps", [30.0, 60.0, 200.0])
def test_neither_frame_rate_nor_length_matter(signature, fps):
    """Events are whole frames, and at 30 fps a frame is 3 % of the stride."""
    other = true_walk(seconds=3.5, fps=fps, speed=1.3)
    assert supple.gait_distance(supple.gait(other.motion, known_contacts(other)), signature) < max(0.4, 30.0 / fps)


def test_size_does_not_matter_at_the_same_share_of_the_legs(signature):
    stride = signature.stride_m
    child = true_walk(seconds=5.0, fps=120.0, speed=1.3 * 0.7, stride=0.7 * stride, height=0.7 * 1.75)
    tall = true_walk(seconds=5.0, fps=120.0, speed=1.3, stride=stride, height=1.75)
    one, other = (supple.gait(w.motion, known_contacts(w)) for w in (child, tall))
    assert supple.gait_distance(one, other) < 0.2


def test_the_distance_is_symmetric_and_zero_for_itself(signature):
    slow = true_walk(seconds=5.0, fps=120.0, speed=0.8)
    both = [signature, supple.gait(slow.motion, known_contacts(slow))]
    apart = distances(both)
    assert_allclose(apart, apart.T, **ALGEBRA)
    assert_allclose(np.diag(apart), 0.0, **ALGEBRA)
    assert np.degrees(apart[0, 1]) > 1.0


def test_the_distance_is_what_joints_differ_by():
    curve = np.stack([np.sin(2.0 * np.pi * PHASES), np.cos(2.0 * np.pi * PHASES)], axis=1)
    assert curve_distance(curve, curve + 0.1) == pytest.approx(0.1)
    assert curve_distance(curve, np.roll(curve, 4, axis=0)) == pytest.approx(0.0, abs=1e-12)
    assert curve_distance(curve, np.roll(curve, 8, axis=0)) > 0.1


def test_a_foot_that_lands_once_and_leaves_twice_has_a_cycle():
    events = GaitEvents(left=(Step(toe_off=10), Step(heel_strike=60, toe_off=110)), right=(Step(heel_strike=12),))
    (cycle,) = cycles_of(events, "left", 100.0)
    assert cycle == Cycle(10, 110, 60, 50)
    assert_allclose(cycle.moments(4), [60.0, 85.0, 110.0, 35.0])


def test_jumps_on_both_feet_are_no_gait():
    both = tuple(Step(heel_strike=at, toe_off=at + 40) for at in (10, 110, 210))
    assert cycles_of(GaitEvents(left=both, right=both), "left", 100.0) == ()


def test_a_rest_row_changes_nothing(walk, signature):
    motion, contacts = with_rest_row(walk.motion, known_contacts(walk))
    assert supple.gait_distance(supple.gait(motion, contacts), signature) < 1e-9


def test_on_a_belt_strides_are_those_over_the_belt(walk, signature):
    way = walk.motion.root_positions.copy()
    way[:, 2] -= 1.3 * np.arange(len(way)) * walk.motion.frame_time
    still = walk.motion.with_root_positions(way)
    contacts = known_contacts(walk)
    floor = msgspec.structs.replace(contacts.floor, belt_m_s=(0.0, 0.0, -1.3))
    found = supple.gait(still, msgspec.structs.replace(contacts, floor=floor))
    assert found.stride_m == pytest.approx(signature.stride_m, abs=1e-9)
    assert found.hip_speed == pytest.approx(signature.hip_speed, abs=1e-9)


def test_one_leg_stands_for_the_other(signature):
    alone = replace(signature, left=None)
    assert asymmetry(alone) is None
    assert alone.symmetry == {}
    assert supple.gait_distance(alone, signature) < 0.5
    assert "left" not in alone.as_table()


def test_a_clip_without_a_cycle_is_refused(walk):
    with pytest.raises(supple.SuppleError, match="no whole cycle"):
        supple.gait(walk.motion.with_frames(0, 60))


def test_a_figure_without_legs_is_refused():
    skeleton = supple.Skeleton(("a", "b"), np.array([-1, 0]), np.array([[0.0, 0, 0], [0, 1, 0]]))
    motion = supple.Motion(skeleton, np.zeros((9, 3)), np.tile([1.0, 0, 0, 0], (9, 2, 1)), 0.01)
    with pytest.raises(supple.SuppleError, match="this figure has no"):
        supple.gait(motion)
