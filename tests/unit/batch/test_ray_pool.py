"""Ray where it cannot be had: what is missing is told at once; and what its workers do, without it."""

import socket
import sys

import pytest
from support.batch_jobs import list_modules, take_memory

from supple.batch import LocalPool
from supple.batch.ray_pool import RayPool, in_bounds
from supple.errors import FileError, MissingExtraError


def test_without_the_extra_its_name_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"supple\[batch\]"):
        RayPool()


def test_a_cluster_that_is_not_there_is_told_at_once():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{closed.getsockname()[1]}"
        with pytest.raises(FileError, match="no cluster of Ray answers"):
            RayPool(address)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds a process")
def test_a_worker_of_a_cluster_is_bounded_as_one_of_this_machine_is():
    first = (300, ("colorsys",))
    with LocalPool(1) as process:
        assert process.submit(in_bounds, first, take_memory, 50).result() == 50 << 20
        with pytest.raises(MemoryError):
            process.submit(in_bounds, first, take_memory, 400).result()
        assert "colorsys" in process.submit(in_bounds, first, list_modules).result()  # it lives on
