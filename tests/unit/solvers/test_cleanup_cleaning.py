"""The cleanup of whole clips (Kovar rows 4, 22 to 27, 31, 34)."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.cleaning import (
    LEVEL,
    drift_mm,
    figure_for,
    limbs_in,
    lowest,
    planted_flags,
    point_path,
    replace_contact,
    skating,
    skating_walk,
    walk_contacts,
)
from support.planted import ROLES, waving_figure
from support.slow_cleanup import slow_clean

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts, Target
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.skeleton import Skeleton
from supple.io.registry import read, write
from supple.recipes.walk import true_walk
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.limbs_of import limbs_of
from supple.solvers.cleanup.settings import CleanSettings

RIGID, STRETCH = CleanSettings(), CleanSettings(stretch=0.03)
MODES = pytest.mark.parametrize("settings", [RIGID, STRETCH], ids=["rigid", "stretch"])
WINDOW_S = 0.25


@MODES
def test_planted_feet_stand_in_the_file_that_is_written(settings, tmp_path):
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    result = clean(motion, contacts, limbs, settings)
    write(result.motion, tmp_path / "clean.bvh")
    again = read(tmp_path / "clean.bvh")
    assert drift_mm(motion, contacts) > 20.0
    assert drift_mm(again, contacts) < (0.1 if settings.stretch else 0.5)
    assert lowest(again, contacts, limbs).min() > -1e-4
    assert result.report.status == "met"
    assert max(c.worst for c in result.report.constraints) < 1e-6
    assert result.report.stretch_pct_max <= 3.0
    assert result.report.stretch_pct_mean < 1.0
    assert (result.motion.offsets is None) == (settings.stretch is None)


@MODES
def test_cleaning_what_is_clean_changes_nothing(settings):
    motion, contacts, limbs, truth = skating_walk(floor=LEVEL)
    once = clean(motion, contacts, limbs, settings).motion
    twice = clean(once, contacts, limbs, settings).motion
    assert np.abs(world_pose(twice).positions - world_pose(once).positions).max() < 1e-6
    same = clean(truth, contacts, limbs, settings).motion
    assert np.abs(world_pose(same).positions - world_pose(truth).positions).max() < 1e-6


def test_what_a_rigid_cleanup_wrote_keeps_its_bits_when_it_is_cleaned_again(tmp_path):
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    write(clean(motion, contacts, limbs, RIGID).motion, tmp_path / "clean.bvh")
    once = read(tmp_path / "clean.bvh")
    again = clean(once, contacts, limbs, RIGID).motion
    moved = np.abs(world_pose(again).positions - world_pose(once).positions)
    assert moved.max() < 1e-6
    assert_array_equal(again.root_positions, once.root_positions)


def test_a_swinging_foot_keeps_its_way_whatever_the_root_does():
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    left = Contacts(fps=contacts.fps, contacts=tuple(c for c in contacts.contacts if c.point.startswith("left")))
    result = clean(motion, left, limbs, RIGID)
    before, after = world_pose(motion).positions, world_pose(result.motion).positions
    moved = np.linalg.norm(after - before, axis=-1)
    assert moved[:, 0].max() > 0.005
    assert moved[:, motion.skeleton.index("RightFoot")].max() < 0.002


@MODES
def test_far_from_contacts_frames_keep_their_bits(settings):
    motion, contacts, limbs, _ = skating_walk(4.0)
    some = tuple(c for c in contacts.contacts if c.start >= 90 and c.stop <= 150)
    cleaned = clean(motion, Contacts(fps=60.0, contacts=some), limbs, settings).motion
    window = round(WINDOW_S * 60)
    far = np.ones(motion.frames, bool)
    for contact in some:
        far[max(0, contact.start - window) : contact.stop + window] = False
    assert 50 < far.sum() < motion.frames - 50
    assert_array_equal(cleaned.rotations[far], motion.rotations[far])
    assert_array_equal(cleaned.root_positions[far], motion.root_positions[far])
    if cleaned.offsets is not None:
        assert_array_equal(cleaned.offsets[far], np.broadcast_to(motion.skeleton.offsets, cleaned.offsets[far].shape))
    assert drift_mm(cleaned, Contacts(fps=60.0, contacts=some)) < 1e-6


@pytest.mark.parametrize(("level", "stretch"), [(None, 0.03), (0.0, 0.03), (None, 0.003), (None, 0.0)])
def test_it_does_what_the_slow_twin_does(level, stretch):
    motion, contacts, limbs, _ = skating_walk(1.5)
    settings = CleanSettings(stretch=stretch, floor=level)
    found = clean(motion, contacts, limbs, settings).motion
    flags, _ = planted_flags(motion, contacts, limbs)
    roots, rotations, offsets = slow_clean(motion, limbs, figure_for(motion, contacts, limbs), flags, settings, level)
    assert_allclose(found.root_positions, roots, atol=1e-9)
    assert_allclose(np.abs(np.sum(found.rotations * rotations, axis=-1)), 1.0, atol=1e-9)
    bones = motion.skeleton.offsets if found.offsets is None else found.offsets
    assert_allclose(np.broadcast_to(bones, offsets.shape), offsets, atol=1e-9)
    assert (found.offsets is None) == (stretch == 0.0)


@MODES
def test_nothing_jumps(settings):
    """No joint accelerates by much more than the figure does itself: a pop of 3 mm in one frame would."""
    motion, contacts, limbs, _ = skating_walk(floor=LEVEL)
    cleaned = clean(motion, contacts, limbs, settings)
    before, after = (np.diff(world_pose(m).positions, n=2, axis=0) for m in (motion, cleaned.motion))
    own = np.linalg.norm(before, axis=2).max()
    assert np.linalg.norm(after, axis=2).max() < 1.05 * own
    assert np.linalg.norm(after - before, axis=2).max() < (0.36 if settings.stretch is None else 0.25) * own
    assert 0.0 < cleaned.report.jump_deg_s_max < 80.0


def test_joins_are_continuous_and_their_speeds_are_reported():
    """Only the value is continuous where a plant ends; the report says how much speed jumps (row 34)."""
    motion, contacts, limbs, _ = skating_walk()
    gentle = clean(skating(true_walk(3.0, 60.0).motion, 0.005), contacts, limbs, STRETCH).report.jump_deg_s_max
    rough = clean(motion, contacts, limbs, STRETCH).report.jump_deg_s_max
    assert gentle < 0.5 * rough


@MODES
def test_known_places_are_met(settings):
    """Row 4: no averaging of places that are given."""
    motion, contacts, limbs, _ = skating_walk()
    first = next(c for c in contacts.contacts if c.point == "left_ball" and c.start > 10)
    place = (first.position_m[0] + 0.02, first.position_m[1] + 0.01, first.position_m[2] - 0.02)
    known = replace_contact(first, fixed=True, position_m=place)
    others = tuple(c for c in contacts.contacts if c is not first)
    cleaned = clean(motion, Contacts(fps=60.0, contacts=(known, *others)), limbs, settings).motion
    path = point_path(cleaned, known)[known.start : known.stop]
    assert_allclose(path, np.broadcast_to(place, path.shape), atol=1e-7)
    heel = next(c for c in others if c.point == "left_heel" and c.start < known.stop and known.start < c.stop)
    both = slice(max(heel.start, known.start), min(heel.stop, known.stop))
    moved = point_path(cleaned, heel)[both]
    assert_allclose(moved, np.broadcast_to(moved[0], moved.shape), atol=1e-7)  # the heel goes with it


@MODES
def test_given_poses_are_met_and_steps_one_and_two_are_skipped(settings):
    motion, limbs = waving_figure(40)
    pose, end = world_pose(motion), limbs[2].end
    places = pose.positions[10:25, end] + [0.01, 0.02, -0.01]
    turns = quaternions.multiply(quaternions.exp(np.array([0.1, 0.2, 0.0])), pose.rotations[10:25, end])
    target = Target(
        joint=motion.skeleton.names[end], start=10, positions_m=tuple(map(tuple, places.tolist())),
        wxyz=tuple(map(tuple, turns.tolist())),
    )  # fmt: skip
    cleaned = world_pose(clean(motion, Contacts(fps=60.0, targets=(target,)), limbs, settings).motion)
    assert_allclose(cleaned.positions[10:25, end], places, atol=1e-9)
    assert_allclose(np.abs(np.sum(cleaned.rotations[10:25, end] * turns, axis=1)), 1.0, atol=1e-9)
    without = replace_target(target, wxyz=())
    cleaned = world_pose(clean(motion, Contacts(fps=60.0, targets=(without,)), limbs, settings).motion)
    assert_allclose(cleaned.positions[10:25, end], places, atol=1e-9)
    dots = np.sum(cleaned.rotations[10:25, end] * pose.rotations[10:25, end], axis=1)
    assert_allclose(np.abs(dots), 1.0, atol=1e-9)


def replace_target(target, **changes):
    return Target(**{**{name: getattr(target, name) for name in target.__struct_fields__}, **changes})


@MODES
def test_hands_are_held_like_feet(settings):
    """Row 27: wrists and fingertips; the wrist alone, then both."""
    motion, limbs = waving_figure(60)
    slow = replace(
        motion, rotations=motion.rotations[np.arange(60) // 6], root_positions=motion.root_positions[np.arange(60) // 6]
    )
    smooth = motion.with_rotations(
        quaternions.slerp(slow.rotations, motion.rotations, np.full(motion.rotations.shape[:2], 0.05))
    )
    contacts = Contacts(
        fps=60.0,
        contacts=tuple(
            Contact(point=f"{side}_{part}", joint=f"{name}{joint}", start=start, stop=35, position_m=(0.0, 0.0, 0.0))
            for side, name in (("left", "Left"), ("right", "Right"))
            for part, joint, start in (("wrist", "Hand", 20), ("fingertips", "Hand_end", 26))
        ),
    )
    cleaned = clean(smooth, contacts, limbs, settings).motion
    assert drift_mm(smooth, contacts) > 5.0
    assert drift_mm(cleaned, contacts) < 0.5


@MODES
def test_fingers_are_held_while_their_tips_are_planted(settings):
    """The point is two joints below the wrist, both of which turn in the file."""
    motion, _ = waving_figure(60)
    old = motion.skeleton
    names = (*old.names[:20], "LeftFingers", *old.names[20:])
    parents = [p + (p >= 20) for p in old.parents.tolist()]
    skeleton = Skeleton(
        names, [*parents[:20], 19, *[20 if k == 20 else p for k, p in enumerate(parents) if k >= 20]],
        np.insert(old.offsets, 20, [0.08, 0.0, 0.0], axis=0), np.insert(old.end_sites, 20, False),
    )  # fmt: skip
    bend = quaternions.about_axis("z", 0.2 * np.sin(np.arange(60) / 5.0))
    rotations = np.insert(motion.rotations, 20, bend, axis=1)
    motion = Motion(skeleton, motion.root_positions, rotations, motion.frame_time)
    limbs = limbs_of(motion, {**ROLES, "left_fingertips": "LeftHand_end"})
    span = {"start": 20, "stop": 32, "position_m": (0.0, 0.0, 0.0)}
    contacts = Contacts(
        fps=60.0,
        contacts=(
            Contact(point="left_wrist", joint="LeftHand", **span),
            Contact(point="left_fingertips", joint="LeftHand_end", **span),
        ),
    )
    cleaned = clean(motion, contacts, limbs, settings).motion
    assert drift_mm(cleaned, contacts) < 1e-3
    assert_allclose(cleaned.rotations[20:32, 20], np.broadcast_to(cleaned.rotations[20, 20], (12, 4)), atol=1e-12)
    assert_array_equal(cleaned.rotations[50:, 20], motion.rotations[50:, 20])
    steps = np.linalg.norm(np.diff(cleaned.rotations[:, 20], axis=0), axis=1)
    assert steps.max() < 0.05  # [rad], about
    again = clean(cleaned, contacts, limbs, settings).motion
    assert np.abs(world_pose(again).positions - world_pose(cleaned).positions).max() < 1e-6


@MODES
@pytest.mark.parametrize("fault", ["noise", "drift"])
def test_damaged_captures_are_salvaged(settings, fault):
    """Row 31: noise and drift of planted feet go away, and the feet come nearer to the truth."""
    walk, rng = true_walk(3.0, 60.0), np.random.default_rng(1)
    motion, contacts = walk.motion, walk_contacts(walk, floor=LEVEL)
    rotations = motion.rotations.copy()
    for name in ("LeftUpLeg", "LeftLeg", "RightUpLeg", "RightLeg"):
        joint = motion.skeleton.index(name)
        if fault == "noise":
            wrong = quaternions.exp(0.006 * rng.normal(size=(motion.frames, 3)))
        else:
            wrong = quaternions.about_axis("x", 0.03 * np.sin(2.0 * np.arange(motion.frames) / 60.0))
        rotations[:, joint] = quaternions.multiply(wrong, rotations[:, joint])
    damaged = motion.with_rotations(rotations)
    cleaned = clean(damaged, contacts, limbs_in(motion), settings).motion
    assert drift_mm(damaged, contacts) > 5.0
    assert drift_mm(cleaned, contacts) < 1e-3
    truth = world_pose(motion).positions
    feet = [motion.skeleton.index(f"{side}{part}") for side in ("Left", "Right") for part in ("Foot", "ToeBase")]
    before, after = (
        np.linalg.norm(world_pose(m).positions - truth, axis=2)[:, feet].mean() for m in (damaged, cleaned)
    )
    assert after < before
