"""What is no file to read is refused in words, at once."""

import os

import pytest
from support.acclaim_files import put

import supple
from supple.errors import FileError
from supple.io.options import ReadOptions
from supple.io.registry import formats
from supple.io.source import load_bytes

posix = pytest.mark.skipif(os.name != "posix", reason="pipes and devices have no names here")


@posix
def test_a_pipe_does_not_hang(tmp_path):
    os.mkfifo(tmp_path / "a.bvh")
    with pytest.raises(FileError, match="a pipe or device; save it to a file first"):
        supple.read(tmp_path / "a.bvh")


@posix
def test_a_device_that_never_ends_is_not_read(tmp_path):
    (tmp_path / "a.bvh").symlink_to("/dev/zero")
    with pytest.raises(FileError, match="a pipe or device; save it to a file first"):
        supple.read(tmp_path / "a.bvh")


def test_standard_input_is_refused_politely():
    with pytest.raises(FileError, match="standard input; save it to a file first"):
        supple.read("-")


@pytest.mark.parametrize("name", ["n" * 300 + ".bvh", "nul\0inside.bvh", "n" * 300 + ".amc", "a" * 300 + "/b.asf"])
def test_a_name_that_cannot_be_is_an_error_of_ours(tmp_path, name):
    with pytest.raises(FileError, match="cannot be read|no such file"):
        supple.read(tmp_path / name)


def test_so_is_the_name_of_a_skeleton(tmp_path):
    motion = put(tmp_path)
    with pytest.raises(FileError, match="cannot be read"):
        supple.read(motion, ReadOptions(skeleton=tmp_path / ("n" * 300 + ".asf")))


def test_a_folder_is_named_as_one(tmp_path):
    with pytest.raises(FileError, match="a folder"):
        load_bytes(tmp_path)


SINGLE = [suffix for entry in formats() if entry.single for suffix in entry.suffixes]


@pytest.mark.parametrize("suffix", SINGLE)
def test_a_second_figure_of_a_file_that_holds_one_is_refused(tmp_path, suffix):
    (tmp_path / f"a{suffix}").write_bytes(b"x")
    with pytest.raises(FileError, match="there is no figure 2; a file of this kind holds one"):
        supple.read(tmp_path / f"a{suffix}", ReadOptions(figure=2))


def test_formats_of_several_figures_are_the_others():
    assert {".amc", ".npz", ".c3d", ".trc", ".csv", ".mot"} <= set(SINGLE)
    assert not {".bvh", ".glb", ".x3d"} & set(SINGLE)
