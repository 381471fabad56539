"""What a page gets beside the motion: the body of a clip, the other solver, joints at their limits, fixes."""

import threading
import time
from types import SimpleNamespace

import pytest
from support.editor_client import PLACE, requested, serving, visiting

from supple.core import progress
from supple.editor.comparing import Comparing
from supple.errors import InvalidValueError
from supple.io.registry import write
from supple.recipes.walk import walking
from supple.session.skins import is_skinned

FAR = {**PLACE, "recruit": "left_elbow", "goals": [{"when": [0.3, 0.6, 1.0, 1.3], "at": [0.6, 2.5, 2.0]}]}
TIGHT = {"do": "set_joint", "joint": "left_elbow", "setting": {"range_deg": [0.0, 40.0]}}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bodies")
    write(walking(2.0, fps=30.0), folder / "body.glb")
    write(walking(2.0, fps=30.0), folder / "walk.bvh")
    with serving(folder / "body.glb") as made:
        yield made


@pytest.fixture
def page(server):
    with visiting(server) as made:
        yield made


def raw(server, path):
    """The bytes of a file of the server."""
    import urllib.request

    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=20) as answer:
        return answer.headers["content-type"], answer.read()


def test_the_body_of_a_clip_is_the_file_that_it_came_in(server):
    kind, data = raw(server, f"/{server.token}/skin/1")
    assert kind == "model/gltf-binary"
    assert is_skinned(data)


@pytest.mark.parametrize(
    "path", ["skin/7", "skin/-1", "skin/1.glb", "skin/../../etc/passwd", "skin/99999999999999999999"]
)
def test_there_is_no_other_body(server, path):
    status, text = requested(server, path=f"/{server.token}/{path}")
    assert status == 404
    assert "glTF" not in text


def test_a_body_is_for_those_who_know_the_secret_alone(server):
    assert requested(server, path="/wrong/skin/1")[0] == 404
    assert requested(server, path=f"/{server.token}/skin/1", Host="evil.example")[0] == 403
    assert requested(server, "POST", path=f"/{server.token}/skin/1")[0] != 200


def test_a_clip_without_a_body_says_so(server, page):
    page.ask("open_file", name="walk.bvh")
    status, text = requested(server, path=f"/{server.token}/skin/2")
    assert (status, "no body" in text) == (404, True)
    assert page.ask("do", edits=[{"do": "wear_skin", "of": 1}])["type"] == "done"
    assert raw(server, f"/{server.token}/skin/2") == raw(server, f"/{server.token}/skin/1")
    for _ in range(2):
        page.ask("undo")


def test_the_other_solver_is_compared(page):
    edits = [{"do": "add_constraint", "constraint": c} for c in (PLACE, {"kind": "balance"})]
    page.ask("do", edits=edits, label="two")
    page.send("compare")
    told = page.hear("compared")
    assert told["solver"] == "hierarchical"
    assert [out["track"] for out in told["report"]["left_out"]] == [2]
    assert [o["track"] for o in told["report"]["outcomes"]] == [1]
    header = page.frames[-1][0]
    assert (header.which, header.final) == ("other", True)
    page.ask("undo")


def test_a_comparison_says_how_far_it_is_and_can_be_stopped(monkeypatch):
    told, going, ended = [], threading.Event(), threading.Event()

    class Slow:
        def other(self, clip, progress):
            try:
                for done in range(1000):
                    progress(done, 1000)
                    going.set()
                    time.sleep(0.01)
            finally:
                ended.set()

    monkeypatch.setattr(progress, "_EVERY_S", 0.0)
    box = SimpleNamespace(say=told.append)
    one = Comparing(box)
    one.ask(7, None, Slow())
    assert going.wait(30)
    one.stop()
    assert ended.wait(30)
    one.close()
    assert {(said.request, said.total) for said in told} == {(7, 1000)}


def test_what_cannot_be_compared_is_said():
    told, heard = [], threading.Event()

    class Refusing:
        def other(self, clip, progress):
            raise InvalidValueError("not this one.")

    one = Comparing(SimpleNamespace(say=lambda said: (told.append(said), heard.set())))
    one.ask(3, None, Refusing())
    assert heard.wait(30)
    one.close()
    assert [(said.request, said.message) for said in told] == [(3, "not this one.")]


def test_limits_and_fixes_are_told(page):
    page.ask("do", edits=[{"do": "add_constraint", "constraint": FAR}, TIGHT], label="far")
    page.send("preview", playhead=24)
    told = page.hear("report")
    assert {(s["start"], s["stop"]) for s in told["strained"]} == {(24, 25)}  # of the frame under the playhead first
    page.send("lint")
    (found,) = page.hear("findings")["findings"]
    assert [fix["label"] for fix in found["fixes"]] == ["Recruit all joints", "Mute it"]
    assert page.ask("do", edits=found["fixes"][0]["edits"], label="fix")["type"] == "done"
    for _ in range(2):
        page.ask("undo")
