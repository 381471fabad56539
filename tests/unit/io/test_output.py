"""Nothing half-written is ever left behind."""

import os
from pathlib import Path

import pytest

from supple.errors import FileError, OverwriteError
from supple.io.output import write_files

posix = pytest.mark.skipif(os.name != "posix", reason="needs pipes and links")


def test_files_are_written_whole(tmp_path):
    write_files({tmp_path / "a": b"1", tmp_path / "b": b"2"})
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"a": b"1", "b": b"2"}


def test_an_existing_file_is_kept_unless_asked(tmp_path):
    (tmp_path / "b").write_bytes(b"old")
    with pytest.raises(OverwriteError, match="exists already. Use --force"):
        write_files({tmp_path / "a": b"1", tmp_path / "b": b"2"})
    assert [p.name for p in tmp_path.iterdir()] == ["b"]
    write_files({tmp_path / "b": b"new"}, overwrite=True)
    assert (tmp_path / "b").read_bytes() == b"new"


def test_when_one_file_fails_none_is_changed(tmp_path):
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(FileError, match="cannot be written"):
        write_files({tmp_path / "a": b"1", tmp_path / "missing" / "b": b"2"}, overwrite=True)
    assert [p.name for p in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"


def test_a_folder_in_the_way_is_an_error_and_leaves_no_rubbish(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(FileError, match="cannot be written"):
        write_files({Path(tmp_path / "a"): b"1"}, overwrite=True)
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_permissions_of_a_replaced_file_are_kept(tmp_path):
    target = tmp_path / "a"
    target.write_bytes(b"old")
    target.chmod(0o640)
    write_files({target: b"new"}, overwrite=True)
    assert target.stat().st_mode & 0o777 == 0o640


def second_rename_fails(monkeypatch):
    real, calls = os.replace, []

    def replace(old, new):
        calls.append(new)
        if len(calls) == 2:
            raise OSError("the disk is gone")
        real(old, new)

    monkeypatch.setattr(os, "replace", replace)


def test_when_a_rename_fails_the_files_before_it_get_their_content_back(tmp_path, monkeypatch):
    (tmp_path / "a").write_bytes(b"old a")
    (tmp_path / "b").write_bytes(b"old b")
    second_rename_fails(monkeypatch)
    with pytest.raises(FileError, match="cannot be written: the disk is gone"):
        write_files({tmp_path / "a": b"1", tmp_path / "b": b"2"}, overwrite=True)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"a": b"old a", "b": b"old b"}


def test_when_a_rename_fails_new_files_are_gone(tmp_path, monkeypatch):
    second_rename_fails(monkeypatch)
    with pytest.raises(FileError, match="cannot be written"):
        write_files({tmp_path / "a": b"1", tmp_path / "b": b"2"})
    assert list(tmp_path.iterdir()) == []


def test_a_disk_without_hard_links_is_as_safe(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError("no links here")

    (tmp_path / "a").write_bytes(b"old a")
    monkeypatch.setattr(os, "link", refuse)
    second_rename_fails(monkeypatch)
    with pytest.raises(FileError, match="cannot be written"):
        write_files({tmp_path / "a": b"1", tmp_path / "b": b"2"}, overwrite=True)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"a": b"old a"}


def test_two_files_are_replaced_without_leaving_backups(tmp_path):
    for content in (b"1", b"2"):
        write_files({tmp_path / "a": content, tmp_path / "b": content}, overwrite=True)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"a": b"2", "b": b"2"}


@posix
def test_a_link_to_nothing_is_not_replaced_unasked(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(OverwriteError):
        write_files({tmp_path / "link": b"1"})
    write_files({tmp_path / "link": b"1"}, overwrite=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"1"


@posix
def test_a_link_stays_a_link_and_its_file_is_written(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_files({tmp_path / "link": b"new"}, overwrite=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@posix
def test_links_in_a_circle_are_refused(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(FileError, match="cannot be written"):
        write_files({tmp_path / "a": b"1"}, overwrite=True)


@posix
def test_a_pipe_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="a pipe or device is in its place"):
        write_files({tmp_path / "pipe": b"1"}, overwrite=True)
    assert [p.name for p in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("name", ["n" * 300, "nul\0inside"])
def test_a_name_that_cannot_be_is_an_error_of_ours(tmp_path, name, overwrite):
    with pytest.raises(FileError, match="cannot be written"):
        write_files({tmp_path / name: b"1"}, overwrite=overwrite)
    assert list(tmp_path.iterdir()) == []
