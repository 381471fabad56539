"""A walk along other paths: on them, turned with them, feet in one place."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from support.planted_paths import strides, worst_miss_mm

import supple
from supple.core.contacts import Contacts, Floor
from supple.recipes.path.following import follow_path

NEAR_MM = 0.1


@cache
def walk():
    motion = supple.walking(seconds=5.0, fps=60.0)
    return motion, supple.detect(motion)


@cache
def along(path, length="keep"):
    motion, contacts = walk()
    return follow_path(motion, path, contacts=contacts, length=length)


@pytest.mark.parametrize("path", ["line", "arc:radius=3", "arc:radius=-1.2", "arc:radius=0.6"])
def test_planted_feet_stand_still_on_any_path(path):
    moved = along(path)
    assert moved.cleaned.report.status == "met"
    assert worst_miss_mm(moved.motion, moved.contacts) < NEAR_MM
    assert moved.cleaned.after().slide_mm_max < NEAR_MM
    assert moved.cleaned.after().penetration_mm_max < NEAR_MM
    left = [level.worst_m for level in moved.levels]
    assert left == sorted(left, reverse=True)


def test_a_straight_walk_on_a_line_stays_as_it_is():
    motion, _ = walk()
    change = supple.world_pose(along("line").motion).positions - supple.world_pose(motion).positions
    assert np.abs(change).max() < 0.04  # over six metres: its own heading is known to a third of a degree


@pytest.mark.parametrize(("radius", "turn"), [(3.0, 1.0), (-1.2, -1.0)])
def test_hips_stay_on_the_circle_and_face_along_it(radius, turn):
    motion, _ = walk()
    moved = along(f"arc:radius={radius:g}").motion
    start = motion.root_positions[0]
    centre = np.array([start[0] + radius, start[2]])
    away = np.linalg.norm(moved.root_positions[:, [0, 2]] - centre, axis=1) - abs(radius)
    assert np.abs(away).max() < 0.08  # the sway of the hips, and where they head at first
    faced = np.unwrap(np.arctan2(*heading(moved)))
    went = np.linalg.norm(motion.root_positions[-1] - start)
    assert faced[-1] - faced[0] == pytest.approx(turn * went / abs(radius), abs=0.15)


def heading(motion):
    """Which way the hips face, from left to right hip."""
    left, right = (motion.skeleton.index(name) for name in ("LeftUpLeg", "RightUpLeg"))
    positions = supple.world_pose(motion).positions
    across = positions[:, left] - positions[:, right]
    return -across[:, 2], across[:, 0]


def test_the_outer_foot_goes_further_than_the_inner_one_and_strides_are_kept_in_the_middle():
    before = np.mean([strides(*walk(), f"{side}_ball").mean() for side in ("left", "right")])
    moved = along("arc:radius=3")  # to the left
    left, right = (strides(moved.motion, moved.contacts, f"{side}_ball").mean() for side in ("left", "right"))
    assert right > left
    assert 0.5 * (left + right) == pytest.approx(before, rel=0.02)  # chords of the arc are a little shorter


def test_a_path_in_the_world_is_begun_at_its_first_point(tmp_path):
    (tmp_path / "garden.toml").write_text("format = 1\npoints_m = [[5, 5], [7, 5], [8.5, 6], [9, 8]]\n")
    motion, contacts = walk()
    moved = follow_path(motion, str(tmp_path / "garden.toml"), contacts=contacts)
    assert moved.motion.root_positions[0, [0, 2]] == pytest.approx([5.0, 5.0], abs=0.06)
    assert np.degrees(np.arctan2(*(h[0] for h in heading(moved.motion)))) == pytest.approx(90.0, abs=20.0)
    assert worst_miss_mm(moved.motion, moved.contacts) < NEAR_MM
    assert any("goes straight on beyond its end" in note for note in moved.notes)


def test_a_longer_path_is_left_before_its_end_or_walked_with_longer_strides():
    kept, stretched = along("line:length=7.5"), along("line:length=7.5", "stretch")
    assert any("ends before its end" in note for note in kept.notes)
    assert stretched.strides == pytest.approx(7.5 / stretched.way_m)
    ways = [np.linalg.norm(m.root_positions[-1] - m.root_positions[0]) for m in (kept.motion, stretched.motion)]
    assert ways[0] == pytest.approx(kept.way_m, abs=0.05)
    assert ways[1] == pytest.approx(7.5, abs=0.1)
    assert worst_miss_mm(stretched.motion, stretched.contacts) < NEAR_MM


def test_sharp_corners_are_told_and_cusps_refused(tmp_path):
    motion, contacts = walk()
    (tmp_path / "corner.csv").write_text("x,z\n0,0\n0,2.9\n0,3\n0.1,3\n3,3\n")
    moved = follow_path(motion, str(tmp_path / "corner.csv"), contacts=contacts)
    assert any("rounded" in note for note in moved.notes)
    assert worst_miss_mm(moved.motion, moved.contacts) < NEAR_MM
    (tmp_path / "cusp.csv").write_text("x,z\n0,0\n0,3\n0,0.5\n")
    with pytest.raises(supple.SuppleError, match="turns back"):
        follow_path(motion, str(tmp_path / "cusp.csv"), contacts=contacts)
    with pytest.raises(supple.SuppleError, match="cannot follow a radius below"):
        follow_path(motion, "arc:radius=0.2", contacts=contacts)


def test_rest_rows_stay():
    motion, _ = walk()
    longer = replace(
        motion,
        root_positions=np.concatenate([motion.root_positions[:1], motion.root_positions]),
        rotations=np.concatenate([motion.skeleton.rest_rotations[None], motion.rotations]),
        rest_rows=1,
    )
    moved = follow_path(longer, "arc:radius=-2").motion
    assert np.array_equal(moved.rotations[0], longer.rotations[0])
    assert np.array_equal(moved.root_positions[0], longer.root_positions[0])
    assert moved.rest_rows == 1


def test_what_goes_nowhere_is_refused():
    motion, contacts = walk()
    still = supple.inplace(motion).motion
    with pytest.raises(supple.SuppleError, match="no way that could follow a path"):
        follow_path(still, "line", contacts=contacts)
    belt = Contacts(fps=motion.fps, floor=Floor(belt_m_s=(0.0, 0.0, -1.3)), contacts=contacts.contacts)
    with pytest.raises(supple.SuppleError, match="treadmill"):
        follow_path(motion, "line", contacts=belt)
    with pytest.raises(supple.SuppleError, match="length is 'keep' or 'stretch'"):
        follow_path(motion, "line", contacts=contacts, length="shrink")
