"""The parts of a transition: footfalls that match, clocks, poses that match, points that stand."""

from itertools import pairwise

import numpy as np
import pytest

import supple
from supple.core.contacts import Contact, Contacts
from supple.recipes.names import motion_names
from supple.recipes.transition.dynamic import dynamic_warp
from supple.recipes.transition.feet import Event, events_of
from supple.recipes.transition.footing import stood
from supple.recipes.transition.likeness import Likeness
from supple.recipes.transition.matching import matched
from supple.recipes.transition.meeting import best_meeting
from supple.recipes.transition.standing import limbs_for
from supple.recipes.transition.warping import Warp, hermite, timed
from supple.recipes.transition.windows import Window

FT = 1.0 / 60.0


def footfalls(step: float, stance: float, count: int = 6) -> list[Event]:
    """Left and right in turn: each comes down a step after the other, and stands for a while."""
    downs = [(k * step, ("left", "right")[k % 2]) for k in range(count)]
    events = [Event(t, f"{side} down") for t, side in downs] + [Event(t + stance, f"{side} up") for t, side in downs]
    return sorted(events)


def test_strides_of_two_walks_match_event_by_event():
    warp = matched(footfalls(30, 36), footfalls(24, 29), (60.0, 48.0), FT)
    assert len(warp.a) >= 10
    assert np.abs(warp.b - 0.8 * warp.a).max() < 1.0


def test_a_walk_and_a_run_match_by_the_feet_that_come_down():
    walk, run = footfalls(33, 40), footfalls(22, 15)  # in a run a foot leaves before the other one comes down
    warp = matched(walk, run, (66.0, 44.0), FT)
    pairs = {(a, b) for a, b in zip(warp.a.tolist(), warp.b.tolist(), strict=True)}
    assert {(33.0, 22.0), (99.0, 66.0)} <= pairs
    assert (np.diff(warp.a) > 0.0).all()
    assert (np.diff(warp.b) > 0.0).all()


def test_footfalls_of_other_feet_never_match():
    left = [Event(30.0, "left down"), Event(90.0, "left down")]
    right = [Event(30.0, "right down"), Event(90.0, "right down")]
    warp = matched(left, right, (50.0, 50.0), FT)
    assert warp.a.tolist() == warp.b.tolist() == [50.0]


def test_a_mix_runs_at_the_pace_of_a_at_first_and_of_b_at_last():
    warp = Warp(np.array([0.0, 60.0]), np.array([0.0, 40.0]))
    timing = timed(warp, 0.0, 50.0, hermite)
    assert timing.weights[[0, -1]].tolist() == [0.0, 1.0]
    assert np.diff(timing.a)[:2] == pytest.approx([1.0, 1.0], abs=0.03)
    assert np.diff(timing.b)[-2:] == pytest.approx([1.0, 1.0], abs=0.03)
    assert (np.diff(timing.a) > 0.0).all()
    assert 40 <= len(timing.a) - 1 <= 60


def test_time_runs_without_jumps_through_uneven_matches():
    warp = Warp(np.array([0.0, 10.0, 30.0, 40.0]), np.array([0.0, 18.0, 32.0, 50.0]))
    timing = timed(warp, 0.0, 45.0, hermite)
    for clock in (timing.a, timing.b):
        assert np.abs(np.diff(clock, 2)).max() < 0.25


def test_poses_are_matched_as_they_follow_one_another():
    t = np.linspace(0.0, 1.0, 120)
    uneven = t**1.4
    curve = np.stack([np.sin(5.0 * t), np.cos(3.0 * t), 2.0 * t], axis=1)
    same = np.stack([np.sin(5.0 * uneven), np.cos(3.0 * uneven), 2.0 * uneven], axis=1)
    warp = dynamic_warp(Likeness(same, curve), FT)
    assert warp.a[0] == warp.b[0] == 0.0
    assert warp.a[-1] == warp.b[-1] == 119.0
    shown = np.interp(warp.a, np.arange(120), uneven) * 119.0
    assert np.abs(warp.b - shown).max() < 6.0


def test_the_best_meeting_is_where_the_clips_are_alike_and_little_is_lost():
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(2, 100, 5))
    b[20:31] = a[70:81]
    b[60:71] = a[20:31]
    found = best_meeting(Likeness(a, b), (5, 94), (5, 94), 5, 1.0 / 30.0)
    assert (found.a, found.b) == (75, 25)
    assert found.apart_m < 1e-6


@pytest.fixture(scope="module")
def figure():
    motion = supple.walking(seconds=1.0)
    names = motion_names(motion)
    return motion.skeleton, limbs_for(motion, names)


def contact(point: str, start: int, stop: int) -> Contact:
    joint = {"heel": "LeftFoot", "ball": "LeftToeBase"}[point.removeprefix("left_")]
    return Contact(point=point, joint=joint, offset_m=(0.0, 0.0, 0.0), start=start, stop=stop, position_m=(0.0,) * 3)


def standing(figure, a, b, weights) -> list[tuple[str, int, int]]:
    skeleton, limbs = figure
    clock = np.arange(float(len(weights)))
    window = Window(start=0, a=clock, b=clock, weights=np.asarray(weights, float))
    found = stood(*(Contacts(fps=60.0, contacts=tuple(c)) for c in (a, b)), window, limbs, skeleton)
    return [(s.contact.point, s.contact.start, s.contact.stop) for s in found]


def test_a_point_that_stands_in_both_clips_stands_between_their_times(figure):
    weights = np.full(100, 0.25)
    found = standing(figure, [contact("left_ball", 20, 60)], [contact("left_ball", 28, 48)], weights)
    assert found == [("left_ball", 22, 57)]


def test_a_heel_that_stands_in_one_clip_only_does_so_with_the_rest_of_its_foot(figure):
    a = [contact("left_heel", 10, 50), contact("left_ball", 20, 60)]
    found = standing(figure, a, [contact("left_ball", 40, 60)], np.full(100, 0.5))
    assert found == [("left_heel", 30, 50), ("left_ball", 30, 60)]


def test_a_foot_that_stands_in_one_clip_only_stands_while_that_clip_is_most_of_it(figure):
    weights = np.linspace(0.0, 1.0, 101)
    assert standing(figure, [contact("left_ball", 20, 80)], [], weights) == [("left_ball", 20, 51)]
    assert standing(figure, [], [contact("left_ball", 20, 80)], weights) == [("left_ball", 50, 80)]


def test_a_foot_that_changes_its_place_has_time_to_step(figure):
    weights = np.linspace(0.0, 1.0, 101)
    found = standing(figure, [contact("left_ball", 0, 80)], [contact("left_heel", 20, 100)], weights)
    assert [point for point, *_ in found] == ["left_ball", "left_heel"]
    assert found[1][1] - found[0][2] == 15
    assert (found[0][1], found[1][2]) == (0, 100)


def test_a_foot_is_never_in_two_steps_at_a_time(figure):
    a = [contact("left_ball", 10, 30), contact("left_ball", 50, 70)]
    found = standing(figure, a, [contact("left_ball", 12, 66)], np.full(100, 0.4))
    assert all(stop <= start for (_, _, stop), (_, start, _) in pairwise(found))


def test_a_foot_that_is_up_for_a_blink_has_not_left():
    spans = [contact("left_ball", 5, 20), contact("left_ball", 22, 40)]
    events = events_of(Contacts(fps=60.0, contacts=tuple(spans)), 60)
    assert events == (Event(5, "left down"), Event(40, "left up"))
