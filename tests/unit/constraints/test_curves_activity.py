"""When goals act, and several goals as one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.transform import Rotation
from support.tolerances import ALGEBRA

from supple.constraints.curves.activity import activity, frames_within, smooth_step
from supple.constraints.curves.composite import (
    PlaceOverTime,
    following,
    goal_track,
    mean_place,
    overall_activity,
    target,
    timing,
)
from supple.errors import InvalidValueError

TIMES = np.arange(0, 301) / 60.0
NO_JOINTS = np.zeros((301, 1, 3)), np.tile([1.0, 0.0, 0.0, 0.0], (301, 1, 1))


def profiles():
    return st.lists(st.floats(0.0, 5.0), min_size=4, max_size=4).map(lambda t: tuple(sorted(t)))


def largest_speed_jump(values, step):
    return np.abs(np.diff(values, 2, axis=0)).max() / step


def test_zero_and_one_at_the_key_times_and_half_way_between():
    a = activity(np.array([0.9, 1.0, 1.25, 1.5, 2.0, 2.5, 2.75, 3.0, 3.1]), (1.0, 1.5, 2.5, 3.0))
    assert_allclose(a, [0, 0, 0.5, 1, 1, 1, 0.5, 0, 0], **ALGEBRA)


@pytest.mark.parametrize("moment", [1.0, 1.5, 2.5, 3.0])
def test_ramps_are_level_at_both_ends(moment):
    near = activity(np.array([moment - 1e-6, moment, moment + 1e-6]), (1.0, 1.5, 2.5, 3.0))
    assert np.abs(np.diff(near)).max() < 1e-10  # a slope of 1 would give 1e-6


def test_ramps_without_length_are_steps_and_the_plateau_is_closed():
    assert_array_equal(activity(np.array([0.9, 1.0, 1.5, 2.0, 2.1]), (1.0, 1.0, 2.0, 2.0)), [0, 1, 1, 1, 0])
    assert_array_equal(activity(np.array([0.9, 1.0, 1.1]), (1.0, 1.0, 1.0, 1.0)), [0, 1, 0])


def test_a_frame_hits_a_time_that_differs_by_rounding_only():
    times = 0.1 + 0.2 + np.arange(3) * 0.1  # 0.30000000000000004, ...
    assert activity(times, (0.3, 0.3, 0.5, 0.5)).tolist() == [1, 1, 1]
    assert frames_within(times, 0.3, 0.5) == (0, 3)
    assert frames_within(times, 0.31, 0.32) == (1, 1)


def test_times_that_run_backwards_are_refused_with_the_values():
    with pytest.raises(InvalidValueError, match=r"0\.5, 0\.2, 1, 2 s"):
        activity(TIMES, (0.5, 0.2, 1.0, 2.0))


@given(profiles(), st.floats(-100.0, 100.0))
def test_activity_shifts_with_time(profile, shift):
    moved = tuple(t + shift for t in profile)
    ramps = np.diff(profile)[[0, 2]]
    if ((ramps == 0.0) | (ramps > 1e-3)).all():  # shorter ramps amplify the rounding of the shift
        assert_allclose(activity(TIMES + shift, moved), activity(TIMES, profile), rtol=0, atol=1e-9)


@given(profiles())
def test_activity_stays_between_zero_and_one(profile):
    a = activity(TIMES, profile)
    assert ((a >= 0.0) & (a <= 1.0)).all()
    assert not a[(profile[0] - TIMES > 1e-9) | (TIMES - profile[3] > 1e-9)].any()


@pytest.mark.parametrize("frames", [6, 12, 24, 48])
def test_the_cubic_has_the_smaller_second_differences_on_usual_ramps(frames):
    u = np.clip(np.arange(-3, frames + 4) / frames, 0.0, 1.0)
    quintic = u**3 * (10.0 - 15.0 * u + 6.0 * u**2)
    assert np.abs(np.diff(smooth_step(u), 2)).max() < np.abs(np.diff(quintic, 2)).max()


def composite(goals, free, **options):
    track = goal_track(TIMES, goals, always=True, **options)
    return target(track, free, mean_place(track, *NO_JOINTS))


def test_the_specs_formula():
    free = np.stack([np.sin(TIMES), np.cos(TIMES), TIMES], axis=-1)
    when, places = [(0.5, 1.5, 2.0, 3.0), (1.0, 2.5, 3.0, 4.0)], np.array([[1.0, 2.0, 3.0], [-1.0, 0.5, 0.0]])
    a = np.stack([activity(TIMES, p) for p in when])
    total, top = a.sum(axis=0), a.max(axis=0)
    wanted = free.copy()
    for f in np.flatnonzero(total > 0):
        wanted[f] = top[f] * (a[:, f] @ places) / total[f] + (1.0 - top[f]) * free[f]
    goals = [PlaceOverTime(p, g) for p, g in zip(when, places, strict=True)]
    assert_allclose(composite(goals, free, spec=True), wanted, **ALGEBRA)


def test_where_nothing_acts_the_target_is_the_free_path():
    free = np.random.default_rng(0).normal(size=(301, 3))
    got = composite([PlaceOverTime((1.0, 1.5, 2.0, 2.5), np.ones(3))], free)
    idle = (TIMES <= 1.0) | (TIMES >= 2.5)
    assert_array_equal(got[idle], free[idle])
    full = (TIMES >= 1.5) & (TIMES <= 2.0)
    assert_allclose(got[full], 1.0, **ALGEBRA)


def test_an_offset_keeps_velocity_and_bends_less_than_a_place():
    own = np.stack([np.sin(2 * TIMES), np.cos(TIMES), 0.3 * TIMES], axis=-1)
    when, offset = (1.0, 2.0, 3.0, 4.0), np.array([0.0, 0.5, 0.0])
    moved = composite([PlaceOverTime(when, own + offset)], own)
    placed = composite([PlaceOverTime(when, own[150] + offset)], own)
    full = (TIMES >= 2.0) & (TIMES <= 3.0)
    assert_allclose(np.diff(moved[full], axis=0), np.diff(own[full], axis=0), **ALGEBRA)
    assert np.ptp(placed[full], axis=0).max() < 1e-12  # at rest
    assert np.abs(np.diff(moved, 2, axis=0)).max() < np.abs(np.diff(placed, 2, axis=0)).max()


def test_cross_fading_equal_goals_has_no_corner_and_dips_to_three_quarters():
    goals = [PlaceOverTime((0.0, 0.5, 1.5, 3.5), np.ones(3)), PlaceOverTime((1.5, 3.5, 4.0, 5.0), np.ones(3))]
    fine = np.arange(0, 5001) / 1000.0
    dips, jumps = {}, {}
    for spec in (False, True):
        whole = timing(fine, [g.profile for g in goals], spec=spec, always=True).activity
        dips[spec], jumps[spec] = whole[1500:3501].min(), largest_speed_jump(whole[1600:3400], 1e-3)
    assert dips[False] == pytest.approx(0.75, abs=1e-6)
    assert dips[True] == pytest.approx(0.5, abs=1e-6)
    assert jumps[True] == pytest.approx(1.5, abs=0.01)  # [1/s] the spec's own number
    assert jumps[False] < 0.01


def test_a_goal_that_rides_with_a_joint_follows_it():
    angle = np.linspace(-np.pi / 4, np.pi / 4, 301)
    turn = Rotation.from_euler("y", angle[:, None])
    rotations = np.roll(turn.as_quat(), 1, axis=-1)[:, None]
    positions = np.stack([TIMES, np.ones(301), 0 * TIMES], axis=-1)[:, None]
    local = np.array([0.1, 0.05, 0.2])
    track = goal_track(TIMES, [PlaceOverTime((0.0, 0.0, 5.0, 5.0), local, joint=0)])
    assert_allclose(mean_place(track, positions, rotations), turn.apply(local) + positions[:, 0], **ALGEBRA)


def test_a_track_covers_only_the_frames_in_which_it_acts():
    track = goal_track(TIMES, [PlaceOverTime((1.0, 1.5, 2.0, 2.5), np.ones(3))])
    assert (track.timing.start, track.timing.stop) == (61, 150)  # frames 60 and 150 have activity 0
    assert (track.timing.activity > 0).all()
    none = goal_track(TIMES, [PlaceOverTime((9.0, 9.5, 9.6, 9.9), np.ones(3))])
    assert none.timing.start == none.timing.stop == 0


def test_a_path_that_rides_on_the_free_path_leaves_it_without_a_jump():
    own, free = np.zeros((301, 3)), np.full((301, 3), 0.3)
    bump = activity(TIMES, (0.0, 2.0, 3.0, 5.0))
    track = following(0, own + bump[:, None], own, bump)
    got = target(track, free, mean_place(track, *NO_JOINTS))
    assert_allclose(got[[0, -1]], 0.3, **ALGEBRA)  # as if the constraint were not there
    assert_allclose(got[150], 1.0, **ALGEBRA)  # its own path alone
    assert_allclose(target(track, own, mean_place(track, *NO_JOINTS)), own + bump[:, None], **ALGEBRA)


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=5))
def test_the_smooth_or_is_never_under_the_largest(each):
    a = np.array([each])
    assert overall_activity(a)[0] >= overall_activity(a, spec=True)[0] - 1e-15
    assert overall_activity(a)[0] <= 1.0
