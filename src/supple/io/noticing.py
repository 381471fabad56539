"""What a command reads, seen from outside: who runs commands need not read a large file a second time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from supple.core.streams import Stream
from supple.io.formats import Content

Seen = TypeVar("Seen")
Held = TypeVar("Held", bound="Content | Stream")


class _Watch(NamedTuple):
    path: Path
    look: Callable[[Content | Stream], Any]
    seen: list[Any]
    before: Callable[[Path], None]


_watch: ContextVar[_Watch | None] = ContextVar("watch", default=None)


@contextmanager
def noticing(
    path: Path, look: Callable[[Content | Stream], Seen], before: Callable[[Path], None] = lambda _: None
) -> Iterator[list[Seen]]:
    """A list that gets what ``look`` says of a file when it is first read inside; it stays empty where it is not.

    The content itself is not kept, so that it is gone as soon as the command is done with it. ``before`` is asked about
    every file that is going to be read at once, and may raise.
    """
    seen: list[Seen] = []
    token = _watch.set(_Watch(path, look, seen, before))
    try:
        yield seen
    finally:
        _watch.reset(token)


def about_to_read(path: Path) -> None:
    """Tell that a file is going to be read at once."""
    watch = _watch.get()
    if watch is not None:
        watch.before(path)


def noticed(path: Path, content: Held) -> Held:
    """Tell that a file was read; returns its content."""
    watch = _watch.get()
    if watch is not None and watch.path == path and not watch.seen:
        watch.seen.append(watch.look(content))
    return content
