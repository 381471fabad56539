"""C3D force plates, analog channels and events, against ezc3d's own plate code."""

import ezc3d
import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.captures import add_analog, as_machine, capture, walker, written

from supple.core.axes import vectors_to
from supple.errors import FileError
from supple.io.forces import read_forces
from supple.io.registry import read

CORNERS = np.array([[500.0, 400, 0], [0, 400, 0], [0, 0, 0], [500, 0, 0]])[
    [3, 2, 1, 0]
]  # z of the plate into the floor
NEWTONS = {"rtol": 0.0, "atol": 1e-4}  # float32 of some hundred newtons
METRES = {"rtol": 0.0, "atol": 1e-6}


def loads(channels, seed=1):
    """(N, C) someone of about 70 kg leaves and comes back; in the plate's axes, as a push on the plate."""
    rng = np.random.default_rng(seed)
    on = (np.arange(60) % 20 < 15)[:, None]
    return on * (rng.uniform(0.5, 1.0, size=(60, channels)) * 20.0)


def plate_file(path, kind, values, origin, calibration=None, units=None):
    count = values.shape[1]
    c3d = capture(walker(12) * 1000.0)
    names = [f"F{k}" for k in range(count)]
    add_analog(c3d, values, names, units or ["N"] * 3 + ["Nmm"] * (count - 3), 500.0)
    group = "FORCE_PLATFORM"
    c3d.add_parameter(group, "USED", [1])
    c3d.add_parameter(group, "TYPE", [kind])
    c3d.add_parameter(group, "CORNERS", CORNERS.T[:, :, None])
    c3d.add_parameter(group, "ORIGIN", np.array(origin)[:, None])
    c3d.add_parameter(group, "CHANNEL", np.arange(1.0, count + 1.0)[:, None])
    c3d.add_parameter(group, "ZERO", [1, 0])
    for name in ("USED", "TYPE", "CHANNEL", "ZERO"):
        c3d["parameters"][group][name]["type"] = ezc3d.ezc3d.INT
    if calibration is not None:
        c3d.add_parameter(group, "CAL_MATRIX", calibration[:, :, None])
    return written(c3d, path)


def compared(path):
    """Our plate and ezc3d's, in the file's axes, metres and newtons, where loaded."""
    (plate,) = read_forces(path)
    theirs = ezc3d.c3d(str(path), extract_forceplat_data=True)["data"]["platform"][0]
    loaded = np.isfinite(plate.points[:, 0])
    assert loaded.sum() == 45
    ours = [vectors_to("z", v) for v in (plate.forces, plate.points, plate.moments)]
    scales = (1.0, 0.001, 0.001)
    others = [theirs[key].T * s for key, s in zip(("force", "center_of_pressure", "Tz"), scales, strict=True)]
    sign = np.sign((ours[0] * others[0]).sum())
    return [v[loaded] for v in ours], [v[loaded] for v in (sign * others[0], others[1], sign * others[2])], plate


def test_type_2_matches_ezc3d(tmp_path):
    values = loads(6) * [1.0, -1.0, 40.0, 2000.0, -2000.0, 300.0]
    ours, theirs, plate = compared(plate_file(tmp_path / "a.c3d", 2, values, [2.0, -1.0, -40.0]))
    assert_allclose(ours[0], theirs[0], **NEWTONS)
    assert_allclose(ours[1], theirs[1], **METRES)
    assert_allclose(ours[2], theirs[2], **NEWTONS)
    assert_allclose(sorted(map(tuple, vectors_to("z", plate.corners))), sorted(map(tuple, CORNERS / 1000.0)), **METRES)


def test_type_3_matches_ezc3d(tmp_path):
    values = loads(8) * [1.0, 1.0, -1.0, 1.0, 10.0, 12.0, 9.0, 11.0]
    ours, theirs, _ = compared(plate_file(tmp_path / "a.c3d", 3, values, [120.0, 200.0, -50.0], units=["N"] * 8))
    for mine, other in zip(ours, theirs, strict=True):
        assert_allclose(mine, other, rtol=0.0, atol=1e-4)


def test_type_4_matches_ezc3d(tmp_path):
    values = loads(6) * [1.0, -1.0, 40.0, 2.0, -2.0, 0.3]
    calibration = np.diag([1.0, 1.1, 1.2, 900.0, 950.0, 1000.0]) + 0.01 * np.arange(36).reshape(6, 6)
    ours, theirs, _ = compared(plate_file(tmp_path / "a.c3d", 4, values, [2.0, -1.0, -40.0], calibration))
    for mine, other in zip(ours, theirs, strict=True):
        assert_allclose(mine, other, rtol=0.0, atol=1e-3)


def test_type_1_says_its_centre_of_pressure(tmp_path):
    values = np.tile([5.0, 3.0, 700.0, 30.0, -20.0, 1500.0], (60, 1))
    (plate,) = read_forces(plate_file(tmp_path / "a.c3d", 1, values, [0.0, 0.0, -40.0]))
    assert_allclose(plate.forces[0, 1], 700.0, **NEWTONS)
    x, z = plate.points[0, 0] - 0.25, plate.points[0, 2] + 0.2  # from the middle of the plate
    assert_allclose(sorted([abs(x), abs(z)]), [0.02, 0.03], **METRES)
    assert_allclose(np.abs(plate.moments[0]), [0.0, 1.5, 0.0], **NEWTONS)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_forces_push_the_body_up_whether_the_file_gives_action_or_reaction(tmp_path, sign):
    values = loads(6) * [1.0, -1.0, 40.0, 2000.0, -2000.0, 300.0]
    values[values[:, 2] == 0.0, 2] = -15.0  # an offset of the empty plate pulls the other way
    (plate,) = read_forces(plate_file(tmp_path / "a.c3d", 2, sign * values, [0.0, 0.0, -40.0]))
    loaded = np.isfinite(plate.points[:, 0])
    assert (plate.forces[loaded, 1] > 300.0).all()
    assert loaded.sum() == 45
    assert plate.frame_time == pytest.approx(0.002)
    inside = (plate.points[loaded] > [0.0, -1e-9, -0.4]) & (plate.points[loaded] < [0.5, 1e-9, 0.0])
    assert inside.all()


def test_force_plates_tell_up_for_someone_who_lies_down(tmp_path):
    path = plate_file(tmp_path / "a.c3d", 2, loads(6), [0.0, 0.0, -40.0])
    c3d = ezc3d.c3d(str(path))
    c3d["data"]["points"] = c3d["data"]["points"][[2, 1, 0, 3]]  # head to foot along x
    markers = read(written(c3d, path))
    assert markers.provenance.up == "z"
    assert "force plates" in markers.provenance.decision("up")


def test_moments_balance_about_the_centre_of_pressure(tmp_path):
    """The force at its point plus the moment gives the moment that was measured at the plate's middle."""
    values = np.tile([30.0, -20.0, 700.0, 9000.0, -7000.0, 500.0], (60, 1))
    (plate,) = read_forces(plate_file(tmp_path / "a.c3d", 2, values, [0.0, 0.0, 0.0]))
    middle = plate.corners.mean(axis=0)
    about_middle = np.cross(plate.points[0] - middle, plate.forces[0]) + plate.moments[0]
    assert_allclose(np.linalg.norm(about_middle), np.linalg.norm([9.0, 7.0, 0.5]), rtol=1e-6)


@pytest.mark.parametrize(
    ("name", "value"), [("TYPE", [99]), ("CHANNEL", np.full((6, 1), 77.0)), ("CORNERS", np.zeros((3, 4, 1)))]
)
def test_a_plate_that_makes_no_sense_is_left_out_in_words(tmp_path, name, value):
    path = plate_file(tmp_path / "a.c3d", 2, loads(6), [0.0, 0.0, -40.0])
    c3d = ezc3d.c3d(str(path))
    c3d.add_parameter("FORCE_PLATFORM", name, value)
    markers = read(written(c3d, path))
    assert markers.plates == ()
    assert any("force plate 1 was left out" in words for words in markers.provenance.warnings)
    with pytest.raises(FileError, match="no force plate"):
        read_forces(path)


def test_analog_channels_keep_their_units_and_rate(tmp_path):
    c3d = capture(walker(12) * 1000.0)
    values = np.random.default_rng(0).normal(size=(60, 3))
    add_analog(c3d, values, ["EMG1", "EMG2", "Fz"], ["V", "V", "N"], 500.0)
    analog = read(written(c3d, tmp_path / "a.c3d")).analog
    assert analog.labels == ("EMG1", "EMG2", "Fz")
    assert analog.units == ("V", "V", "N")
    assert_allclose(analog.values, values, rtol=1e-6)
    assert_allclose(analog.times[:3], [0.0, 0.002, 0.004], rtol=0.0, atol=1e-12)


@pytest.mark.parametrize("code", [85, 86])
def test_analog_channels_of_other_machines(tmp_path, code):
    path = plate_file(tmp_path / "a.c3d", 2, loads(6) * 40.0, [0.0, 0.0, -40.0])
    other = tmp_path / "other.c3d"
    other.write_bytes(as_machine(path.read_bytes(), code))
    assert np.array_equal(read(other).analog.values, read(path).analog.values)
    assert np.array_equal(read(other).plates[0].forces, read(path).plates[0].forces)


def test_events_come_in_order_with_their_side(tmp_path):
    c3d = capture(walker(12) * 1000.0)
    c3d.add_event([0.0, 0.08], "Right", "Foot Off")
    c3d.add_event([1.0, 0.03], "Left", "Foot Strike")
    c3d.add_event([0.0, 0.02], "Left", "Foot Strike")
    markers = read(written(c3d, tmp_path / "a.c3d"))
    assert [what for what, _ in markers.events] == ["Left Foot Strike", "Right Foot Off", "Left Foot Strike"]
    assert_allclose([t for _, t in markers.events], [0.02, 0.08, 60.03], rtol=0.0, atol=1e-5)
