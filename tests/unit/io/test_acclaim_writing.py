"""Motions into ASF/AMC: the file's own numbers where nothing changed, near ones where something did."""

from dataclasses import replace

import numpy as np
import pytest
from support.acclaim_files import AMC, ASF, put
from support.motions import human_skeleton, smooth_motion
from support.tolerances import TEXT

from supple.core import quaternions
from supple.core.freedom import BALL, FIXED, about
from supple.core.motion import Motion
from supple.core.pose import posed_frames
from supple.core.skeleton import Skeleton
from supple.io import registry
from supple.io.options import WriteOptions

EVERY = slice(None)


def turned(motion, frame, joint, degrees, axis="x"):
    rotations = np.array(motion.rotations)
    turn = quaternions.about_axis(axis, np.radians(degrees))
    rotations[frame, joint] = quaternions.multiply(rotations[frame, joint], turn)
    return motion.with_rotations(rotations)


def values(path):
    return registry.read(path).provenance.native.amc.values


def words_of(path):
    return {line.split()[0]: line.split()[1:] for line in path.read_text().splitlines() if line[0].isalpha()}


def test_an_unchanged_motion_gives_both_files_back(tmp_path):
    motion = registry.read(put(tmp_path))
    assert registry.write(motion, tmp_path / "out.amc") == ()
    assert (tmp_path / "out.asf").read_text() == ASF
    lines = (tmp_path / "out.amc").read_text().splitlines()
    assert lines[:4] == AMC.splitlines()[:4]
    np.testing.assert_array_equal(values(tmp_path / "out.amc"), motion.provenance.native.amc.values)
    assert all(len(word.split(".")[1]) >= 6 for word in words_of(tmp_path / "out.amc")["back"])


def test_an_edit_changes_only_its_own_numbers(tmp_path):
    motion = registry.read(put(tmp_path))
    registry.write(turned(motion, 1, 1, 12.0), tmp_path / "out.amc")
    before, after = motion.provenance.native.amc.values, values(tmp_path / "out.amc")
    changed = np.argwhere(before != after)
    assert set(changed[:, 0]) == {1}
    assert set(changed[:, 1]) <= {6, 7, 8}  # the three of the thigh
    assert np.abs(after - before).max() < 15.0  # the nearest branch
    again = registry.read(tmp_path / "out.amc")
    np.testing.assert_allclose(posed_frames(again, EVERY), posed_frames(turned(motion, 1, 1, 12.0), EVERY), **TEXT)


def test_a_moved_root_changes_only_the_place(tmp_path):
    motion = registry.read(put(tmp_path))
    moved = motion.with_root_positions(motion.root_positions + [0.0, 0.1, 0.0])
    registry.write(moved, tmp_path / "out.amc")
    before, after = motion.provenance.native.amc.values, values(tmp_path / "out.amc")
    np.testing.assert_allclose(after[:, 1] - before[:, 1], 0.1 / motion.provenance.unit_scale, **TEXT)
    np.testing.assert_array_equal(np.delete(after, [0, 1, 2], axis=1), np.delete(before, [0, 1, 2], axis=1))


def test_angles_beyond_a_turn_stay_there(tmp_path):
    motion = registry.read(put(tmp_path, amc=AMC.replace("shin 26\n", "shin 746\n")))
    registry.write(turned(motion, 1, 2, 0.0), tmp_path / "out.amc")
    assert values(tmp_path / "out.amc")[1, 9] == 746.0
    shin = motion.skeleton.freedoms[2].axes[0]
    half = np.radians(2.0)
    rotations = np.array(motion.rotations)
    rotations[1, 2] = quaternions.multiply(rotations[1, 2], np.array([np.cos(half), *np.sin(half) * shin]))
    registry.write(motion.with_rotations(rotations), tmp_path / "more.amc")
    np.testing.assert_allclose(values(tmp_path / "more.amc")[1, 9], 750.0, **TEXT)


def test_a_turn_that_a_hinge_cannot_make_is_said(tmp_path):
    motion = registry.read(put(tmp_path))
    notes = registry.write(turned(motion, 1, 2, 10.0, "y"), tmp_path / "out.amc")
    assert any("shin" in note and "degrees off" in note for note in notes)
    assert (tmp_path / "out.asf").read_text() == ASF  # a hinge stays a hinge


def test_cut_and_new_frames(tmp_path):
    motion = registry.read(put(tmp_path))
    registry.write(motion.with_frames(1, 3), tmp_path / "cut.amc")
    np.testing.assert_array_equal(values(tmp_path / "cut.amc"), motion.provenance.native.amc.values[1:])
    assert "\n1\nroot" in (tmp_path / "cut.amc").read_text()
    new = replace(motion, provenance=replace(motion.provenance, rows=np.array([0, -1, 2])))
    registry.write(new, tmp_path / "new.amc")
    np.testing.assert_allclose(values(tmp_path / "new.amc"), motion.provenance.native.amc.values, rtol=0, atol=1e-8)


def test_a_scaled_skeleton_keeps_names_numbers_and_keys(tmp_path):
    motion = registry.read(put(tmp_path))
    notes = registry.write(replace(motion, skeleton=motion.skeleton.scaled(1.1)), tmp_path / "big.amc")
    assert any("written anew" in note for note in notes)
    again = registry.read(tmp_path / "big.amc")
    np.testing.assert_allclose(again.skeleton.offsets, motion.skeleton.offsets * 1.1, rtol=0, atol=1e-9)
    np.testing.assert_array_equal(values(tmp_path / "big.amc"), motion.provenance.native.amc.values)
    assert "bodymass 3.5" in (tmp_path / "big.asf").read_text()
    assert "two legs # and a hash" in (tmp_path / "big.asf").read_text()


def test_other_units(tmp_path):
    motion = registry.read(put(tmp_path))
    registry.write(motion, tmp_path / "cm.amc", WriteOptions(unit_scale=0.01))
    again = registry.read(tmp_path / "cm.amc")
    assert again.provenance.unit_scale == 0.01
    np.testing.assert_allclose(posed_frames(again, EVERY), posed_frames(motion, EVERY), rtol=0, atol=1e-8)
    np.testing.assert_array_equal(again.rotations, motion.rotations)


def test_stretching_bones_get_numbers_for_it(tmp_path):
    motion = registry.read(put(tmp_path))
    offsets = np.repeat(motion.skeleton.offsets[None], 3, axis=0)
    offsets[1, 2] += [0.02, -0.03, 0.01]
    offsets[2, 3] *= 1.05
    stretched = replace(motion, offsets=offsets)
    notes = registry.write(stretched, tmp_path / "out.amc")
    assert any("shin" in note and "degrees of freedom" in note for note in notes)
    again = registry.read(tmp_path / "out.amc")
    np.testing.assert_allclose(posed_frames(again, EVERY), posed_frames(stretched, EVERY), rtol=0, atol=1e-9)
    assert registry.write(again, tmp_path / "twice.amc") == ()
    assert (tmp_path / "twice.asf").read_bytes() == (tmp_path / "out.asf").read_bytes()
    assert (tmp_path / "twice.amc").read_bytes() == (tmp_path / "out.amc").read_bytes()


def test_a_tip_that_leaves_its_line_is_said_in_millimetres(tmp_path):
    motion = registry.read(put(tmp_path))
    offsets = np.repeat(motion.skeleton.offsets[None], 3, axis=0)
    offsets[1, 3] += [0.02, 0.0, 0.0]
    notes = registry.write(replace(motion, offsets=offsets), tmp_path / "out.amc")
    assert any("20 mm" in note for note in notes)


def test_a_motion_of_another_kind_gets_a_skeleton(tmp_path):
    motion = smooth_motion(human_skeleton(), 20)
    notes = registry.write(motion, tmp_path / "new.amc")
    assert any("_link" in note for note in notes)
    again = registry.read(tmp_path / "new.amc")
    kept = [again.skeleton.index(name) for name in motion.skeleton.names]
    np.testing.assert_allclose(posed_frames(again, EVERY)[:, kept], posed_frames(motion, EVERY), rtol=0, atol=1e-9)
    np.testing.assert_array_equal(again.skeleton.end_sites[kept], motion.skeleton.end_sites)
    assert again.frame_time == motion.frame_time


def test_names_that_the_format_cannot_hold(tmp_path):
    skeleton = Skeleton(("my hips", "left leg", "root", "left_leg"), [-1, 0, 1, 2], np.tile([0.0, 0.4, 0.0], (4, 1)))
    notes = registry.write(smooth_motion(skeleton, 3), tmp_path / "n.amc")
    assert any("'left leg' -> 'left_leg'" in note for note in notes)
    names = registry.read(tmp_path / "n.amc").skeleton.names
    assert len(set(names)) == len(names)
    assert {"my_hips", "left_leg", "root_1", "left_leg_1"} <= set(names)


def test_freedom_and_limits_of_another_format_are_kept_where_they_hold(tmp_path):
    tilt = quaternions.rotate(quaternions.about_axis("y", np.array(0.3)), np.eye(3))
    limits = np.radians([[-10.0, 120.0]])
    freedoms = (BALL, about(tilt[:1], limits), about(-tilt[1:]), FIXED, about(tilt[:1]))
    skeleton = Skeleton(
        ("hip", "knee", "ankle", "plate", "toe"), [-1, 0, 1, 2, 3], np.tile([0.0, -0.4, 0.1], (5, 1)),
        rest_rotations=quaternions.normalized(np.random.default_rng(1).normal(size=(5, 4))), freedoms=freedoms,
    )  # fmt: skip
    t = np.linspace(0, 2, 12)
    rotations = np.repeat(skeleton.rest_rotations[None], 12, axis=0)
    half = 0.5 * t[:, None]
    knee = np.concatenate([np.cos(half), np.sin(half) * tilt[0]], axis=1)
    rotations[:, 1] = quaternions.multiply(rotations[:, 1], knee)
    rotations[:, 4] = quaternions.multiply(rotations[:, 4], quaternions.about_axis("z", t))  # not about its own axis
    motion = Motion(skeleton, np.tile([0.0, 1.0, 0.0], (12, 1)), rotations, 0.01)
    notes = registry.write(motion, tmp_path / "f.amc")
    assert any("made free: toe" in note for note in notes)
    again = registry.read(tmp_path / "f.amc")
    kinds = [again.skeleton.freedoms[again.skeleton.index(name)].kind for name in skeleton.names]
    assert kinds == ["ball", "hinge", "universal", "fixed", "ball"]
    knee_again = again.skeleton.freedoms[again.skeleton.index("knee")]
    np.testing.assert_allclose(knee_again.limits, limits, rtol=0, atol=1e-9)
    kept = [again.skeleton.index(name) for name in skeleton.names]
    np.testing.assert_allclose(posed_frames(again, EVERY)[:, kept], posed_frames(motion, EVERY), rtol=0, atol=1e-9)


def test_new_angles_do_not_leap(tmp_path):
    """A joint that turns on and on gets angles that go on, though its first angles pass 180 degrees."""
    skeleton = human_skeleton()
    motion = smooth_motion(skeleton, 120)
    rotations = np.array(motion.rotations)
    arm = skeleton.index("LeftArm")
    t = np.linspace(0.0, 9.0, 120)
    rotations[:, arm] = quaternions.multiply(quaternions.about_axis("z", t), quaternions.about_axis("x", 0.3 * t))
    registry.write(motion.with_rotations(rotations), tmp_path / "t.amc")
    assert np.abs(np.diff(values(tmp_path / "t.amc"), axis=0)).max() < 30.0


def test_a_skeleton_file_alone(tmp_path):
    motion = registry.read(put(tmp_path))
    encoded = registry.encode(motion, tmp_path / "only.asf")
    assert [path.name for path in encoded.files] == ["only.asf"]
    assert any("no motion" in note for note in encoded.notes)
    rest = registry.read(put(tmp_path, amc=None))
    assert registry.encode(rest, tmp_path / "rest.asf").notes == ()


def test_rest_rows_and_rate_come_back(tmp_path):
    motion = replace(registry.read(put(tmp_path)), rest_rows=1, frame_time=1001 / 24000)
    registry.write(motion, tmp_path / "r.amc")
    again = registry.read(tmp_path / "r.amc")
    assert (again.rest_rows, again.frame_time) == (1, 1001 / 24000)
    registry.write(replace(again, rest_rows=0, frame_time=1 / 120), tmp_path / "s.amc")
    assert "rest rows" not in (tmp_path / "s.amc").read_text()
    assert registry.read(tmp_path / "s.amc").frame_time == 1 / 120


@pytest.mark.parametrize("degrees", [True, False])
def test_radian_files_stay_in_radians(tmp_path, degrees):
    amc = AMC if degrees else AMC.replace(":DEGREES", ":RADIANS")
    motion = registry.read(put(tmp_path, amc=amc))
    edited = turned(motion, 1, 1, 5.0)
    registry.write(edited, tmp_path / "out.amc")
    assert (":DEGREES" if degrees else ":RADIANS") in (tmp_path / "out.amc").read_text()
    again = registry.read(tmp_path / "out.amc")
    np.testing.assert_allclose(posed_frames(again, EVERY), posed_frames(edited, EVERY), rtol=0, atol=1e-7)
