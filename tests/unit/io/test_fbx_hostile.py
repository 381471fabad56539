"""FBX files that are broken, lie or mean harm: each is refused with words; the C library never takes Supple along."""

import contextlib
import random
import subprocess
import time

import numpy as np
import pytest
from support.fbx_binary import Record, binary, figure_records, packed
from support.fbx_figures import figure_file, figure_nodes, take
from support.fbx_files import FbxFile, FbxNode, FbxTake

from supple.cli import main
from supple.errors import FileError, MissingExtraError
from supple.io import registry
from supple.io.fbx import conversation


def read(tmp_path, data: bytes):
    path = tmp_path / "wrong.fbx"
    path.write_bytes(data)
    return registry.read(path)


def test_binary_files_are_read(tmp_path):
    motion = read(tmp_path, binary(figure_records()))
    assert motion.skeleton.names == ("Hips", "Spine")
    np.testing.assert_allclose(motion.skeleton.offsets, [[0, 0.9, 0], [0, 0.2, 0]])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"HIERARCHY\nROOT Hips\n{\n}\n", "no FBX.*HIERARCH"),
        (b"\x00" * 5000, "no FBX"),
        (b"\xff\xd8" * 3000, "no FBX"),
        (b"Kaydara FBX Binary  \x00\x1a\x00", "ends early|cannot read|no skeleton"),
        (binary(figure_records())[:200], "ends early|cannot read"),
        (FbxFile([FbxNode("Lamp", kind="Null")]).text(), "no skeleton.*nulls.*armature"),
        (FbxFile([]).text(), "no skeleton"),
        (b"; FBX 7.4.0 project file\nObjects:  {\n" + b"\tModel:  {\n" * 5000, "too deep|cannot read|early"),
    ],
)  # fmt: skip
def test_what_is_no_skeleton_is_refused_in_words(tmp_path, data, words):
    with pytest.raises(FileError, match=words):
        read(tmp_path, data)


def test_a_circle_of_nodes_is_refused(tmp_path):
    nodes = [FbxNode("A"), FbxNode("B", "A"), FbxNode("C", "B")]
    text = FbxFile(nodes).text().replace(b'C: "OO",1000,0', b'C: "OO",1000,1002')
    with pytest.raises(FileError):
        read(tmp_path, text)


def test_a_span_of_years_does_not_make_years_of_frames(tmp_path):
    file = figure_file(takes=[take("Walk", span=(0.0, 1e8))])
    assert read(tmp_path, file.text()).frames == 12


def test_keys_years_apart_are_sampled_coarsely_and_said(tmp_path):
    times = [k * 1e6 for k in range(12)]
    motion = read(tmp_path, figure_file(takes=[FbxTake("Walk", times)]).text())
    assert motion.frames < 100_000
    assert any("far more than the file holds" in words for words in motion.provenance.warnings)


@pytest.mark.parametrize("rate", [0.0, 1e-9, -5.0, 1e30])
def test_an_impossible_rate_is_replaced_and_said(tmp_path, rate):
    motion = read(tmp_path, figure_file(time_mode=14, rate=rate).text())
    assert motion.fps == pytest.approx(30.0) or any("frames/s" in words for words in motion.provenance.warnings)


@pytest.mark.parametrize("unit", [0.0, -1.0, 1e30])
def test_an_impossible_unit_is_replaced_and_said(tmp_path, unit):
    motion = read(tmp_path, figure_file(unit_cm=unit).text())
    assert motion.provenance.unit_scale == pytest.approx(0.01)


def test_places_beyond_all_bounds_are_refused(tmp_path):
    with pytest.raises(FileError, match="bounds|cannot be"):
        read(
            tmp_path,
            FbxFile([FbxNode("A", t=(1e300, 0, 0)), FbxNode("B", "A", t=(1e300, 1, 0), s=(1e300,) * 3)]).text(),
        )


def test_a_scale_of_zero_is_survived(tmp_path):
    nodes = [FbxNode("A", s=(0.0, 0.0, 0.0)), FbxNode("B", "A", t=(0, 1, 0))]
    assert read(tmp_path, FbxFile(nodes).text()).skeleton.names == ("A", "B")


@pytest.mark.parametrize("lies", [{"count": 2**31}, {"count": 2**32 - 1}, {"size": 2**31}, {"count": 10**8}])
def test_arrays_that_claim_gigabytes_are_no_harm(tmp_path, lies):
    curve = Record("AnimationCurve", [9, "\x00\x01AnimCurve", ""], [Record("KeyTime", [packed([0.0, 1.0], **lies)])])
    start = time.monotonic()
    with contextlib.suppress(FileError):
        read(tmp_path, binary(figure_records([curve])))
    assert time.monotonic() - start < 20.0


def test_a_bomb_of_zeros_is_no_harm(tmp_path):
    bomb = packed(np.zeros(20_000_000))  # 160 MB in 160 kB
    curve = Record("AnimationCurve", [9, "\x00\x01AnimCurve", ""], [Record("KeyValueFloat", [bomb])])
    with contextlib.suppress(FileError):
        read(tmp_path, binary(figure_records([curve])))


def test_too_many_nodes_are_refused(tmp_path):
    models = [Record("Model", [k, f"n{k}\x00\x01Model", "Null"]) for k in range(10, 60_000)]
    with pytest.raises(FileError, match="nodes; more than 50000"):
        read(tmp_path, binary(figure_records(models)))


def damaged(data: bytes, seed: int) -> bytes:
    """The file with some bytes changed, and sometimes a piece left out or the end cut off."""
    rng = random.Random(seed)
    out = bytearray(data)
    for _ in range(rng.choice([1, 4, 30])):
        out[rng.randrange(len(out))] = rng.choice([0, 255, rng.randrange(256), ord("-"), ord("9")])
    if rng.random() < 0.3:
        at = rng.randrange(len(out))
        del out[at : at + rng.randrange(1, 400)]
    return bytes(out[: rng.randrange(1, len(out))] if rng.random() < 0.2 else out)


@pytest.mark.parametrize("seed", range(40))
def test_damaged_bytes_end_in_a_motion_or_in_words(tmp_path, seed):
    """Each in a process of its own: were it to crash, that would be words too."""
    whole = figure_file().text() if seed % 2 else binary(figure_records())
    with contextlib.suppress(FileError):
        assert read(tmp_path, damaged(whole, seed)).frames > 0


def test_a_crash_of_the_library_is_words(tmp_path, monkeypatch):
    crash = tmp_path / "crash.py"
    crash.write_text("import os, sys\nsys.stdin.buffer.readline()\nos.abort()\n")
    monkeypatch.setattr(conversation, "_PROGRAM", crash)
    with pytest.raises(FileError, match="broke off"):
        read(tmp_path, figure_file().text())


def test_a_library_that_hangs_is_given_up(tmp_path, monkeypatch):
    sleep = tmp_path / "sleep.py"
    sleep.write_text("import sys, time\nsys.stdin.buffer.readline()\ntime.sleep(60)\n")
    monkeypatch.setattr(conversation, "_PROGRAM", sleep)
    monkeypatch.setattr(conversation, "PATIENCE", 0.5)
    start = time.monotonic()
    with pytest.raises(FileError, match="given up"):
        read(tmp_path, figure_file().text())
    assert time.monotonic() - start < 20.0


def test_the_missing_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(conversation.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"supple\[fbx\]"):
        read(tmp_path, figure_file().text())


def test_no_process_is_left_behind(tmp_path, monkeypatch):
    started = []
    popen = subprocess.Popen

    def noted(*words, **more):
        started.append(popen(*words, **more))
        return started[-1]

    monkeypatch.setattr(conversation.subprocess, "Popen", noted)
    read(tmp_path, figure_file().text())
    assert len(started) == 1
    assert started[0].poll() is not None


def test_the_command_ends_with_1_and_writes_nothing(tmp_path, capsys):
    path = tmp_path / "empty.fbx"
    path.write_bytes(FbxFile([FbxNode("Lamp", kind="Null")]).text())
    assert main(["convert", str(path), str(tmp_path / "out.bvh")]) == 1
    assert "no skeleton" in capsys.readouterr().err
    assert not (tmp_path / "out.bvh").exists()


def test_a_file_that_is_read_leaves_the_nodes_of_the_figure_alone(tmp_path):
    """Bones beside a skeleton, such as a prop's, are a figure of their own."""
    prop = FbxNode("Sword", t=(5, 5, 5))
    assert "Sword" not in read(tmp_path, figure_file(nodes=[*figure_nodes(), prop]).text()).skeleton.names
