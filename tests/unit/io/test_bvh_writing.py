"""What a BVH write gives back: the file's own layout and numbers, and the nearest ones where it cannot."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from support.bvh_text import ARM, ROW, SIX, joint, motion, read_text, root
from support.motions import human_skeleton, smooth_motion
from support.tolerances import TEXT

from supple.core import quaternions
from supple.core.freedom import about
from supple.core.motion import Motion
from supple.core.pose import posed_frames
from supple.core.provenance import Provenance
from supple.core.skeleton import Skeleton
from supple.io import registry
from supple.io.options import DEFAULT_WRITE, ReadOptions, WriteOptions
from supple.units import METRES_PER

CM = ReadOptions(unit_scale=0.01, up="y")
HINGE = joint("hinge", "1 2 3", "Xrotation", "")
TWO_ROWS = ["730.5 1 -20 2 30.1234567 3 10 20 30 10.5 45", "731 1 -20.5 2.25 30.1234569 3 11 400 30 10.25 -45"]
ODD = (
    "HIERARCHY\n"
    + root(
        joint("Left Arm", "0 10 1e-7", "Yrotation Zrotation Xrotation Yposition", HINGE)
        + joint("fixed", "0.1234567891 0 0", ""),
        channels="Zrotation Yposition Xrotation Xposition Yrotation Zposition",
    )
    + motion(TWO_ROWS, "8.333e-3")
)  # fmt: skip


def written(m, folder, options=DEFAULT_WRITE):
    notes = registry.write(m, folder / "out.bvh", options, overwrite=True)
    return (folder / "out.bvh").read_text(), notes


def rows_of(text):
    return np.array([line.split() for line in text.split("Frame Time")[1].splitlines()[1:]], dtype=float)


def again(m, folder, options=CM):
    written(m, folder)
    return registry.read(folder / "out.bvh", options)


def same_motion(a: Motion, b: Motion):
    np.testing.assert_allclose(b.root_positions, a.root_positions, **TEXT)
    np.testing.assert_allclose(np.abs(np.sum(a.rotations * b.rotations, axis=-1)), 1.0, rtol=0, atol=1e-12)
    np.testing.assert_allclose(posed_frames(b, slice(None)), posed_frames(a, slice(None)), **TEXT)


def test_frames_after_a_joint_that_was_made_to_go_round_once_keep_their_numbers(tmp_path):
    rows = [TWO_ROWS[n % 2] for n in range(40)]
    m = read_text(tmp_path, ODD.replace(motion(TWO_ROWS, "8.333e-3"), motion(rows, "8.333e-3")), CM)
    rotations, angles = m.rotations.copy(), 2.0 * np.pi * np.arange(1, 20)[:, None] / 20
    step = np.concatenate([np.cos(0.5 * angles), 0.0 * angles, np.sin(0.5 * angles), 0.0 * angles], axis=1)
    rotations[10:29, 1] = quaternions.multiply(rotations[10:29, 1], step)
    wound = m.with_rotations(rotations)
    assert (wound.rotations[29:, 1] == -m.rotations[29:, 1]).all()  # motions are continuous in time
    text, own = (written(each, tmp_path)[0].splitlines() for each in (wound, m))
    assert text[:-30] == own[:-30]
    assert text[-11:] == own[-11:]
    assert text[-30:-11] != own[-30:-11]


def test_layout_names_offsets_and_numbers_come_back(tmp_path):
    m = read_text(tmp_path, ODD, CM)
    text, notes = written(m, tmp_path)
    assert notes == ()
    assert "CHANNELS 6 Zrotation Yposition Xrotation Xposition Yrotation Zposition" in text
    assert "JOINT Left Arm\n" in text
    assert "CHANNELS 4 Yrotation Zrotation Xrotation Yposition" in text
    assert "OFFSET 0.1234567891 0.000000 0.000000" in text
    assert "Frame Time: 8.333e-3\n" in text
    np.testing.assert_array_equal(rows_of(text), m.provenance.native.values)
    assert written(registry.read(tmp_path / "out.bvh"), tmp_path)[0] == text


def test_numbers_have_at_least_six_decimals(tmp_path):
    text, _ = written(read_text(tmp_path, ODD, CM), tmp_path)
    rows = text.split("Frame Time")[1].splitlines()[1:]
    assert all(len(word.split(".")[1]) >= 6 for row in rows for word in row.split())


def test_unchanged_frames_and_joints_keep_the_files_own_numbers(tmp_path):
    rows = [f"0 {k} 0 {700 + 2 * k} {k / 7} 5 {k} 95 {2 * k}" for k in range(30)]
    m = read_text(tmp_path, ARM + motion(rows), CM)
    turn = Rotation.from_rotvec([0.1, 0.2, -0.1])
    edited = m.rotations.copy()
    q = Rotation.from_quat(edited[10:20, 1], scalar_first=True) * turn
    edited[10:20, 1] = q.as_quat(scalar_first=True)
    text, _ = written(m.with_rotations(edited), tmp_path)
    before, after = m.provenance.native.values, rows_of(text)
    np.testing.assert_array_equal(after[:, :6], before[:, :6])
    np.testing.assert_array_equal(after[:10], before[:10])
    np.testing.assert_array_equal(after[20:], before[20:])
    assert np.abs(after[10:20, 6:] - before[10:20, 6:]).max() < 60  # the middle angle is 95: the far branch is kept
    same_motion(m.with_rotations(edited), registry.read(tmp_path / "out.bvh", CM))


def test_chosen_frames_keep_their_numbers(tmp_path):
    rows = [f"0 {k} 0 {700 + 2 * k} {k / 7} 5 {k} 95 {2 * k}" for k in range(30)]
    m = read_text(tmp_path, ARM + motion(rows), CM)
    text, _ = written(m.with_frames(5, 12), tmp_path)
    np.testing.assert_array_equal(rows_of(text), m.provenance.native.values[5:12])


def test_a_moved_root_changes_only_its_own_numbers(tmp_path):
    m = read_text(tmp_path, ODD, CM)
    text, _ = written(m.with_root_positions(m.root_positions + [0.1, 0, 0]), tmp_path)
    after, before = rows_of(text), m.provenance.native.values
    np.testing.assert_allclose(after[:, 3], before[:, 3] + 10, **TEXT)
    np.testing.assert_array_equal(np.delete(after, [1, 3, 5], axis=1), np.delete(before, [1, 3, 5], axis=1))


def test_new_frames_continue_angles_beyond_a_turn(tmp_path):
    angles = np.stack([np.linspace(0, 900, 60), 170 * np.sin(np.linspace(0, 6, 60)), np.linspace(0, -500, 60)], axis=1)
    m = read_text(tmp_path, ARM + motion(["0 0 0 0 0 0 " + " ".join(map(repr, map(float, a))) for a in angles]), CM)
    fresh = replace(m, provenance=replace(m.provenance, rows=np.where(np.arange(60) < 5, np.arange(60), -1)))
    text, _ = written(fresh, tmp_path)
    np.testing.assert_allclose(rows_of(text)[:, 6:], angles, rtol=0, atol=1e-5)


def test_gimbal_lock_keeps_one_angle_from_the_frame_before(tmp_path):
    rows = [f"0 0 0 0 0 0 {20 + k} {min(90, 60 + 5 * k)} {k}" for k in range(12)]
    m = read_text(tmp_path, ARM + motion(rows), CM)
    fresh = replace(m, provenance=m.provenance.without_rows())
    text, _ = written(fresh, tmp_path)
    assert np.abs(np.diff(rows_of(text)[:, 6], axis=0)).max() < 2.0
    same_motion(m, registry.read(tmp_path / "out.bvh", CM))


@pytest.mark.parametrize("seed", range(3))
def test_motion_without_a_file_gets_the_custom_layout(seed, tmp_path):
    m = smooth_motion(human_skeleton(), 20, seed)
    text, notes = written(m, tmp_path)
    assert notes == ("BVH states no unit: say to other programs that one unit is 0.01 m (cm).",)
    assert f"CHANNELS 6 {SIX}" in text
    assert "OFFSET 0.000000 -42.000000 0.000000" in text  # centimetres
    assert f"Frame Time: {m.frame_time!r}\n" in text
    back = again(m, tmp_path)
    same_motion(m, back)
    assert back.skeleton.names == m.skeleton.names
    assert back.frame_time == m.frame_time


def test_stretching_bones_get_position_channels_and_a_note(tmp_path):
    m = smooth_motion(human_skeleton(), 12, stretch=True)
    back = again(m, tmp_path)
    _, notes = written(m, tmp_path)
    assert any("position channels were added" in note and "LeftUpLeg" in note for note in notes)
    assert any("end sites that move became joints" in note for note in notes)
    index = [back.skeleton.index(name) for name in m.skeleton.names]
    np.testing.assert_allclose(posed_frames(back, slice(None))[:, index], posed_frames(m, slice(None)), **TEXT)


def test_stretching_only_where_needed(tmp_path):
    m = read_text(tmp_path, ARM + motion([ROW] * 3), CM)
    offsets = np.repeat(m.skeleton.offsets[None], 3, axis=0)
    offsets[1, 1] *= 1.1
    text, notes = written(replace(m, offsets=offsets), tmp_path)
    assert "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation" in text.split("JOINT Arm")[1]
    assert len(notes) == 1
    np.testing.assert_array_equal(rows_of(text)[:, 9:], m.provenance.native.values[:, 6:])
    np.testing.assert_allclose(registry.read(tmp_path / "out.bvh", CM).offsets[:, 1], offsets[:, 1], **TEXT)


def test_a_hinge_that_leaves_its_axis_gets_channels_and_a_note(tmp_path):
    m = read_text(tmp_path, ODD, CM)
    j = m.skeleton.index("hinge")
    rotations = m.rotations.copy()
    rotations[1, j] = Rotation.from_euler("ZYX", [10, 20, 30], degrees=True).as_quat(scalar_first=True)
    _, notes = written(m.with_rotations(rotations), tmp_path)
    assert notes == ("rotation channels were added to joints that turn: hinge.",)
    same_motion(m.with_rotations(rotations), registry.read(tmp_path / "out.bvh", CM))


def test_a_hinge_that_turns_on_its_axis_keeps_its_channel(tmp_path):
    m = read_text(tmp_path, ODD, CM)
    rotations = m.rotations.copy()
    rotations[:, m.skeleton.index("hinge")] = quaternions.about_axis("x", np.radians([100.0, 200.0]))
    text, notes = written(m.with_rotations(rotations), tmp_path)
    assert notes == ()
    np.testing.assert_allclose(rows_of(text)[:, -1], [100, 200], **TEXT)


def test_a_fixed_joint_that_turns_gets_channels(tmp_path):
    m = read_text(tmp_path, ODD, CM)
    rotations = m.rotations.copy()
    rotations[:, m.skeleton.index("fixed")] = quaternions.about_axis("y", np.radians([10.0, 20.0]))
    _, notes = written(m.with_rotations(rotations), tmp_path)
    assert notes == ("rotation channels were added to joints that turn: fixed.",)
    same_motion(m.with_rotations(rotations), registry.read(tmp_path / "out.bvh", CM))


@pytest.mark.parametrize("up", ["y", "z", "-y", "x"])
@pytest.mark.parametrize("scale", [1.0, 0.0254, 0.001])
def test_other_units_and_axes(up, scale, tmp_path):
    m = read_text(tmp_path, ODD, CM)
    text, _ = written(m, tmp_path, WriteOptions(unit_scale=scale, up=up))
    same_motion(m, registry.read(tmp_path / "out.bvh", ReadOptions(unit_scale=scale, up=up)))
    if up == "y":
        np.testing.assert_array_equal(rows_of(text)[:, [0, 2, 4]], m.provenance.native.values[:, [0, 2, 4]])


def test_a_file_with_z_up_is_given_back_as_it_was(tmp_path):
    m = read_text(tmp_path, ODD, ReadOptions(unit_scale=0.1, up="z"))
    np.testing.assert_array_equal(rows_of(written(m, tmp_path)[0]), m.provenance.native.values)


def test_a_scaled_skeleton_gets_new_offsets(tmp_path):
    m = read_text(tmp_path, ARM + motion([ROW]), CM)
    text, _ = written(replace(m, skeleton=m.skeleton.scaled(1.5)), tmp_path)
    assert "OFFSET 0.000000 15.000000 0.000000" in text


def test_renamed_joints_keep_the_layout_and_the_numbers(tmp_path):
    m = read_text(tmp_path, ODD, CM)
    renamed = replace(m.skeleton, names=[f"{n}!" for n in m.skeleton.names])
    text, notes = written(replace(m, skeleton=renamed), tmp_path)
    assert notes == ("end sites have no names of their own: they are read back as <joint>_end.",)
    assert "JOINT Left Arm!\n" in text
    assert text.replace("!", "") == written(m, tmp_path)[0]
    swapped = ["Hips", "hinge", "Left Arm", "Left Arm_end", "fixed", "fixed_end"][: len(m.skeleton)]
    text, notes = written(replace(m, skeleton=replace(m.skeleton, names=swapped)), tmp_path)
    np.testing.assert_array_equal(rows_of(text), m.provenance.native.values)


def test_another_tree_gets_a_fresh_layout_and_a_note(tmp_path):
    m = read_text(tmp_path, ODD, CM)
    s, kept = m.skeleton, slice(0, len(m.skeleton) - 1)
    pruned = Skeleton(s.names[kept], s.parents[kept], s.offsets[kept], s.end_sites[kept])
    offsets = None if m.offsets is None else m.offsets[:, kept]
    less = Motion(pruned, m.root_positions, m.rotations[:, kept], m.frame_time, offsets, provenance=m.provenance)
    _, notes = written(less, tmp_path)
    assert "channel layout and numbers could not be kept" in notes[0]
    same_motion(less, registry.read(tmp_path / "out.bvh", CM))


@pytest.mark.parametrize(
    ("unit", "written_unit"), [("m", "1 m."), ("mm", "0.001 m (mm)"), ("cmu", "(cmu)"), ("ft", "0.01 m (cm)")]
)
def test_motion_of_another_format_stands_on_y_in_a_customary_unit_that_is_said(unit, written_unit, tmp_path):
    source = Provenance(source="a.xyz", format="xyz", unit_scale=METRES_PER[unit], up="z")
    m = replace(smooth_motion(human_skeleton(), 4), provenance=source)
    _, notes = written(m, tmp_path)
    assert written_unit in notes[-1]
    scale = METRES_PER["cm" if unit == "ft" else unit]
    same_motion(m, registry.read(tmp_path / "out.bvh", ReadOptions(unit_scale=scale, up="y")))
    written(m, tmp_path, WriteOptions(up="z"))
    same_motion(m, registry.read(tmp_path / "out.bvh", ReadOptions(unit_scale=scale, up="z")))


def test_a_unit_that_was_asked_for_is_said(tmp_path):
    m = read_text(tmp_path, ARM + motion([ROW]), CM)
    assert written(m, tmp_path)[1] == ()
    assert written(m, tmp_path, WriteOptions(unit_scale=0.07))[1] == (
        "BVH states no unit: say to other programs that one unit is 0.07 m.",
    )


def test_rest_rows_that_a_reader_will_not_see_are_told(tmp_path):
    m = smooth_motion(human_skeleton(), 20)
    assert not any("rest rows" in note for note in written(m, tmp_path)[1])
    assert any("the motion has 3, and a reader will see 0" in n for n in written(replace(m, rest_rows=3), tmp_path)[1])
    assert again(replace(m, rest_rows=3), tmp_path).rest_rows == 0


def test_axes_of_hinges_are_told_where_the_file_does_not_have_them(tmp_path):
    read = read_text(tmp_path, ODD, CM)
    assert read.skeleton.freedoms[read.skeleton.index("hinge")].kind == "hinge"
    assert written(read, tmp_path)[1] == ()
    made = replace(read, provenance=Provenance())
    notes = " ".join(written(made, tmp_path)[1])
    assert "the axes that joints turn about are not kept: hinge, fixed." in notes


def test_a_mistaken_rate_is_written_as_a_time(tmp_path):
    text, _ = written(read_text(tmp_path, ARM + motion([ROW], "120")), tmp_path)
    assert f"Frame Time: {1 / 120!r}\n" in text


def test_what_is_lost_is_said(tmp_path):
    base = smooth_motion(human_skeleton(), 3)
    free = list(base.skeleton.freedoms)
    free[2] = about(np.array([[1.0, 0, 0]]), np.array([[0.0, 2.5]]))
    rest = quaternions.identity(len(base.skeleton))
    rest[3] = quaternions.about_axis("z", np.array(0.3))
    names = [n.replace("Head_end", "crown") for n in base.skeleton.names]
    s = base.skeleton
    skeleton = Skeleton(names, s.parents, s.offsets, s.end_sites, rest, free)
    _, notes = written(replace(base, skeleton=skeleton), tmp_path)
    assert ["limits" in " ".join(notes), "rest rotations" in " ".join(notes), "<joint>_end" in " ".join(notes)] == [
        True
    ] * 3


def test_a_rest_pose_file_is_written_as_one_frame(tmp_path):
    back = again(read_text(tmp_path, ARM, CM), tmp_path)
    assert back.frames == 1
    np.testing.assert_array_equal(back.rotations[0], back.skeleton.rest_rotations)


def test_a_deep_tree_is_written(tmp_path):
    count = 2500
    skeleton = Skeleton([f"j{k}" for k in range(count)], np.arange(count) - 1, np.full((count, 3), 0.001))
    m = Motion(skeleton, np.zeros((1, 3)), quaternions.identity(1, count), 0.01)
    assert len(again(m, tmp_path).skeleton) == count
