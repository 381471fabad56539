"""MOT and STO: OpenSim's tables of motion, forces and other signals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from supple.io.formats import Format
from supple.io.options import ReadOptions

if TYPE_CHECKING:
    from supple.core.markers import Signals


def _read(path: Path, options: ReadOptions) -> Signals:
    from supple.io.mot.reader import read

    return read(path)


FORMAT = Format(name="mot", title="OpenSim table (MOT, STO)", suffixes=(".mot", ".sto"), read=_read)
