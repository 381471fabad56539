"""Workers that are killed: their clip is tried again, the others go on, and who kills workers is named."""

import os
import time
from pathlib import Path

import pytest
from support.batch_jobs import killed_by, size_of, sleep_long, take_memory
from support.fresh import run_python

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
    worker, end = int(where.read_text()), time.monotonic() + 20
    while _lives(worker):
        assert time.monotonic() < end, "the worker outlives its driver"
        time.sleep(0.05)


def _lives(process: int) -> bool:
    try:
        return ") Z" not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def test_jobs_see_one_thread(tmp_path):
    (tmp_path / "a").write_text("four")
    with LocalPool(1) as pool:
        assert pool.submit(size_of, tmp_path / "a").result() == 4
        assert pool.submit(os.getenv, "OMP_NUM_THREADS").result() == os.environ.get("OMP_NUM_THREADS", "1")
