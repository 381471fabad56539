"""A job on many clips, with any executor: outcomes as they come, and one bad clip never stops the others."""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from supple.errors import SuppleError

Item = TypeVar("Item")
_AHEAD = 2  # clips that wait for each worker, so that none is ever idle
_TRACED = 3  # last places of a bug's traceback that are told


class NotWrittenError(SuppleError, OSError):
    """A clip was done, but its output could not be written: the disk's fault, not the clip's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Generic[Item]):
    """What became of one clip. ``again``: it may go better another time (a full disk, a worker that was killed)."""

    path: Item
    status: Literal["ok", "failed"]
    value: Any = None  # what the job returned; it travels through the driver, so keep it small
    error: str | None = None
    cause: str | None = None  # the kind of error, to group by
    again: bool = False
    seconds: float = 0.0


def run(
    job: Callable[[Item], Any], paths: Iterable[Item], executor: Executor, *, ahead: int | None = None
) -> Iterator[Outcome[Item]]:
    """Yield outcomes as they finish. ``job`` must be importable, so that it pickles; it writes its own outputs.

    ``paths`` is read as it is needed, and only ``ahead`` clips (what the executor asks for, else twice its workers) are
    handed over at a time: memory does not grow with the number of clips. An error of the job is an outcome, whatever
    it is.
    """
    limit = ahead or getattr(executor, "ahead", None) or _AHEAD * (_workers_of(executor) or os.cpu_count() or 1)
    waiting: dict[Future[Outcome[Item]], Item] = {}
    items = iter(paths)
    try:
        while True:
            while len(waiting) < limit and (more := next(items, _NO_MORE)) is not _NO_MORE:
                waiting[executor.submit(attempt, job, more)] = more
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield _outcome(future, waiting.pop(future))
    finally:
        for future in waiting:
            future.cancel()


_NO_MORE: Any = object()


def _workers_of(executor: Executor) -> int | None:
    return getattr(executor, "_max_workers", None)


def attempt(job: Callable[[Item], Any], item: Item) -> Outcome[Item]:
    """What becomes of one clip; this is what runs in the worker."""
    begun = time.perf_counter()
    try:
        value = job(item)
    except Exception as error:
        return failed(item, error, time.perf_counter() - begun)
    return Outcome(path=item, status="ok", value=value, seconds=time.perf_counter() - begun)


def failed(item: Item, error: BaseException, seconds: float = 0.0) -> Outcome[Item]:
    """The outcome of a clip that ended with an error."""
    expected = isinstance(error, SuppleError | MemoryError | OSError)
    again = isinstance(error, MemoryError | OSError) and not isinstance(error, FileExistsError)
    return Outcome(
        path=item,
        status="failed",
        error=_too_large(error) if isinstance(error, MemoryError) else str(error) if expected else _bug(error),
        cause=type(error).__name__,
        again=again,
        seconds=seconds,
    )


def _too_large(error: MemoryError) -> str:
    said = f" ({error})" if str(error) else ""
    return f"this clip needs more memory than its worker may take{said}. Give more with --memory, or have fewer --jobs."


def _outcome(future: Future[Outcome[Item]], item: Item) -> Outcome[Item]:
    """What came back; an error here is the executor's: a worker or a whole node is gone."""
    error = future.exception()
    if error is None:
        return future.result()
    told = failed(item, error)
    return Outcome(path=item, status="failed", error=told.error, cause=told.cause, again=True)


def _bug(error: BaseException) -> str:
    """An error that nobody expected, with where it came from."""
    places = [f"{os.path.basename(f.filename)}:{f.lineno}" for f in traceback.extract_tb(error.__traceback__)]
    where = f" ({' > '.join(places[-_TRACED:])})" if places else ""
    return " ".join(f"a bug, please report it with this file: {type(error).__name__}: {error}{where}".split())
