"""CSV to markers: which of the known layouts a file has is decided by its first lines."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np

from supple.core.markers import Markers
from supple.errors import FileError
from supple.io.csv.layouts import Columns, flat_columns, motive_columns, two_row_columns
from supple.io.marker_axes import LabEvidence
from supple.io.marker_labels import check_count
from supple.io.marker_table import MarkerTable, to_markers
from supple.io.number_table import TableShape, delimiter_of, lines_of, read_table, split_line
from supple.io.options import ReadOptions
from supple.io.source import decode, load_bytes

_HEADER_LINES = 40


def read(path: Path, options: ReadOptions) -> Markers:
    """Read a CSV file of markers."""
    text, encoding_words = decode(load_bytes(path), path)
    columns = _columns(list(islice(lines_of(text), _HEADER_LINES)), path)
    check_count(len(columns.labels), "markers", path)
    shape = TableShape(
        first=columns.first,
        width=columns.width,
        delimiter=columns.delimiter,
        decimal_comma=columns.delimiter == ";",
        ends_at_blank=True,  # another section may follow there
    )
    table = read_table(text, shape, path)
    points = table.values[:, np.array(columns.xyz).reshape(-1)].reshape(len(table.values), len(columns.xyz), 3)
    more = ("the tables after the first one were left out.",) if table.rest else ()
    return to_markers(
        MarkerTable(
            labels=columns.labels,
            points=points,
            times=_times(table.values, columns),
            rate=columns.rate,
            unit=columns.unit,
            lab=LabEvidence(columns.default_up),
            warnings=(*encoding_words, *columns.warnings, *table.warnings, *more),
        ),
        path,
        "csv",
        options,
    )


def _columns(lines: list[str], path: Path) -> Columns:
    """The first layout that explains the header."""
    delimiter = max((delimiter_of(line) for line in lines), key=lambda d: _uses(lines, d))
    rows = [split_line(line, delimiter) for line in lines]
    for explain in (motive_columns, two_row_columns, flat_columns):
        found = explain(rows, delimiter)
        if found is not None:
            return found
    first = ", ".join(rows[0][:6]) if rows else ""
    raise FileError(
        path,
        f"no columns come in threes of x, y, z; the first line starts with {first[:80]!r}. Name the columns like "
        "time, LASI_x, LASI_y, LASI_z.",
        1,
    )


def _uses(lines: list[str], delimiter: str | None) -> int:
    return 0 if delimiter is None else sum(line.count(delimiter) for line in lines)


def _times(values: np.ndarray, columns: Columns) -> np.ndarray:
    """Seconds of each row; from frame numbers where there is a rate but no time."""
    if columns.time is not None:
        return values[:, columns.time] * columns.time_scale
    if columns.frame is not None and np.isfinite(columns.rate) and columns.rate > 0.0:
        return (values[:, columns.frame] - 1.0) / columns.rate
    return np.full(len(values), np.nan)
