"""Captures that strangers damaged, by accident or on purpose: a message or a result, quickly and in little memory."""

import time
import tracemalloc

import numpy as np
import pytest
from support.captures import add_analog, capture, walker, written

from supple.errors import FileError
from supple.io.number_table import lines_of
from supple.io.registry import read

SECONDS = 2.0  # of this process alone: other work on the machine does not count
TRC_HEAD = (
    "PathFileType\t4\t(X/Y/Z)\ta\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\n100\t100\t999999999\t999999\tmm\n"
)


def attempt(path):
    """Read, or be refused; nothing else may happen."""
    try:
        return read(path)
    except FileError as error:
        return error


def hostile_c3d_parameters():
    """A megabyte of records of a few bytes, each a parameter that declares 255^7 values."""
    record = bytes([1, 1]) + b"A" + (11).to_bytes(2, "little") + bytes([4, 7]) + b"\xff" * 7
    head = bytearray(1024)
    head[0:2], head[515] = b"\x02\x50", 84
    return bytes(head[:516]) + record * (1_000_000 // len(record))


HOSTILE = {
    "c3d records": ("a.c3d", hostile_c3d_parameters()),
    "c3d all ones": ("a.c3d", b"\x02\x50" + b"\xff" * 1_000_000),
    "trc many labels": ("a.trc", (TRC_HEAD + "Frame#\tTime" + "\tA" * 300_000 + "\n" + "1\t2\n" * 100_000).encode()),
    "trc one long row": ("a.trc", (TRC_HEAD + "Frame#\tTime\tA\n" + "1\t" * 500_000).encode()),
    "trc same labels": (
        "a.trc",
        (TRC_HEAD + "Frame#\tTime" + "\tA\t\t" * 150_000 + "\n1\t1" + "\t7" * 200_000).encode(),
    ),
    "trc huge gap": (
        "a.trc",
        (TRC_HEAD + "Frame#\tTime\tA\n1\t0.01\t1\t2\t3\n2\t0.02\t1\t2\t3\n3\t1e9\t1\t2\t3\n").encode(),
    ),
    "csv many columns": ("a.csv", ("time" + ",A_x,A_y,A_z" * 80_000 + "\n" + "1\n" * 20_000).encode()),
    "csv names": ("a.csv", (",".join("a" + " " * 100 + "q" for _ in range(9_000))).encode()),
    "csv blank lines": ("a.csv", b"\n" * 1_000_000),
    "csv spaces": ("a.csv", ("a" + " " * 1_000_000 + "x").encode()),
    "csv separators": ("a.csv", (",".join("a" + "_" * 2000 + "q" for _ in range(500))).encode()),
    "mot broad": ("a.mot", ("endheader\ntime" + "\tground_force_vx" * 9_000 + "\n" + "1\t2\t3\n" * 100_000).encode()),
    "mot many columns": ("a.mot", ("endheader\ntime" + "\ta" * 400_000 + "\n" + "1\n" * 100_000).encode()),
    "mot short rows": ("a.mot", b"endheader\ntime\ta\n" + b"1\n" * 500_000),
    "csv short rows": ("a.csv", b"time,a_x,a_y,a_z\n" + b"0\n" * 500_000),
    "csv half rows": ("a.csv", b"time,a_x,a_y,a_z\n" + b"0,1\n" * 250_000),
    "mot long header": ("a.mot", ("key = value\n" * 90_000).encode()),
    "mot wide header": ("a.mot", ("k" * 500_000 + " " * 500_000).encode()),
}


@pytest.mark.parametrize(("name", "data"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_megabyte_of_malice(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    start = time.process_time()
    attempt(path)
    assert time.process_time() - start < SECONDS


# counting the pieces of half a million rows takes ten seconds; what few of them cost is tested below
MANY_ROWS = ("mot short rows", "csv short rows", "csv half rows")


@pytest.mark.parametrize(
    ("name", "data"),
    [pytest.param(*HOSTILE[k], id=k, marks=pytest.mark.slow if k in MANY_ROWS else ()) for k in HOSTILE],
)
def test_a_megabyte_of_malice_takes_little_memory(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    tracemalloc.start()
    attempt(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 * len(data) + 64e6


def test_many_short_rows_cost_little(tmp_path):
    """A list of rows, each an array of its own, took 20 times the memory of the numbers."""
    path = tmp_path / "a.mot"
    path.write_bytes(b"endheader\ntime\ta\n" + b"".join(b"%d\n" % k for k in range(50_000)))
    tracemalloc.start()
    signals = read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(signals.times) == 50_000
    assert peak < 10 * path.stat().st_size + 2e6


def test_lines_are_those_of_splitlines():
    text = ("a\r\nb\rc\n\n" + "d" * 70_000 + "\x1e\n" + "e\u2028f\n") * 3 + "last"
    assert list(lines_of(text)) == text.splitlines()


def small_capture(path):
    c3d = capture(walker(12) * 1000.0)
    add_analog(c3d, np.ones((60, 6)) * 100.0, [f"F{k}" for k in range(6)], ["N"] * 3 + ["Nmm"] * 3, 500.0)
    group = "FORCE_PLATFORM"
    corners = np.array([[500.0, 0, 0], [0, 0, 0], [0, 400, 0], [500, 400, 0]])
    for name, value in (("USED", [1]), ("TYPE", [2]), ("CORNERS", corners.T[:, :, None])):
        c3d.add_parameter(group, name, value)
    c3d.add_parameter(group, "ORIGIN", np.array([[0.0], [0.0], [-40.0]]))
    c3d.add_parameter(group, "CHANNEL", np.arange(1.0, 7.0)[:, None])
    return written(c3d, path).read_bytes()


def test_mutated_captures_are_read_or_refused(tmp_path):
    data = small_capture(tmp_path / "seed.c3d")
    rng = np.random.default_rng(11)
    start = int.from_bytes(data[16:18], "little") * 512
    path = tmp_path / "mutated.c3d"
    outcomes = set()
    for _ in range(600):
        mutated = bytearray(data)
        for _ in range(rng.integers(1, 8)):
            at = int(rng.integers(0, rng.choice([24, start, len(data)])))
            mutated[at] = int(rng.choice([0, 1, 127, 128, 255, rng.integers(256)]))
        cut = len(data) if rng.random() < 0.8 else int(rng.integers(len(data)))
        path.write_bytes(bytes(mutated[:cut]))
        outcomes.add(type(attempt(path)).__name__)
    assert outcomes == {"Markers", "FileError"}


TEXTS = {
    ".trc": TRC_HEAD
    + "Frame#\tTime\tA\t\t\tB\n\t\tX1\tY1\tZ1\tX2\tY2\tZ2\n1\t0.0\t1\t2\t3\t4\t5\t6\n2\t0.01\t1\t2\t3\t4\t5\t6\n",
    ".csv": "Trajectories\n100\n,,A,,,B,,\nFrame,Sub Frame,X,Y,Z,X,Y,Z\n"
    ",,mm,mm,mm,mm,mm,mm\n1,0,1,2,3,4,5,6\n2,0,1,2,3,4,5,6\n",
    ".mot": "name a\nnRows=2\nendheader\ntime\tground_force_vx\tground_force_vy\n0\t1\t2\n1\t3\t4\n",
}
PIECES = [
    "\t", ",", "\n", "nan", "1e999", "-", "", "0", "99999999", "X", "Frame#", "time", "Format Version", ";", '"',
    "é", " ",
]  # fmt: skip


@pytest.mark.parametrize("suffix", TEXTS)
def test_mutated_tables_are_read_or_refused(tmp_path, suffix):
    rng = np.random.default_rng(5)
    path = tmp_path / f"mutated{suffix}"
    for _ in range(400):
        text = TEXTS[suffix]
        for _ in range(rng.integers(1, 6)):
            at = int(rng.integers(len(text) + 1))
            text = text[:at] + str(rng.choice(PIECES)) + text[at + int(rng.integers(0, 5)) :]
        path.write_text(text, encoding="utf-8")
        attempt(path)
