"""BVH layouts that occur in the wild, and that break other readers."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from support.bvh_text import ARM, ROW, SIX, THREE, joint, motion, read_text, root
from support.tolerances import ALGEBRA

from supple.core.pose import posed_frames
from supple.errors import FileError
from supple.io.options import ReadOptions

CM = ReadOptions(unit_scale=0.01, up="y")


def read(tmp_path, text, options=CM):
    return read_text(tmp_path, text, options)


def same_rotation(q, expected: Rotation):
    np.testing.assert_allclose(np.abs(np.sum(q * expected.as_quat(scalar_first=True), axis=-1)), 1.0, **ALGEBRA)


def test_a_plain_file(tmp_path):
    m = read(tmp_path, ARM + motion([ROW, ROW]))
    assert m.skeleton.names == ("Hips", "Arm", "Arm_end")
    assert m.skeleton.end_sites.tolist() == [False, False, True]
    np.testing.assert_allclose(m.root_positions[0], [0.01, 0.02, 0.03], **ALGEBRA)
    same_rotation(m.rotations[0, 0], Rotation.from_euler("ZYX", [10, 20, 30], degrees=True))
    same_rotation(m.rotations[0, 1], Rotation.from_euler("ZYX", [40, 50, 60], degrees=True))
    assert m.provenance.warnings == ()


@pytest.mark.parametrize("order", ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"])
def test_every_order_of_rotations(order, tmp_path):
    channels = " ".join(f"{axis}rotation" for axis in order)
    m = read(tmp_path, "HIERARCHY\n" + root(joint("Arm", channels=channels)) + motion([ROW]))
    same_rotation(m.rotations[0, 1], Rotation.from_euler(order, [40, 50, 60], degrees=True))
    same_rotation(m.rotations[0, 0], Rotation.from_euler("ZYX", [10, 20, 30], degrees=True))  # another order


def test_rotations_before_and_between_positions(tmp_path):
    channels = "Zrotation Xposition Yrotation Yposition Xrotation Zposition"
    m = read(tmp_path, "HIERARCHY\n" + root(joint("Arm"), channels=channels) + motion(["10 1 20 2 30 3 0 0 0"]))
    np.testing.assert_allclose(m.root_positions[0], [0.01, 0.02, 0.03], **ALGEBRA)
    same_rotation(m.rotations[0, 0], Rotation.from_euler("ZYX", [10, 20, 30], degrees=True))


@pytest.mark.parametrize("channels", ["Xrotation", "Zrotation Xrotation", "Xrotation Zrotation"])
def test_hinges_and_joints_of_two_axes(channels, tmp_path):
    row = "0 0 0 0 0 0 " + " ".join(str(30 + 10 * k) for k in range(len(channels.split())))
    m = read(tmp_path, "HIERARCHY\n" + root(joint("Arm", channels=channels)) + motion([row]))
    axes = "".join(word[0] for word in channels.split())
    same_rotation(m.rotations[0, 1], Rotation.from_euler(axes, [30, 40][: len(axes)], degrees=True))
    assert m.skeleton.freedoms[1].count == len(axes)
    lit = [np.eye(3)["XYZ".index(axis)] for axis in axes]
    np.testing.assert_array_equal(m.skeleton.freedoms[1].axes, lit)


def test_a_joint_without_channels_is_fixed(tmp_path):
    for channels in ("", " "):
        text = joint("Arm", channels=channels) if channels else joint("Arm", channels="")
        m = read(tmp_path, "HIERARCHY\n" + root(text) + motion(["1 2 3 10 20 30"]))
        assert m.skeleton.freedoms[1].kind == "fixed"
        np.testing.assert_array_equal(m.rotations[0, 1], [1, 0, 0, 0])
    m = read(
        tmp_path,
        ("HIERARCHY\n" + root(joint("Arm", channels=""))).replace("OFFSET 0 10 0", "OFFSET 0 10 0\nCHANNELS 0")
        + motion(["1 2 3 10 20 30"]),
    )
    assert m.skeleton.freedoms[1].kind == "fixed"


def test_a_root_without_position_channels_stays_at_its_offset(tmp_path):
    m = read(tmp_path, "HIERARCHY\n" + root(joint("Arm"), offset="0 90 0", channels=THREE) + motion(["0 0 0 0 0 0"]))
    np.testing.assert_allclose(m.root_positions, [[0, 0.9, 0]], **ALGEBRA)


def test_several_end_sites_and_none(tmp_path):
    tips = "End Site\n{\nOFFSET 0 5 0\n}\nEnd Site\n{\nOFFSET 5 0 0\n}"
    m = read(
        tmp_path, "HIERARCHY\n" + root(joint("Arm", inside=tips) + joint("Leg", inside="")) + motion([ROW + " 0 0 0"])
    )
    assert m.skeleton.names == ("Hips", "Arm", "Arm_end", "Arm_end_2", "Leg")
    assert m.skeleton.parents.tolist() == [-1, 0, 1, 1, 0]


def test_an_end_site_never_takes_the_name_of_a_joint(tmp_path):
    m = read(tmp_path, "HIERARCHY\n" + root(joint("Arm") + joint("Arm_end")) + motion([ROW + " 0 0 0"]))
    assert m.skeleton.names == ("Hips", "Arm", "Arm_end_2", "Arm_end", "Arm_end_end")


@pytest.mark.parametrize(
    "name",
    [
        "mixamorig:LeftArm",
        "Left.Arm",
        "left-arm",
        "Left Arm",
        "Left\tArm",
        "ROOT_x",
        "OFFSET2",
        "JOINT",
        "Bräz",
        "左腕",
    ],
)
def test_names_are_kept_as_spelled(name, tmp_path):
    m = read(tmp_path, "HIERARCHY\n" + root(joint(name + "  ")) + motion([ROW]))
    assert m.skeleton.names[1] == name


def test_duplicate_names_are_made_unique_and_said(tmp_path):
    m = read(tmp_path, "HIERARCHY\n" + root(joint("Arm") + joint("Arm") + joint("")) + motion([ROW + " 0" * 6]))
    assert [n for n, end in zip(m.skeleton.names, m.skeleton.end_sites, strict=True) if not end] == [
        "Hips", "Arm", "Arm_2", "unnamed",
    ]  # fmt: skip
    assert "Arm_2" in m.provenance.warnings[0]
    assert "no name, such as the one that is called 'unnamed'" in m.provenance.warnings[1]


def test_a_name_made_up_never_takes_a_real_one(tmp_path):
    joints = "".join(joint(name, inside="") for name in ("", "Arm", "Arm", "Arm_2", "unnamed"))
    m = read(tmp_path, "HIERARCHY\n" + root(joints) + motion([ROW + " 0" * 12]))
    assert m.skeleton.names == ("Hips", "unnamed_2", "Arm", "Arm_3", "Arm_2", "unnamed")


@pytest.mark.parametrize("change", [str.lower, str.upper, str.title])
def test_keywords_in_any_case(change, tmp_path):
    m = read(tmp_path, change(ARM + motion([ROW])))
    assert m.frames == 1
    assert len(m.skeleton) == 3


@pytest.mark.parametrize("name", ["crlf", "mixed", "cr", "bom", "utf16", "one line", "tabs", "no newline at the end"])
def test_ways_of_writing_the_same_text(name, tmp_path):
    plain = ARM + motion([ROW, ROW])
    text = {
        "crlf": plain.replace("\n", "\r\n").encode(),
        "mixed": plain.replace("MOTION\n", "MOTION\r\n").replace("}\n", "}\r\n").encode(),
        "cr": plain.replace("\n", "\r").encode(),
        "bom": b"\xef\xbb\xbf" + plain.encode(),
        "utf16": plain.encode("utf-16"),
        "one line": (ARM.replace("\n", " ").replace("Hips {", "Hips{") + "\n" + motion([ROW, ROW])).encode(),
        "tabs": plain.replace(" ", "\t").encode(),
        "no newline at the end": plain.rstrip("\n").encode(),
    }[name]
    m, expected = read(tmp_path, text), read(tmp_path, plain)
    np.testing.assert_array_equal(m.rotations, expected.rotations)
    assert m.skeleton.names == expected.skeleton.names


def test_several_figures(tmp_path):
    text = (
        "HIERARCHY\n"
        + root(joint("Arm"), name="Ann")
        + root(joint("Leg"), name="Bob")
        + motion([ROW + " 4 5 6" + " 0" * 6])
    )
    first = read(tmp_path, text)
    assert first.skeleton.names[0] == "Ann"
    assert "holds 2 motions" in first.provenance.warnings[0]
    assert "1 = Bob" in first.provenance.warnings[0]
    second = read(tmp_path, text, ReadOptions(figure=1, unit_scale=0.01, up="y"))
    assert second.skeleton.names[0] == "Bob"
    np.testing.assert_allclose(second.root_positions, [[0.04, 0.05, 0.06]], **ALGEBRA)
    with pytest.raises(FileError, match="no figure 2; the file has 2"):
        read(tmp_path, text, ReadOptions(figure=2))


def test_units_and_up_as_told(tmp_path):
    m = read(tmp_path, ARM + motion(["100 200 300 0 0 0 0 0 90"]), ReadOptions(unit_scale=0.001, up="z"))
    np.testing.assert_allclose(m.root_positions, [[0.1, 0.3, -0.2]], **ALGEBRA)
    np.testing.assert_allclose(m.skeleton.offsets[1], [0, 0, -0.01], **ALGEBRA)
    assert (m.provenance.unit_scale, m.provenance.up) == (0.001, "z")
    assert m.provenance.decision("units") == "as told"
    assert m.provenance.warnings == ()


def test_no_doubt_about_a_unit_that_was_told(tmp_path):
    text = ARM + motion([ROW])
    assert "units are a guess" in " ".join(read(tmp_path, text, ReadOptions()).provenance.warnings)
    told = read(tmp_path, text, ReadOptions(unit_scale=0.01)).provenance
    assert (told.warnings, told.decision("units")) == ((), "as told")
    assert "as told" not in told.decision("up")


def leg(hips_offset):
    foot = joint("Foot", "0 -40 0")
    return "HIERARCHY\n" + root(
        joint("Thigh", "0 -10 0", inside=joint("Shin", "0 -40 0", inside=foot)), offset=hips_offset
    )


@pytest.mark.parametrize(
    ("offset", "height", "expected", "said"),
    [
        ("0 90 0", 90.0, 0.90, "pass through OFFSET"),
        ("3 90 7", 85.0, 0.85, "hold the root's place"),
        ("0 90 0", 1.0, 0.91, "add to the root's OFFSET"),
        ("0 90 0", 0.0, 0.90, "all zero"),
    ],
)
def test_root_offset_by_evidence(offset, height, expected, said, tmp_path):
    x = 0 if height in (0.0, 90.0) else 5
    m = read(tmp_path, leg(offset) + motion([f"{x} {height} 0" + " 0" * 12] * 3))
    assert said in m.provenance.decision("root offset")
    np.testing.assert_allclose(m.root_positions[:, 1], expected, **ALGEBRA)


def test_inner_positions_replace_or_add_by_evidence(tmp_path):
    text = "HIERARCHY\n" + root(joint("Arm", "0 10 0", SIX))
    replaced = read(tmp_path, text + motion(["0 0 0 0 0 0 0.5 10 0 0 0 0"] * 2))
    added = read(tmp_path, text + motion(["0 0 0 0 0 0 0.5 0 0 0 0 0"] * 2))
    for m in (replaced, added):
        np.testing.assert_allclose(m.offsets[:, 1], [[0.005, 0.1, 0]] * 2, **ALGEBRA)
    assert "replace OFFSET" in replaced.provenance.decision("position channels of joints")
    assert "add to OFFSET" in added.provenance.decision("position channels of joints")


def test_inner_positions_that_repeat_the_offset_leave_the_bones_rigid(tmp_path):
    m = read(tmp_path, "HIERARCHY\n" + root(joint("Arm", "0 10 0", SIX)) + motion(["0 0 0 0 0 0 0 10 0 1 2 3"] * 2))
    assert m.offsets is None


def test_angles_beyond_a_turn(tmp_path):
    turned = read(tmp_path, ARM + motion(["0 0 0 730 -400 1000 0 0 0"]))
    same_rotation(turned.rotations[0, 0], Rotation.from_euler("ZYX", [730, -400, 1000], degrees=True))
    huge = read(tmp_path, ARM + motion(["0 0 0 3.6e9 1e17 -1e300 0 0 0"]))
    assert np.isfinite(huge.rotations).all()


def test_rotations_do_not_change_hemisphere(tmp_path):
    rows = [f"0 0 0 {angle} 0 0 0 {-2 * angle} 0" for angle in range(0, 2000, 25)]
    m = read(tmp_path, ARM + motion(rows))
    assert (np.sum(m.rotations[1:] * m.rotations[:-1], axis=-1) > 0.0).all()


def test_world_positions_of_a_known_pose(tmp_path):
    m = read(tmp_path, ARM + motion(["0 100 0 90 0 0 0 0 90"]))
    world = posed_frames(m, slice(None))[0]
    np.testing.assert_allclose(world, [[0, 1, 0], [-0.1, 1, 0], [-0.1, 1, 0.05]], **ALGEBRA)
