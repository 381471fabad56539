"""``supple editor`` at the terminal."""

import json
import re
import shlex

import pytest

import supple
from supple.cli import compiling, editor, main, say
from supple.editor import server as module
from supple.session.session import Session

EXAMPLES = re.findall(r"`supple ([^`]+)`", editor.EXAMPLES)


@pytest.fixture
def served(tmp_path, monkeypatch):
    """A folder with a walk and a project; servers are made, and end at once."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(editor, "open_page", lambda url: None)
    seen = []
    monkeypatch.setattr(
        module.EditorServer, "run", lambda self: (seen.append(self.url), self.desk.close(), self._socket.close())
    )
    supple.write(supple.walking(seconds=0.5), tmp_path / "walk.bvh")
    session = Session.opened(tmp_path / "walk.bvh")
    session.save(tmp_path / "scene.supple")
    session.close()
    return seen


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(example, served, capsys):
    assert len(EXAMPLES) >= 2
    assert main(shlex.split(example)) == 0
    assert served[0] in capsys.readouterr().err


def test_without_a_file_it_opens_a_walk_and_says_where(served, capsys):
    assert main(["editor", "--no-open", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"url": served[0]}


def test_a_page_that_is_not_built_is_told(served, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(module, "_PAGE", tmp_path / "nowhere")
    assert main(["editor", "walk.bvh", "--no-open"]) == 0
    assert "make page" in capsys.readouterr().err


def test_a_file_that_is_no_motion_is_refused(served, tmp_path, capsys):
    (tmp_path / "broken.bvh").write_text("HIERARCHY\nnothing\n")
    assert main(["editor", "broken.bvh", "--no-open"]) == 1
    assert "broken.bvh" in capsys.readouterr().err
    assert served == []


def test_the_wait_for_the_compiler_comes_before_the_page_and_is_told(served, monkeypatch, capsys):
    monkeypatch.setattr(compiling, "announce", lambda *names: say.note(f"compiling {' '.join(names)}"))
    assert main(["editor", "walk.bvh", "--no-open"]) == 0
    said = capsys.readouterr().err
    for kernel in ("posing.clip", "detecting.standing"):  # for a drag, and for the tour's first step
        assert said.index("compiling") < said.index(kernel) < said.index(served[0])
