"""CSV tables of markers: flat columns, Motive's export, Nexus' export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from supple.io.formats import Format
from supple.io.options import ReadOptions

if TYPE_CHECKING:
    from supple.core.markers import Markers


def _read(path: Path, options: ReadOptions) -> Markers:
    from supple.io.csv.reader import read

    return read(path, options)


FORMAT = Format(name="csv", title="CSV marker table", suffixes=(".csv",), read=_read)
