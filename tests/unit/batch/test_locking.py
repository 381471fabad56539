"""One run at a time in a folder; the lock of a dead process holds nobody up."""

import sys

import pytest
from support.fresh import run_python

from supple.batch.locking import locked
from supple.errors import FileError

HOLD = """
import os, sys
from pathlib import Path
from supple.batch.locking import locked
with locked(Path({folder!r})):
    print("held", flush=True)
    os.kill(os.getpid(), 9)
"""


def test_a_second_run_is_refused_and_told_who_is_there(tmp_path):
    told = pytest.raises(FileError, match=r"another run works in this folder \(process \d+ on")
    with locked(tmp_path), told, locked(tmp_path):
        pass
    with locked(tmp_path):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_the_lock_of_a_process_that_was_killed_is_taken_over(tmp_path):
    with pytest.raises(AssertionError):
        run_python(HOLD.format(folder=str(tmp_path)))
    assert (tmp_path / ".supple-batch.lock").exists()
    with locked(tmp_path):
        pass
