"""``supple gait``: examples of its help, tables, JSON, the picture, and what is refused."""

import json
import re
import shlex
from pathlib import Path

import pytest
from support.shared import DATA, needs_data

import supple
from supple.cli import main
from supple.cli.app import app
from supple.recipes.walk import walking

(EXAMPLES,) = (
    re.findall(r"`supple ([^`]+)`", command.epilog) for command in app.registered_commands if command.name == "gait"
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    supple.write(walking(3.0), Path("walk.bvh"))
    supple.write(walking(3.0, speed=0.8), Path("other.bvh"))
    supple.write(walking(0.5), Path("short.bvh"))
    return tmp_path


def test_the_examples_run(folder, capsys):
    assert len(EXAMPLES) >= 2
    for example in EXAMPLES:
        assert main(shlex.split(example)) == 0, f"supple {example}: {capsys.readouterr().err}"
    assert Path("loops.png").read_bytes().startswith(b"\x89PNG")


def test_two_clips_are_measured_and_compared(folder, capsys):
    assert main(["gait", "walk.bvh", "other.bvh"]) == 0
    table = capsys.readouterr().out
    assert table.count("left") == table.count("right") == 2
    assert "distances between signatures" in table


def test_json_has_signature_and_distances(folder, capsys):
    assert main(["gait", "walk.bvh", "other.bvh", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    first = told["clips"][0]
    assert first["cadence_per_min"] == pytest.approx(110.4, rel=0.02)
    assert first["stride_m"] == pytest.approx(1.413, rel=0.02)
    assert len(first["left"]["curve_deg"]) == 100
    assert {"hip", "knee"} <= first["left"]["range_deg"].keys()
    assert first["left"]["knee_extrema"][0].keys() == {"kind", "phase", "deg"}
    apart = told["distance_deg"]
    assert apart[0][0] == 0.0
    assert apart[0][1] == apart[1][0] > 1.0


def test_a_clip_without_cycles_is_told_and_the_others_go_on(folder, capsys):
    assert main(["gait", "short.bvh"]) == 1
    assert re.search(r"short\.bvh: there is no whole cycle.*Give a longer clip", capsys.readouterr().err)
    assert main(["gait", "short.bvh", "walk.bvh", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert "no whole cycle" in told["clips"][0]["error"]
    assert told["compared"] == ["walk.bvh"]


@needs_data
def test_cycles_that_are_unlike_each_other_are_told(capsys):
    assert main(["gait", str(DATA / "cmu-bvh" / "05_02.bvh")]) == 0
    assert "the cycles of 05_02 are 24 deg apart" in capsys.readouterr().err
    assert main(["gait", str(DATA / "cmu-bvh" / "02_01.bvh")]) == 0
    assert "apart" not in capsys.readouterr().err


def test_a_plot_that_cannot_be_written_is_refused_before_the_work(folder, monkeypatch, capsys):
    monkeypatch.setattr("supple.cli.clips.read_clip", lambda *_: pytest.fail("it reads"))
    monkeypatch.setattr("supple.cli.editing.read_motion", lambda *_: pytest.fail("it reads"))
    Path("there.png").write_text("kept")
    for verb in (["gait", "walk.bvh"], ["dynamics", "walk.bvh"], ["compare", "walk.bvh", "other.bvh"]):
        assert main([*verb, "--plot", "nodir/x.png"]) == 1
        assert "nodir/x.png: there is no folder nodir. Make it first" in capsys.readouterr().err
        assert main([*verb, "--plot", "there.png"]) == 1
        assert "there.png: the file exists already" in capsys.readouterr().err


def test_contacts_tell_the_cycles(folder, capsys):
    supple.write_contacts("contacts.json", supple.detect(supple.read("walk.bvh")))
    assert main(["gait", "walk.bvh", "--contacts", "contacts.json", "--json"]) == 0
    given = json.loads(capsys.readouterr().out)
    assert main(["gait", "walk.bvh", "--json"]) == 0
    assert given["clips"] == json.loads(capsys.readouterr().out)["clips"]


@pytest.mark.parametrize("words", [["--plot", "loops.txt"], ["--contacts", "missing.json"]])
def test_wrong_files_are_refused(folder, words, capsys):
    assert main(["gait", "walk.bvh", *words]) == 1
    assert capsys.readouterr().err


def test_one_document_for_many_clips_is_wrong_use(folder):
    Path("contacts.json").write_text("{}")
    assert main(["gait", "walk.bvh", "other.bvh", "--contacts", "contacts.json"]) == 2
