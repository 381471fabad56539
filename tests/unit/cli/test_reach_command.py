"""``supple reach`` and ``supple retarget --solver online``: examples, JSON, and exit codes."""

import json
import re
import shlex
from pathlib import Path

import pytest

import supple
from supple.cli import main
from supple.cli.app import app
from supple.recipes.samples import sample
from supple.recipes.walk import walking

EXAMPLES = [
    example
    for command in app.registered_commands
    if command.name == "reach"
    for example in re.findall(r"`supple ([^`]+)`", command.epilog)
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    supple.write(sample("catch"), Path("catch.bvh"))
    return tmp_path


def test_the_examples_run(folder, capsys):
    assert len(EXAMPLES) >= 2
    for example in EXAMPLES:
        words = shlex.split(example)
        assert main(words) == 0, f"supple {example}: {capsys.readouterr().err}"
        assert Path(words[words.index("-o") + 1]).is_file()


def test_json_tells_how_each_hand_fared(folder, capsys):
    assert main(["reach", "catch.bvh", "-o", "high.bvh", "--height", "1.45", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == "met"
    assert {hand["miss_mm"] < 1.0 for hand in told["hands"].values()} == {True}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--height", "3", "-o", "o.bvh"], 3),
        (["--height", "1.4"], 2),
        (["-o", "o.bvh"], 2),
        (["--height", "1.4", "-o", "o.bvh", "--at", "soon"], 1),
        (["--height", "1.4", "-o", "o.bvh", "--at", "60f"], 0),
        (["--height", "1.4", "--dry-run"], 0),
    ],
)
def test_codes(folder, words, code):
    assert main(["reach", "catch.bvh", *words]) == code


def test_retarget_takes_the_online_solver(folder, capsys):
    supple.write(walking(2.0), Path("walk.bvh"))
    supple.write(walking(1.0, height=1.5), Path("hero.bvh"))
    assert main(["retarget", "walk.bvh", "--to", "hero.bvh", "-o", "live.bvh", "--solver", "online", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["slide_mm_max"] < 2.0
