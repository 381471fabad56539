"""The ground as a user gives it: in the words of ``core.heights``, as waves, or as a file with heights or a mesh."""

from __future__ import annotations

from pathlib import Path

from supple.core import heights
from supple.core.ground import Height, waves
from supple.core.heights import parse_heights
from supple.io.documents.height_grids import SUFFIXES, read_grid
from supple.io.documents.height_meshes import read_ground
from supple.io.obj import SUFFIX

_WAVES = "waves"
_OTHERS = (f"{_WAVES}:height=0.1,length=2", f"a {', '.join(SUFFIXES)} or {SUFFIX} file")


def read_heights(text: str) -> Height:
    """The ground that a text means: its height above every place.

    ``flat``, a height [m], ``stairs:rise=0.17,run=0.29``, ``ramp:deg=8`` and ``waves:height=0.1,length=2``, which go
    along +Z; or the path of a CSV, npz or OBJ file. :class:`SuppleError` says what is wrong with it.
    """
    suffix = Path(text).suffix.lower()
    if suffix in SUFFIXES:
        return read_grid(Path(text))
    if suffix == SUFFIX:
        return read_ground(Path(text))
    if text.strip().lower().partition(":")[0].strip() == _WAVES:
        return _waves(text)
    return parse_heights(text, _OTHERS)


def _waves(text: str) -> Height:
    given = heights.options_of(text, text.partition(":")[2], ("height", "length"))
    heights.refuse_short(text, "length", given["length"])
    return waves(given["height"], given["length"])
