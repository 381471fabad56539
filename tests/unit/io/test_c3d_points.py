"""C3D points: labels, units, axes, missing points, machines, counts that lie."""

import struct

import ezc3d
import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.captures import LABELS, as_machine, capture, walker, written

from supple.errors import FileError
from supple.io.options import ReadOptions
from supple.io.registry import read

SINGLE = {"rtol": 0.0, "atol": 1e-6}  # [m] through float32 millimetres


def in_supple(points):
    """Z up to Y up."""
    return np.stack([points[..., 0], points[..., 2], -points[..., 1]], axis=-1)


@pytest.fixture
def walk(tmp_path):
    return written(capture(walker() * 1000.0), tmp_path / "walk.c3d")


def test_points_come_in_metres_with_y_up(walk):
    markers = read(walk)
    assert markers.labels == LABELS
    assert_allclose(markers.positions, in_supple(walker()), **SINGLE)
    assert markers.frame_time == 0.01
    assert (markers.provenance.unit_scale, markers.provenance.up) == (0.001, "z")
    assert markers.provenance.warnings == ()


@pytest.mark.parametrize(("unit", "per_metre"), [("m", 1.0), ("cm", 100.0), ("mm", 1000.0)])
def test_stated_units_are_believed_when_they_can_be(tmp_path, unit, per_metre):
    path = written(capture(walker() * per_metre, unit=unit), tmp_path / "a.c3d")
    assert_allclose(read(path).positions, in_supple(walker()), **SINGLE)


@pytest.mark.parametrize(("unit", "per_metre"), [("m", 1000.0), ("mm", 1.0), ("cm", 1000.0), ("mm", 100.0)])
def test_units_that_cannot_be_are_corrected_with_a_warning(tmp_path, unit, per_metre):
    markers = read(written(capture(walker() * per_metre, unit=unit), tmp_path / "a.c3d"))
    assert_allclose(markers.positions, in_supple(walker()), **SINGLE)
    assert any("cannot be" in words for words in markers.provenance.warnings)


def test_the_caller_overrules_units_and_up(walk):
    markers = read(walk, ReadOptions(unit_scale=0.01, up="y"))
    assert_allclose(markers.positions, walker() * 10.0, rtol=0.0, atol=1e-5)


@pytest.mark.parametrize("up", ["y", "z", "-z", "x", "-y", "-x"])
def test_the_body_tells_which_way_is_up(tmp_path, up):
    axis, sign = "xyz".index(up[-1]), -1.0 if up[0] == "-" else 1.0
    points = np.zeros(walker().shape)
    points[..., axis] = sign * walker()[..., 2]
    points[..., (axis + 1) % 3] = walker()[..., 0]
    points[..., (axis + 2) % 3] = walker()[..., 1]
    markers = read(written(capture(points * 1000.0), tmp_path / "a.c3d"))
    assert markers.provenance.up == up
    assert_allclose(markers.positions[..., 1], walker()[..., 2], **SINGLE)


def test_unlabelled_lab_axes_follow_the_screen_parameter(tmp_path):
    c3d = capture(walker() * 1000.0, tuple("ABCDEF"))
    c3d.add_parameter("POINT", "Y_SCREEN", ["+Y"])
    assert read(written(c3d, tmp_path / "a.c3d")).provenance.up == "y"


def test_missing_points_are_nan(tmp_path):
    points = walker() * 1000.0
    points[3, 1] = np.nan
    points[5, 2] = 0.0
    markers = read(written(capture(points), tmp_path / "a.c3d"))
    assert np.isnan(markers.positions[3, 1]).all()
    assert np.isnan(markers.positions[5, 2]).all()
    assert np.isnan(markers.positions).sum() == 6
    assert any("(0, 0, 0)" in words for words in markers.provenance.warnings)


@pytest.mark.parametrize(("code", "name"), [(85, "DEC"), (86, "SGI")])
def test_other_machines_give_the_same_points(walk, tmp_path, code, name):
    path = tmp_path / "other.c3d"
    path.write_bytes(as_machine(walk.read_bytes(), code))
    markers = read(path)
    assert np.array_equal(markers.positions, read(walk).positions)
    assert markers.labels == LABELS
    assert markers.frame_time == 0.01
    assert name in markers.provenance.decision("numbers")
    if code == 85:  # an independent reader agrees about the bytes that the test made
        assert_allclose(ezc3d.c3d(str(path))["data"]["points"], ezc3d.c3d(str(walk))["data"]["points"])


def as_integers(data, step):
    """A float C3D file without analog data as 16-bit integers."""
    start = (int.from_bytes(data[16:18], "little") - 1) * 512
    out = bytearray(data[:start])
    struct.pack_into("<f", out, 12, step)
    struct.pack_into("<f", out, data.index(b"SCALE", 512) + 5 + 4, step)  # after the link, the type and no dimensions
    values = np.frombuffer(data[start:], "<f4").reshape(-1, 4).copy()
    values[:, :3] = np.rint(values[:, :3] / step)
    return bytes(out) + values.astype("<i2").tobytes()


def test_header_and_parameters_that_disagree_about_integers(walk, tmp_path):
    data = bytearray(walk.read_bytes())
    struct.pack_into("<f", data, 12, 0.1)  # the header now says integers, POINT:SCALE still floats
    path = tmp_path / "odd.c3d"
    path.write_bytes(bytes(data))
    assert_allclose(read(path).positions, in_supple(walker()), **SINGLE)


def test_integer_points(walk, tmp_path):
    path = tmp_path / "integer.c3d"
    path.write_bytes(as_integers(walk.read_bytes(), 0.1))
    markers = read(path)
    assert_allclose(markers.positions, in_supple(walker()), rtol=0.0, atol=0.06e-3)  # half a step of 0.1 mm
    assert "integer" in markers.provenance.decision("numbers")
    assert_allclose(markers.positions[:, :, 1] * 1000.0, ezc3d.c3d(str(path))["data"]["points"][2].T, atol=1e-9)


def test_more_than_255_labels(tmp_path):
    labels = tuple(f"M{k}" for k in range(300))
    markers = read(written(capture(walker(4, labels) * 1000.0, labels), tmp_path / "many.c3d"))
    assert markers.labels == labels


def test_empty_and_repeated_labels_get_names(tmp_path):
    labels = ("LFHD", "", "LASI", "LFHD", "", "LTOE")
    markers = read(written(capture(walker() * 1000.0, labels), tmp_path / "a.c3d"))
    assert markers.labels == ("LFHD", "unnamed1", "LASI", "LFHD_2", "unnamed2", "LTOE")
    assert len(markers.provenance.warnings) == 2


def test_a_cut_file_gives_the_frames_it_has(walk, tmp_path):
    data = walk.read_bytes()
    start = (int.from_bytes(data[16:18], "little") - 1) * 512
    path = tmp_path / "cut.c3d"
    path.write_bytes(data[: start + 5 * 6 * 16 + 7])
    markers = read(path)
    assert len(markers) == 5
    assert_allclose(markers.positions, in_supple(walker()[:5]), **SINGLE)
    assert any("declares 12 frames and has 5" in words for words in markers.provenance.warnings)


@pytest.mark.parametrize("points", [3, 60, 0])
def test_a_header_that_lies_about_its_points(walk, tmp_path, points):
    data = bytearray(walk.read_bytes())
    struct.pack_into("<H", data, 2, points)
    path = tmp_path / "lies.c3d"
    path.write_bytes(bytes(data))
    markers = read(path)
    assert_allclose(markers.positions, in_supple(walker()), **SINGLE)
    assert any("the header says" in words for words in markers.provenance.warnings)


def test_the_first_frame_sets_the_start_time(walk, tmp_path):
    data = bytearray(walk.read_bytes())
    struct.pack_into("<HH", data, 6, 51, 62)
    path = tmp_path / "later.c3d"
    path.write_bytes(bytes(data))
    assert read(path).start_time == 0.5


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "too few"),
        (b"\x02\x50" + bytes(100), "too few"),
        (b"BVH " * 1000, "no C3D file"),
        (b"\xff\x50" + bytes(2000), "block 255"),
        (b"\x02\x50" + bytes(5000), "points should start"),
    ],
)
def test_what_is_no_capture_is_refused(tmp_path, data, words):
    path = tmp_path / "bad.c3d"
    path.write_bytes(data)
    with pytest.raises(FileError, match=words):
        read(path)
