"""What comes in a file, as a figure that moves: a motion as it is, a capture of markers as the motion that fits it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.errors import FileError, SuppleError
from supple.io.registry import read

_MOST_FRAMES = 100_000  # of markers: minutes of solving, during which no other file is opened


def read_figure(path: Path) -> Motion:
    """The motion of a file; what was guessed or lost on the way is among its warnings."""
    found = read(path)
    if isinstance(found, Motion):
        return found
    if isinstance(found, Markers):
        return _fitted(path, found)
    raise FileError(path, f"this is no motion of a figure but {type(found).__name__.lower()}. Open a motion.")


def _fitted(path: Path, capture: Markers) -> Motion:
    from supple.recipes.markers.solving import solve_markers  # loads the compiler

    if len(capture) > _MOST_FRAMES:
        raise FileError(path, f"{len(capture)} frames of markers are too many here; use `supple markers --frames`.")
    try:
        solved = solve_markers(capture)
    except SuppleError as error:
        raise FileError(path, f"no skeleton can be made of its markers: {error}") from None
    motion, report = solved.motion, solved.report
    said = (
        f"A skeleton was made of the markers; they are {report.marker_rms_mm:.1f} mm from it (rms), "
        f"{report.worst_marker} at worst {report.marker_worst_mm:.0f} mm.",
        *report.notes,
    )
    known = motion.provenance
    return replace(motion, provenance=replace(known, warnings=(*said, *known.warnings)))
