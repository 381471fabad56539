"""CSV tables of markers in the layouts that programs and people write."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.captures import LABELS, walker
from support.tolerances import TEXT

from supple.errors import FileError
from supple.io.options import ReadOptions
from supple.io.registry import read

Y_UP = np.stack([walker()[..., 0], walker()[..., 2], -walker()[..., 1]], axis=-1)  # [m]


@pytest.fixture
def reading(tmp_path):
    def read_text(text, *args):
        path = tmp_path / "walk.csv"
        path.write_text(text)
        return read(path, *args)

    return read_text


def flat(points, style="{}_{}", delimiter=",", time="time", number="{:.7f}"):
    header = [time] + [style.format(label, axis) for label in LABELS for axis in "xyz"]
    rows = [[f"{k / 50.0:.4f}", *(number.format(v) for v in frame.ravel())] for k, frame in enumerate(points)]
    return "\n".join(delimiter.join(row) for row in [header, *rows])


@pytest.mark.parametrize("style", ["{}_{}", "{}.{}", "{} {}", "{}:{}", "{}-{}", "{}{}", "{}_{} [m]", "{} {} (m)"])
def test_flat_columns(reading, style):
    markers = reading(flat(Y_UP, style))
    assert markers.labels == LABELS
    assert_allclose(markers.positions, Y_UP, **TEXT)
    assert markers.frame_time == pytest.approx(0.02, rel=1e-9)


def test_semicolons_and_decimal_commas(reading):
    assert_allclose(reading(flat(Y_UP, delimiter=";").replace(".", ",")).positions, Y_UP, **TEXT)


def test_units_by_evidence_and_axes_by_labels(reading):
    markers = reading(flat(walker() * 1000.0))
    assert (markers.provenance.unit_scale, markers.provenance.up) == (0.001, "z")
    assert_allclose(markers.positions, Y_UP, **TEXT)


def test_times_in_milliseconds(reading):
    lines = flat(Y_UP, time="time (ms)").splitlines()
    lines[1:] = [f"{20 * k},{line.split(',', 1)[1]}" for k, line in enumerate(lines[1:])]
    assert reading("\n".join(lines)).frame_time == pytest.approx(0.02, rel=1e-9)


def test_the_caller_overrules(reading):
    markers = reading(flat(Y_UP), ReadOptions(unit_scale=1.0, up="z"))
    assert_allclose(markers.positions[..., 1], Y_UP[..., 2], **TEXT)


def motive(points):
    columns = ["Rigid Body"] * 7 + ["Marker"] * 3 * len(LABELS)
    names = ["Foot"] * 7 + [label for label in LABELS for _ in range(3)]
    kinds = ["Rotation"] * 4 + ["Position"] * (3 + 3 * len(LABELS))
    axes = ["X", "Y", "Z", "W", "X", "Y", "Z"] + ["X", "Y", "Z"] * len(LABELS)
    head = "Format Version,1.23,Take Name,walk,Capture Frame Rate,240,Export Frame Rate,120.000000,Length Units,Meters"
    lines = [head, "", ",Type," + ",".join(columns), ",Name," + ",".join(names), ",ID," + ",".join("1" * len(names))]
    lines += [",," + ",".join(kinds), "Frame,Time (Seconds)," + ",".join(axes)]
    for k, frame in enumerate(points):
        values = ["" if np.isnan(v) else f"{v:.7f}" for v in frame.ravel()]
        lines.append(",".join([str(k), f"{k / 120.0:.6f}", *["0.5"] * 7, *values]))
    return "\n".join(lines)


def test_motive_export(reading):
    points = Y_UP.copy()
    points[4, 2] = np.nan
    markers = reading(motive(points))
    assert markers.labels == LABELS
    assert_allclose(markers.positions, points, **TEXT)
    assert markers.frame_time == 1.0 / 120.0


def nexus(points):
    lines = ["Trajectories", "100", ",," + ",".join(f"Kim:{label},," for label in LABELS)]
    lines += ["Frame,Sub Frame," + ",".join(["X,Y,Z"] * len(LABELS)), ",," + ",".join(["mm"] * 3 * len(LABELS))]
    lines += [
        ",".join([str(k + 11), "0", *(f"{v * 1000.0:.6f}" for v in frame.ravel())]) for k, frame in enumerate(points)
    ]
    return "\n".join(lines)


def test_nexus_export(reading):
    markers = reading(nexus(walker()))
    assert markers.labels == tuple(f"Kim:{label}" for label in LABELS)
    assert_allclose(markers.positions, Y_UP, **TEXT)
    assert (markers.frame_time, markers.start_time) == (0.01, 0.1)
    assert markers.provenance.up == "z"


def test_nexus_export_with_another_section_behind(reading):
    markers = reading(nexus(walker()) + "\n\nModel Outputs\n100\n,,Kim:Angle,,\n")
    assert len(markers) == 12
    assert any("left out" in words for words in markers.provenance.warnings)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("time,knee,hip\n0,1,2\n", "threes"),
        ("1,2,3\n4,5,6\n", "threes"),
        ("time,A_x,A_y,A_z\n", "0 rows"),
        ("time,A_x,A_y,A_z\n0,1,two,3\n", ":2: 'two' is not a number"),
        ("time,A_x,A_y,A_z\n0,1,2_0,3\n", ":2: '2_0' is not a number"),
    ],
)
def test_tables_without_markers_are_refused(reading, text, words):
    with pytest.raises(FileError, match=words):
        reading(text)
