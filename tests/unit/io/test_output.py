"""Nothing half-written is ever left behind."""

from pathlib import Path

import pytest

from supple.errors import FileError, OverwriteError
from supple.io.output import write_files


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
