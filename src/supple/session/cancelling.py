"""Work that can be stopped: by the one who asked, or by a newer wish of the same kind."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable

from supple.core.progress import Progress


class Cancelled(BaseException):
    """Raised inside work that nobody waits for any more; no error, so that nothing on the way takes it for one."""


class Cancel:
    """Says to work whether it is still wanted."""

    def __init__(self, patience_s: float = 0.0) -> None:
        self._began, self._patience = time.monotonic(), patience_s
        self._gone, self._newer = threading.Event(), threading.Event()

    def cancel(self) -> None:
        """Nobody wants the result."""
        self._gone.set()

    def supersede(self) -> None:
        """There is something newer to do; work that is nearly done may end all the same."""
        self._newer.set()

    def hurry(self) -> None:
        """From here on something newer comes first at once."""
        self._patience = 0.0

    @property
    def wanted(self) -> bool:
        """Whether to go on."""
        late = time.monotonic() - self._began > self._patience
        return not (self._gone.is_set() or (late and self._newer.is_set()))

    def check(self) -> None:
        """Raise :class:`Cancelled` unless the work is wanted."""
        if not self.wanted:
            raise Cancelled

    def watched(self, progress: Progress | None = None) -> Progress:
        """A progress that ends work which is not wanted."""

        def told(done: int, total: int) -> None:
            self.check()
            if progress is not None:
                progress(done, total)

        return told


Job = Callable[[Cancel], None]


class Newest:
    """A thread that does one job at a time, and of those that wait only the newest.

    A newer job ends the one that is going on once this has had ``patience_s``: so that, while somebody drags, what
    takes little time is finished again and again, and what takes long gives way.
    """

    def __init__(self, name: str, patience_s: float = 0.0) -> None:
        self._patience = patience_s
        self._changed = threading.Condition()
        self._waiting: Job | None = None
        self._going: Cancel | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def ask(self, job: Job) -> None:
        """Do this next, and nothing that was asked before it and has not begun."""
        with self._changed:
            self._waiting = job
            if self._going is not None:
                self._going.supersede()
            self._changed.notify_all()

    def hasten(self) -> None:
        """Something newer will be asked: what is going on ends now unless it has its patience left."""
        with self._changed:
            if self._going is not None:
                self._going.supersede()

    def drop(self) -> None:
        """Do nothing of what was asked."""
        with self._changed:
            self._waiting = None
            if self._going is not None:
                self._going.cancel()

    def settle(self, timeout_s: float | None = None) -> bool:
        """Wait until there is nothing to do; whether that came true in time."""
        with self._changed:
            return self._changed.wait_for(lambda: self._waiting is None and self._going is None, timeout_s)

    def close(self) -> None:
        """End the thread, as soon as its job notices."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self.drop()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                job(self._going)  # type: ignore[arg-type]  # set by _next
            except Cancelled:
                continue
            except Exception:  # a bug: it is shown, and the next job is done all the same
                traceback.print_exc()

    def _next(self) -> Job | None:
        with self._changed:
            self._going = None
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._closed or self._waiting is not None)
            if self._closed:
                return None
            job, self._waiting = self._waiting, None
            self._going = Cancel(self._patience)
            return job
