"""A page talks to the server: everything it asks for comes, and nobody else gets in."""

import json
import shutil
from pathlib import Path

import msgspec
import numpy as np
import pytest
from support.editor_client import PLACE, Page, requested, serving, visiting
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from supple.core.pose import world_pose
from supple.editor.messages import FromServer
from supple.io.registry import read, write
from supple.recipes.walk import walking

ADD = {"do": "add_constraint", "constraint": PLACE}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("editor")
    write(walking(2.0, fps=30.0), made / "walk.bvh")
    (made.parent / "secret.bvh").write_bytes((made / "walk.bvh").read_bytes())
    return made


@pytest.fixture(scope="module")
def server(folder):
    with serving(folder / "walk.bvh") as made:
        yield made


@pytest.fixture
def page(server):
    with visiting(server) as made:
        yield made
        made.send("cancel")
        while made.ask("undo")["type"] == "done":  # the next test finds the file as it is
            pass


def tracks(message):
    return message["state"]["document"]["clips"][0]["tracks"]


def test_a_page_is_welcomed_with_all_it_needs(page, folder):
    welcome = page.welcome
    msgspec.convert(welcome, FromServer)
    assert welcome["files"] == ["walk.bvh"]
    assert welcome["state"]["document"]["clips"][0]["name"] == "walk"
    assert ".bvh" in welcome["suffixes"]


def test_a_clip_is_shown_as_it_is_in_the_file(page, folder):
    page.ask("show", playhead=3)
    page.frames.clear()
    page.send("show", playhead=3)  # nothing of it has to be made any more
    figure = page.hear("figure")
    page.hear("done")
    assert not figure["early"]
    motion = read(folder / "walk.bvh")
    assert figure["names"] == list(motion.skeleton.names)
    assert figure["roles"]["left_wrist"] == "LeftHand"
    header, positions, rotations = page.frames[0]
    pose = world_pose(motion)
    assert (header.which, header.start, header.frames, header.final) == ("source", 0, 60, True)
    np.testing.assert_allclose(positions, pose.positions, atol=1e-5)  # 32-bit floats
    np.testing.assert_allclose(rotations, pose.rotations, atol=1e-5)


def test_the_frame_under_the_playhead_is_seen_before_all_others(folder, tmp_path):
    copied = shutil.copy(folder / "walk.bvh", tmp_path)
    with serving(Path(copied)) as fresh, visiting(fresh) as page:
        page.send("show", playhead=3)
        first, whole = page.hear("figure"), page.hear("figure")
        page.hear("done")
    assert (first["early"], whole["early"]) == (True, False)
    assert (first["names"], first["roles"], first["points"]) == (whole["names"], whole["roles"], {})
    assert "left_heel" in whole["points"]
    header, positions, rotations = page.frames[0]
    pose = world_pose(read(folder / "walk.bvh"))
    assert (header.start, header.frames, header.total, header.final) == (3, 1, 60, False)
    np.testing.assert_allclose(positions[0], pose.positions[3], atol=1e-5)
    np.testing.assert_allclose(rotations[0], pose.rotations[3], atol=1e-5)


def test_a_drag_is_seen_and_leaves_the_document_as_it_was(page):
    request = page.send("preview", playhead=24, edits=[ADD])
    while not (page.frames and page.frames[-1][0].final):
        report = page.hear("report", request=request)
    spans = [(h.start, h.start + h.frames) for h, *_ in page.frames]
    assert spans[0] == (24, 25)
    assert all(h.request == request and h.which == "preview" for h, *_ in page.frames)
    assert report["outcomes"][0]["track"] == 1
    assert report["status"] == "met"
    assert page.ask("undo")["message"] == "there is nothing to undo."


def test_an_edit_is_acknowledged_and_every_page_sees_it(page, server):
    with visiting(server) as other:
        assert page.ask("do", edits=[ADD])["safe"]
        assert tracks(other.hear("changed"))[0]["constraint"]["name"] == "hand"
        stronger = {"do": "set_priority", "track": 1, "priority": 4}
        other.ask("do", edits=[stronger, {"do": "rename_track", "track": 1, "name": "x"}], label="both")
        assert page.hear("changed")["state"]["undo"] == "both"
        other.ask("undo")
        assert tracks(page.hear("changed"))[0]["constraint"]["priority"] == 1


def test_an_action_is_proposed_and_accepted_as_one_step(page):
    page.send("start", action={"action": "detect"})
    proposed = page.hear("proposed", "ended")
    while proposed["type"] != "proposed":
        proposed = page.hear("proposed", "ended")
    assert proposed["contacts"] > 2
    assert page.ask("accept", job=proposed["job"])["type"] == "done"
    assert "no proposal" in page.ask("accept", job=proposed["job"])["message"]


def test_an_action_that_fails_says_why(page):
    page.send("start", action={"action": "injure", "preset": "nose-left"})
    ended = page.hear("ended")
    while "cancelled" in ended["message"]:
        ended = page.hear("ended")
    assert "nose" in ended["message"]


def test_lint_and_postures_are_answered(page):
    page.ask("do", edits=[{"do": "add_constraint", "constraint": {**PLACE, "effector": "left_hnd"}}])
    page.send("lint")
    assert page.hear("findings")["findings"][0]["track"] == 1
    bench = {"frame": 10, "constraints": [{**PLACE, "goals": [{"offset": [0.0, 0.1, 0.0]}]}]}
    assert page.ask("pose", edits=[{"do": "set_pose", "pose": bench}])["type"] == "done"
    assert page.frames[-1][0].which == "pose"


def test_motions_and_edits_are_exported_into_the_folder(page, folder):
    page.ask("do", edits=[ADD])
    assert page.ask("export", name="out.bvh")["type"] == "done"
    assert read(folder / "out.bvh").frames == 60
    assert "exists already" in page.ask("export", name="out.bvh")["message"]
    assert page.ask("export", name="out.bvh", overwrite=True)["type"] == "done"
    assert page.ask("export", name="wishes.toml", what="edit")["type"] == "done"
    assert "left_wrist" in (folder / "wishes.toml").read_text()
    assert "contacts" in page.ask("export", name="c.json", what="contacts")["message"]
    (folder / "out.bvh").unlink()


@pytest.mark.parametrize("name", ["../secret.bvh", "/etc/passwd", "..", ".", "", ".walk.bvh.work/journal", "a\0b.bvh",
                                  "x/../../secret.bvh", "~/x.bvh", "link.bvh"])  # fmt: skip
def test_nothing_outside_the_folder_is_read_or_written(page, folder, name):
    link = folder / "link.bvh"
    if not link.is_symlink():
        link.symlink_to(folder.parent / "secret.bvh")
    before = sorted(folder.parent.rglob("*"))
    for kind, fields in (("open_file", {}), ("export", {"overwrite": True}), ("save", {"overwrite": True})):
        assert page.ask(kind, name=name, **fields)["type"] == "failed"
    assert sorted(folder.parent.rglob("*")) == before


def test_a_bad_file_is_said_in_words(page, folder):
    (folder / "bad.bvh").write_text("HIERARCHY\nnonsense")
    assert "bad.bvh" in page.ask("open_file", name="bad.bvh")["message"]
    (folder / "bad.bvh").unlink()


def test_a_dropped_file_comes_into_the_bin(page, server, folder):
    data = (folder / "walk.bvh").read_bytes()
    origin = {"Origin": f"http://127.0.0.1:{server.port}"}
    path = f"/{server.token}/upload?name="
    assert requested(server, "POST", path + "new.bvh", data, **origin)[0] == 200
    assert page.hear("changed")["state"]["document"]["clips"][-1]["name"] == "new"
    for name in ("../x.bvh", "%2e%2e%2fx.bvh", ".x.bvh", "", "x.exe"):
        assert requested(server, "POST", path + name, data, **origin)[0] == 422
    assert requested(server, "POST", path + "bad.bvh", b"rubbish", **origin)[0] == 422
    assert not (folder / "new.bvh").exists()


def test_an_upload_that_is_too_large_is_refused(server, folder, monkeypatch):
    from supple.editor import uploads

    monkeypatch.setattr(uploads, "MOST_BYTES", 1000)
    path, origin = f"/{server.token}/upload?name=big.bvh", {"Origin": f"http://127.0.0.1:{server.port}"}
    status, text = requested(server, "POST", path, b"x" * 2000, **origin)
    assert (status, "more than" in text) == (422, True)


def test_a_bug_in_reading_an_upload_is_told(server, monkeypatch):
    monkeypatch.setattr(server.desk, "add_file", lambda path: 1 // 0)
    path, origin = f"/{server.token}/upload?name=x.bvh", {"Origin": f"http://127.0.0.1:{server.port}"}
    status, text = requested(server, "POST", path, b"x", **origin)
    assert (status, json.loads(text)["error"].split(":")[:2]) == (500, ["failed", " ZeroDivisionError"])


def test_only_this_machine_with_the_secret_gets_in(server):
    port, path, own = server.port, f"/{server.token}/upload?name=x.bvh", f"http://127.0.0.1:{server.port}"
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1:{port}.evil.example"):
        assert requested(server, Host=host)[0] == 403
    for secret in ("", "x", server.token[:-1], server.token + "x"):
        assert requested(server, path=f"/{secret}/")[0] == 404
    for origin in ({}, {"Origin": "null"}, {"Origin": "http://evil.example"}, {"Origin": own + ".evil.example"}):
        assert requested(server, "POST", path, b"", **origin)[0] == 403
    assert requested(server, Origin="http://evil.example")[0] == 403


def test_sockets_of_others_are_refused(server):
    own, good = f"http://127.0.0.1:{server.port}", f"ws://127.0.0.1:{server.port}/{server.token}/socket"
    for url, origin in (
        (good, None), (good, "http://evil.example"), (good, "null"), (good.replace(server.token, "x" * 32), own),
    ):  # fmt: skip
        with pytest.raises(InvalidStatus), connect(url, origin=origin, open_timeout=20):
            pass
    evil = {"Host": "evil.example"}
    with pytest.raises(InvalidStatus), connect(good, origin=own, additional_headers=evil, open_timeout=20):
        pass


def test_the_server_listens_on_loopback_alone(server):
    assert server._socket.getsockname()[0] == "127.0.0.1"


def test_nine_pages_are_too_many(server):
    pages = [Page(server.url) for _ in range(8)]
    with pytest.raises(InvalidStatus):
        Page(server.url)
    for page in pages:
        page.close()


def test_a_reload_in_the_middle_of_the_work_loses_nothing(page, server):
    page.ask("do", edits=[ADD])
    with visiting(server) as again:
        assert tracks(again.welcome)[0]["constraint"]["name"] == "hand"
    assert json.dumps(again.welcome["state"]["document"])


def test_a_project_is_saved_and_goes_on_under_its_name(folder):
    write(walking(0.5, fps=30.0), folder / "short.bvh")
    with serving(folder / "short.bvh") as other, visiting(other) as page:
        page.ask("do", edits=[{"do": "rename_clip", "name": "first"}])
        assert page.ask("save")["message"].endswith("Say where to save it.")
        assert page.ask("save", name="scene.supple")["type"] == "done"
        assert page.ask("do", edits=[{"do": "rename_clip", "name": "second"}])["safe"]
    with serving(folder / "scene.supple") as other, visiting(other) as page:
        state = page.welcome["state"]
        assert (state["document"]["clips"][0]["name"], state["saved"], state["project"]) == (
            "second",
            False,
            "scene.supple",
        )
        assert page.welcome["notices"]


def test_a_walker_is_driven_recorded_and_kept(page):
    page.send("drive", frames=1, heading=0.0, speed=1.3)
    figure = page.hear("figure")
    assert (figure["clip"], figure["roles"]["left_wrist"]) == (0, "LeftHand")
    page.hear("done")
    for _ in range(3):
        assert page.ask("drive", frames=20, heading=0.0, speed=1.3, record=True)["type"] == "done"
    (first, *_), (last, *_) = (positions[0] for _, positions, _ in (page.frames[0], page.frames[-1]))
    assert last[2] > first[2] + 0.3  # hips go ahead
    assert page.frames[-1][0].which == "drive"
    page.send("keep_drive")
    assert page.hear("changed")["state"]["document"]["clips"][-1]["motion"]["frames"] == 60
    assert "nothing was recorded" in page.ask("keep_drive")["message"]


@pytest.mark.parametrize("wrong", [{"frames": 0}, {"frames": 10**9}, {"speed": -1.0}, {"speed": 1e9}, {"limp": "ear"}])
def test_a_drive_that_makes_no_sense_is_refused(page, wrong):
    answer = page.ask("drive", **{"frames": 1, "heading": 0.0, "speed": 1.0, **wrong})
    assert answer["type"] == "failed"


def test_a_project_is_opened_instead_of_the_one_that_is_open(tmp_path):
    write(walking(2.0, fps=30.0), tmp_path / "walk.bvh")
    with serving(tmp_path / "walk.bvh") as server, visiting(server) as page:
        page.ask("do", edits=[{"do": "add_constraint", "constraint": PLACE}])
        page.ask("save", name="one.supple")
        page.ask("do", edits=[{"do": "rename_track", "track": 1, "name": "later"}])
        page.ask("save", name="two.supple")
        page.send("list_files")
        assert page.hear("files")["names"] == ["one.supple", "two.supple", "walk.bvh"]
        page.send("open_file", name="one.supple")
        state = page.hear("welcome")["state"]
        assert (state["project"], state["undo"], state["saved"]) == ("one.supple", None, True)
        assert state["document"]["clips"][0]["tracks"][0]["constraint"]["name"] == "hand"
        page.hear("done")
        assert "open already" in page.ask("open_file", name="one.supple")["message"]
        page.send("preview", playhead=24)
        assert page.hear("report")["outcomes"][0]["status"] == "met"
        assert page.ask("do", edits=[{"do": "rename_track", "track": 1, "name": "changed"}])["type"] == "done"
        page.send("open_file", name="two.supple")
        assert page.hear("welcome")["state"]["revision"] > state["revision"]
        page.send("open_file", name="one.supple")
        again = page.hear("welcome")
        assert again["state"]["document"]["clips"][0]["tracks"][0]["constraint"]["name"] == "changed"
        assert "not saved" in again["notices"][0]
        (tmp_path / "bad.supple").write_bytes(b"nothing")
        assert page.ask("open_file", name="bad.supple")["type"] == "failed"
        assert page.ask("undo")["type"] == "done"
