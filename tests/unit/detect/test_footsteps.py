"""Contacts, floor, belt and events of feet whose contacts are known."""

import itertools

import numpy as np
import pytest
from support.footsteps import FEET, climbing, f1, frames_of, running

from supple.core.contacts import Contacts
from supple.detect.automatic import find_contacts
from supple.detect.points import Point
from supple.errors import InvalidValueError, ShapeError

SIDES = ("left", "right")


def found(steps, **options) -> Contacts:
    return find_contacts(FEET, steps.positions, steps.fps, **options)


def agreement(steps, contacts) -> float:
    masks = [frames_of(contacts, (f"{side}_heel", f"{side}_ball"), len(steps.positions)) for side in SIDES]
    return min(f1(mask, steps.planted(side)) for mask, side in zip(masks, SIDES, strict=True))


@pytest.mark.parametrize("fps", [20.0, 30.0, 60.0, 120.0, 240.0])
@pytest.mark.parametrize("rise", [0.0, 0.17, -0.17, 0.05])
def test_steps_on_level_ground_stairs_and_ramps_are_found_at_any_rate(rise, fps):
    steps = climbing(rise, fps=fps)
    assert agreement(steps, found(steps)) > 0.97  # at 20 fps a frame of a stance is 4 % of it


@pytest.mark.parametrize("belt", [0.8, 1.2, 3.0])
def test_feet_that_ride_on_a_belt_stand(belt):
    steps = climbing(belt=belt)
    contacts = found(steps)
    assert agreement(steps, contacts) > 0.98
    np.testing.assert_allclose(contacts.floor.belt_m_s, (0.0, 0.0, -belt), atol=0.01)
    assert "belt" in contacts.notes[0]


@pytest.mark.parametrize(("speed", "belt"), [(3.0, 0.0), (3.0, 3.0), (6.0, 6.0)])
def test_runs_are_found_on_the_ground_and_on_belts(speed, belt):
    steps = running(speed, belt=belt)
    contacts = found(steps)
    assert agreement(steps, contacts) > 0.88  # 20 frames of a stance, and two or three about it that are slow
    assert len(contacts.events.left) == len([span for span in steps.stances["left"] if span[0] < steps.clip_s])


def test_ground_that_stands_still_is_no_belt():
    assert found(climbing()).floor.belt_m_s is None


def test_every_step_of_a_staircase_is_a_support():
    supports = found(climbing(0.17, steps=3)).floor.supports
    np.testing.assert_allclose(supports[:5], 0.17 * np.arange(5), atol=1e-3)


def test_a_ramp_has_one_support_and_a_tilt():
    floor = found(climbing(0.06, stride=1.2)).floor  # 0.12 m up on 1.2 m
    assert len(floor.supports) == 1
    assert np.degrees(np.arctan(-floor.normal[2] / floor.normal[1])) == pytest.approx(
        np.degrees(np.arctan(0.1)), abs=0.2
    )
    assert floor.normal[0] == pytest.approx(0.0, abs=0.01)


def test_one_line_of_footsteps_does_not_tilt_the_floor_to_the_side():
    steps = climbing()
    lower = steps.positions - 0.02 * np.array([0.0, 1.0, 0.0]) * (np.arange(4) > 1)[:, None]  # the right foot
    floor = find_contacts(FEET, lower, steps.fps).floor
    assert floor.normal == pytest.approx((0.0, 1.0, 0.0), abs=1e-3)


def test_events_are_those_of_the_steps():
    steps = climbing()
    for side in SIDES:
        whole = [span for span in steps.stances[side] if span[0] > 0.0][:-1]
        events = [step for step in getattr(found(steps).events, side) if step.heel_strike is not None][: len(whole)]
        for (down, up), step in zip(whole, events, strict=True):
            assert abs(step.heel_strike / steps.fps - down) <= 0.02
            assert abs(step.toe_off / steps.fps - up) <= 0.06  # these feet leave more gently than those of people


def test_events_outside_the_clip_are_not_invented():
    first = found(climbing()).events.left[0]
    assert first.heel_strike is None
    assert first.toe_off is not None


def test_contacts_say_where_the_point_stands():
    steps = climbing()
    contacts = found(steps)
    for contact in contacts.contacts:
        k = [point.name for point in FEET].index(contact.point)
        middle = steps.positions[(contact.start + contact.stop) // 2, k]
        np.testing.assert_allclose(contact.position_m, middle, atol=2e-3)
        assert contact.joint == FEET[k].joint
        assert contact.offset_m == (0.0, 0.0, 0.0)


def test_spans_of_a_point_do_not_overlap_and_frames_count_from_the_first_frame():
    contacts, later = found(climbing()).contacts, found(climbing(), first_frame=7).contacts
    assert [(c.start + 7, c.stop + 7) for c in contacts] == [(c.start, c.stop) for c in later]
    for name in {c.point for c in contacts}:
        spans = sorted((c.start, c.stop) for c in contacts if c.point == name)
        assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))


def test_a_gap_in_a_marker_is_bridged_when_short_and_not_when_long():
    steps = climbing()
    positions = steps.positions.copy()
    positions[130:136], positions[230:270, 0] = np.nan, np.nan
    contacts = find_contacts(FEET, positions, steps.fps)
    masks = {name: frames_of(contacts, (name,), len(positions)) for name in ("left_heel", "left_ball")}
    planted = steps.planted("left")
    assert f1(masks["left_ball"], planted) > 0.97
    assert not masks["left_heel"][232:268].any()


def test_noise_of_a_capture_does_not_break_contacts():
    steps = climbing(fps=120.0)
    noisy = steps.positions + np.random.default_rng(0).normal(scale=2e-3, size=steps.positions.shape)
    assert agreement(steps, find_contacts(FEET, noisy, steps.fps)) > 0.95


def test_ground_that_wanders_is_followed():
    steps = climbing()
    clock = np.arange(len(steps.positions)) / steps.fps
    moved = steps.positions + 0.05 * np.sin(2.0 * clock)[:, None, None] * np.array([1.0, 0.0, 0.0])
    assert agreement(steps, find_contacts(FEET, moved, steps.fps)) > 0.97


def test_jumping_on_the_spot_does_not_stand_at_the_top():
    clock = np.arange(0.0, 4.0, 0.01)
    height = np.maximum(0.0, 0.35 * np.sin(2.0 * np.pi * 0.9 * clock))
    positions = np.stack([np.stack([0.0 * clock, height, k + 0.0 * clock], axis=1) for k in (-0.06, 0.14)] * 2, axis=1)
    mask = frames_of(find_contacts(FEET, positions, 100.0), [p.name for p in FEET], len(clock))
    assert not mask[height > 0.05].any()
    assert mask[height == 0.0].mean() > 0.85


def test_a_foot_that_is_held_up_does_not_stand():
    clock = np.arange(0.0, 5.0, 0.01)
    up = np.clip((clock - 1.0) / 0.4, 0.0, 1.0) - np.clip((clock - 3.5) / 0.4, 0.0, 1.0)
    positions = np.zeros((len(clock), 4, 3)) + np.array(
        [[0.1, 0, -0.06], [0.1, 0, 0.14], [-0.1, 0, -0.06], [-0.1, 0, 0.14]]
    )
    positions[:, :2, 1] += 0.3 * (up * up * (3.0 - 2.0 * up))[:, None]
    contacts = find_contacts(FEET, positions, 100.0)
    assert not frames_of(contacts, ("left_heel", "left_ball"), len(clock))[150:340].any()
    assert frames_of(contacts, ("right_heel", "right_ball"), len(clock)).all()


def test_the_feet_of_a_handstand_do_not_stand():
    positions = np.zeros((200, 4, 3)) + np.array([[0.1, 1.9, 0], [0.1, 1.9, 0.2], [-0.1, 1.9, 0], [-0.1, 1.9, 0.2]])
    contacts = find_contacts(FEET, positions, 100.0, centre=np.tile([0.0, 0.9, 0.0], (200, 1)))
    assert contacts.contacts == ()
    assert contacts.floor is None


@pytest.mark.parametrize(("most", "hertz"), [(0.8, 0.8), (0.5, 0.5), (0.3, 0.8)])
@pytest.mark.parametrize("fps", [30.0, 100.0, 120.0])
def test_swinging_feet_stand_on_nothing_and_this_is_said(fps, most, hertz):
    """Nor do they ride on a belt at the bottom of their swing."""
    clock = np.arange(0.0, 4.0, 1.0 / fps)
    angle = most * np.sin(2.0 * np.pi * hertz * clock)
    hang = np.stack([0.0 * clock, 1.5 - np.cos(angle), np.sin(angle)], axis=1)
    contacts = find_contacts(FEET, np.stack([hang, hang + (0, 0, 0.2)] * 2, axis=1), fps)
    assert contacts.contacts == ()
    assert contacts.floor is None
    assert contacts.notes == ("no foot stands on anything in this clip.",)


def test_a_figure_that_flies_is_not_carried_by_a_belt():
    clock = np.arange(0.0, 3.0, 0.01)
    positions = np.zeros((len(clock), 4, 3)) + np.array([0.0, 1.0, 2.0]) * np.arange(4)[:, None] * 0.05
    positions[..., 2] += 4.0 * clock[:, None]
    contacts = find_contacts(FEET, positions, 100.0, centre=positions.mean(axis=1) + (0.0, 0.2, 0.0))
    assert contacts.contacts == ()


def test_a_floor_that_is_given_takes_away_what_stands_above_it():
    steps = climbing(0.17)
    contacts = find_contacts(FEET, steps.positions, steps.fps, floor=lambda x, z: 0.0 * x)
    assert contacts.contacts
    assert all(c.position_m[1] < 0.13 for c in contacts.contacts)


@pytest.mark.parametrize("frames", [0, 1, 2, 5])
def test_clips_that_are_too_short_have_no_contacts_and_this_is_said(frames):
    contacts = find_contacts(FEET, np.zeros((frames, 4, 3)), 100.0)
    assert contacts.contacts == ()
    assert "too few" in contacts.notes[0]


def test_points_that_were_never_seen_are_no_trouble():
    steps = climbing()
    positions = steps.positions.copy()
    positions[:, :2] = np.nan
    contacts = find_contacts(FEET, positions, steps.fps)
    assert {c.point for c in contacts.contacts} == {"right_heel", "right_ball"}
    assert find_contacts(FEET, np.full((50, 4, 3), np.nan), 100.0).contacts == ()


def test_any_point_is_judged_by_its_stillness():
    clock = np.arange(0.0, 3.0, 0.01)
    path = np.zeros((len(clock), 1, 3)) + (0.3, 1.2, 0.0)
    move = np.clip((clock - 1.0) / 0.6, 0.0, 1.0)
    path[:, 0, 0] += 0.5 * move**3 * (10.0 - 15.0 * move + 6.0 * move**2)
    contacts = find_contacts([Point(name="cup", joint="hand", offset=(0.0, 0.0, 0.0))], path, 100.0).contacts
    assert [c.start for c in contacts] == [0, pytest.approx(160, abs=6)]
    assert [c.stop for c in contacts] == [pytest.approx(101, abs=6), 300]


def test_wrong_shapes_and_rates_are_refused():
    with pytest.raises(ShapeError, match=r"\(F, 4, 3\); got \(9, 3, 3\)"):
        find_contacts(FEET, np.zeros((9, 3, 3)), 100.0)
    with pytest.raises(InvalidValueError, match="positive numbers; got -1"):
        find_contacts(FEET, np.zeros((9, 4, 3)), -1.0)
