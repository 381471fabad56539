"""Worker processes of this machine that may be killed at any time: the clip is tried again, the others go on."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import BaseContext
from typing import Any

from supple.batch.memory import bound
from supple.core.machine import cores
from supple.errors import SuppleError

_STARTS = 10  # processes that are tried before it is given up to have a worker
_DEAD = (BrokenProcessPool, EOFError, ConnectionError)  # a worker is gone, or what workers are forked from is


class WorkerDiedError(SuppleError, RuntimeError):
    """Every worker that took a certain clip was killed."""

    @classmethod
    def after(cls, attempts: int) -> WorkerDiedError:
        """With what a person can do about it."""
        return cls(
            f"the worker that had this clip was killed, {attempts} times: out of memory, or by a crash. "
            "Try it alone, with fewer jobs or more memory."
        )


class LocalPool(Executor):
    """Processes of this machine, each with one clip at a time.

    Each worker is a pool of one process: where it dies, it is known which clip it had, and no other clip is disturbed.
    That clip gets a new process, ``attempts`` times in all; then its future has a :class:`WorkerDiedError`.
    ``memory_mb`` bounds what a clip may take beyond what its worker has loaded (on Linux), ``tasks_per_worker`` a
    worker's life.
    ``preload`` names modules that every worker needs: on Linux they are imported once, in a process from which workers
    are forked, so that a worker starts in no time; the first pool of a process says which.
    """

    def __init__(
        self,
        jobs: int | None = None,
        *,
        memory_mb: int | None = None,
        tasks_per_worker: int | None = None,
        attempts: int = 3,
        preload: Sequence[str] = (),
    ) -> None:
        self._max_workers = jobs or cores()
        self._memory_mb, self._life, self._attempts = memory_mb, tasks_per_worker, attempts
        self._threads = ThreadPoolExecutor(self._max_workers, thread_name_prefix="supple-worker")
        self._own = threading.local()
        self._workers: set[ProcessPoolExecutor] = set()
        self._stopping = False
        self._context = _context(preload)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do this in the next worker that is free."""
        return self._threads.submit(self._in_worker, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers; with ``cancel_futures`` at once, in the midst of a clip: its output is whole or absent."""
        self._stopping = cancel_futures
        if cancel_futures:
            for pool in tuple(self._workers):
                _kill(pool)
        self._threads.shutdown(wait=wait, cancel_futures=cancel_futures)
        for pool in tuple(self._workers):
            pool.shutdown(wait=wait, cancel_futures=cancel_futures)

    def _in_worker(self, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        for _ in range(self._attempts):
            worker = self._worker()
            if self._stopping:  # it may have started after all others were killed
                self._drop(worker)
                break
            try:
                return worker.submit(fn, *args, **kwargs).result()
            except BrokenProcessPool:
                self._drop(worker)
        raise WorkerDiedError.after(self._attempts)

    def _worker(self) -> ProcessPoolExecutor:
        """The process of this thread; a new one where there is none or its life is over."""
        worker: ProcessPoolExecutor | None = getattr(self._own, "worker", None)
        if worker is not None and self._life is not None and self._own.done >= self._life:
            self._drop(worker)
            worker = None
        if worker is None or worker not in self._workers:
            worker = self._started()
            self._own.worker, self._own.done = worker, 0
        self._own.done += 1
        return worker

    def _started(self) -> ProcessPoolExecutor:
        """A new process that is up: one that dies before it has a clip is no clip's fault."""
        for _ in range(_STARTS):
            worker = ProcessPoolExecutor(1, self._context, initializer=_begin, initargs=(self._memory_mb,))
            self._workers.add(worker)
            try:
                worker.submit(os.getpid).result()
                return worker
            except _DEAD:
                self._drop(worker)
            if self._stopping:
                break
        raise WorkerDiedError("no worker can be started: each is killed at once. Is memory short?")

    def _drop(self, worker: ProcessPoolExecutor) -> None:
        self._workers.discard(worker)
        worker.shutdown(wait=False)


def _context(preload: Sequence[str]) -> BaseContext:
    """How workers start: a fork of this process would copy locks that other threads hold."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    from multiprocessing import forkserver

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["supple.batch.silent_end", "supple.batch.one_thread", *preload])
    forkserver.ensure_running()  # it loads while the driver goes on
    return context


def _kill(pool: ProcessPoolExecutor) -> None:
    for process in tuple((getattr(pool, "_processes", None) or {}).values()):
        with contextlib.suppress(OSError, ValueError):
            process.kill()


def _begin(memory_mb: int | None) -> None:
    """What a worker does first; the driver says when to end."""
    from supple.batch import one_thread  # noqa: F401

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if memory_mb is not None:
        bound(memory_mb)


def _end_with_parent() -> None:
    """A worker whose driver was killed would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
