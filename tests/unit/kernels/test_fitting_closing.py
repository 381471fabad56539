"""Limbs that are closed: exact where they reach, aimed where they do not, and free to swivel."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.fitting import asks_in_place, moved, problem_for, random_figure
from support.reduced import Reduced
from support.slow_limbs import angle_for, inner_angle, turn
from support.tolerances import ALGEBRA, SLOPE

from supple.kernels.fitting.closing import closed_turns, following
from supple.kernels.fitting.kinds import POSE, TIP


def bones(seed, side):
    """Two bones and a hinge's axis, base and end on the same side of the hinge along it or on opposite ones."""
    rng = np.random.default_rng(seed)
    while True:
        upper, lower, axis = rng.normal(size=(3, 3))
        axis /= np.linalg.norm(axis)
        if np.sign((-upper @ axis) * (lower @ axis)) == side and axis @ np.cross(upper, lower) > 0.1:
            return upper, lower, axis


def reach(upper, lower, axis):
    """The shortest and the longest that a limb can be."""
    (hu, hw), bend = (upper @ axis, lower @ axis), [np.linalg.norm(v - (v @ axis) * axis) for v in (upper, lower)]
    return np.hypot(bend[0] - bend[1], hu + hw), np.hypot(bend[0] + bend[1], hu + hw)


def closed(upper, lower, axis, hip, place, swivel=0.0):
    """Bones after closing, and what is missed."""
    flexed, swing, missed = closed_turns(*map(tuple, (hip, upper, lower, axis, place)), swivel, 0.0)
    swing, flexed = turn(np.array(swing)), turn(np.array(flexed))
    return swing.apply(upper), (swing * flexed).apply(lower), swing.apply(axis), missed


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize("seed", range(100))
def test_an_end_is_in_place_also_with_a_hinge_off_the_bones(seed, side):
    upper, lower, axis = bones(seed, side)
    rng = np.random.default_rng(seed + 1000)
    shortest, longest = reach(upper, lower, axis)
    hip, way = rng.normal(size=(2, 3))
    wanted = shortest + rng.uniform(0.02, 0.98) * (longest - shortest)
    place = hip + wanted * way / np.linalg.norm(way)
    thigh, shin, across, missed = closed(upper, lower, axis, hip, place)
    assert_allclose(hip + thigh + shin, place, rtol=0.0, atol=1e-10)
    assert abs(missed) < 1e-10
    assert_allclose([np.linalg.norm(thigh), np.linalg.norm(shin)], [np.linalg.norm(upper), np.linalg.norm(lower)])
    assert_allclose([thigh @ across, shin @ across], [upper @ axis, lower @ axis], **ALGEBRA)
    assert_allclose(inner_angle(thigh, shin, across), angle_for(upper, lower, axis, wanted), rtol=0.0, atol=1e-7)


@pytest.mark.parametrize("seed", range(20))
def test_a_limb_that_is_in_place_stays(seed):
    upper, lower, axis = bones(seed, 1.0)
    thigh, shin, _, _ = closed(upper, lower, axis, np.zeros(3), upper + lower)
    assert_allclose(thigh, upper, **ALGEBRA)
    assert_allclose(shin, lower, **ALGEBRA)


@pytest.mark.parametrize("seed", range(20))
def test_a_limb_that_is_too_short_is_straight_and_one_that_is_too_long_is_bent_as_far_as_it_can_be(seed):
    upper, lower, axis = bones(seed, -1.0)
    way = np.random.default_rng(seed).normal(size=3)
    way /= np.linalg.norm(way)
    shortest, longest = reach(upper, lower, axis)
    for wanted, got, angle in ((1.5 * longest, longest, np.pi), (0.5 * shortest, shortest, 0.0)):
        thigh, shin, across, missed = closed(upper, lower, axis, np.zeros(3), wanted * way)
        assert_allclose(missed, wanted - got, **ALGEBRA)
        assert_allclose(thigh + shin, got * way, rtol=0.0, atol=1e-7)  # the root of rounding
        assert_allclose(np.cos(inner_angle(thigh, shin, across)), np.cos(angle), rtol=0.0, atol=1e-7)


@pytest.mark.parametrize("angle", [-2.0, 0.3, np.pi])
@pytest.mark.parametrize("seed", range(10))
def test_a_swivel_turns_the_limb_about_its_line_and_leaves_its_end(seed, angle):
    upper, lower, axis = bones(seed, -1.0)
    shortest, longest = reach(upper, lower, axis)
    place = np.array([0.0, 0.0, 0.5 * (shortest + longest)])
    still, turned = (closed(upper, lower, axis, np.zeros(3), place, swivel) for swivel in (0.0, angle))
    assert_allclose(turned[0] + turned[1], still[0] + still[1], **ALGEBRA)
    bearing = [np.arctan2(thigh[1], thigh[0]) for thigh, *_ in (still, turned)]
    assert_allclose(np.cos(bearing[1] - bearing[0] - angle), 1.0, **ALGEBRA)


@pytest.mark.parametrize("mode", [POSE, TIP])
@pytest.mark.parametrize("seed", range(5))
def test_ends_keep_their_poses_while_the_trunk_moves_and_limbs_swivel(seed, mode):
    motion, limbs = random_figure(seed + 10)
    frame = Reduced(problem_for(motion, limbs, asks_in_place(motion, limbs, mode=mode), trunk=(0, 5), limited=False))
    start = frame.start()
    pose = frame.stepped(start, 0.02 * np.random.default_rng(seed).normal(size=frame.size))
    assert np.abs(pose.positions[[1, 6]] - start.positions[[1, 6]]).max() > 1e-3, "hip and shoulder went elsewhere"
    ends = [limb.end for limb in limbs]
    assert_allclose(pose.positions[ends], start.positions[ends], rtol=0.0, atol=1e-10)
    if mode == POSE:
        assert_allclose(np.abs(np.sum(pose.turned[ends] * start.turned[ends], axis=1)), 1.0, **ALGEBRA)
    else:
        assert (pose.turns[ends] == start.turns[ends]).all()


@pytest.mark.parametrize("seed", range(30))
def test_rates_of_a_limb_are_those_of_differences(seed):
    """The base moves, the end stays: bend and upper bone against closing once more, a little further."""
    upper, lower, axis = bones(seed, 1.0 if seed % 2 else -1.0)
    end, step = upper + lower, 1e-6
    length = np.linalg.norm(end)
    by = np.random.default_rng(seed).normal(size=3)
    alpha, omega = following(*map(tuple, (end / length,)), length, tuple(lower), tuple(axis), True, tuple(by))
    found = []
    for sign in (1.0, -1.0):
        flexed, swing, _ = closed_turns(*map(tuple, (sign * step * by, upper, lower, axis, end)), 0.0, 0.0)
        found.append((turn(np.array(flexed)).as_rotvec() @ axis, turn(np.array(swing)).as_rotvec()))
    assert_allclose(alpha, (found[0][0] - found[1][0]) / (2 * step), rtol=1e-5, atol=1e-6)
    assert_allclose(omega, (found[0][1] - found[1][1]) / (2 * step), rtol=1e-5, atol=1e-6)


def test_a_limb_that_is_too_short_only_aims():
    alpha, omega = following((0.0, 0.0, 1.0), 2.0, (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), False, (0.3, 0.0, 0.5))
    assert alpha == 0.0
    assert_allclose(omega, (0.0, -0.15, 0.0), **SLOPE)


def test_far_places_leave_limbs_straight_and_aimed():
    motion, limbs = random_figure(3)
    far = moved(asks_in_place(motion, limbs), np.array([0.0, 30.0, 0.0]))
    frame = Reduced(problem_for(motion, limbs, far, limited=False))
    pose = frame.stepped(frame.start(), np.zeros(frame.size))
    for n, limb in enumerate(limbs):
        line, goal = (p - pose.positions[limb.base] for p in (pose.positions[limb.end], pose.places[n]))
        assert_allclose(line / np.linalg.norm(line), goal / np.linalg.norm(goal), rtol=0.0, atol=1e-7)
