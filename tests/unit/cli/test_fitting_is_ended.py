"""Long fits tell how far they are; who ends one by Ctrl-C finds no file, no half of one, and no traceback."""

from contextlib import contextmanager

import pytest
from support import refigured

import supple
from supple.cli import editing, main
from supple.recipes.samples import sample

COMMANDS = {
    "retarget": ["retarget", "walk.bvh", "--to", "hero.bvh"],
    "terrain": ["terrain", "walk.bvh", "waves:height=0.1,length=2"],
    "path": ["path", "walk.bvh", "arc:radius=3"],
    "scale": ["scale", "walk.bvh", "0.6"],
    "transition": ["transition", "walk.bvh", "kick.bvh", "walk.bvh"],
    "blend": ["blend", "walk.bvh", "kick.bvh", "--weight", "0.4"],
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    walk = sample("walk")
    supple.write(walk, "walk.bvh")
    supple.write(sample("kick"), "kick.bvh")
    supple.write(refigured.scaled(walk, 1.2), "hero.bvh")
    return tmp_path


def watched(monkeypatch, progress):
    @contextmanager
    def bar(words):
        yield progress

    monkeypatch.setattr(editing, "progress_bar", bar)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_fit_that_is_ended_leaves_no_file(command, folder, monkeypatch, capsys):
    told = []

    def ended(done, total):
        told.append(done / total)
        if done:
            raise KeyboardInterrupt

    watched(monkeypatch, ended)
    (folder / "out.bvh").write_text("as it was")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    assert main([*COMMANDS[command], "-o", "out.bvh", "--force"]) == 130
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert told[-1] > 0.0
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("command", ["retarget", "terrain", "transition", "blend"])
def test_progress_goes_forward_only_and_never_beyond_all(command, folder, monkeypatch):
    told = []
    watched(monkeypatch, lambda done, total: told.append(done / total))
    assert main([*COMMANDS[command], "-o", "out.bvh"]) in (0, 3)
    assert len(told) >= 3
    assert told == sorted(told)
    assert told[-1] <= 1.0
