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


@pytest.mark.parametrize("asked", [{"stride": 5.0}, {"speed": 50.0}])
def test_a_stride_or_speed_of_nobody_is_named_as_such(asked):
    with pytest.raises(SuppleError, match="this stride or speed"):
        supple.walk(3.0, **asked)


@pytest.mark.parametrize("dt", [0.0, -0.03, 1e9, float("nan"), "x", None, True, 0.1j, np.array([0.1])])
def test_a_step_takes_a_number_of_seconds(dt):
    with pytest.raises(SuppleError, match="a step in time"):
        supple.Walker().step(dt, 0.0, 1.0)


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
