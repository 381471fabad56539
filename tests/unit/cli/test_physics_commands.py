"""``supple body`` and ``supple dynamics``: examples of their help, JSON, pictures, and what is refused."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

import supple
from supple.cli import main
from supple.cli.app import app
from supple.recipes.walk import walking

pytest.importorskip("pinocchio")
EXAMPLES = {
    command.name: re.findall(r"`supple ([^`]+)`", command.epilog)
    for command in app.registered_commands
    if command.name in ("body", "dynamics")
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    supple.write(walking(2.0), Path("walk.bvh"))
    return tmp_path


@pytest.mark.parametrize("verb", ["body", "dynamics"])
def test_the_examples_run(verb, folder, capsys):
    assert len(EXAMPLES[verb]) >= 2
    for example in EXAMPLES[verb]:
        assert main(shlex.split(example)) == 0, f"supple {example}: {capsys.readouterr().err}"


def test_the_forces_of_a_walk_carry_its_weight(folder, capsys):
    assert main(["body", "--height", "1.75", "--mass", "80", "-o", "body.toml"]) == 0
    capsys.readouterr()
    assert main(["dynamics", "walk.bvh", "--body", "body.toml", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["mass_kg"] == pytest.approx(80.0)
    assert "low-pass at 6 Hz" in told["smoothing"]
    assert told["ground_reaction_mean_n"] == pytest.approx(80.0 * 9.80665, rel=0.1)
    assert told["root_residual_pct_bw"] < 30.0
    assert any(torque["torque_max_nm"] > 20.0 for torque in told["joints"].values())


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["body", "--actor", "E"], 1, "no actor 'E'"),
        (["body", "--mass", "-3"], 1, "mass must lie between"),
        (["body", "--actor", "A", "--from", "walk.bvh"], 2, "one of"),
        (["dynamics", "walk.bvh", "--cutoff", "900"], 1, "cut-off"),
        (["dynamics", "walk.bvh", "--plot", "x.gif"], 1, ".png"),
        (["dynamics", "walk.bvh", "--forces", "walk.bvh"], 1, "force plate"),
    ],
)
def test_what_makes_no_sense_is_refused(words, code, says, folder, capsys):
    assert main(words) == code
    assert says in capsys.readouterr().err


def test_without_the_library_the_extra_is_named(folder, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pinocchio", None)
    assert main(["dynamics", "walk.bvh"]) == 1
    assert 'extra "dynamics"' in capsys.readouterr().err
