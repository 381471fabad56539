"""Ray where it cannot be had: what is missing is told at once."""

import socket
import sys

import pytest

from supple.batch.ray_pool import RayPool
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
