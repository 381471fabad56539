"""OpenSim's tables, and the forces in them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from supple.errors import FileError
from supple.io.forces import read_forces
from supple.io.options import ReadOptions
from supple.io.registry import read


@pytest.fixture
def reading(tmp_path):
    def read_text(text, name="a.mot", how=read):
        path = tmp_path / name
        path.write_text(text)
        return how(path)

    return read_text


def table(labels, rows, header="name a\nnRows=3\nnColumns=3\ninDegrees=yes\nendheader", delimiter="\t"):
    body = [delimiter.join(["time", *labels])] + [delimiter.join(map(str, row)) for row in rows]
    return header + "\n" + "\n".join(body) + "\n"


ANGLES = table(["knee_angle_r", "pelvis_tx"], [(0.0, -10.5, 0.1), (0.1, -11.5, 0.2), (0.2, -12.5, 0.3)])


@pytest.mark.parametrize("name", ["a.mot", "a.sto"])
def test_a_table_of_joint_angles(reading, name):
    signals = reading(ANGLES, name)
    assert signals.labels == ("knee_angle_r", "pelvis_tx")
    assert signals.units == ("deg", "m")
    assert signals.values.tolist() == [[-10.5, 0.1], [-11.5, 0.2], [-12.5, 0.3]]
    assert signals.times.tolist() == [0.0, 0.1, 0.2]
    assert "degrees" in signals.provenance.decision("angles")
    assert signals.provenance.warnings == ()


def test_bent_tables_read_the_same(reading):
    plain = reading(ANGLES).values
    for bent in (
        ANGLES.replace("\t", "   "),
        ANGLES.replace("\n", "\r\n"),
        "\n".join(line + "\t\t" for line in ANGLES.splitlines()),
        ANGLES.replace("endheader\n", ""),
        ANGLES.replace("nRows=3", "datarows 3").replace("nColumns=3", "datacolumns 3"),
        ANGLES.replace("time\t", "      time\t"),
    ):
        assert np.array_equal(reading(bent).values, plain)
        assert reading(bent).provenance.warnings == ()


def test_radians_stated_and_found(reading):
    assert reading(ANGLES.replace("yes", "no")).units[0] == "rad"
    silent = ANGLES.replace("inDegrees=yes\n", "")
    assert reading(silent).units[0] == "deg"
    assert reading(silent.replace("-1", "-")).units[0] == "rad"


def test_counts_and_times_that_lie_are_said(reading):
    text = ANGLES.replace("nRows=3", "nRows=99999999999") + "0.1\t5\t5\n\t6\t6\n"
    signals = reading(text)
    assert signals.times.tolist() == [0.0, 0.1, 0.2]
    assert any("99999999999" in words for words in signals.provenance.warnings)
    assert any("2 rows whose time does not rise" in words for words in signals.provenance.warnings)


NAMINGS = {
    "plain": ("ground_force_v{}", "ground_force_p{}", "ground_torque_{}"),
    "number first": ("1_ground_force_v{}", "1_ground_force_p{}", "1_ground_torque_{}"),
    "number inside": ("ground_force_1_v{}", "ground_force_1_p{}", "ground_torque_1_{}"),
    "moment": ("ground_force_1_v{}", "ground_force_1_p{}", "ground_force_1_moment_{}"),
    "m": ("ground_force_1_v{}", "ground_force_1_p{}", "ground_moment_1_m{}"),
    "side": ("l_ground_force_v{}", "l_ground_force_p{}", "l_ground_torque_{}"),
    "body": ("ground_force_calcn_r_v{}", "ground_force_calcn_r_p{}", "ground_torque_calcn_r_{}"),
}


@pytest.mark.parametrize("naming", NAMINGS.values(), ids=NAMINGS.keys())
def test_forces_by_any_name(reading, naming):
    labels = [pattern.format(axis) for pattern in naming for axis in "xyz"]
    rows = [(0.5 + 0.01 * k, 10, 700 + k, 20, 0.1, 0.0, 0.2, 0, 3, 0) for k in range(3)]
    rows.append((0.53, 0, 0, 0, 9.0, 9.0, 9.0, 0, 0, 0))
    (plate,) = reading(table(labels, rows), how=read_forces)
    assert_allclose(plate.forces[:3], [[10, 700 + k, 20] for k in range(3)])
    assert_allclose(plate.points[:3], [[0.1, 0.0, 0.2]] * 3)
    assert_allclose(plate.moments[:3], [[0, 3, 0]] * 3)
    assert np.isnan(plate.points[3]).all()  # nobody stands on it
    assert plate.frame_time == pytest.approx(0.01)
    assert plate.start_time == 0.5


def test_two_plates_and_a_lab_with_z_up(reading):
    labels = [f"ground_force_{n}_{kind}{axis}" for n in (1, 2) for kind in "vp" for axis in "xyz"]
    rows = [(0.01 * k, 1, 2, 500, 0.1, 0.2, 0, 3, 4, 300, 0.3, 0.4, 0) for k in range(4)]
    first, second = reading(table(labels, rows), how=read_forces)
    assert (first.name, second.name) == ("1", "2")
    assert_allclose(first.forces[0], [1, 500, -2])
    assert_allclose(second.points[0], [0.3, 0.0, -0.4])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("a\nb\nc\n", "endheader"),
        ("endheader\ntime\tx\n", "0 rows"),
        ("endheader\ntime\tx\n0\tfoo\n", ":3: 'foo' is not a number"),
        ("endheader\ntime\tx\n\t1\n", "no times"),
    ],
)
def test_what_is_no_table_is_refused(reading, text, words):
    with pytest.raises(FileError, match=words):
        reading(text)


def test_a_table_without_forces_says_so(reading):
    with pytest.raises(FileError, match="no force plate"):
        reading(ANGLES, how=read_forces)


def test_units_given_for_a_table_are_answered(reading):
    said = "the units and axes given were not used"
    told = reading(ANGLES, how=lambda path: read(path, ReadOptions(unit_scale=0.01)))
    assert any(said in warning for warning in told.provenance.warnings)
    assert reading(ANGLES).provenance.warnings == ()
