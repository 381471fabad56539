"""Which files are clips, where their outputs go, and what stands in the way."""

import os
from pathlib import Path

import pytest

from supple.batch import planning
from supple.batch.planning import Clip, Tree, Trouble, check_folders, plan
from supple.errors import UsageError


@pytest.fixture
def tree(tmp_path):
    for name in ("in/b/2.bvh", "in/b/1.bvh", "in/a/x.bvh", "in/a/x.txt", "in/.hidden.bvh", "in/c.amc", "in/c.asf"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (tmp_path / "out").mkdir()

    def make(**more):
        given = {"suffixes": (".bvh", ".amc", ".asf"), **more}
        return Tree(source=tmp_path / "in", target=tmp_path / "out", **given)

    return make


def clips(tree):
    return [item.name for item in plan(tree) if isinstance(item, Clip)]


def troubles(tree):
    return [(item.name, item.cause, item.harmless) for item in plan(tree) if isinstance(item, Trouble)]


def test_clips_come_in_the_order_of_names_and_go_to_the_same_folders(tree, tmp_path):
    assert clips(tree()) == ["c.amc", "a/x.bvh", "b/1.bvh", "b/2.bvh"]
    assert [item.target for item in plan(tree())][-1] == tmp_path / "out" / "b" / "2.bvh"
    assert troubles(tree()) == []


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ({"include": ("b/*",)}, ["b/1.bvh", "b/2.bvh"]),
        ({"include": ("*.amc", "x.*")}, ["c.amc", "a/x.bvh"]),
        ({"exclude": ("1.bvh", "*.amc")}, ["a/x.bvh", "b/2.bvh"]),
        ({"include": ("b/*",), "exclude": ("b/2*",)}, ["b/1.bvh"]),
    ],
)
def test_patterns_choose(tree, given, left):
    assert clips(tree(**given)) == left


def test_a_link_to_a_folder_is_followed_once_and_a_loop_is_told(tree, tmp_path):
    (tmp_path / "in/a/up").symlink_to("..")
    (tmp_path / "in/z").symlink_to("b")
    (tmp_path / "in/self.bvh").symlink_to("self.bvh")
    assert clips(tree()) == ["c.amc", "self.bvh", "a/x.bvh", "b/1.bvh", "b/2.bvh", "z/1.bvh", "z/2.bvh"]
    assert troubles(tree()) == [("a/up/", "loop", True)]


def test_two_clips_with_one_output_are_told(tree, tmp_path):
    (tmp_path / "in/b/1.amc").write_text("")
    same = tree(target_of=lambda path: path.with_suffix(".glb"))
    assert troubles(same) == [("b/1.bvh", "same output", False)]
    assert "b/1.amc" in clips(same)


@pytest.mark.parametrize("ignores", [True, False])
def test_names_that_differ_in_case_alone_are_told(tree, tmp_path, monkeypatch, ignores):
    (tmp_path / "in/a/X.bvh").write_text("")
    if len(list((tmp_path / "in/a").iterdir())) < 3:
        pytest.skip("this disk ignores case")
    monkeypatch.setattr(planning, "_disk_ignores_case", lambda folder: ignores)
    assert troubles(tree()) == [("a/x.bvh", "same output" if ignores else "case", not ignores)]
    assert ("a/x.bvh" in clips(tree())) is not ignores


def test_a_folder_that_cannot_be_read_is_told(tree, monkeypatch):
    scandir = planning.os.scandir

    def refusing(path):
        if Path(path).name == "b":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(planning.os, "scandir", refusing)
    assert troubles(tree()) == [("b/", "folder", False)]
    assert clips(tree()) == ["c.amc", "a/x.bvh"]


def test_a_link_to_the_output_folder_is_no_input(tree, tmp_path):
    (tmp_path / "in/results").symlink_to(tmp_path / "out")
    (tmp_path / "out/old.bvh").write_text("")
    assert "results/old.bvh" not in clips(tree())


def test_names_that_are_no_text_are_clips_all_the_same(tree, tmp_path):
    bad = tmp_path / "in" / "a" / "\udcff.bvh"
    try:
        bad.write_text("")
    except (OSError, UnicodeError):
        pytest.skip("this disk has no such names")
    assert "a/\\xff.bvh" in clips(tree())


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ("in", "in", "replace their own inputs"),
        ("in", "in/sub", "inside the input folder"),
        ("in/b", "in", "is inside this one"),
        ("nowhere", "out", "no such folder"),
        ("in", "in/c.amc/out", "inside"),
    ],
)
def test_folders_that_would_be_mixed_up_are_refused(tree, tmp_path, source, target, said):
    with pytest.raises(UsageError, match=said):
        check_folders(tmp_path / source, tmp_path / target)


def test_folders_may_be_deeper_than_calls_may(tree, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path / "in")
    for _ in range(1200):
        os.mkdir("d")
        os.chdir("d")
    Path("deep.bvh").write_text("")
    found = clips(tree())
    Path("deep.bvh").unlink()
    for _ in range(1200):  # those who tidy up after tests would call themselves as deeply
        os.chdir("..")
        os.rmdir("d")
    assert found[-1] == "d/" * 1200 + "deep.bvh"


def test_pipes_and_devices_are_left_out_and_told_also_behind_links(tree, tmp_path):
    os.mkfifo(tmp_path / "in/a/pipe.bvh")
    os.mkfifo(tmp_path / "in/a/pipe.txt")
    (tmp_path / "in/b/zero.bvh").symlink_to("/dev/zero")
    (tmp_path / "in/b/gone.bvh").symlink_to("nowhere")
    assert clips(tree()) == ["c.amc", "a/x.bvh", "b/1.bvh", "b/2.bvh", "b/gone.bvh"]
    assert troubles(tree()) == [("a/pipe.bvh", planning.NO_FILE, True), ("b/zero.bvh", planning.NO_FILE, True)]
    assert troubles(tree(exclude=("zero*", "pipe*"))) == []


def test_a_file_where_a_folder_is_expected_is_called_one(tree, tmp_path):
    (tmp_path / "file").write_text("")
    for folders in ((tmp_path / "file", tmp_path / "out"), (tmp_path / "in", tmp_path / "file")):
        with pytest.raises(UsageError, match="this is a file, not a folder"):
            check_folders(*folders)
