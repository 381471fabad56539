"""``supple individualise`` and ``injure``: the examples of their help, JSON, and what is refused."""

import json
import os
import re
import shlex
from pathlib import Path

import pytest

import supple
from supple.cli import main
from supple.cli.app import app
from supple.io.documents import STARTING_POINTS
from supple.recipes.walk import walking

EXAMPLES = [
    example
    for command in app.registered_commands
    if command.name in ("individualise", "injure")
    for example in re.findall(r"`supple ([^`]+)`", command.epilog)
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    supple.write(walking(2.4, 30.0), Path("walk.bvh"))
    supple.write(walking(2.8, 30.0, speed=1.0, height=1.6), Path("anna_walks.bvh"))
    Path("weights.toml").write_text(STARTING_POINTS["weights"])
    Path("heavy.toml").write_text("format = 1\n[mass]\nthigh_kg = 12\nshank_kg = 5\nfoot_kg = 1.1\n")
    return tmp_path


def test_the_examples_run(folder, capsys):
    assert len(EXAMPLES) >= 4
    for example in EXAMPLES:
        words = shlex.split(example)
        if "--procedural" in words:
            continue  # the next test walks
        assert main(words) == 0, f"supple {example}: {capsys.readouterr().err}"
        assert Path(words[words.index("-o") + 1]).is_file()
    assert supple.read("anna.bvh").skeleton.names == supple.read("anna_walks.bvh").skeleton.names
    assert main(["individualise", "walk.bvh", "-o", "b.bvh", "--weights", "anna.toml", "--body", "anna_walks.bvh"]) == 0


def test_json_tells_what_became_of_the_gait(folder, capsys):
    assert main(["individualise", "walk.bvh", "-o", "out.bvh", "--weights", "weights.toml", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == "met"
    assert told["slide_mm_max"] < 1.0
    assert told["knee_range_deg"]["after"]["left"] < told["knee_range_deg"]["before"]["left"]
    assert main(["injure", "walk.bvh", "-o", "limp.bvh", "--preset", "leg-right", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["status"], told["side"]) == ("met", "right")
    assert told["step_length"] == pytest.approx(0.5, abs=0.02)


def test_a_limp_from_nothing_tells_what_became_of_the_controls(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["injure", "--procedural", "-o", "limp.bvh", "--preset", "leg-right", "--seconds", "7", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["side"], Path("limp.bvh").is_file()) == ("right", True)
    assert told["step_length"] == pytest.approx(0.5, abs=0.03)
    assert 0.45 < told["flight_height"] < 0.65  # measured: 0.55 to 0.62, by where frames meet a flight of 0.2 s
    assert told["speed"] == pytest.approx(1.3, abs=0.02)
    assert told["other_step_length"] == pytest.approx(1.0, abs=0.08)


def test_a_file_without_a_cycle_is_named(folder, capsys):
    supple.write(walking(2.4, 30.0).with_frames(0, 20), Path("short.bvh"))
    assert main(["injure", "short.bvh", "-o", "o.bvh", "--preset", "knee-left"]) == 1
    assert "short.bvh: there is no whole cycle" in capsys.readouterr().err
    assert main(["individualise", "short.bvh", "-o", "o.bvh", "--weights", "weights.toml"]) == 1
    assert "short.bvh: there is no whole cycle" in capsys.readouterr().err
    assert main(["individualise", "walk.bvh", "-o", "o.bvh", "--fit", "short.bvh"]) == 1
    assert "supple: short.bvh: the walk to fit: there is no whole cycle" in capsys.readouterr().err


SAVING = ["individualise", "walk.bvh", "-o", "o.bvh", "--weights", "weights.toml", "--save-weights"]


@pytest.mark.parametrize("ending", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_weights_are_written_with_the_motion_or_not_at_all(folder, ending, monkeypatch, capsys):
    before = sorted(path.name for path in folder.iterdir())
    replace, ends = os.replace, iter([None, ending])

    def until_the_second(*names):
        if (error := next(ends, None)) is not None:
            raise error
        replace(*names)

    with monkeypatch.context() as full:
        full.setattr("supple.io.output.os.replace", until_the_second)
        assert main([*SAVING, "w.toml"]) != 0
    assert sorted(path.name for path in folder.iterdir()) == before
    assert main([*SAVING, "w.toml"]) == 0
    assert "wrote o.bvh and w.toml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("nodir/q.toml", "nodir/q.toml: there is no folder nodir. Make it first"),
        ("weights.toml", "weights.toml: the file exists already"),
        ("./o.bvh", "--save-weights and -o name the same file"),
        ("walk.bvh", "--save-weights and MOTION name the same file"),
    ],
)
def test_weights_that_cannot_be_written_are_refused_before_the_work(folder, where, told, monkeypatch, capsys):
    monkeypatch.setattr("supple.cli.editing.read_motion", lambda *_: pytest.fail("it reads"))
    assert main([*SAVING, where]) in (1, 2)
    assert told in " ".join(capsys.readouterr().err.replace("│", " ").split())


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["individualise", "walk.bvh", "-o", "out.bvh"], 2),
        (["individualise", "walk.bvh", "--weights", "weights.toml"], 2),
        (["individualise", "walk.bvh", "-o", "o.bvh", "--weights", "weights.toml", "--fit", "walk.bvh"], 2),
        (["individualise", "walk.bvh", "-o", "o.bvh", "--weights", "missing.toml"], 1),
        (["individualise", "walk.bvh", "-o", "walk.bvh", "--weights", "weights.toml"], 1),
        (["injure", "walk.bvh", "-o", "o.bvh"], 2),
        (["injure", "-o", "o.bvh", "--preset", "hip-left"], 2),
        (["injure", "walk.bvh", "--procedural", "-o", "o.bvh", "--preset", "hip-left"], 2),
        (["injure", "walk.bvh", "-o", "o.bvh", "--preset", "hip-left", "--seconds", "5"], 2),
        (["injure", "--procedural", "-o", "o.bvh", "--preset", "hip-left", "--seconds", "1"], 1),
        (["injure", "--procedural", "-o", "o.bvh", "--preset", "elbow-left"], 1),
        (["injure", "walk.bvh", "-o", "o.bvh", "--preset", "elbow-left"], 1),
        (["injure", "walk.bvh", "-o", "o.bvh", "--preset", "hip-left", "--severity", "2"], 2),
    ],
)
def test_wrong_use_is_told(folder, words, code, capsys):
    assert main(words) == code
    assert capsys.readouterr().err
    assert not Path("o.bvh").exists()
