"""TRC: the header as people write it, and rows as they are."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.captures import LABELS, walker
from support.tolerances import TEXT

from supple.errors import FileError
from supple.io.registry import read

POINTS = np.stack([walker()[..., 0], walker()[..., 2], -walker()[..., 1]], axis=-1) * 1000.0  # Y up, mm
NAMES = "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames"


def trc(points=POINTS, labels=LABELS, values="100\t100\t12\t6\tmm\t100\t1\t12", label_line=None, times=None, axes=True):
    frames, markers = points.shape[:2]
    times = np.arange(frames) / 100.0 if times is None else times
    lines = ["PathFileType\t4\t(X/Y/Z)\twalk.trc", NAMES, values]
    lines.append(label_line or "Frame#\tTime\t" + "\t".join(f"{label}\t\t" for label in labels))
    if axes:
        lines += ["\t\t" + "\t".join(f"X{k}\tY{k}\tZ{k}" for k in range(1, markers + 1)), ""]
    for k in range(frames):
        row = ["" if np.isnan(v) else f"{v:.6f}" for v in points[k].ravel()]
        lines.append("\t".join([str(k + 1), f"{times[k]:.4f}", *row]))
    return "\n".join(lines) + "\n"


@pytest.fixture
def reading(tmp_path):
    def read_text(text, **kwargs):
        path = tmp_path / "walk.trc"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read(path, **kwargs)

    return read_text


def test_a_plain_file(reading):
    markers = reading(trc())
    assert markers.labels == LABELS
    assert_allclose(markers.positions * 1000.0, POINTS, **TEXT)
    assert (markers.frame_time, markers.start_time) == (0.01, 0.0)
    assert (markers.provenance.unit_scale, markers.provenance.up) == (0.001, "y")
    assert markers.provenance.warnings == ()


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.replace("\n", "\r\n"),
        lambda t: t.replace("\t", ","),
        lambda t: "\n".join(line + "\t\t\t" for line in t.splitlines()),
        lambda t: "\ufeff" + t,
        lambda t: t.rstrip("\n"),
        lambda t: t.replace("100\t100\t12\t6\tmm", "100\t\t100\t\t12\t\t6\t\t mm"),
        lambda t: t.replace("Frame#\tTime", "Frame#\tTimes"),
        lambda t: t.replace("PathFileType\t4\t(X/Y/Z)\twalk.trc\n", ""),
        lambda t: t.replace("\n\n", "\n"),
    ],
    ids=["crlf", "commas", "trailing tabs", "byte-order mark", "no newline", "shifted", "Times", "no path", "no blank"],
)
def test_the_same_file_bent(reading, change):
    markers = reading(change(trc()))
    assert markers.labels == LABELS
    assert_allclose(markers.positions * 1000.0, POINTS, **TEXT)
    assert markers.provenance.warnings == ()


def test_no_row_of_axes(reading):
    assert_allclose(reading(trc(axes=False)).positions * 1000.0, POINTS, **TEXT)


def test_labels_that_stand_two_columns_apart(reading):
    line = "Frame#\tTime\t\t" + "\t\t".join(LABELS)
    assert reading(trc(label_line=line)).labels == LABELS


def test_labels_with_spaces_and_empty_ones(reading):
    labels = ("Left Head", "", "L.ASIS", "L Knee", "L Ankle", "L Toe")
    markers = reading(trc(labels=labels))
    assert markers.labels == ("Left Head", "unnamed1", "L.ASIS", "L Knee", "L Ankle", "L Toe")


def test_blank_and_nan_and_zero_are_missing(reading):
    points = POINTS.copy()
    points[2, 1] = np.nan
    points[4, 3] = 0.0
    text = trc(points).replace(f"{POINTS[6, 0, 0]:.6f}", "NaN", 1)
    gone = np.isnan(reading(text).positions).all(axis=2)
    assert sorted(zip(*np.nonzero(gone), strict=True)) == [(2, 1), (4, 3), (6, 0)]


def test_last_columns_that_are_empty(reading):
    points = POINTS.copy()
    points[:, 5] = np.nan
    text = "\n".join(line.rstrip("\t") for line in trc(points).splitlines())
    markers = reading(text)
    assert markers.labels == LABELS
    assert np.isnan(markers.positions[:, 5]).all()
    assert_allclose(markers.positions[:, :5] * 1000.0, POINTS[:, :5], **TEXT)


def test_counts_that_lie_are_said(reading):
    markers = reading(trc(values="100\t100\t9000000000\t4\tmm\t100\t1\t12"))
    assert markers.positions.shape == POINTS.shape
    assert any("NumFrames says 9e+09" in words for words in markers.provenance.warnings)
    assert any("NumMarkers says 4" in words for words in markers.provenance.warnings)


def test_fewer_labels_than_columns(reading):
    markers = reading(trc(label_line="Frame#\tTime\t" + "\t\t\t".join(LABELS[:4])))
    assert markers.labels == (*LABELS[:4], "unnamed1", "unnamed2")
    assert_allclose(markers.positions * 1000.0, POINTS, **TEXT)


@pytest.mark.parametrize("unit", ["m", "cm", "furlongs", ""])
def test_units_that_cannot_be(reading, unit):
    markers = reading(trc(values=f"100\t100\t12\t6\t{unit}\t100\t1\t12"))
    assert markers.provenance.unit_scale == 0.001
    assert_allclose(markers.positions * 1000.0, POINTS, **TEXT)
    assert bool(markers.provenance.warnings) == bool(unit)


def test_a_rate_that_the_times_contradict(reading):
    markers = reading(trc(values="60\t60\t12\t6\tmm\t60\t1\t12"))
    assert markers.frame_time == pytest.approx(0.01, rel=1e-9)
    assert any("60 frames per second" in words for words in markers.provenance.warnings)


def test_rounded_times_do_not_spoil_the_rate(reading):
    times = np.round(np.arange(12) / 60.0, 3)
    assert reading(trc(values="60\t60\t12\t6\tmm\t60\t1\t12", times=times)).frame_time == 1.0 / 60.0


def test_missing_rows_become_missing_frames(reading):
    lines = trc().splitlines()
    markers = reading("\n".join(lines[:9] + lines[12:]))
    assert len(markers) == 12
    assert np.isnan(markers.positions[3:6]).all()
    assert_allclose(markers.positions[6:] * 1000.0, POINTS[6:], **TEXT)
    assert any("3 frames are missing" in words for words in markers.provenance.warnings)


def test_times_that_go_back_are_not_used(reading):
    times = np.arange(12) / 100.0
    times[7] = 0.01
    markers = reading(trc(times=times))
    assert markers.frame_time == 0.01
    assert len(markers) == 12
    assert any("do not rise" in words for words in markers.provenance.warnings)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        (b"\x00\x01\x02", "binary"),
        ("hello\nworld\n", "Frame#"),
        (trc().split("\n\n")[0], "no data"),
        (trc().replace(f"{POINTS[3, 2, 1]:.6f}", "12,5x"), ":10: '12,5x' is not a number"),
    ],
)
def test_what_is_no_table_is_refused_with_the_place(reading, text, words):
    with pytest.raises(FileError, match=words):
        reading(text)
