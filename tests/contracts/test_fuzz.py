"""No reader crashes, hangs or takes memory out of proportion, whatever is done to a file."""

import time
import tracemalloc
from functools import cache

import ezc3d
import numpy as np
import pytest
from support.damage import damaged
from support.fbx_figures import figure_file
from support.motions import human_skeleton, smooth_motion

from supple.errors import SuppleError
from supple.io import registry

EXAMPLES = 2500
FEW = {".fbx": 150}  # each of these starts a process
MEGABYTE = 1_000_000
SUFFIXES = [s for f in registry.formats() for s in f.suffixes]

TRC = """PathFileType	4	(X/Y/Z)	a.trc
DataRate	CameraRate	NumFrames	NumMarkers	Units	OrigDataRate	OrigDataStartFrame	OrigNumFrames
60	60	3	2	mm	60	1	3
Frame#	Time	A			B\t\t
		X1	Y1	Z1	X2	Y2	Z2

1	0.0	1	2	3	4	5	6
2	0.016667	1	2	3	4	5	6
3	0.033333	1	2	3	\t\t
"""
CSV = """time,LTOE_x,LTOE_y,LTOE_z,HEAD_x,HEAD_y,HEAD_z
0,0.1,0.0,0.2,0.1,1.7,0.2
0.01,0.1,0.0,0.2,0.1,1.7,0.2
0.02,0.1,0.0,0.2,0.1,1.7,
"""
MOT = """forces
version=1
nRows=3
nColumns=4
inDegrees=yes
endheader
time	ground_force_vx	ground_force_vy	ground_force_vz
0.0	1	700	2
0.1	1	700	2
0.2	1	700	2
"""


@cache
def seed_file(suffix: str, folder) -> dict[str, bytes]:
    """Sound files of a format: the one that is damaged, and its neighbours."""
    texts = {".trc": TRC, ".csv": CSV, ".mot": MOT, ".sto": MOT}
    if suffix in texts:
        return {f"a{suffix}": texts[suffix].encode()}
    if suffix == ".c3d":
        return {"a.c3d": small_c3d(folder)}
    if suffix == ".fbx":
        return {"a.fbx": figure_file().text()}
    files = registry.encode(
        smooth_motion(human_skeleton(), 4), folder / f"a{'.amc' if suffix == '.asf' else suffix}"
    ).files
    return {path.name: data for path, data in files.items()}


def small_c3d(folder) -> bytes:
    c3d = ezc3d.c3d()
    c3d["parameters"]["POINT"]["RATE"]["value"] = [100]
    c3d["parameters"]["POINT"]["LABELS"]["value"] = ("LTOE", "HEAD")
    c3d["parameters"]["ANALOG"]["RATE"]["value"] = [1000]
    c3d["parameters"]["ANALOG"]["LABELS"]["value"] = ("Fz",)
    c3d["data"]["points"] = np.random.default_rng(0).uniform(0, 1800, size=(3, 2, 4))
    c3d["data"]["analogs"] = np.random.default_rng(0).uniform(0, 5, size=(1, 1, 40))
    c3d.write(str(folder / "seed.c3d"))
    return (folder / "seed.c3d").read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


def read_politely(path) -> None:
    """Reading succeeds, or fails with a message of ours that names the file."""
    try:
        registry.read(path)
    except SuppleError as error:
        if path.name not in str(error):
            raise AssertionError(f"the message does not name the file: {error}") from error


def cpu_seconds(path):
    start = time.process_time()
    read_politely(path)
    return time.process_time() - start


def peak_bytes(path):
    tracemalloc.start()
    try:
        read_politely(path)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_damaged_files_are_read_or_refused(suffix, folder):
    sound = seed_file(suffix, folder)
    victim = folder / f"damaged{suffix}"
    for name, data in sound.items():
        (folder / f"damaged{name[1:]}").write_bytes(data)
    read_politely(victim)
    for seed in range(FEW.get(suffix, EXAMPLES)):
        data = damaged(sound[f"a{suffix}"], seed)
        victim.write_bytes(data)
        try:
            seconds = cpu_seconds(victim)
        except BaseException as error:
            raise AssertionError(f"{suffix} with seed {seed}: {type(error).__name__}: {error}") from error
        assert seconds < 2.0, f"{suffix} with seed {seed} takes too long"


def nested_bvh(depth):
    head = "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Yrotation Xrotation\n"
    joints = "".join(f"JOINT j{i}\n{{\nOFFSET 0 1 0\nCHANNELS 0\n" for i in range(depth))
    return head + joints + "}\n" * (depth + 1) + "MOTION\nFrames: 1\nFrame Time: 0.01\n0 0 0\n"


HUGE = {
    "nested.bvh": lambda: nested_bvh(100_000),
    "nested_to_a_megabyte.bvh": lambda: nested_bvh(22_000),
    "declared.bvh": lambda: nested_bvh(1).replace("Frames: 1", "Frames: 2000000000"),
    "one_line.bvh": lambda: nested_bvh(1).replace("0 0 0\n", "") + "1 2 3 " * 160_000,
    "many_numbers.bvh": lambda: nested_bvh(1).replace("Frames: 1", "Frames: 150000") + "1 2 3\n" * 150_000,
    "digits.bvh": lambda: nested_bvh(1) + "1" * MEGABYTE,
    "spaces.bvh": lambda: nested_bvh(1) + " " * MEGABYTE,
    "lines.bvh": lambda: nested_bvh(1) + "\n" * MEGABYTE,
    "braces.bvh": lambda: "HIERARCHY\nROOT r\n" + "{" * MEGABYTE,
    "names.bvh": lambda: "HIERARCHY\nROOT " + "a " * (MEGABYTE // 2) + "\n{\n}",
    "siblings.bvh": lambda: "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\n" + "JOINT a\n{\nOFFSET 0 0 0\n}\n" * 33_000 + "}\n",
    "nested.x3d": lambda: "<X3D><Scene>" + "<Group>" * 70_000 + "</Group>" * 70_000 + "</Scene></X3D>",
    "wide.x3d": lambda: "<X3D><Scene>" + "<Shape/>" * 100_000 + "</Scene></X3D>",
    "bones.asf": lambda: ":bonedata\n" + "begin\nid 1\nname a\nlength 1\nend\n" * 25_000,
    "hierarchy.asf": lambda: ":hierarchy\nbegin\n" + "root a\n" * 120_000 + "end\n",
    "columns.trc": lambda: TRC.replace("A\t", "A\t" * 300_000),
    "rows.trc": lambda: TRC + "4\t0.05\t1\t2\t3\t4\t5\t6\n" * 40_000,
    "commas.csv": lambda: CSV + "," * MEGABYTE,
    "rows.csv": lambda: CSV + "0.03,0.1,0.0,0.2,0.1,1.7,0.2\n" * 30_000,
    "columns.mot": lambda: MOT.replace("time", "time" + "\tx" * 400_000),
    "rows.mot": lambda: MOT + "0.3\t1\t700\t2\n" * 60_000,
    "arrays.gltf": lambda: '{"asset": {"version": "2.0"}, "nodes": [' + "{}," * 330_000 + "{}]}",
    "deep.gltf": lambda: '{"asset": {"version": "2.0"}, "x": ' + "[" * 500_000 + "]" * 500_000 + "}",
}  # fmt: skip


@pytest.mark.parametrize("name", HUGE)
def test_a_megabyte_costs_neither_time_nor_memory_out_of_proportion(name, tmp_path):
    path = tmp_path / name
    path.write_text(HUGE[name]())
    size = path.stat().st_size
    read_politely(path)  # what is loaded once does not count
    seconds = cpu_seconds(path)
    assert seconds < 2.0 * max(1.0, size / MEGABYTE), f"{seconds:.1f} s for {size / 1e6:.1f} MB"
    peak = peak_bytes(path)
    assert peak < 20 * size + 64 * MEGABYTE, f"{peak / 1e6:.0f} MB for {size / 1e6:.1f} MB"
