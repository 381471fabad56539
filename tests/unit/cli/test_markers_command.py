"""``supple markers`` and ``supple demo --markers``."""

import json
import os
import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import supple
from supple.cli import main
from supple.cli.markers import EXAMPLES
from supple.recipes.demo_markers import captured, trc_text
from supple.recipes.walk import walking

KEYS = {"marker_rms_mm", "marker_worst_mm", "frames", "dropped_pct", "guessed_frames", "seconds"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("capture.trc").write_text(trc_text(captured(walking(1.2, 100.0), gap=None)))
    return tmp_path


def test_the_examples_run(folder, capsys):
    for example in re.findall(r"`supple ([^`]+)`", EXAMPLES):
        assert main(shlex.split(example)) == 0, capsys.readouterr().err
    motion = supple.read("walk.bvh")
    assert motion.frames == 120
    assert supple.read("part.bvh").frames == 60
    assert "Joint centres" in Path("walk.html").read_text()
    roles = supple.motion_roles(motion)
    assert (roles["left_knee"], roles["right_wrist"], roles["left_shoulder"]) == ("LeftLeg", "RightHand", "LeftArm")


def test_json_tells_what_machines_ask(folder, capsys):
    assert main(["markers", "capture.trc", "--dry-run", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts.keys() >= KEYS
    assert facts["frames"] == 120
    assert facts["marker_rms_mm"] < 6.0
    assert {marker["label"] for marker in facts["markers"]} >= {"LASI", "RFHD"}
    assert not Path("out.bvh").exists()


def test_what_is_guessed_stands_beside_the_motion(folder, capsys):
    Path("gap.trc").write_text(trc_text(captured(walking(1.2, 100.0), gap=(50, 70))))
    assert main(["markers", "gap.trc", "-o", "walk.bvh", "--frames", "30:110", "--save-skeleton", "anna.json"]) == 0
    beside = json.loads(Path("walk.guessed.json").read_text())
    assert (beside["motion"], beside["frames"], beside["first_frame"]) == ("walk.bvh", 80, 30)
    assert {"joint": "LeftForeArm", "start": 20, "stop": 40} in beside["guessed"]  # frames of the motion
    assert main(["markers", "capture.trc", "-o", "other.bvh", "--skeleton", "anna.json"]) == 0
    assert not Path("other.guessed.json").exists()
    Path("walk.bvh").unlink()
    capsys.readouterr()
    again = ["markers", "capture.trc", "-o", "walk.bvh", "--skeleton", "anna.json"]
    assert main(again) == 1  # what would be left there speaks of another motion
    assert "walk.guessed.json" in capsys.readouterr().err
    assert main([*again, "--force"]) == 0
    assert json.loads(Path("walk.guessed.json").read_text())["guessed"] == []


def test_a_skeleton_that_is_wrong_for_a_while_ends_with_3(folder, capsys):
    capture = captured(walking(1.2, 100.0), gap=None)
    points = capture.positions.copy()
    points[40:81, capture.labels.index("T10"), 2] -= 0.2 * np.sin(np.linspace(0.0, np.pi, 41)) ** 2
    Path("bent.trc").write_text(trc_text(replace(capture, positions=points)))
    assert main(["markers", "bent.trc", "-o", "walk.bvh", "--json"]) == 3
    told = capsys.readouterr()
    facts = json.loads(told.out)
    assert facts["status"] == "stalled"
    assert {stray["label"] for stray in facts["strays"]} == {"T10"}
    assert "T10 is up to" in told.err


def test_what_cannot_be_solved_is_told(folder, capsys):
    supple.write(walking(0.2), "walk.bvh")
    assert main(["markers", "walk.bvh", "-o", "x.bvh"]) == 1
    assert "not markers" in capsys.readouterr().err
    assert main(["markers", "capture.trc", "-o", "x.bvh", "--frames", "500:600"]) == 1
    assert "not inside" in capsys.readouterr().err
    assert main(["markers", "capture.trc"]) == 2
    Path("bad.toml").write_text('format = 1\n[markers]\nLASI = "nose"\n')
    assert main(["markers", "capture.trc", "-o", "x.bvh", "--template", "bad.toml"]) == 1
    assert "no segment 'nose'" in capsys.readouterr().err
    Path("actor.json").write_text('{"format": 1, "joints": 3, "markers": []}')
    assert main(["markers", "capture.trc", "-o", "x.bvh", "--skeleton", "actor.json"]) == 1
    assert "actor.json: joints" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--rest", "standing"], "--rest takes a frame"),
        (["--rest", "-3"], "--rest takes a frame"),
        (["--save-skeleton", "anna.toml"], "writes JSON"),
        (["--report", "page.pdf"], "a page, such as report.html"),
    ],
)
def test_wrong_use_is_told_before_anything_is_done(folder, capsys, more, words):
    assert main(["markers", "capture.trc", "-o", "x.bvh", *more]) == 2
    assert words in " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert not Path("x.bvh").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_names_of_another_encoding_are_kept(folder, capsys):
    Path("capture.trc").write_text(trc_text(captured(walking(1.2, 100.0), gap=(50, 70))))
    capture = os.fsdecode(b"caf\xe9.trc")
    Path("capture.trc").rename(capture)
    out = os.fsdecode(b"caf\xe9.bvh")
    assert main(["markers", capture, "-o", out, "--report", "page.html"]) == 0, capsys.readouterr().err
    assert json.loads(Path(out).with_suffix(".guessed.json").read_text())["motion"] == out


def test_the_demo_shows_markers(folder, capsys):
    assert main(["demo", "--markers", "--out", "shown", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["knee_rms_deg"] < 2.0
    assert facts["markers"]["guessed_frames"] == 30
    assert Path("shown/markers.html").is_file()
    assert Path("shown/capture.trc").is_file()
