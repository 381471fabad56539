"""TRC: Motion Analysis' and OpenSim's table of markers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from supple.io.formats import Format
from supple.io.options import ReadOptions

if TYPE_CHECKING:
    from supple.core.markers import Markers


def _read(path: Path, options: ReadOptions) -> Markers:
    from supple.io.trc.reader import read

    return read(path, options)


FORMAT = Format(name="trc", title="TRC marker table", suffixes=(".trc",), read=_read)
