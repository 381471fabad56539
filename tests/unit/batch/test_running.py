"""A job on many clips with any executor: no clip stops the others, and the executor is never flooded."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from support.batch_jobs import Inline, size_of

from supple import batch


@pytest.fixture
def paths(tmp_path):
    texts = {"a": "one", "b": "bad", "c": "bug", "d": "three"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return [tmp_path / name for name in (*texts, "gone")]


def test_every_clip_has_an_outcome_and_its_cause(paths):
    with ThreadPoolExecutor(2) as pool:
        told = {o.path.name: o for o in batch.run(size_of, paths, pool)}
    assert {name: o.value for name, o in told.items() if o.status == "ok"} == {"a": 3, "d": 5}
    assert told["b"].error == f"{paths[1]}: this is bad."
    assert (told["b"].cause, told["b"].again) == ("FileError", False)
    assert "a bug" in told["c"].error
    assert "batch_jobs.py" in told["c"].error
    assert told["gone"].again  # a file that cannot be opened now may be there later


def test_clips_are_taken_as_they_are_needed():
    taken = []

    def items():
        for k in range(100):
            taken.append(k)
            yield k

    outcomes = batch.run(str, items(), Inline(), ahead=3)
    first = [next(outcomes) for _ in range(5)]
    assert len(taken) <= 5 + 3
    assert {o.value for o in first} <= {str(k) for k in taken}
    assert len(list(outcomes)) == 95


def test_an_executor_may_say_how_many_it_takes_at_a_time():
    waiting = []

    class Cluster(Inline):
        ahead = 2  # with four workers; all that it is given begins at once
        _max_workers = 4

        def submit(self, fn, /, *args, **kwargs):
            waiting.append(args)
            return super().submit(fn, *args, **kwargs)

    next(batch.run(str, range(100), Cluster()))
    assert len(waiting) == 2


def test_what_waits_is_cancelled_when_nobody_listens_any_more():
    done = []
    with ThreadPoolExecutor(1) as pool:
        outcomes = batch.run(done.append, range(1000), pool, ahead=500)
        next(outcomes)
        pool.submit(time.sleep, 0.0)
        outcomes.close()
    assert len(done) < 1000
