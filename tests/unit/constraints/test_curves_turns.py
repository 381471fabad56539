"""Composite goals of orientations, against SciPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation, Slerp
from support.regimes import rotvecs, turned_by

from supple.constraints.curves.turns import TurnOverTime, mean_turn, spherical_mean, turn_track, turned_toward
from supple.core.quaternions import continuous

SAME_TURN = {"rtol": 0.0, "atol": 1e-9}  # [rad]
TIMES = np.arange(301) / 60.0


def wxyz(rotation):
    return np.roll(rotation.as_quat(), 1, axis=-1)


def angle_between(a, b):
    ra, rb = (Rotation.from_quat(np.roll(q, -1, axis=-1)) for q in (a, b))
    return (ra.inv() * rb).magnitude()


@given(rotvecs(largest=3.0), rotvecs(largest=1.5), st.floats(0.0, 1.0))
def test_the_mean_of_two_lies_on_the_arc_between_them(base, way, share):
    a = Rotation.from_rotvec(base)
    b = a * Rotation.from_rotvec(way)
    got = spherical_mean(np.stack([wxyz(a), -wxyz(b)])[None], np.array([[1.0 - share, share]]))
    wanted = Slerp([0.0, 1.0], Rotation.concatenate([a, b]))(share)
    assert_allclose(angle_between(got[0], wxyz(wanted)), 0.0, **SAME_TURN)


def test_the_mean_of_many_has_no_remaining_pull():
    rng = np.random.default_rng(3)
    turns = Rotation.from_rotvec(rng.normal(scale=0.5, size=(40 * 3, 3)))
    shares = rng.dirichlet(np.ones(3), size=40)
    mean = Rotation.from_quat(np.roll(spherical_mean(wxyz(turns).reshape(40, 3, 4), shares), -1, axis=-1))
    pull = [(mean.inv() * turns[g::3]).as_rotvec() * shares[:, g, None] for g in range(3)]
    assert np.abs(np.sum(pull, axis=0)).max() < 1e-10


def test_signs_of_the_input_do_not_matter():
    rng = np.random.default_rng(4)
    turns = wxyz(Rotation.from_rotvec(rng.normal(scale=0.4, size=(60, 3)))).reshape(30, 2, 4)
    shares = np.full((30, 2), 0.5)
    signs = rng.choice([-1.0, 1.0], size=(30, 2, 1))
    a, b = spherical_mean(continuous(turns), shares), spherical_mean(turns * signs, shares)
    assert_allclose(angle_between(a, b), 0.0, **SAME_TURN)


def test_goals_that_drift_past_half_a_turn_apart_do_not_flip():
    apart = np.linspace(0.5, 4.5, 200)  # [rad] through pi
    turns = np.stack(
        [np.tile([1.0, 0, 0, 0], (200, 1)), wxyz(Rotation.from_rotvec(np.outer(apart, [0, 1, 0])))], axis=1
    )
    mean = spherical_mean(turns, np.full((200, 2), 0.5))
    assert angle_between(mean[1:], mean[:-1]).max() < 0.02  # [rad] half of a frame's drift of 0.02


def test_a_ramp_toward_a_turning_goal_does_not_flip():
    way = np.linspace(2.0, 4.2, 100)  # [rad] the goal passes half a turn from the free pose
    free, goal = np.tile([1.0, 0, 0, 0], (100, 1)), wxyz(Rotation.from_rotvec(np.outer(way, [1, 0, 0])))
    share = np.linspace(0.0, 1.0, 100)
    got = turned_toward(free, goal, share)
    assert angle_between(got[1:], got[:-1]).max() < 0.08
    assert_allclose(angle_between(got[[0, -1]], np.stack([free[0], goal[-1]])), 0.0, rtol=0, atol=1e-7)


@given(rotvecs(largest=3.0), st.floats(0.0, 1.0))
def test_part_of_the_way_is_slerp(way, share):
    free, goal = turned_by([0.3, -0.2, 0.1]), turned_by(way)
    ends = Rotation.from_quat(np.roll(np.stack([free, goal]), -1, axis=-1))
    if (ends[0].inv() * ends[1]).magnitude() > 3.1:  # at half a turn both ways are short
        return
    got = turned_toward(free[None], goal[None], np.array([share]))
    assert_allclose(angle_between(got[0], wxyz(Slerp([0, 1], ends)(share))), 0.0, **SAME_TURN)


def test_a_goal_that_rides_with_a_joint_turns_with_it():
    carrier = Rotation.from_euler("y", np.linspace(-1, 1, 301)[:, None])
    local = Rotation.from_euler("z", 90, degrees=True)
    track = turn_track(TIMES, [TurnOverTime((1.0, 1.5, 2.0, 3.0), wxyz(local), joint=0)])
    part = slice(track.timing.start, track.timing.stop)
    got = mean_turn(track, wxyz(carrier)[part, None])
    assert_allclose(angle_between(got, wxyz(carrier * local)[part]), 0.0, rtol=0, atol=1e-7)


@pytest.mark.parametrize("flip", [1.0, -1.0])
def test_full_activity_is_the_goal_and_none_the_free_pose(flip):
    free, goal = turned_by([0.3, 0.1, 0.0]), flip * turned_by([0.0, 2.0, 0.0])
    got = turned_toward(np.stack([free, free]), np.stack([goal, goal]), np.array([0.0, 1.0]))
    assert_allclose(angle_between(got, np.stack([free, goal])), 0.0, rtol=0, atol=1e-7)
