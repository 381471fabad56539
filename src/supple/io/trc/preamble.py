"""The lines above the marker names of a TRC file."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from supple.io.number_table import delimiter_of, number_or_nan, split_line

_NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Preamble:
    """What the header says; NaN or "" where it says nothing."""

    rate: float = _NAN  # [Hz]
    frames: float = _NAN
    markers: float = _NAN
    unit: str = ""


def read_preamble(lines: list[str]) -> Preamble:
    """Names and values stand in two lines, one below the other."""
    for names_line, values_line in pairwise(lines):
        if "datarate" not in names_line.lower().replace(" ", ""):
            continue
        names = [name.lower() for name in split_line(names_line, delimiter_of(names_line)) if name]
        values = _aligned(split_line(values_line, delimiter_of(values_line)), len(names))
        stated = dict(zip(names, values, strict=False))
        return Preamble(
            rate=number_or_nan(stated.get("datarate", "")),
            frames=number_or_nan(stated.get("numframes", "")),
            markers=number_or_nan(stated.get("nummarkers", "")),
            unit=stated.get("units", ""),
        )
    return Preamble()


def _aligned(values: list[str], names: int) -> list[str]:
    """Values under their names; where fields were shifted by empty ones, the filled ones count."""
    filled = [value for value in values if value]
    return filled if len(filled) >= names or any(values[names:]) else values
