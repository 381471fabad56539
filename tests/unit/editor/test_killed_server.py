"""A server that is killed at any moment loses nothing that it acknowledged."""

import contextlib
import random
import signal
import time

import pytest
from support.editor_client import Page, process
from websockets.exceptions import ConnectionClosed

from supple.io.registry import write
from supple.recipes.walk import walking
from supple.session.session import Session


def killed_at_random(file, edits, kills, seed):
    """Make edits while the server is killed and started again; how many were done at each kill."""
    rng, number, moments = random.Random(seed), 0, []
    while number < edits:
        running, url = process(file)
        try:
            number = worked(running, url, number, rng.randint(1, 2 * edits // kills), edits)
        finally:
            running.kill()
            running.wait(20)
            running.stdout.close()
        moments.append(number)
    session = Session.opened(file)
    assert len(session.document.clip().marks) == number
    for _ in range(50):
        session.undo()
    session.close()
    return moments


def worked(running, url, number, count, most):
    """Go on from ``number`` edits, and kill the server after ``count`` more; how many it acknowledged, or did."""
    with contextlib.closing(Page(url)) as page:
        found = page.welcome["state"]["document"]["clips"][0]["marks"]
        assert len(found) in (number, number + 1)  # the last one may have been done without a word
        assert [mark["name"] for mark in found] == [str(k) for k in range(len(found))]
        number, last = len(found), number + count
        while number < most:
            marks = [{"frame": 3, "name": str(k)} for k in range(number + 1)]
            try:
                page.send("do", edits=[{"do": "set_marks", "marks": marks}])
                if number >= last:
                    time.sleep(random.random() * 2e-3)
                    running.kill()  # while it works on this one
                assert page.hear("done", "failed")["type"] == "done"
            except ConnectionClosed:
                break
            number += 1
    return number


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "walk.bvh"
    write(walking(0.5, fps=30.0), path)
    return path


def test_nothing_acknowledged_is_lost(file):
    assert len(killed_at_random(file, edits=60, kills=4, seed=1)) >= 3


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_in_many_kills(file):
    assert len(killed_at_random(file, edits=200, kills=40, seed=2)) >= 20


def test_ctrl_c_ends_it_in_order_and_leaves_nothing_behind(file):
    running, url = process(file)
    with contextlib.closing(Page(url)):
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 0
    running.stdout.close()
    assert [path.name for path in file.parent.iterdir() if "work" in path.name] == []
