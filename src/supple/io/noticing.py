"""What a command reads, seen from outside: who runs commands need not read a large file a second time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from supple.io.formats import Content

_watched: ContextVar[tuple[Path, list[Content]] | None] = ContextVar("watched", default=None)


@contextmanager
def noticing(path: Path) -> Iterator[list[Content]]:
    """A list that gets what is read from a file inside; it stays empty where nothing is."""
    seen: list[Content] = []
    token = _watched.set((path, seen))
    try:
        yield seen
    finally:
        _watched.reset(token)


def noticed(path: Path, content: Content) -> Content:
    """Tell that a file was read; returns its content."""
    watched = _watched.get()
    if watched is not None and watched[0] == path and not watched[1]:
        watched[1].append(content)
    return content
