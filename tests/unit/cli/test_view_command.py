"""``supple view`` at the terminal."""

import os
import re
import shlex
import signal
import socket
import threading
import urllib.request

import numpy as np
import pytest
from support.browser import viewing
from support.command_line import give_input
from support.view_payloads import decoded

import supple
from supple.cli import browser, main, view
from supple.plots.viewer import server as module

EXAMPLES = re.findall(r"`supple ([^`]+)`", view.EXAMPLES)


@pytest.fixture
def clip(tmp_path):
    path = tmp_path / "walk.bvh"
    supple.write(supple.walking(seconds=0.5), path)
    return path


def test_ctrl_c_ends_it_cleanly(clip):
    with viewing(clip) as (process, url, _):
        assert urllib.request.urlopen(f"{url}files.json", timeout=20).status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
        said = process.stderr.read()
    assert said == f"{clip}: {url} (Ctrl-C ends)\n"


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(example, tmp_path, monkeypatch, capsys):
    assert len(EXAMPLES) >= 2
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(view, "open_page", lambda url: None)
    for name in ("walk.bvh", "cleaned.bvh", "takes/one.bvh"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        supple.write(supple.walking(seconds=0.5), tmp_path / name)
    seen = []
    monkeypatch.setattr(module.ViewServer, "run", lambda self: seen.append(self.settings) or self.server_close())
    assert main(shlex.split(example)) == 0
    assert "http://127.0.0.1:" in capsys.readouterr().err
    assert seen[0].overlay == ("--overlay" in example)
    assert seen[0].contacts == ("--no-contacts" not in example)


TOGETHER = [
    (1, (), 1),
    (3, (), 3),
    (6, (), 1),
    (6, ("--overlay",), 2),
    (6, ("--together", "4"), 4),
    (1, ("--together", "4"), 1),
]


@pytest.mark.parametrize(("count", "words", "together"), TOGETHER)
def test_a_few_files_are_shown_together_and_many_one_by_one(count, words, together, clip, monkeypatch):
    seen = []
    monkeypatch.setattr(module.ViewServer, "run", lambda self: seen.append(self.settings) or self.server_close())
    assert main(["view", *[str(clip)] * count, *words, "--no-open"]) == 0
    assert seen[0].together == together


def test_a_part_is_shown_with_the_numbers_of_its_file_and_the_contacts_of_the_whole(clip, monkeypatch):
    seen = []
    monkeypatch.setattr(module.ViewServer, "run", lambda self: seen.append(self.shelf) or self.server_close())
    for words in ((), ("--frames", "10:25")):
        assert main(["view", str(clip), "--no-open", *words]) == 0
    whole, part = seen
    (about, points), (_, all_points) = (decoded(shelf.shown(0).payload) for shelf in (part, whole))
    assert (about["start"], about["frames"]) == (10, 15)
    np.testing.assert_array_equal(points, all_points[10:25])
    stands = [(m.point, m.start - 10, m.stop - 10) for m in whole.marks(0) if m.start < 25 and m.stop > 10]
    assert [(m.point, m.start, m.stop) for m in part.marks(0)] == stands
    assert stands


def test_standard_input_is_read_before_the_page_opens(clip, monkeypatch):
    seen = []
    monkeypatch.setattr(module.ViewServer, "run", lambda self: seen.append(self.shelf) or self.server_close())
    give_input(monkeypatch, clip.read_bytes())
    assert main(["view", "-", str(clip), "--no-open"]) == 0
    assert seen[0].shown(0).payload[-400:] == seen[0].shown(1).payload[-400:]
    give_input(monkeypatch, b"no motion")
    assert main(["view", "-", "--no-open"]) == 1


def test_what_cannot_be_shown_is_said_at_once(clip, tmp_path, capsys):
    assert main(["view", str(tmp_path / "nope.bvh"), "--no-open"]) == 1
    assert "there is no such file" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert main(["view", str(tmp_path / "empty"), "--no-open"]) == 1
    assert "no motion file is in this folder" in capsys.readouterr().err
    assert main(["view", str(clip), "--contacts", str(tmp_path / "c.json"), "--no-open"]) == 1
    assert main(["view", str(clip), "--contacts", str(clip), "--no-contacts"]) == 2
    assert main(["view", str(clip), "--frames", "20:99", "--no-open"]) == 1
    assert "0:30" in capsys.readouterr().err
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["view", str(clip), "--no-open", "--port", str(port)]) == 1
    assert f"port {port} cannot be used" in capsys.readouterr().err


def test_the_browser_opens_only_where_there_is_a_screen(monkeypatch, capsys):
    import webbrowser

    opened, done = [], threading.Event()
    monkeypatch.setattr(webbrowser, "open", lambda url: (opened.append(url), done.set()))
    monkeypatch.setattr(browser.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    browser.open_page("http://x")
    assert "no screen" in capsys.readouterr().err
    monkeypatch.setitem(os.environ, "DISPLAY", ":1")
    browser.open_page("http://x")
    assert done.wait(5.0)
    assert opened == ["http://x"]


def test_looking_needs_no_compiler(clip):
    """``import numba`` alone would take half of the time that there is."""
    import subprocess
    import sys

    code = f"""import sys
from pathlib import Path
from supple.plots.viewer.server import Settings, ViewServer
from supple.plots.viewer.shelf import Shelf
Shelf([Path({str(clip)!r})]).shown(0)
assert not {{"numba", "scipy", "matplotlib", "PIL"}} & set(sys.modules)"""
    subprocess.run([sys.executable, "-c", code], check=True)
