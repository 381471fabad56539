"""Ground reaction forces, from whichever file has them."""

from __future__ import annotations

from pathlib import Path

from supple.core.markers import ForcePlate, Markers, Signals
from supple.errors import FileError
from supple.io.options import DEFAULT_READ, ReadOptions
from supple.io.registry import read


def read_forces(path: Path | str, options: ReadOptions = DEFAULT_READ) -> tuple[ForcePlate, ...]:
    """The force plates of a C3D capture or of an OpenSim force file (.mot, .sto)."""
    content = read(path, options)
    plates: tuple[ForcePlate, ...] = ()
    if isinstance(content, Markers):
        plates = content.plates
    elif isinstance(content, Signals):
        from supple.io.mot.forces import forces_of

        plates = forces_of(content)
    if not plates:
        raise FileError(
            path, "no force plate is in this file. Give a C3D with plates, or an OpenSim force file (.mot)."
        )
    return plates
