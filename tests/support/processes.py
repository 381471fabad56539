"""Processes that tests start, and whether they are gone."""

import os
import signal
import time
from contextlib import suppress
from multiprocessing import forkserver, resource_tracker
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def nothing_is_left():
    """No process outlives a test: ends what ``multiprocessing`` keeps to fork from, and looks for all else.

    Its tracker of resources stays: objects that are not collected yet still speak to it, and it ends with us.
    """
    before = set(descendants(os.getpid()))
    yield
    forkserver._forkserver._stop()
    assert all_end(set(descendants(os.getpid())) - before - {resource_tracker._resource_tracker._pid})


def children(process: int) -> list[int]:
    """The processes that a process has started; none where the system does not tell."""
    found = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            found += [int(word) for word in task.read_text().split()]
    return [child for child in found if lives(child)]


def descendants(process: int) -> list[int]:
    """A process's children, their children, and so on."""
    found = [process]
    for one in found:
        found += children(one)
    return found[1:]


def workers_of(driver: int) -> list[int]:
    """The workers of a batch: forked from a process that the driver keeps for that, or spawned by itself."""
    found = []
    for child in children(driver):
        words = _words(child)
        found += children(child) if b"forkserver" in words else [child] if b"spawn_main" in words else []
    return found


def lives(process: int) -> bool:
    """Whether a process is still there; one that only waits for its parent to look is not."""
    try:
        return ") Z" not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def all_end(processes, seconds: float = 20.0) -> bool:
    """Whether all of these processes end by themselves within some time."""
    end = time.monotonic() + seconds
    while any(map(lives, processes)):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def kill(process: int) -> None:
    """As the system does when memory is out."""
    with suppress(OSError):
        os.kill(process, signal.SIGKILL)


def _words(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
