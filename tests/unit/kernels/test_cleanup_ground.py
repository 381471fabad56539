"""Nothing sinks (Kovar rows 24 to 26)."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from support.tolerances import ALGEBRA

from supple.core import quaternions
from supple.kernels.cleanup import ground
from supple.kernels.cleanup.aims import SINGLE

TIPS = np.array([[[0.0, -0.08, -0.05], [0.0, -0.08, 0.13]]])
BENDING = np.concatenate([TIPS, TIPS[:, 1:]], axis=1)  # a foot with a joint for its toes
STIFF = np.concatenate([TIPS, [[[0.0, -0.08, 0.19]]]], axis=1)  # and one without


def stand_on(tip, turn, place, height, points=BENDING):
    """The pose of a foot on one tip after the ground at ``height`` was cleared."""
    ids = np.full((1, 1, 2), -1)
    ids[0, 0, tip] = 0
    places = np.zeros((1, 1, 2, 3))
    places[0, 0, tip] = place
    positions = (place - quaternions.rotate(turn, TIPS[0, tip]))[None, None].copy()
    rotations = turn[None, None].copy()
    states, soles = np.full((1, 1), SINGLE), np.array([[0.0, 1.0, 0.0]])
    heights = np.full((1, 1, 3), height)
    count = ground.turn_off_ground(ids, places, points, soles, states, heights, positions, rotations)
    return positions[0, 0], rotations[0, 0], count


@given(st.integers(0, 2**32 - 1), st.sampled_from([0, 1]))
def test_the_other_tip_comes_to_the_ground_by_the_smallest_turn_about_the_planted_one(seed, tip):
    rng = np.random.default_rng(seed)
    turn, place = quaternions.exp(rng.normal(size=3)), rng.normal(size=3)
    d = quaternions.rotate(turn, TIPS[0, 1 - tip] - TIPS[0, tip])
    height = place[1] + rng.uniform(-0.15, 0.15)
    position, rotation, count = stand_on(tip, turn, place, height)
    assert_allclose(position + quaternions.rotate(rotation, TIPS[0, tip]), place, atol=1e-10)
    other = position + quaternions.rotate(rotation, TIPS[0, 1 - tip])
    if place[1] + d[1] >= height:
        assert count == 0
        assert_allclose(rotation, turn, rtol=0.0, atol=0.0)
        return
    assert_allclose(other[1], height, atol=1e-9)
    moved = np.linalg.norm(other - (place + d))
    radius = np.sqrt(d @ d - (height - place[1]) ** 2)
    angles = np.linspace(0.0, 2.0 * np.pi, 361)
    circle = np.stack([place[0] + radius * np.cos(angles), np.full(361, height), place[2] + radius * np.sin(angles)], 1)
    assert moved <= np.linalg.norm(circle - (place + d), axis=1).min() + 1e-9


def test_toes_that_point_straight_down_come_up_forward():
    turn = quaternions.about_axis("x", np.pi / 2)  # toes down
    position, rotation, _ = stand_on(0, turn, np.zeros(3), 0.0)
    assert_allclose(position + quaternions.rotate(rotation, TIPS[0, 0]), 0.0, **ALGEBRA)
    assert_allclose((position + quaternions.rotate(rotation, TIPS[0, 1]))[1], 0.0, **ALGEBRA)


@given(st.floats(-1.0, 1.0), st.sampled_from([0, 1]), st.floats(0.0, 0.02))
def test_toes_that_do_not_bend_come_to_the_ground_by_turning_the_foot(pitch, tip, above):
    place = np.array([0.0, above, 0.0])
    position, rotation, _ = stand_on(tip, quaternions.exp(np.array([pitch, 0.0, 0.0])), place, 0.0, STIFF)
    points = position + quaternions.rotate(rotation, STIFF[0])
    assert_allclose(points[tip], place, atol=1e-12)
    assert points[:, 1].min() > -1e-11


def test_a_plant_far_below_the_ground_is_no_trouble():
    position, rotation, _ = stand_on(0, np.array([1.0, 0.0, 0.0, 0.0]), np.zeros(3), 1.0)
    assert np.isfinite(position).all()
    assert np.isfinite(rotation).all()


@given(st.integers(0, 2**32 - 1))
def test_toes_bend_by_the_smallest_angle_that_clears_the_ground(seed):
    rng = np.random.default_rng(seed)
    v, axis = 0.07 * rng.normal(size=3), rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    rise = 0.1 * rng.uniform(-1.0, 1.0)
    angle = ground.toe_angle(tuple(v), tuple(axis), rise)
    heights = quaternions.rotate(quaternions.exp(axis * np.linspace(0.0, 2.0 * np.pi, 2001)[:, None]), v)[:, 1]
    there = quaternions.rotate(quaternions.exp(angle * axis), v)[1]
    assert 0.0 <= angle <= 2.0 * np.pi
    if v[1] >= rise:
        assert angle == 0.0
    elif heights.max() < rise - 1e-6:  # it cannot: as high as possible
        assert there >= heights.max() - 1e-9
    elif heights.max() > rise:
        assert_allclose(there, rise, atol=1e-12)
        first = np.linspace(0.0, 2.0 * np.pi, 2001)[np.argmax(heights >= rise)]
        assert angle <= first + 1e-9


def test_the_corrected_closed_form_of_the_source_agrees():
    """For a toe at right angles to its axis: kappa = sqrt(s v^2 - c^2), s = n_x^2 + n_z^2."""
    rng = np.random.default_rng(0)
    for _ in range(200):
        n = rng.normal(size=3)
        n /= np.linalg.norm(n)
        v = np.cross(n, rng.normal(size=3))
        v *= 0.07 / np.linalg.norm(v)
        s, c = n[0] ** 2 + n[2] ** 2, -0.05 * np.sqrt(n[0] ** 2 + n[2] ** 2) * rng.uniform()
        if v[1] >= c:
            continue
        angle = ground.toe_angle(tuple(v), tuple(n), c)
        found = quaternions.rotate(quaternions.exp(angle * n), v)
        kappa = np.sqrt(s * v @ v - c * c)
        both = [
            np.array([(-c * n[0] * n[1] - sign * n[2] * kappa) / s, c, (-c * n[1] * n[2] + sign * n[0] * kappa) / s])
            for sign in (1.0, -1.0)
        ]
        assert min(np.linalg.norm(found - w) for w in both) < 1e-9


def test_the_lowest_of_all_tips_is_found():
    rng = np.random.default_rng(3)
    positions, turned = rng.normal(size=(6, 4, 3)), quaternions.exp(rng.normal(size=(6, 4, 3)))
    ends, lowest, tips = np.array([3, 1]), np.zeros((6, 2)), np.zeros((6, 2, 3, 3))
    points = np.concatenate([STIFF, BENDING])
    ground.find_tips(0, 6, ends, points, positions, turned, tips)
    ground.find_lowest(ends, points, positions, turned, lowest)
    assert_allclose(lowest, tips[..., 1].min(axis=2), **ALGEBRA)
