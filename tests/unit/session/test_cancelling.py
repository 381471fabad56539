"""Of what is asked only the newest is done; what is not wanted any more ends."""

import threading
import time

import pytest

from supple.session.cancelling import Cancel, Cancelled, Newest


@pytest.fixture
def lane():
    made = Newest("test")
    yield made
    made.close()


def test_only_the_newest_of_what_waits_is_done(lane):
    begun, go, done = threading.Event(), threading.Event(), []

    def first(cancel):
        begun.set()
        go.wait(10)

    lane.ask(first)
    assert begun.wait(10)
    for k in range(50):
        lane.ask(lambda cancel, k=k: done.append(k))
    go.set()
    assert lane.settle(10)
    assert done == [49]


def test_a_newer_wish_ends_the_older_one_between_its_parts(lane):
    begun, ended, done = threading.Event(), [], []

    def long(cancel):
        begun.set()
        try:
            for _ in range(10_000):
                cancel.watched()(0, 1)
                time.sleep(0.001)
        except Cancelled:
            ended.append(True)
            raise

    lane.ask(long)
    assert begun.wait(10)
    lane.ask(lambda cancel: done.append(True))
    assert lane.settle(10)
    assert (ended, done) == ([True], [True])


def test_what_takes_little_time_is_finished_although_there_is_something_newer():
    patient = Cancel(patience_s=30.0)
    patient.supersede()
    patient.check()
    patient.cancel()
    with pytest.raises(Cancelled):
        patient.check()
    hasty = Cancel()
    hasty.supersede()
    assert not hasty.wanted


def test_dropped_work_is_not_done(lane):
    begun, gone = threading.Event(), []

    def long(cancel):
        begun.set()
        while cancel.wanted:
            time.sleep(0.001)
        gone.append(True)

    lane.ask(long)
    assert begun.wait(10)
    lane.drop()
    assert lane.settle(10)
    assert gone
