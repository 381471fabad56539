"""Every real capture is read, and agrees with an independent reading of the same bytes."""

import csv

import ezc3d
import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.shared import DATA, files, needs_data

from supple.core.axes import vectors_to
from supple.io.forces import read_forces
from supple.io.registry import read

pytestmark = needs_data
MARKERS = DATA / "markers"
# up, labels, frames per second, head above feet [m] where both have labels
FACTS = {
    "cmu/02_01.c3d": ("z", 41, 120.0, True),
    "cmu/cmu_02_05.c3d": ("z", 41, 120.0, True),
    "kineticstoolkit/sprintbasket.c3d": ("z", 26, 120.0, False),
    "kineticstoolkit/walkingOptiTrack.c3d": ("z", 12, 160.0, False),
    "nimble/trial2.c3d": ("z", 37, 240.0, False),
    "opensim/walking2.c3d": ("z", 44, 250.0, True),
    "pycgm/Sample_Static.c3d": ("z", 141, 100.0, True),
    "addbiomechanics/motion_capture_walk_trimmed.trc": ("y", 41, 100.0, False),
    "gait2354/subject01_static.trc": ("y", 49, 60.0, True),
    "gait2354/subject01_walk1.trc": ("y", 41, 60.0, True),
    "nimble/markers.trc": ("y", 61, 100.0, True),
    "nimble/run200.trc": ("y", 42, 100.0, False),
    "odd/abdbonepin.trc": ("y", 11, 100.0, False),
    "odd/markers.trc": ("z", 51, 100.0, False),
}


def each(pattern):
    paths = files(f"markers/*/{pattern}")
    return pytest.mark.parametrize("path", paths, ids=[f"{p.parent.name}/{p.name}" for p in paths])


def test_no_capture_is_forgotten():
    found = {f"{p.parent.name}/{p.name}" for p in files("markers/*/*") if p.suffix in (".c3d", ".trc")}
    assert found == set(FACTS)


def height(markers):
    """Median of head above toes or heels [m]."""
    names = [label.rsplit(":", 1)[-1].upper() for label in markers.labels]
    pick = lambda words: [k for k, name in enumerate(names) if any(word in name for word in words)]  # noqa: E731
    y = markers.positions[..., 1]
    with np.errstate(all="ignore"):
        return np.nanmedian(y[:, pick(("FHD", "BHD", "TOP.HEAD"))]) - np.nanmedian(
            y[:, pick(("TOE", "HEE", "CAL", "MT1"))]
        )


@pytest.mark.parametrize("name", FACTS)
def test_labels_axes_rate_and_height(name):
    up, count, rate, has_head = FACTS[name]
    markers = read(MARKERS / name)
    assert (markers.provenance.up, len(markers.labels)) == (up, count)
    assert markers.fps == pytest.approx(rate)
    if has_head:
        assert 1.35 < height(markers) < 1.9


@each("*.c3d")
def test_c3d_agrees_with_ezc3d(path):
    markers = read(path)
    theirs = ezc3d.c3d(str(path))
    points = theirs["data"]["points"][:3].transpose(2, 1, 0) * markers.provenance.unit_scale
    assert_allclose(vectors_to(markers.provenance.up, markers.positions), points, rtol=0.0, atol=1e-12)
    assert list(markers.labels) == theirs["parameters"]["POINT"]["LABELS"]["value"]
    if markers.analog is not None:
        assert_allclose(markers.analog.values, theirs["data"]["analogs"][0].T, rtol=1e-12)


@each("*.c3d")
def test_force_plates_agree_with_ezc3d(path):
    markers = read(path)
    theirs = ezc3d.c3d(str(path), extract_forceplat_data=True)["data"]["platform"]
    assert len(markers.plates) == len(theirs)
    for ours, other in zip(markers.plates, theirs, strict=True):
        loaded = np.isfinite(ours.points[:, 0])
        assert_allclose(vectors_to("z", ours.forces), other["force"].T, rtol=0.0, atol=1e-9)
        centre = other["center_of_pressure"].T[loaded] / 1000.0
        assert_allclose(vectors_to("z", ours.points)[loaded], centre, rtol=0.0, atol=1e-9)
        assert_allclose(vectors_to("z", ours.moments)[loaded], other["Tz"].T[loaded] / 1000.0, rtol=0.0, atol=1e-9)
    if path.name == "walking2.c3d":
        assert [round(plate.forces[:, 1].max()) for plate in markers.plates] == [951, 747]


def rows_of(path):
    """Rows of numbers below the header, by Python's own csv module."""
    text = path.read_text(encoding="utf-8-sig")
    delimiter = "," if text.splitlines()[3].startswith("Frame#,") else "\t"
    rows = [row for row in csv.reader(text.splitlines()[4:], delimiter=delimiter) if row]
    return [row for row in rows if row[0].strip().isdigit() and len(row) > 30]


@each("*.trc")
def test_trc_agrees_with_a_plain_reading(path):
    markers = read(path)
    width = 2 + 3 * len(markers.labels)
    values = np.array([[float(field) for field in row[:width]] for row in rows_of(path)])
    points = values[:, 2:].reshape(len(values), -1, 3)
    points[(points == 0.0).all(axis=2)] = np.nan
    back = vectors_to(markers.provenance.up, markers.positions) / markers.provenance.unit_scale
    assert_allclose(back, points, rtol=0.0, atol=1e-9)
    assert markers.start_time == values[0, 1]


@each("*.mot")
def test_mot_agrees_with_a_plain_reading(path):
    signals = read(path)
    lines = path.read_text().splitlines()
    first = next(k for k, line in enumerate(lines) if line.strip() == "endheader") + 2
    values = np.array([[float(field) for field in line.split()] for line in lines[first:] if line.strip()])
    assert np.array_equal(signals.times, values[:, 0])
    assert np.array_equal(signals.values, values[:, 1:])
    assert lines[first - 1].split() == ["time", *signals.labels]


@pytest.mark.parametrize("name", ["addbiomechanics/grf_walk_trimmed.mot", "gait2354/subject01_walk1_grf.mot"])
def test_force_files_hold_two_feet_that_carry_the_body(name):
    plates = read_forces(MARKERS / name)
    assert len(plates) == 2
    for plate in plates:
        assert 700.0 < plate.forces[:, 1].max() < 1100.0
    together = sum(plate.forces[:, 1] for plate in plates)
    assert 550.0 < np.median(together) < 950.0
