"""No process outlives a test of batches."""

import os
from multiprocessing import forkserver, resource_tracker
from pathlib import Path

import pytest
from support.processes import all_end, descendants


@pytest.fixture(autouse=True)
def nothing_is_left():
    """Ends what ``multiprocessing`` keeps for the next pool, and looks for everything else."""
    before = set(descendants(os.getpid())) if Path("/proc").is_dir() else set()
    yield
    forkserver._forkserver._stop()
    resource_tracker._resource_tracker._stop()
    if Path("/proc").is_dir():
        assert all_end(set(descendants(os.getpid())) - before)
