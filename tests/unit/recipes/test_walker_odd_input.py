"""Walkers that are asked for odd things: words that say what is wrong, and nothing half done."""

from __future__ import annotations

import numpy as np
import pytest

import supple
from supple.errors import SuppleError
from supple.io.documents.style import GaitStyle, Style


@pytest.mark.parametrize("frames", [1, 2])
def test_a_source_of_a_frame_or_two_is_no_walk(frames):
    source = supple.walking(1.0).with_frames(0, frames)
    with pytest.raises(SuppleError, match=f"the source is too short, with {frames} of"):
        supple.walk(2.0, source=source)


def test_so_few_frames_that_steps_fall_between_them_are_refused():
    with pytest.raises(SuppleError, match="fps = 1 is too low"):
        supple.walk(5.0, 1.0)
    assert len(supple.walk(5.0, 10.0).contacts.events.left) > 1


def test_a_walk_too_short_for_its_speed_says_how_fast_it_was():
    short = supple.walk(3.0)
    speeds = np.linalg.norm(np.diff(short.motion.root_positions[:, [0, 2]], axis=0), axis=1) * short.motion.fps
    assert f"it gets to {speeds.max():.1f}" in " ".join(short.notes)
    assert supple.walk(6.0).notes == ()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"stride": 5.0}, r"--stride \(stride\) = 5 m is out of range.* between 0.1 and 3 m\."),
        (
            {"speed": 9.0},
            r"--speed \(speed\) = 9 m/s is out of range\. With this body it lies between 0.05 and 5 m/s\.",
        ),
    ],
)
def test_a_stride_or_speed_of_nobody_is_named_as_such(asked, told):
    with pytest.raises(SuppleError, match=told):
        supple.walk(3.0, **asked)


@pytest.mark.parametrize("dt", [0.0, -0.03, 1e9, float("nan"), "x", None, True, 0.1j, np.array([0.1])])
def test_a_step_takes_a_number_of_seconds(dt):
    with pytest.raises(SuppleError, match="a step in time"):
        supple.Walker().step(dt, 0.0, 1.0)


def test_the_ends_of_a_step_in_time_are_told_to_be_excluded():
    with pytest.raises(SuppleError, match=r"more than 0 and less than 10 s; got 10\.0"):
        supple.Walker().step(10.0, 0.0, 1.0)


def test_the_walker_whose_number_is_not_finite_is_named():
    nan, crowd = float("nan"), supple.Crowd(3)
    with pytest.raises(SuppleError, match=r"headings must be finite; that of walker 1 \(counted from 0\) is nan"):
        crowd.step(0.1, [0.0, nan, nan], 1.0)
    with pytest.raises(SuppleError, match="speeds must be finite; that of all walkers is inf"):
        crowd.step(0.1, 0.0, float("inf"))
    with pytest.raises(SuppleError, match=r"one for each of 3 walkers; got an array of shape \(2,\)"):
        crowd.step(0.1, [0.0, 0.0], 1.0)
    with pytest.raises(SuppleError, match="places must be finite; that of walker 1 .* is nan"):
        supple.Crowd(2, places=[[0.0, 0.0], [1.0, nan]])


def test_a_number_of_seconds_may_be_of_any_kind():
    """A clock of single precision, or whole seconds."""
    poses = [supple.Walker().step(dt, 0.0, 1.0) for dt in (0.25, np.float32(0.25), np.float16(0.25))]
    assert all(np.array_equal(pose.rotations, poses[0].rotations) for pose in poses)
    assert np.isfinite(supple.Walker().step(1, 0.0, 1.0).rotations).all()


def test_however_short_a_step_is_it_is_made():
    walker = supple.Walker()
    before = walker.step(1.0, 0.0, 1.2).root_position.copy()
    for _ in range(10):
        after = walker.step(1e-11, 0.0, 1.2).root_position
    assert 0.0 < np.linalg.norm(after - before) < 1e-9


def test_the_steepest_ground_that_is_allowed_is_walked_on():
    assert supple.walk(3.0, 20.0, ground="ramp:deg=35").motion.root_positions[-1, 1] > 1.0
    with pytest.raises(SuppleError, match="a slope of 36 degrees; a walker stands on 35 at most"):
        supple.walk(3.0, 20.0, ground="ramp:deg=36")
    with pytest.raises(SuppleError, match=r"a slope of 35\.3 degrees; a walker stands on 35 at most"):
        supple.walk(3.0, 20.0, ground="ramp:deg=35.3")


@pytest.mark.parametrize(("heading", "speed"), [("north", 1.0), (0.0, "fast"), (0.0, [1.0, [2.0]])])
def test_headings_and_speeds_are_numbers(heading, speed):
    with pytest.raises(SuppleError, match="must be numbers"):
        supple.Walker().step(0.03, heading, speed)


def test_a_body_and_a_style_are_documents():
    with pytest.raises(SuppleError, match="a body is a Body"):
        supple.Walker(3)
    with pytest.raises(SuppleError, match="a style is a Style"):
        supple.Walker(style=3)
    with pytest.raises(SuppleError, match=r"gait\.step must be a number"):
        Style(gait=GaitStyle(step="long"))


@pytest.mark.parametrize("n", [0, True, 2.5, 10**12])
def test_a_crowd_has_a_number_of_walkers(n):
    with pytest.raises(SuppleError, match="a crowd has 1 to"):
        supple.Crowd(n)


def test_a_new_style_brings_its_own_notes():
    walker = supple.Walker()
    walker.step(0.03, 0.0, 1.0, style=Style(gait=GaitStyle(step=2.5)))
    assert "longer than these legs allow" in " ".join(walker.notes)
    walker.step(0.03, 0.0, 1.0, style=Style())
    assert walker.notes == ()


def test_a_way_to_solve_legs_that_there_is_not_is_refused():
    with pytest.raises(SuppleError, match="ik is one of half, full, hybrid; got 'quarter'"):
        supple.walk(1.0, ik="quarter")
    with pytest.raises(SuppleError, match="ik is one of half, full, hybrid"):
        supple.Walker(ik="quarter")


def test_a_radius_that_is_no_number_is_not_called_tight():
    with pytest.raises(SuppleError, match="must be a number of metres; got nan"):
        supple.walk(1.0, turn=float("nan"))
