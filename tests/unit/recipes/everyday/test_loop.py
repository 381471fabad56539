"""Cycles that go on with their own first frame."""

from dataclasses import replace

import numpy as np
import pytest
from support.motions import human_skeleton

import supple
from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.recipes.everyday.loop import loop
from supple.recipes.everyday.travelling_root import with_travelling_root
from supple.recipes.samples import sample


@pytest.fixture(scope="module")
def walk():
    """A walk that never repeats exactly: noise of a degree, and a way that veers by six degrees a second."""
    plain = sample("walk")
    times = np.arange(plain.frames)[:, None, None] / plain.fps
    rng = np.random.default_rng(3)
    waves = sum(rng.normal(size=(1, len(plain.skeleton), 3)) * np.sin(times * rng.uniform(1, 5) + k) for k in range(3))
    waves[:, plain.skeleton.end_sites] = 0.0
    bent = plain.with_rotations(quaternions.multiply(plain.rotations, quaternions.exp(np.radians(0.6) * waves)))
    veer = quaternions.about_axis("y", np.radians(6.0) * times[:, 0, 0])
    rotations = bent.rotations.copy()
    rotations[:, 0] = quaternions.multiply(veer, rotations[:, 0])
    steps = quaternions.rotate(veer[1:], np.diff(bent.root_positions, axis=0))
    path = np.concatenate([bent.root_positions[:1], bent.root_positions[0] + np.cumsum(steps, axis=0)])
    return replace(bent, rotations=rotations, root_positions=path)


@pytest.fixture(scope="module")
def contacts(walk):
    return supple.detect(walk)


def test_a_cycle_of_a_walk_is_one_stride_or_more(walk):
    assert loop(sample("walk")).motion.frames == 65
    clip = loop(walk)
    strides = round(clip.motion.frames / 65)
    assert clip.motion.frames == pytest.approx(65 * strides, abs=1)
    assert clip.motion.frames == clip.stop - clip.start
    assert clip.travel_m == pytest.approx(1.41 * strides, abs=0.05)
    assert clip.turn_deg == 0.0
    assert clip.before.mm > 5.0


def test_it_closes_to_the_bars_with_feet_that_stand(walk, contacts):
    clip = loop(walk, contacts=contacts, repeat=3, closing_frame=True)
    assert clip.gap.mm < 1.0
    assert clip.gap.deg < 1.0
    count = (clip.motion.frames - 1) // 3
    travelled = clip.motion.root_positions[count] - clip.motion.root_positions[0]
    places = world_pose(clip.motion).positions
    assert np.abs(places[count] - places[0] - travelled).max() < 1e-9
    dots = np.abs(np.sum(clip.motion.rotations[count] * clip.motion.rotations[0], axis=1))
    assert dots.min() > 1.0 - 1e-12
    assert supple.metrics(clip.motion, clip.contacts).slide_mm_max < 0.1
    assert len(clip.contacts.contacts) >= 10


def test_the_seam_is_no_event(walk):
    """Neither speeds nor accelerations stand out where a round ends."""
    clip = loop(walk, repeat=2)
    count = clip.motion.frames // 2
    bends = np.linalg.norm(np.diff(world_pose(clip.motion).positions, n=2, axis=0), axis=2).max(axis=1)
    assert bends[count - 4 : count + 2].max() < 1.1 * np.percentile(bends[: count - 4], 99)


def test_a_round_goes_straight_on_where_the_way_only_veers(walk):
    clip = loop(walk, repeat=4)
    count = clip.motion.frames // 4
    ways = np.diff(clip.motion.root_positions[::count], axis=0)
    np.testing.assert_allclose(ways, np.broadcast_to(ways[0], ways.shape), atol=1e-9)


def test_in_place_the_travel_is_a_belt(walk, contacts):
    clip = loop(walk, contacts=contacts, inplace=True, repeat=2)
    away = clip.motion.root_positions - clip.motion.root_positions[0]
    assert np.abs(away[:, [0, 2]]).max() < 0.1
    belt = np.linalg.norm(clip.contacts.belt_m_s)
    assert belt == pytest.approx(clip.travel_m / ((clip.stop - clip.start) * walk.frame_time), rel=1e-9)
    assert supple.metrics(clip.motion, clip.contacts).slide_mm_max < 0.5


def test_a_dance_stays_where_it_is():
    clip = loop(sample("dance"))
    assert clip.travel_m == 0.0
    assert clip.motion.duration == pytest.approx(3.0, abs=0.05)


def test_a_cycle_that_turns_keeps_turning():
    """A figure that walks round a circle in four rounds, and in place about the middle of it."""
    walk = sample("walk")
    turn = quaternions.about_axis("y", np.radians(90.0) * np.arange(walk.frames) / 65.0)
    rotations = walk.rotations.copy()
    rotations[:, 0] = quaternions.multiply(turn, rotations[:, 0])
    steps = quaternions.rotate(turn[1:], np.diff(walk.root_positions, axis=0))
    path = np.concatenate([walk.root_positions[:1], walk.root_positions[0] + np.cumsum(steps, axis=0)])
    source = replace(walk, rotations=rotations, root_positions=path)
    clip = loop(source, 20, 85, repeat=4, closing_frame=True, keep_feet=False)
    assert clip.turn_deg == pytest.approx(90.0, abs=0.5)
    back = clip.motion.root_positions[-1] - clip.motion.root_positions[0]
    assert np.linalg.norm(back) < 0.05
    still = loop(source, 20, 85, repeat=2, closing_frame=True, keep_feet=False, inplace=True).motion
    count = (still.frames - 1) // 2
    np.testing.assert_allclose(still.root_positions[count], still.root_positions[0], atol=1e-9)
    dots = np.abs(np.sum(still.rotations[count] * still.rotations[0], axis=1))
    assert dots.min() > 1.0 - 1e-12


def test_a_chosen_cycle_is_closed_however_far_its_ends_are_apart(walk):
    clip = loop(walk, 10, 60)
    assert (clip.start, clip.stop, clip.motion.frames) == (10, 60, 50)
    assert clip.before.deg > 10.0
    assert clip.gap.mm < 1.0


def test_a_motion_that_never_comes_back_has_no_loop():
    with pytest.raises(
        InvalidValueError, match=r"does not come back to itself: the frames most alike, \d+ and \d+, are"
    ):
        loop(sample("golf"))


def test_standing_still_is_no_cycle():
    still = sample("dance")
    still = replace(
        still, rotations=still.rotations[:1].repeat(200, 0), root_positions=still.root_positions[:1].repeat(200, 0)
    )
    jitter = np.random.default_rng(0).normal(size=(200, len(still.skeleton), 3)) * 1e-3
    jitter[:, still.skeleton.end_sites] = 0.0
    with pytest.raises(InvalidValueError, match="come back"):
        loop(still.with_rotations(quaternions.multiply(still.rotations, quaternions.exp(jitter))))


@pytest.mark.parametrize(
    ("kwargs", "said"),
    [
        ({"start": 10, "stop": 900}, "not inside"),
        ({"start": 50, "stop": 50}, "not inside"),
        ({"repeat": 0}, "repeated"),
        ({"repeat": 10**7}, "too many"),
        ({"shortest": 0.0}, "shortest"),
        ({"shortest": 2.0, "longest": 1.0}, "shortest"),
        ({"shortest": 60.0}, "no cycle of 60 s"),
    ],
)
def test_what_cannot_be_is_refused(walk, kwargs, said):
    with pytest.raises(InvalidValueError, match=said):
        loop(walk, **kwargs)


def test_lengths_bound_the_search(walk):
    assert loop(walk, shortest=1.5, keep_feet=False).motion.duration >= 1.5
    assert loop(walk, longest=1.2, keep_feet=False).motion.duration <= 1.2


def test_a_root_that_stays_behind_is_made_to_travel():
    """Hips that carry the way in their offset and their turn: the poses in the world stay the same."""
    skeleton, frames = human_skeleton(), 30
    names = ("World", *skeleton.names)
    parents = np.concatenate([[-1], skeleton.parents + 1])
    rig = supple.Skeleton(
        names, parents, np.vstack([[0, 0, 0], skeleton.offsets]), np.append(False, skeleton.end_sites)
    )
    rotations = quaternions.identity(frames, len(names))
    rotations[:, 1] = quaternions.about_axis("y", np.linspace(0.0, 2.0, frames))
    offsets = np.broadcast_to(rig.offsets, (frames, len(names), 3)).copy()
    offsets[:, 1, 2] = np.linspace(0.0, 3.0, frames)
    source = Motion(rig, np.zeros((frames, 3)), rotations, 1 / 30, offsets)
    again = with_travelling_root(source)
    assert again.root_positions[-1, 2] == pytest.approx(3.0)
    before, after = world_pose(source), world_pose(again)
    np.testing.assert_allclose(after.positions[:, 1:], before.positions[:, 1:], atol=1e-12)
