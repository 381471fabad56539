"""What is written is measured on a copy: where that cannot be made, messages name the file that was asked for."""

from pathlib import Path

import pytest

import supple
from supple.cli import as_written
from supple.errors import FileError
from supple.io import output
from supple.io.registry import encode


def test_a_copy_that_cannot_be_written_is_told_by_the_name_that_was_given(monkeypatch):
    def full(path, data):
        raise OSError(27, "File too large")

    walk, out = supple.walking(seconds=0.3), Path("walk.bvh")
    encoded = encode(walk, out)
    monkeypatch.setattr(output, "_temporary", full)
    with pytest.raises(FileError, match=r"^walk.bvh: .*File too large \(in .*, where a copy is made .*\. Make room"):
        as_written.read_back(walk, encoded, out)
