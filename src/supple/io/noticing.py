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


_watch: ContextVar[_Watch | None] = ContextVar("watch", default=None)


@contextmanager
def noticing(path: Path, look: Callable[[Content | Stream], Seen]) -> Iterator[list[Seen]]:
    """A list that gets what ``look`` says of a file when it is first read inside; it stays empty where it is not.

    The content itself is not kept, so that it is gone as soon as the command is done with it.
    """
    seen: list[Seen] = []
    token = _watch.set(_Watch(path, look, seen))
    try:
        yield seen
    finally:
        _watch.reset(token)


def noticed(path: Path, content: Held) -> Held:
    """Tell that a file was read; returns its content."""
    watch = _watch.get()
    if watch is not None and watch.path == path and not watch.seen:
        watch.seen.append(watch.look(content))
    return content
