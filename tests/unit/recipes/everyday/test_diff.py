"""What changed between two motions, and only that."""

from dataclasses import replace

import msgspec
import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core import quaternions
from supple.core.contacts import Contact, Contacts
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.recipes.everyday.diff import diff
from supple.recipes.everyday.mirror import mirror


@pytest.fixture
def motion():
    return smooth_motion(human_skeleton(), 40)


def bent(motion, joint="LeftForeArm", degrees=10.0, frames=slice(10, 15)):
    rotations = motion.rotations.copy()
    turn = quaternions.about_axis("y", np.radians(degrees))
    j = motion.skeleton.index(joint)
    rotations[frames, j] = quaternions.multiply(rotations[frames, j], turn)
    return motion.with_rotations(rotations)


def test_a_bent_elbow_is_the_only_turn_and_the_hand_moves_most(motion):
    found = diff(motion, bent(motion))
    rows = {row.joint: row for row in found.rows()}
    assert set(rows) == {"LeftForeArm", "LeftHand", "LeftHand_end"}
    assert rows["LeftForeArm"].worst_deg == pytest.approx(10.0, abs=1e-9)
    assert rows["LeftForeArm"].worst_mm == pytest.approx(0.0, abs=1e-9)
    assert rows["LeftHand"].worst_deg == pytest.approx(0.0, abs=1e-9)
    assert 10.0 < rows["LeftHand"].worst_mm <= 2 * 250 * np.sin(np.radians(5.0)) + 1e-9
    assert found.rows()[0].joint == "LeftHand_end"
    assert found.spans() == ((10, 15),)
    assert 10 <= rows["LeftHand"].worst_frame < 15
    assert rows["LeftForeArm"].rms_deg == pytest.approx(10.0 * np.sqrt(5 / 40))


def test_a_moved_root_moves_all_and_turns_nothing(motion):
    found = diff(motion, motion.with_root_positions(motion.root_positions + [0.003, 0.0, 0.004]))
    assert len(found.rows()) == len(motion.skeleton)
    assert all(row.worst_mm == pytest.approx(5.0) and row.worst_deg < 1e-9 for row in found.rows())
    assert found.spans() == ((0, 40),)
    assert found.root().joint == "Hips"
    assert found.root().rms_mm == pytest.approx(5.0)


def test_what_is_below_the_tolerance_is_no_change(motion):
    other = bent(motion, degrees=0.01)
    assert not diff(motion, other).is_empty
    assert diff(motion, other, tolerance_mm=1.0, tolerance_deg=0.1).is_empty
    with pytest.raises(InvalidValueError, match="negative"):
        diff(motion, motion, tolerance_mm=-1.0)


def test_another_rate_is_resampled_and_said(motion):
    other = supple.resample(motion, 120.0).motion
    found = diff(motion, other)
    assert "120" in found.facts[0]
    assert any("resampled" in note for note in found.notes)
    assert not found.rows()


def test_lengths_rest_rows_and_bones_are_told(motion):
    longer = replace(motion, skeleton=motion.skeleton.scaled(1.1), rest_rows=1)
    facts = " ".join(diff(motion, longer.with_frames(0, 30)).facts)
    assert "frames: 40 and 30" in facts
    assert "rest rows: 0 and 1" in facts
    assert "bones have other lengths, at most by 42 mm" in facts


def test_clips_with_other_rest_rows_are_compared_where_they_move(motion):
    with_row = replace(
        motion,
        rotations=np.concatenate([motion.skeleton.rest_rotations[None], motion.rotations]),
        root_positions=np.concatenate([motion.root_positions[:1], motion.root_positions]),
        rest_rows=1,
    )
    found = diff(with_row, bent(motion))
    assert found.spans() == ((11, 16),)


def test_figures_without_shared_names_are_matched_by_roles(motion):
    other = supple.rename(bent(motion), "unreal").motion
    there = {name: f"x{name}" for name in other.skeleton.names if name in motion.skeleton}
    found = diff(motion, supple.rename(other, there).motion)
    assert any("roles" in note for note in found.notes)
    assert {row.joint for row in found.rows()} >= {"LeftForeArm", "LeftHand"}
    bare = smooth_motion(Skeleton(("root", "a", "b"), [-1, 0, 1], np.eye(3)), 3)
    with pytest.raises(InvalidValueError, match="neither names"):
        diff(motion, bare)


def test_other_joint_frames_for_the_same_poses_are_no_difference(motion, tmp_path):
    supple.write(motion, tmp_path / "a.x3d")
    supple.write(motion, tmp_path / "a.amc")
    for name in ("a.x3d", "a.amc"):
        rows = diff(motion, supple.read(tmp_path / name), tolerance_mm=0.01, tolerance_deg=0.01).rows()
        assert not rows, name


def test_contacts_that_came_went_or_moved_are_told(motion):
    held = Contact(point="left_ball", start=0, stop=9, position_m=(0.0, 0.0, 0.0))
    first = Contacts(fps=60.0, contacts=(held, msgspec.structs.replace(held, start=20, stop=25)))
    second = Contacts(fps=60.0, contacts=(msgspec.structs.replace(held, position_m=(0.0, 0.0, 0.02)),))
    facts = diff(motion, motion, contacts=(first, second)).facts
    assert facts == (
        "1 contacts only in the first: left_ball 20:25.",
        "1 contacts have other places, at most by 20 mm.",
    )
    assert diff(motion, motion, contacts=(first, first)).is_empty


def test_a_mirrored_motion_differs_and_its_table_is_plain_data(motion):
    table = diff(motion, mirror(motion).motion).as_table()
    assert table["equal"] is False
    assert table["worst_mm"] == max(row["worst_mm"] for row in table["joints"])
    assert msgspec.json.encode(table)
