"""What waits to be sent to one page; filled from any thread, emptied by the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from typing import NamedTuple

import msgspec

from supple.editor.messages import FromServer

_MOST_BYTES = 400_000_000  # that wait for a page which does not read


class _Item(NamedTuple):
    data: str | bytes
    topic: str


class Outbox:
    """Messages in order; those of a topic can be forgotten while they wait."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self._ready = loop, asyncio.Event()
        self._lock = threading.Lock()
        self._items: deque[_Item] = deque()
        self._bytes = 0
        self.closed = False

    def say(self, message: FromServer, topic: str = "") -> None:
        """Send a message."""
        self.put(msgspec.json.encode(message).decode(), topic)

    def put(self, data: str | bytes, topic: str = "") -> None:
        """Send text or bytes; a page that does not read for very long is given up."""
        with self._lock:
            if self.closed:
                return
            self._items.append(_Item(data, topic))
            self._bytes += len(data)
            if self._bytes > _MOST_BYTES:
                self._close()
        self._wake()

    def forget(self, topic: str) -> None:
        """Drop what waits of a topic."""
        with self._lock:
            self._items = deque(item for item in self._items if item.topic != topic)
            self._bytes = sum(len(item.data) for item in self._items)

    def close(self) -> None:
        """Send nothing any more."""
        with self._lock:
            self._close()
        self._wake()

    async def next(self) -> str | bytes | None:
        """The next thing to be sent; None when the box is closed."""
        while True:
            with self._lock:
                if self.closed:
                    return None
                if self._items:
                    item = self._items.popleft()
                    self._bytes -= len(item.data)
                    return item.data
                self._ready.clear()
            await self._ready.wait()

    def _close(self) -> None:
        self.closed = True
        self._items.clear()
        self._bytes = 0

    def _wake(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and so has the page
            self._loop.call_soon_threadsafe(self._ready.set)
