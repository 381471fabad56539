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
