"""``supple walk`` as a person types it."""

from __future__ import annotations

import json
import re

import pytest

from supple.cli import walk
from supple.cli.app import run
from supple.io.documents.contacts import read_contacts

EXAMPLES = re.findall(r"`supple ([^`]+)`", walk.EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(example, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run(["print", "style"])
    (tmp_path / "limp.toml").write_text(capsys.readouterr().out)
    assert run(example.split()) == 0


def test_contacts_and_facts_are_told(tmp_path, capsys):
    out, true = tmp_path / "w.bvh", tmp_path / "true.json"
    assert run(["walk", "-o", str(out), "--seconds", "4", "--contacts", str(true), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    contacts = read_contacts(true)
    assert facts["frames"] == 240
    assert facts["steps"] >= 3
    assert {c.point for c in contacts.contacts} == {"left_heel", "left_ball", "right_heel", "right_ball"}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--ik", "third"], 2), (["--turn", "0.1"], 1), (["--turn", "2", "--path", "line"], 1), (["--seconds", "-1"], 1)],
)
def test_wrong_use_is_told(arguments, code, tmp_path, capsys):
    assert run(["walk", "-o", str(tmp_path / "w.bvh"), *arguments]) == code
    assert capsys.readouterr().err


def test_a_slow_walk_tells_its_steps(tmp_path, capsys):
    assert run(["walk", "-o", str(tmp_path / "w.bvh"), "--stride", "0.7", "--speed", "0.3", "--fps", "20"]) == 0
    told = capsys.readouterr()
    assert "steps, of up to 0.20 m at the full 0.30 m/s" in told.out
    assert "a speed of 0.30 m/s with steps of 0.70 m is fewer than 90 steps a minute" in told.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-o", "nodir/w.bvh"], "nodir/w.bvh: there is no folder nodir. Make it first"),
        (["-o", "there.bvh"], "there.bvh: the file exists already"),
        (["-o", "w.odd"], "w.odd"),
        (["-o", "w.bvh", "--contacts", "nodir/c.json"], "nodir/c.json: there is no folder nodir. Make it first"),
        (["-o", "w.bvh", "--contacts", "there.bvh"], "there.bvh: the file exists already"),
        (["-o", "w.bvh", "--contacts", "./w.bvh"], "--contacts and -o name the same file"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_walk(words, told, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("supple.recipes.injure.procedural.walk", lambda *_, **__: pytest.fail("it walks"))
    monkeypatch.setattr("supple.recipes.walker.walking.walk", lambda *_, **__: pytest.fail("it walks"))
    (tmp_path / "there.bvh").write_text("kept")
    assert run(["walk", *words]) in (1, 2)
    assert told in " ".join(capsys.readouterr().err.split())
    if "--contacts" not in words:
        assert run(["injure", "--procedural", "--preset", "hip-left", *words]) == 1
        assert told in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["there.bvh"]
