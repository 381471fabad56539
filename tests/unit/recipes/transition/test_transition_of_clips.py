"""Clips that become one another: feet stand, nothing jumps, and what is not mixed stays."""

import runpy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import supple
from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.io.documents.contacts import check_contacts
from supple.recipes.everyday.ground_moves import Move
from supple.recipes.samples import sample
from supple.recipes.transition.feet import feet_down

STANDS_MM = 0.5


@pytest.fixture(scope="module")
def walk():
    return supple.walking(seconds=4.0, speed=1.1)


@pytest.fixture(scope="module")
def hurry():
    return supple.walking(seconds=4.0, speed=1.7)


@pytest.fixture(scope="module")
def made(walk, hurry):
    return supple.transition([walk, hurry])


def bends(motion: Motion) -> np.ndarray:
    """(J,) the largest change of a joint's speed from one frame to the next [deg/s^2]."""
    turns = quaternions.multiply(quaternions.conjugate(motion.rotations[:-1]), motion.rotations[1:])
    speeds = quaternions.log(turns * np.where(turns[..., :1] < 0.0, -1.0, 1.0)) / motion.frame_time
    return np.degrees(np.linalg.norm(np.diff(speeds, axis=0), axis=2)).max(axis=0) / motion.frame_time


def apart_deg(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.degrees(2.0 * np.arccos(np.clip(np.abs(np.sum(a * b, axis=-1)), 0.0, 1.0))).max())


def test_feet_slide_much_less_after_the_fit_than_before(made):
    assert made.standing.slide_before_mm > 5.0
    assert made.standing.slide_after_mm < STANDS_MM
    assert supple.metrics(made.motion, made.contacts).slide_mm_max < STANDS_MM


def test_a_walk_that_turns_into_a_kick_stands(walk):
    made = supple.transition([sample("walk"), sample("kick")])
    assert made.standing.slide_after_mm < STANDS_MM < 0.1 * made.standing.slide_before_mm


def test_no_joint_jumps(made, walk, hurry):
    (seam,) = made.seams
    mixed = bends(made.motion.with_frames(seam.start - 3, seam.stop + 3))
    sources = np.maximum(bends(walk), bends(hurry))
    assert (mixed <= 1.5 * sources + 300.0).all()


def test_the_way_has_no_jump(made, walk, hurry):
    steps = [np.linalg.norm(np.diff(m.root_positions, axis=0), axis=1) for m in (made.motion, walk, hurry)]
    assert steps[0].max() < 1.15 * max(s.max() for s in steps[1:])
    assert steps[0].min() > 0.85 * min(s.min() for s in steps[1:])


def test_frames_outside_the_mix_are_those_of_the_clips(made, walk, hurry):
    (seam,) = made.seams
    assert np.array_equal(made.mixed.rotations[: seam.start], walk.rotations[: seam.start])
    assert np.array_equal(made.mixed.root_positions[: seam.start], walk.root_positions[: seam.start])
    tail = made.mixed.frames - seam.stop
    assert apart_deg(made.mixed.rotations[-tail:, 1:], hurry.rotations[-tail:, 1:]) < 1e-5
    far = seam.start - 60
    assert apart_deg(made.motion.rotations[:far], walk.rotations[:far]) < 1.0


def test_the_clips_meet_with_the_same_feet_on_the_ground(made, walk, hurry):
    (seam,) = made.seams
    down = [
        feet_down(supple.detect(m), m.frames)[round(t * m.fps)] for m, t in ((walk, seam.a_time), (hurry, seam.b_time))
    ]
    assert (down[0] == down[1]).all()


def test_it_does_not_matter_where_the_next_clip_is_and_where_it_heads(made, walk, hurry):
    elsewhere = Move(2.1, np.array([3.0, 0.0, -7.0])).motion(hurry)
    again = supple.transition([walk, elsewhere])
    assert again.motion.frames == made.motion.frames
    gap = np.linalg.norm(world_pose(again.motion).positions - world_pose(made.motion).positions, axis=2)
    assert gap.max() < 1e-4


def test_the_figure_goes_straight_on_at_the_pace_of_the_next(made, hurry):
    last = made.motion.root_positions[-60:]
    assert np.linalg.norm(last[-1] - last[0]) == pytest.approx(
        float(np.linalg.norm(hurry.root_positions[-1] - hurry.root_positions[-60])), rel=0.03
    )
    assert abs(made.motion.root_positions[-1, 0]) < 0.1


def test_contacts_fit_what_was_made_and_steps_are_told(made):
    check_contacts(made.contacts, made.motion)
    (seam,) = made.seams
    strikes = [s.heel_strike for foot in (made.contacts.events.left, made.contacts.events.right) for s in foot]
    strikes = sorted(at for at in strikes if at is not None)
    gaps = np.diff(strikes) / made.motion.fps
    assert 0.3 < gaps.min() < gaps.max() < 0.75  # every step is there, in the mix as well
    assert any(seam.start <= at < seam.stop for at in strikes)


def test_a_chain_has_a_seam_between_each_two(walk, hurry):
    made = supple.transition([walk, hurry, walk], duration=0.5)
    first, second = made.seams
    assert first.stop <= second.start
    assert made.standing.slide_after_mm < STANDS_MM
    speeds = np.linalg.norm(np.diff(made.motion.root_positions, axis=0), axis=1) * made.motion.fps
    middle = (first.stop + second.start) // 2
    assert speeds[:40].mean() == pytest.approx(1.1, abs=0.08)
    assert speeds[-40:].mean() == pytest.approx(1.1, abs=0.08)
    assert speeds[middle - 5 : middle + 5].mean() > 1.4


def test_moments_can_be_chosen(walk, hurry):
    (seam,) = supple.transition([walk, hurry], at=[(2.0, 1.5)]).seams
    assert (seam.a_time, seam.b_time) == pytest.approx((2.0, 1.5), abs=1e-9)
    assert seam.start / 60.0 < 2.0 < seam.stop / 60.0


def test_moments_count_from_the_start_of_a_file_with_its_rest_rows(walk, hurry):
    rest = np.concatenate([walk.rotations[:1] * 0.0 + (1.0, 0.0, 0.0, 0.0), walk.rotations])
    with_rest = replace(
        walk, rotations=rest, root_positions=np.concatenate([walk.root_positions[:1], walk.root_positions]), rest_rows=1
    )
    plain, made = (supple.transition([m, hurry], at=[(t, 1.5)]) for m, t in ((walk, 2.0), (with_rest, 2.0 + 1 / 60)))
    assert made.motion.rest_rows == 1
    assert made.motion.frames == plain.motion.frames + 1
    assert np.array_equal(made.motion.rotations[0], rest[0])
    assert made.seams[0].start == plain.seams[0].start + 1
    assert apart_deg(made.motion.rotations[1:], plain.motion.rotations) < 0.5


def test_a_longer_duration_mixes_longer(walk, hurry):
    short, long = (supple.transition([walk, hurry], duration=d).seams[0] for d in (0.3, 1.0))
    assert (short.stop - short.start) / 60.0 == pytest.approx(0.3, abs=0.08)
    assert (long.stop - long.start) / 60.0 == pytest.approx(1.0, abs=0.15)


def test_without_alignment_the_next_clip_stays_where_it_is(walk, hurry):
    there = Move(0.0, np.array([0.2, 0.0, 2.5])).motion(hurry)
    made = supple.transition([walk, there], align="none", at=[(3.2, 0.8)])
    assert np.allclose(made.mixed.root_positions[-30:], there.root_positions[-30:])


def test_another_rate_becomes_that_of_the_first(walk):
    made = supple.transition([walk, supple.walking(seconds=4.0, fps=30.0, speed=1.7)])
    assert made.motion.fps == pytest.approx(60.0)
    assert any("frames per second" in note for note in made.notes)
    assert made.standing.slide_after_mm < STANDS_MM


def test_floors_at_other_heights_become_one(walk, hurry):
    made = supple.transition([walk, Move(0.0, np.array([0.0, 0.3, 0.0])).motion(hurry)])
    assert any("lowered by 300 mm" in note for note in made.notes)
    assert np.ptp(made.motion.root_positions[:, 1]) < 0.15


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"duration": 0.0}, "some seconds"),
        ({"duration": float("nan")}, "some seconds"),
        ({"duration": 5.0}, "too short: it has 4 s"),
        ({"align": "up"}, "auto, none"),
        ({"at": [(1.0, 1.0), (2.0, 2.0)]}, "meet 1 times; got 2"),
        ({"at": [(3.9, 1.0)]}, "cannot be mixed around 3.9 s"),
        ({"at": [(2.0, float("nan"))]}, "seconds"),
    ],
)
def test_what_cannot_be_is_refused(walk, hurry, change, says):
    with pytest.raises(supple.SuppleError, match=says):
        supple.transition([walk, hurry], **change)


def test_clips_that_do_not_fit_are_refused(walk):
    with pytest.raises(supple.SuppleError, match="two clips or more"):
        supple.transition([walk])
    with pytest.raises(supple.SuppleError, match="another skeleton.*supple retarget"):
        supple.transition([walk, supple.walking(height=1.9)])
    with pytest.raises(supple.SuppleError, match="clip 2 .* is too short"):
        supple.transition([walk, walk.with_frames(0, 20)])
    rest = replace(walk.with_frames(0, 3), rest_rows=3)
    for clips in ([rest, walk], [walk, rest]):
        with pytest.raises(supple.SuppleError, match="no motion"):
            supple.transition(clips)


def test_the_example_sneaks_and_stands():
    example = runpy.run_path(str(Path(__file__).parents[4] / "examples" / "walk_sneak_walk.py"))
    made = example["walk_sneak_walk"]()
    first, second = made.seams
    heights = made.motion.root_positions[:, 1]
    assert heights[first.stop : second.start].max() < heights[: first.start].min() - 0.05
    assert heights[second.stop :].min() > heights[first.stop : second.start].max() + 0.05
    assert made.standing.slide_after_mm < STANDS_MM < made.standing.slide_before_mm
