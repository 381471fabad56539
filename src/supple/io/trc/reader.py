"""TRC to markers.

Five lines of header, then rows of frame, time and coordinates. Programs and people bend every part of it:
fields shift, tabs become commas, counts are those of the uncut trial, labels stand over any of their columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import numpy as np

from supple.core.markers import Markers
from supple.errors import FileError
from supple.io.marker_axes import LabEvidence
from supple.io.marker_labels import check_count
from supple.io.marker_table import MarkerTable, to_markers
from supple.io.number_table import TableShape, delimiter_of, is_number, lines_of, read_table, split_line
from supple.io.options import ReadOptions
from supple.io.source import decode, load_bytes
from supple.io.trc.preamble import read_preamble

_HEADER_LINES = 50
_JUDGED = 20  # rows that tell how many columns there are
_AXIS = re.compile(r"^[XYZxyz]\d*$")


def read(path: Path, options: ReadOptions) -> Markers:
    """Read a TRC file."""
    text, encoding_words = decode(load_bytes(path), path)
    lines = list(islice(lines_of(text), _HEADER_LINES))
    label_row = _label_row(lines, path)
    delimiter = delimiter_of(lines[label_row])
    preamble = read_preamble(lines[:label_row])
    first = _first_data_row(text, label_row, delimiter, path)
    columns = _data_columns(islice(lines_of(text), first, first + _JUDGED), delimiter)
    labels, label_words = _labels(split_line(lines[label_row], delimiter), columns)
    check_count(len(labels), "markers", path)
    table = read_table(text, TableShape(first=first, width=2 + 3 * len(labels), delimiter=delimiter), path)
    said = _count_words(preamble.frames, len(table.values), preamble.markers, len(labels))
    times = table.values[:, 1].copy()
    points = table.values[:, 2:].reshape(len(table.values), len(labels), 3)
    return to_markers(
        MarkerTable(
            labels=labels,
            points=points,
            times=times,
            rate=preamble.rate,
            unit=preamble.unit,
            lab=LabEvidence("y"),
            warnings=(*encoding_words, *label_words, *table.warnings, *said),
        ),
        path,
        "trc",
        options,
    )


def _label_row(lines: list[str], path: Path) -> int:
    for k, line in enumerate(lines):
        if re.match(r'^\s*"?frame\s*#?"?\s*[\t,; ]', line, re.IGNORECASE):
            return k
    raise FileError(path, "no line starts with 'Frame#', so there are no marker names. Is this a TRC file?", 1)


def _first_data_row(text: str, label_row: int, delimiter: str | None, path: Path) -> int:
    """The first row below the labels that is no list of X1 Y1 Z1 and not blank."""
    k = label_row
    for k, line in enumerate(lines_of(text)):
        fields = [field for field in split_line(line, delimiter) if field] if k > label_row else []
        if fields and not all(_AXIS.match(field) for field in fields[:3]):
            return k
    raise FileError(path, "the file has marker names, but no data below them. Is it cut off?", k + 1)


def _data_columns(rows: Iterable[str], delimiter: str | None) -> int:
    """Columns of the first few rows, without empty fields at the end of all of them."""
    widest = 0
    for line in rows:
        fields = split_line(line, delimiter)
        filled = [k for k, field in enumerate(fields) if field and is_number(field)]
        widest = max(widest, filled[-1] + 1 if filled else 0)
    return widest


def _labels(fields: list[str], columns: int) -> tuple[list[str], tuple[str, ...]]:
    """One label for each three columns of data, wherever above them it stands."""
    stated = fields[2:]
    while stated and not stated[-1]:
        stated.pop()
    named = [label for label in stated if label]
    groups = -(-max(columns - 2, 0) // 3)
    in_place = all(not label or k % 3 == 0 for k, label in enumerate(stated))
    labels = stated[::3] if in_place else named  # in place, an empty label counts
    if groups > len(labels):
        extra = groups - len(labels)
        return labels + [""] * extra, (f"{len(labels)} labels for {groups} points; the last {extra} have no name.",)
    return labels, ()


def _count_words(frames: float, rows: int, markers: float, found: int) -> tuple[str, ...]:
    said = []
    if np.isfinite(frames) and frames != rows:
        said.append(f"NumFrames says {frames:g}, the file has {rows} rows; the rows were believed.")
    if np.isfinite(markers) and markers != found:
        said.append(f"NumMarkers says {markers:g}, the file has {found}; those were read.")
    return tuple(said)
