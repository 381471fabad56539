"""ASF/AMC files as people have them, odd ones included."""

import re

import numpy as np
import pytest
from support import naive_acclaim as naive
from support.acclaim_files import AMC, ASF, put

from supple.core.pose import posed_frames
from supple.errors import FileError
from supple.io import registry
from supple.io.options import ReadOptions

UNIT = 0.0254 / 0.45


def positions(path, **options):
    motion = registry.read(path, ReadOptions(unit_scale=1.0, up="y", **options))
    return dict(zip(motion.skeleton.names, np.moveaxis(posed_frames(motion, slice(None)), 1, 0), strict=True))


@pytest.fixture
def plain(tmp_path):
    (tmp_path / "plain").mkdir()
    return positions(put(tmp_path / "plain"))


def same(a, b, atol=1e-12):
    assert a.keys() == b.keys()
    for name in a:
        np.testing.assert_allclose(a[name], b[name], rtol=0, atol=atol)


def test_joints_stand_at_the_start_of_bones_and_tips_are_end_sites(tmp_path):
    motion = registry.read(put(tmp_path))
    assert motion.skeleton.names == ("root", "thigh", "shin", "shin_end", "back", "back_end")
    assert motion.skeleton.end_sites.tolist() == [False, False, False, True, False, True]
    assert [f.kind for f in motion.skeleton.freedoms] == ["ball", "ball", "hinge", "fixed", "universal", "fixed"]
    np.testing.assert_allclose(motion.skeleton.offsets[2], [0, -8 * UNIT, 0], rtol=0, atol=1e-12)
    assert (motion.skeleton.offsets[1] == 0.0).all()


def test_places_agree_with_plain_matrices(tmp_path, plain):
    bones, parent = naive.skeleton(ASF)
    for frame, row in enumerate(naive.frames(AMC)):
        starts, tips = naive.starts(bones, parent, row)
        for name, places in plain.items():
            expected = tips[name.removesuffix("_end")] if name.endswith("_end") else starts[name]
            np.testing.assert_allclose(places[frame], expected, rtol=0, atol=1e-12)


def test_limits_follow_their_axes(tmp_path):
    thigh = registry.read(put(tmp_path)).skeleton.freedoms[1]
    np.testing.assert_allclose(np.degrees(thigh.limits), [[-60, 70], [-70, 70], [-160, 20]])
    np.testing.assert_allclose(thigh.axes[0], [0, 0, 1], rtol=0, atol=1e-12)  # rz turns last: it stands first
    x = [np.cos(np.radians(20)), np.sin(np.radians(20)), 0]
    np.testing.assert_allclose(thigh.axes[2], x, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    "bend",
    [
        lambda s: s.replace("\n", "\r\n"),
        lambda s: s.replace("\n", "\r"),
        lambda s: "\ufeff" + s,
        lambda s: s.replace("\n", "   # a remark\n").replace(":documentation   # a remark", ":documentation"),
        lambda s: s.replace(":bonedata", ":BoneData").replace("dof rx", "DOF RX").replace("  begin", "  BEGIN"),
        lambda s: s.replace("limits (-10.0 170.0)", "limits\n (-10.0\n 170.0)"),
        lambda s: s.replace("dof rx ry rz", "dof rx\n dof ry rz"),
        lambda s: s.replace("root thigh back", "root thigh\n ROOT back"),
        lambda s: s.rstrip(),
        lambda s: s.replace("axis 0 0 20 XYZ", "axis 0 0 20 xyz"),
    ],
    ids=[
        "crlf",
        "cr",
        "bom",
        "comments",
        "case",
        "split limits",
        "split dof",
        "split rows",
        "no newline",
        "small order",
    ],
)
def test_other_spellings_mean_the_same(tmp_path, plain, bend):
    same(positions(put(tmp_path, bend(ASF), bend(AMC))), plain)


def test_sections_and_keys_in_any_order(tmp_path, plain):
    head, bones, tree = (
        ASF.partition(":bonedata")[0],
        ASF[ASF.index(":bonedata") : ASF.index(":hierarchy")],
        ASF[ASF.index(":hierarchy") :],
    )
    same(positions(put(tmp_path, tree + bones + head)), plain)
    turned = ASF.replace("     direction 0.0 1.0 0.0\n     length 12\n", "     length 12\n     direction 0.0 1.0 0.0\n")
    same(positions(put(tmp_path, turned)), plain)


def test_radians(tmp_path, plain):
    rows = AMC.splitlines()
    for k, row in enumerate(rows):
        words = row.split()
        if len(words) > 1 and words[0] in ("root", "thigh", "shin", "back"):
            angles = [repr(float(np.radians(float(w)))) for w in words[4 if words[0] == "root" else 1 :]]
            rows[k] = " ".join([*words[: 4 if words[0] == "root" else 1], *angles])
    same(positions(put(tmp_path, ASF, "\n".join(rows).replace(":DEGREES", ":RADIANS"))), plain)
    skeleton = ASF.replace("angle deg", "angle rad")
    for degrees in ("0 0 20", "0 30 20", "10 0 0"):
        skeleton = skeleton.replace(
            f"axis {degrees} ", f"axis {' '.join(repr(float(np.radians(float(d)))) for d in degrees.split())} "
        )
    same(positions(put(tmp_path, skeleton)), plain)  # the motion still says :DEGREES


def test_bones_in_any_order_and_values_by_name(tmp_path, plain):
    swapped = AMC.replace("shin 26\nback -1 1.6201e-14\n", "back -1 1.6201e-14\nshin 26\n")
    same(positions(put(tmp_path, ASF, swapped)), plain)


def test_root_order_root_place_and_axis_orders(tmp_path):
    skeleton = ASF.replace("TX TY TZ RX RY RZ", "RZ RX RY TY TX TZ").replace("position 0 0 0", "position 1 2 3")
    where = positions(put(tmp_path, skeleton, "1\nroot 90 0 90 5 6 7\nthigh 0 0 0\nshin 0\nback 0 0\n"))
    np.testing.assert_allclose(where["root"][0], [7, 7, 10], rtol=0, atol=1e-12)
    # about Z first, then Y: the tip of the back goes +Y -> -X -> +Z
    np.testing.assert_allclose(where["back_end"][0] - where["root"][0], [0, 0, 12], rtol=0, atol=1e-9)
    skeleton = ASF.replace("axis 10 0 0 XYZ", "axis 90 0 90 ZYX")  # about Z first, then X: its x axis is the world's z
    where = positions(put(tmp_path, skeleton, "1\nroot 0 0 0 0 0 0\nthigh 0 0 0\nshin 0\nback 90 0\n"))
    np.testing.assert_allclose(where["back_end"][0], [-12, 0, 0], rtol=0, atol=1e-9)


def test_moving_and_stretching_bones(tmp_path):
    skeleton = ASF.replace("dof rx\n     limits (-10.0 170.0)", "dof rx tx l")
    motion = registry.read(
        put(tmp_path, skeleton, "1\nroot 0 0 0 0 0 0\nthigh 0 0 0\nshin 0 2 0.5\nback 0 0\n"),
        ReadOptions(unit_scale=1.0),
    )
    np.testing.assert_allclose(motion.offsets[0, 3], [0, -8.0, 0], rtol=0, atol=1e-12)
    x = np.array(
        [np.cos(np.radians(20)) * np.cos(np.radians(30)), np.sin(np.radians(20)) * np.cos(np.radians(30)), -0.5]
    )
    np.testing.assert_allclose(motion.offsets[0, 2], [0, -8.0, 0] + 2 * x, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("bend", "words"),
    [
        (lambda s: s.replace("2\nroot 1.5", "7\nroot 1.5"), "do not rise by one in 2 places"),
        (lambda s: s.replace("2\nroot 1.5", "1\nroot 1.5"), "1 is followed by 1"),
        (lambda s: s.replace("shin 26\n", ""), "lack values in some frames"),
        (lambda s: s.replace("shin 26\n", "shin 26\nshin 26\n"), "two lines in one frame"),
        (lambda s: s.replace("shin 26\n", "shin 26\ntail 3\n"), "'tail' (line 13)"),
        (lambda s: s.replace("shin", "#shin"), "stay at rest: shin"),
        (lambda s: s[: s.index("back 0 0")], "last frame (3) is not complete"),
        (lambda s: s[: s.index("7 8\nshin 26.5")], "last frame (3) is not complete"),
    ],
    ids=["gap", "same number", "missing bone", "double bone", "unknown bone", "never given", "cut", "cut in a line"],
)  # fmt: skip
def test_odd_motions_are_read_with_a_warning(tmp_path, bend, words):
    motion = registry.read(put(tmp_path, ASF, bend(AMC)))
    assert any(words in text for text in motion.provenance.warnings), motion.provenance.warnings


def test_a_missing_value_is_held(tmp_path):
    motion = registry.read(put(tmp_path, ASF, AMC.replace("shin 26\n", "")))
    np.testing.assert_array_equal(motion.rotations[1, 2], motion.rotations[0, 2])
    assert not np.array_equal(motion.rotations[2, 2], motion.rotations[0, 2])


@pytest.mark.parametrize(
    ("bend", "words", "line"),
    [
        (lambda s: s.replace("shin 26\n", "shin nan\n"), "finite.*'nan'", 12),
        (lambda s: s.replace("shin 26\n", "shin 2x\n"), "number.*'2x'", 12),
        (lambda s: s.replace("shin 26\n", "shin 2_6\n"), "number.*'2_6'", 12),
        (lambda s: s.replace("shin 26\n", "shin 1e999\n"), "1e999", 12),
        (lambda s: s.replace("shin 26\n", "shin\n"), "'shin' has 0 values.*gives it 1", 12),
        (lambda s: s.replace("shin 26\n", "shin 26 27\n"), "'shin' has 2 values", 12),
        (lambda s: s.replace("1\nroot", "root", 1), "before the first frame", 4),
        (lambda s: s[: s.index("1\nroot")], "no frames", None),
        (lambda s: re.sub(r"\n([rtsb])", r"\nother_\1", s), "right .asf", 5),
    ],
    ids=[
        "nan", "not a number", "underscore", "too large", "no value", "too many", "no frame number", "no frames",
        "other skeleton",
    ],
)  # fmt: skip
def test_wrong_motions_are_refused_with_the_line(tmp_path, bend, words, line):
    with pytest.raises(FileError, match=words) as caught:
        registry.read(put(tmp_path, ASF, bend(AMC)))
    assert caught.value.line == line
    assert caught.value.path.endswith("tiny.amc")


@pytest.mark.parametrize(
    ("bend", "words"),
    [
        (lambda s: s.replace("thigh shin", "thigh shin\n shin thigh"), "'thigh' hangs below 'shin'"),
        (lambda s: s.replace("root thigh", "root").replace("thigh shin", "thigh shin\nshin thigh"), "not be reached"),
        (lambda s: s.replace("thigh shin", "thigh shin tail"), "'tail', which :bonedata does not define"),
        (lambda s: s.replace("name shin", "name thigh"), "'thigh' is used twice"),
        (lambda s: s.replace("name shin", "name"), "has no name"),
        (lambda s: s.replace("     length 7.5\n", ""), "'shin' needs a direction and a length"),
        (lambda s: s.replace("length 7.5", "length inf"), "finite"),
        (lambda s: s.replace("direction 0.0 1.0 0.0", "direction 0.0 1.0"), "needs 3 numbers"),
        (lambda s: s.replace("dof rx ry rz", "dof rx ry rq"), "found 'rq'"),
        (lambda s: s.replace("dof rx ry rz", "dof rx ry rx"), "named twice"),
        (lambda s: s.replace("(-70.0 70.0)", "(-70.0)"), "pairs"),
        (lambda s: s.replace("axis 0 0 20 XYZ", "axis 0 0 20 XXZ"), "'xxz'"),
        (lambda s: s.replace("TX TY TZ RX RY RZ", "TX TY TZ RX RY RX"), "each once"),
        (lambda s: s[: s.index(":hierarchy")], "no :hierarchy"),
    ],
)  # fmt: skip
def test_wrong_skeletons_are_refused(tmp_path, bend, words):
    with pytest.raises(FileError, match=words) as caught:
        registry.read(put(tmp_path, bend(ASF)))
    assert caught.value.path.endswith("tiny.asf")


@pytest.mark.parametrize(
    ("bend", "words"),
    [
        (lambda s: s + ":skin body.obj\n", ":skin means nothing"),
        (lambda s: s.replace("id 1", "id 1\n colour red"), "'colour' of '?'"),
        (lambda s: s.replace("    thigh shin\n", ""), "no place in :hierarchy.*shin"),
        (lambda s: s.replace("direction 0.0 1.0 0.0", "direction 0.0 2.0 0.0"), "'back' has length 2"),
        (lambda s: s.replace("            (-60.0 70.0)\n", ""), "2 limits for 3"),
        (lambda s: s.replace("mass 1.0", "mass 1.0\n  time s"), "'time s'"),
        (lambda s: s.replace("name shin", "name shin bone"), "'shin bone' was read as 'shin'"),
        (lambda s: s.replace("axis 0 0 20 XYZ", "axis 0 0 20"), "XYZ is assumed"),
    ],
)  # fmt: skip
def test_odd_skeletons_are_read_with_a_warning(tmp_path, bend, words):
    motion = registry.read(put(tmp_path, bend(ASF)))
    assert any(re.search(words, text) for text in motion.provenance.warnings), motion.provenance.warnings


def test_a_skeleton_alone_is_a_rest_pose(tmp_path):
    motion = registry.read(put(tmp_path, amc=None))
    assert (motion.frames, motion.rest_rows) == (1, 1)
    np.testing.assert_array_equal(motion.rotations[0, :, 0], 1.0)


def test_a_stated_rate_is_believed(tmp_path):
    assert registry.read(put(tmp_path)).frame_time == 1.0 / 120.0
    assert registry.read(put(tmp_path, ASF, "# frame time 0.04 s\n" + AMC)).frame_time == 0.04
    rate = AMC.replace(":DEGREES", ":DEGREES\n:SAMPLES-PER-SECOND 60")
    assert registry.read(put(tmp_path, ASF, rate)).frame_time == 1.0 / 60.0


def test_a_person_knows_better_than_the_file(tmp_path):
    motion = registry.read(put(tmp_path), ReadOptions(unit_scale=0.01, up="z"))
    assert (motion.provenance.unit_scale, motion.provenance.up) == (0.01, "z")
    np.testing.assert_allclose(motion.root_positions[0], [0.01, 0.02, -0.16], rtol=0, atol=1e-15)
