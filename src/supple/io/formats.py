"""What a format is to the rest of Supple."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from supple.core.markers import Markers, Signals
from supple.core.motion import Motion
from supple.core.streams import Stream
from supple.io.options import Encoded, EncodedStream, ReadOptions, WriteOptions

Content = Motion | Markers | Signals


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A file format: what it is called, how it is read and written, and what a write cannot keep."""

    name: str  # "bvh"
    title: str  # "Biovision hierarchy"
    suffixes: tuple[str, ...]  # lower case, with the dot
    read: Callable[[Path, ReadOptions], Content] | None = None
    encode: Callable[[Motion, Path, WriteOptions], Encoded] | None = None
    stream: Callable[[Path, ReadOptions], Stream | None] | None = None  # None for a file that has to be read at once
    encode_stream: Callable[[Stream, Path, WriteOptions], EncodedStream | None] | None = (
        None  # None: all of it is needed
    )
    streams_with: Callable[[WriteOptions], bool] = lambda _: True  # the options with which blocks are enough
    single: bool = False  # a file holds one motion or capture, so that there is no other figure to choose
    skins: bool = False  # a file holds a mesh that moves with the skeleton
    keeps: tuple[str, ...] = ()  # what a round trip gives back, in words for the user
    drops: tuple[str, ...] = ()  # what a write cannot keep, in words for the user


def later(module: str, function: str) -> Callable[..., Any]:
    """A function that is imported when it is first called, so that knowing a format costs nothing."""

    def call(*arguments: Any) -> Any:
        return getattr(importlib.import_module(module), function)(*arguments)

    return call
