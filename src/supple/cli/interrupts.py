"""Ctrl-C that ends a solve with what it has, instead of at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from supple.cli import say


@contextmanager
def asked_to_stop() -> Iterator[Callable[[], bool]]:
    """What tells whether Ctrl-C was pressed; the second one ends the program as ever."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():  # only that one may say what signals do
        yield asked.is_set
        return

    def ask(number: int, frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()
        say.note("stopping with the best so far; Ctrl-C again ends at once")

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield asked.is_set
    finally:
        signal.signal(signal.SIGINT, before)
