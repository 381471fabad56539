"""C3D: the captures of optical labs, with force plates and analog channels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from supple.io.formats import Format
from supple.io.options import ReadOptions

if TYPE_CHECKING:
    from supple.core.markers import Markers


def _read(path: Path, options: ReadOptions) -> Markers:
    from supple.io.c3d.reader import read

    return read(path, options)


FORMAT = Format(name="c3d", title="C3D capture", suffixes=(".c3d",), read=_read)
