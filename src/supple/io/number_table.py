"""Tables of numbers in text files: rows of fields, blanks as missing, rows that are too short or too long."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.errors import FileError
from supple.io.quoting import quoted

_MISSING = frozenset({"", "nan", "-nan", "na", "n/a", "null", "none", "-", "missing", "nan(ind)", "-nan(ind)", "#n/a"})
_BLOCK = 1 << 16  # characters that are split into lines at once
_BLANK = " \t,;\r"
_LARGEST = 1e30  # infinity is no measurement either
_GRACE = 100_000  # values that even the smallest file may leave out


@dataclass(frozen=True, slots=True)
class NumberTable:
    """Numbers with NaN where the file has none."""

    values: np.ndarray  # (N, C)
    warnings: tuple[str, ...] = ()
    rest: bool = False  # whether something stands below the blank line that ended the table


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShape:
    """Where the rows of a table are in a text, and how they are written."""

    first: int  # line of the first row, counted from 0
    width: int  # columns
    delimiter: str | None  # None: any white space
    decimal_comma: bool = False
    ends_at_blank: bool = False  # a blank line after some data ends the table


@dataclass(slots=True)
class _Rows:
    """The rows read so far, side by side."""

    values: array[float]
    count: int = 0
    short: int = 0
    long: int = 0


def lines_of(text: str) -> Iterator[str]:
    """The lines of a text one by one, as ``splitlines`` has them, without all of them in memory."""
    start = 0
    while start < len(text):
        stop = text.find("\n", start + _BLOCK) + 1 or len(text)
        yield from text[start:stop].splitlines()
        start = stop


def split_line(line: str, delimiter: str | None) -> list[str]:
    """The fields of a line without blanks and quotes around them; None splits at any white space."""
    return [field.strip().strip('"').strip() for field in line.split(delimiter)]


def read_table(text: str, shape: TableShape, path: Path) -> NumberTable:
    """The rows of a table; blank lines are passed over.

    A short row misses its last values; whatever a long row has too much is left out, with a warning.
    """
    rows, most = _Rows(array("d")), len(text) + _GRACE
    lines = enumerate(lines_of(text))
    rest = False
    for k, line in lines:
        if k < shape.first:
            continue
        if line.strip(_BLANK):
            _add(rows, line, shape, path, k + 1)
            if len(rows.values) > most:
                raise _too_sparse(rows.count, len(text), shape, path)
        elif shape.ends_at_blank and rows.count and not line.strip():
            rest = any(below.strip() for _, below in lines)
            break
    values = np.frombuffer(rows.values).reshape(rows.count, shape.width)
    values[(values > _LARGEST) | (values < -_LARGEST)] = np.nan
    return NumberTable(values, _words(rows, shape.width), rest)


def _add(rows: _Rows, line: str, shape: TableShape, path: Path, number: int) -> None:
    try:
        if "_" in line:  # 1_000 is Python's spelling, not a file's
            raise ValueError
        row = [float(field) for field in line.split(shape.delimiter)]
        extra = len(row) > shape.width
    except ValueError:
        fields = split_line(line, shape.delimiter)
        row = [_number(field, shape.decimal_comma, path, number) for field in fields[: shape.width]]
        extra = any(fields[shape.width :])
    lacking = shape.width - len(row)
    rows.count += 1
    rows.long += extra
    rows.short += lacking > 0
    rows.values.extend(row[: shape.width] if lacking < 0 else row)
    if lacking > 0:
        rows.values.extend([math.nan] * lacking)


def _words(rows: _Rows, width: int) -> tuple[str, ...]:
    said = []
    if rows.short:
        said.append(f"{rows.short} rows have fewer than {width} fields; what they lack was read as missing.")
    if rows.long:
        said.append(f"{rows.long} rows have more than {width} fields; the rest of them was left out.")
    return tuple(said)


def _number(field: str, decimal_comma: bool, path: Path, line: int) -> float:
    if field.lower() in _MISSING:
        return math.nan
    try:
        if "_" in field:
            raise ValueError
        return float(field.replace(",", ".") if decimal_comma else field)
    except ValueError:
        raise FileError(
            path, f"{quoted(field)} is not a number. Leave a field empty where a value is missing.", line
        ) from None


def _too_sparse(rows: int, size: int, shape: TableShape, path: Path) -> FileError:
    """A table that is far larger than its text: a few long lines must not fill the memory."""
    return FileError(
        path,
        f"{rows} rows of {shape.width} columns do not fit into {size} characters; most rows are cut short.",
        shape.first + 1,
    )


def is_number(field: str) -> bool:
    """Whether a field reads as a number, or as one that is missing."""
    try:
        float(field)
    except ValueError:
        return field.lower() in _MISSING
    return True


def delimiter_of(line: str) -> str | None:
    """What separates the fields of a line: the most frequent of tab, comma and semicolon, else white space."""
    best = max("\t,;", key=line.count)
    return best if line.count(best) else None


def number_or_nan(text: str) -> float:
    """The number that a header states, NaN where it states none."""
    try:
        return float(text)
    except ValueError:
        return math.nan
