"""The page on looking: its commands run in their order, its keys are those of the viewer."""

import re
import shlex
from pathlib import Path

from supple.cli import main, render, view
from supple.plots.viewer.server import ViewServer

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "looking.md").read_text()
VIEWER = ROOT / "src" / "supple" / "plots" / "viewer"


def test_commands_of_the_page_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(view, "open_page", lambda url: None)
    monkeypatch.setattr(ViewServer, "run", lambda self: self.server_close())  # it would serve for ever
    lines = re.findall(r"^\$ supple ([^#\n]+)", PAGE, flags=re.MULTILINE)
    assert len(lines) >= 8
    for line in lines:
        assert main(shlex.split(line)) == 0, line
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == {"walk.png", "skating.png"}


def test_options_of_the_page_are_known(capsys):
    named = set(re.findall(r"`(--[a-z-]+)", PAGE))
    known = ""
    for verb in (view, render):
        assert main([verb.NAME, "--help"]) == 0
        known += capsys.readouterr().out
    assert len(named) > 8
    assert {option for option in named if option not in known} == set()


def test_every_key_of_the_viewer_is_explained_in_its_help():
    script, page = (VIEWER / "viewer.js").read_text(), (VIEWER / "viewer.html").read_text()
    table = script[script.index("keys({") : script.index("press(", script.index("keys({"))]
    letters = set(re.findall(r"[{,]\s*([a-z]): ", table)) - {"h"}  # the same as ?
    assert len(letters) > 10
    assert letters <= {key.lower() for key in re.findall(r"<kbd>(.)</kbd>", page)}
