"""The server of ``supple view``: what it was given, to this machine alone."""

import http.client
import json
import threading
from pathlib import Path

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion
from support.view_payloads import decoded

import supple
from supple.core.pose import world_pose
from supple.errors import FileError, InvalidValueError
from supple.plots.figure import figure_of
from supple.plots.viewer.payload import payload
from supple.plots.viewer.server import Settings, ViewServer
from supple.plots.viewer.shelf import Shelf, motion_files


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("takes")
    supple.write(supple.walking(seconds=2.0), folder / "walk.bvh")
    (folder / "broken.bvh").write_text("HIERARCHY\nROOT Hips\n{\n")
    (folder / "secret.txt").write_text("nobody's business")
    return folder


@pytest.fixture(scope="module")
def server(folder):
    running = ViewServer(Shelf([folder / "walk.bvh", folder / "broken.bvh"]), Settings(together=2))
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running
    running.shutdown()
    running.server_close()


def ask(server, path, host=None, method="GET"):
    """Status, headers and body of an answer."""
    line = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    line.request(method, path, headers={"Host": host or f"127.0.0.1:{server.server_port}"})
    answer = line.getresponse()
    found = answer.status, dict(answer.headers), answer.read()
    line.close()
    return found


def inside(server, name, **others):
    return ask(server, f"/{server.secret}/{name}", **others)


def test_a_clip_is_where_its_joints_are(server, folder):
    code, headers, body = inside(server, "clip/0")
    about, points = decoded(body)
    motion = supple.read(folder / "walk.bvh")
    assert (code, headers["Content-Type"]) == (200, "application/octet-stream")
    np.testing.assert_allclose(points, world_pose(motion).positions, atol=1e-5)
    assert about["words"] == "2.00 s · 120 frames at 60 fps · 21 joints"
    assert about["frame_time"] == pytest.approx(1 / 60)
    assert about["names"] == list(motion.skeleton.names)


def test_a_bad_file_says_what_is_wrong_and_the_others_go_on(server):
    code, _, body = inside(server, "clip/1")
    assert code == 422
    assert "broken.bvh:" in json.loads(body)["error"]
    assert inside(server, "clip/0")[0] == 200


def test_contacts_are_found(server):
    marks = json.loads(inside(server, "contacts/0")[2])
    assert {mark["side"] for mark in marks} == {"left", "right"}
    assert all(0 <= mark["start"] < mark["stop"] <= 120 for mark in marks)
    assert all(abs(mark["place"][1]) < 0.15 for mark in marks)


def test_the_list_has_names_without_the_common_folder(server):
    about = json.loads(inside(server, "files.json")[2])
    assert about == {"files": ["walk.bvh", "broken.bvh"], "together": 2, "overlay": False, "contacts": True}


@pytest.mark.parametrize("name", ["clip/2", "clip/-1", "clip/", "clip/0/1", "clip/²", "secret.txt", "../secret.txt",
                                  "%2e%2e/secret.txt", "player.js", "server.py", "contacts/x", "nothing"])  # fmt: skip
def test_nothing_else_is_served(server, name):
    code, _, body = inside(server, name.replace("²", "%C2%B2"))
    assert code == 404
    assert b"business" not in body


def test_without_the_secret_there_is_nothing(server):
    assert ask(server, "/")[0] == 404
    assert ask(server, "/files.json")[0] == 404
    assert ask(server, f"/{'x' * len(server.secret)}/files.json")[0] == 404
    other = ViewServer(server.shelf, Settings())
    other.server_close()
    assert other.secret != server.secret


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}"])
def test_a_request_under_another_name_is_refused(server, host):
    """A page of somebody else may let its own name lead to this machine (DNS rebinding)."""
    assert inside(server, "files.json", host=host.format(port=server.server_port))[0] == 403
    assert inside(server, "files.json", host=f"localhost:{server.server_port}")[0] == 200


def test_it_listens_to_this_machine_alone_and_only_tells(server):
    assert server.server_address[0] == "127.0.0.1"
    assert inside(server, "files.json", method="POST")[0] == 501
    headers = inside(server, "")[1]
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_the_page_asks_nothing_of_a_network(server):
    for name in ("", "page.css", "viewer.css", "stage.js", "clips.js", "tile.js", "controls.js", "viewer.js"):
        code, _, body = inside(server, name)
        assert code == 200
        assert b"http" not in body
        assert b"//cdn" not in body


def test_a_taken_port_is_said(server):
    with pytest.raises(InvalidValueError, match=f"port {server.server_port} cannot be used"):
        ViewServer(server.shelf, Settings(), server.server_port)


def test_only_the_last_clips_are_kept(tmp_path):
    paths = [tmp_path / f"{k}.bvh" for k in range(6)]
    for path in paths:
        supple.write(smooth_motion(human_skeleton(), 3), path)
    shelf = Shelf(paths, kept=(3, 10**9))
    for k in (0, 1, 2, 0, 3, 4):
        shelf.shown(k)
    assert shelf.held == (0, 3, 4)
    small = Shelf(paths, kept=(10, 1))
    small.shown(0)
    small.shown(1)
    assert small.held == (1,)


def test_a_file_is_read_once_however_many_ask(folder):
    reads = []
    shelf = Shelf([folder / "walk.bvh"], read=lambda *a: reads.append(a[0]) or supple.read(*a))
    threads = [threading.Thread(target=shelf.shown, args=(0,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(reads) == 1


def test_a_bug_while_reading_does_not_end_the_browsing(folder, monkeypatch):
    from supple.plots.viewer import shelf as module

    monkeypatch.setattr(module, "figure_of", lambda *a: 1 / 0)
    with pytest.raises(FileError, match="a bug in Supple, please report it with this file: ZeroDivisionError"):
        Shelf([folder / "walk.bvh"]).shown(0)


def test_folders_give_their_motions_in_the_order_of_people(tmp_path):
    for name in ("walk10.bvh", "walk2.bvh", "Run.bvh", "notes.txt", ".hidden.bvh", "deep/er/jump.glb", "table.csv"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    found = motion_files([tmp_path, Path("given.csv")])
    names = [path.relative_to(tmp_path).as_posix() for path in found[:-1]]
    assert names == ["deep/er/jump.glb", "Run.bvh", "walk2.bvh", "walk10.bvh"]
    assert found[-1] == Path("given.csv")
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileError, match="no motion file is in this folder"):
        motion_files([tmp_path / "empty"])


def test_names_are_short_where_they_can_be():
    assert Shelf([Path("/a/b/one.bvh"), Path("/a/c/two.bvh")]).names == ("b/one.bvh", "c/two.bvh")
    assert Shelf([Path("one.bvh"), Path("c/two.bvh")]).names == ("one.bvh", "c/two.bvh")
    assert Shelf([Path("one.bvh"), Path("/c/two.bvh")]).names == ("one.bvh", "/c/two.bvh")


def test_a_document_of_contacts_is_used_where_it_fits(folder, tmp_path):
    motion = supple.read(folder / "walk.bvh")
    found = supple.detect(motion)
    supple.write_contacts(tmp_path / "c.json", found)
    shelf = Shelf([folder / "walk.bvh"], contacts=tmp_path / "c.json")
    assert [(m.start, m.stop) for m in shelf.marks(0)] == [(c.start, c.stop) for c in found.contacts]


def test_of_an_endless_clip_every_few_frames_are_shown():
    motion = smooth_motion(human_skeleton(), 100)
    figure = figure_of(motion)
    about, points = decoded(payload(figure, motion, most=figure.points.nbytes // 4))
    assert (about["step"], about["frames"], len(points)) == (4, 25, 25)
    assert about["frame_time"] == pytest.approx(4 / 60)
    np.testing.assert_array_equal(points[3], figure.points[12])
