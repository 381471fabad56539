"""Workers that are killed: their clip is tried again, the others go on, and who kills workers is named."""

import os
import time
from pathlib import Path

import pytest
from support.batch_jobs import killed_by, list_modules, sleep_long, take_memory
from support.fresh import run_python
from support.processes import all_end, descendants, kill

from supple.batch import LocalPool, run

linux = pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")


def test_a_worker_that_dies_takes_no_other_clip_with_it(tmp_path):
    for name, text in (("a", "fine"), ("b", "kill"), ("c", "once"), ("d", "fine"), ("e", "fine")):
        (tmp_path / name).write_text(text)
    with LocalPool(2, attempts=2) as pool:
        told = {o.path.name: o for o in run(killed_by, [tmp_path / n for n in "abcde"], pool)}
    assert {name for name, o in told.items() if o.status == "ok"} == set("acde")
    assert (told["b"].cause, told["b"].again) == ("WorkerDiedError", True)
    assert "killed, 2 times" in told["b"].error


@linux
def test_a_worker_may_not_take_more_memory_than_it_is_allowed():
    with LocalPool(1, memory_mb=2000) as pool:
        assert pool.submit(take_memory, 1).result() == 1 << 20
        with pytest.raises(MemoryError):
            pool.submit(take_memory, 4000).result()


def test_a_worker_ends_after_so_many_clips(tmp_path):
    (tmp_path / "a").write_text("fine")
    with LocalPool(1, tasks_per_worker=1) as pool:
        assert len({pool.submit(killed_by, tmp_path / "a").result() for _ in range(2)}) == 2


def test_stopping_does_not_wait_for_long_clips(tmp_path):
    pool, begun = LocalPool(1), time.monotonic()
    future = pool.submit(sleep_long, tmp_path / "pid")
    while not (tmp_path / "pid").exists():
        time.sleep(0.02)
    pool.shutdown(cancel_futures=True)
    assert time.monotonic() - begun < 30
    assert future.exception() is not None


@linux
def test_workers_end_when_their_driver_is_killed(tmp_path):
    where = tmp_path / "pid"
    code = f"""
import os, sys, time
sys.path.insert(0, {str(Path(__file__).resolve().parents[2])!r})
from pathlib import Path
from supple.batch import LocalPool
from support.batch_jobs import sleep_long
if __name__ == "__main__":
    LocalPool(1).submit(sleep_long, Path({str(where)!r}))
    while not os.path.exists({str(where)!r}):
        time.sleep(0.02)
    os.kill(os.getpid(), 9)
"""
    with pytest.raises(AssertionError):
        run_python(code)
    while not where.read_text():
        time.sleep(0.02)
    assert all_end([int(where.read_text())]), "the worker outlives its driver"


def test_jobs_have_one_thread():
    with LocalPool(1, preload=["numpy"]) as pool:
        assert pool.submit(os.getenv, "OMP_NUM_THREADS").result() == os.environ.get("OMP_NUM_THREADS", "1")


def test_stopping_while_a_worker_starts_does_not_begin_a_clip(tmp_path, monkeypatch):
    """The worker may come up after all that were there are killed."""
    pool, started = LocalPool(1), LocalPool._started

    def late(self):
        worker = started(self)
        self.shutdown(wait=False, cancel_futures=True)
        return worker

    monkeypatch.setattr(LocalPool, "_started", late)
    future = pool.submit(sleep_long, tmp_path / "pid")
    assert future.exception(timeout=30) is not None
    assert not (tmp_path / "pid").exists()


@linux
def test_workers_are_forked_from_a_process_that_has_what_they_need(tmp_path):
    (tmp_path / "a").write_text("fine")
    with LocalPool(1, preload=["numpy"]) as pool:
        first = pool.submit(killed_by, tmp_path / "a").result()
        assert pool.submit(list_modules).result() >= {"numpy"}
        kill(first)
        second = pool.submit(killed_by, tmp_path / "a").result()
        server = next(p for p in descendants(os.getpid()) if second in descendants(p))
        kill(server)
        kill(second)
        assert pool.submit(killed_by, tmp_path / "a").result() not in (first, second)
    assert all_end([first, second, server])
