"""Verbs in a pipe: what comes through standard input is what a file would be."""

import json

import pytest
from support.command_line import give_input, run

import supple


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    path = tmp_path_factory.mktemp("pipe") / "walk.bvh"
    supple.write(supple.walking(2.0), path)
    return path


@pytest.mark.parametrize("verb", ["detect", "metrics"])
def test_a_pipe_gives_what_the_file_gives(verb, walk, capsys, monkeypatch):
    _, of_file, _ = run(capsys, verb, walk, "--json")
    give_input(monkeypatch, walk.read_bytes())
    code, of_pipe, err = run(capsys, verb, "-", "--json")
    assert code == 0, err
    first, second = (json.loads(text) for text in (of_file, of_pipe))
    assert {**first, "file": "-", "source": None} == {**second, "file": "-", "source": None}


def test_another_format_is_named(walk, tmp_path, capsys, monkeypatch):
    supple.write(supple.read(walk), tmp_path / "walk.glb")
    give_input(monkeypatch, (tmp_path / "walk.glb").read_bytes())
    assert run(capsys, "metrics", "-", "--format", "glb")[0] == 0
    give_input(monkeypatch, (tmp_path / "walk.glb").read_bytes())
    code, _, err = run(capsys, "detect", "-")
    assert code == 1
    assert err.startswith("supple: standard input:")


def test_a_cleanup_stands_in_a_pipe(walk, tmp_path, capfdbinary, monkeypatch):
    from supple.cli import main

    assert main(["clean", str(walk), "-o", str(tmp_path / "cleaned.bvh")]) == 0
    capfdbinary.readouterr()
    give_input(monkeypatch, walk.read_bytes())
    assert main(["clean", "-", "-o", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert out == (tmp_path / "cleaned.bvh").read_bytes()
    assert b"worst slide of planted points" in err


WISH = """format = 1
[[constraint]]
name = "lift"
kind = "position"
effector = "right_wrist"
goals = [{ offset = [0.0, 0.05, 0.0], when = [0.5, 0.8, 1.2, 1.5] }]
"""


@pytest.mark.parametrize("verb", ["edit", "pose"])
def test_an_edit_stands_in_a_pipe(verb, walk, tmp_path, capfdbinary, monkeypatch):
    from supple.cli import main

    (tmp_path / "lift.toml").write_text(WISH)
    assert main([verb, str(walk), str(tmp_path / "lift.toml"), "-o", str(tmp_path / "lifted.bvh")]) == 0
    capfdbinary.readouterr()
    give_input(monkeypatch, walk.read_bytes())
    assert main([verb, "-", str(tmp_path / "lift.toml"), "-o", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert out == (tmp_path / "lifted.bvh").read_bytes()
    assert b"lift" in err
    assert b"met in" in err
    assert not (tmp_path / "-").exists()


def test_wrong_uses_are_told(walk, capsys):
    assert run(capsys, "edit", walk, "-", "-o", "-", "--json")[0] == 2
    assert run(capsys, "edit", "-", "-", "-o", "-")[0] == 2
    assert run(capsys, "metrics", "-", "--against", "-")[0] == 2
    assert run(capsys, "clean", walk, "-o", "-", "--json")[0] == 2
    assert run(capsys, "detect", walk, "--format", "../bvh")[0] == 2
