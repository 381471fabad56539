"""Tables of numbers in text files: rows of fields, blanks as missing, rows that are too short or too long."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.errors import FileError

_MISSING = frozenset({"", "nan", "-nan", "na", "n/a", "null", "none", "-", "missing", "nan(ind)", "-nan(ind)", "#n/a"})


@dataclass(frozen=True, slots=True)
class NumberTable:
    """Numbers with NaN where the file has none."""

    values: np.ndarray  # (N, C)
    warnings: tuple[str, ...] = ()


def split_line(line: str, delimiter: str | None) -> list[str]:
    """The fields of a line without blanks and quotes around them; None splits at any white space."""
    return [field.strip().strip('"').strip() for field in line.split(delimiter)]


def read_table(
    lines: Sequence[str], first: int, width: int, delimiter: str | None, path: Path, *, decimal_comma: bool = False
) -> NumberTable:
    """The rows ``lines[first:]`` as ``width`` columns; blank lines are passed over.

    A short row misses its last values; whatever a long row has too much is left out, with a warning.
    """
    filled = [k for k in range(first, len(lines)) if lines[k].strip(" \t,;\r")]
    _check_size(len(filled), width, lines, first, path)
    rows, short, long = [], 0, 0
    for k in filled:
        fields = split_line(lines[k], delimiter)
        long += any(fields[width:])
        short += len(fields) < width
        rows.append(_numbers(fields[:width], decimal_comma, path, k + 1))
    values = np.full((len(rows), width), np.nan)
    for k, row in enumerate(rows):
        values[k, : len(row)] = row
    warnings = []
    if short:
        warnings.append(f"{short} rows have fewer than {width} fields; what they lack was read as missing.")
    if long:
        warnings.append(f"{long} rows have more than {width} fields; the rest of them was left out.")
    return NumberTable(values, tuple(warnings))


def _numbers(fields: list[str], decimal_comma: bool, path: Path, line: int) -> np.ndarray:
    try:
        if any("_" in field for field in fields):  # 1_000 is Python's spelling, not a file's
            raise ValueError
        row = np.array([float(field) if field else math.nan for field in fields])
    except ValueError:
        row = np.array([_number(field, decimal_comma, path, line) for field in fields])
    row[np.abs(row) > 1e30] = np.nan  # infinity is no measurement either
    return row


def _number(field: str, decimal_comma: bool, path: Path, line: int) -> float:
    if field.lower() in _MISSING:
        return math.nan
    try:
        if "_" in field:
            raise ValueError
        return float(field.replace(",", ".") if decimal_comma else field)
    except ValueError:
        raise FileError(
            path, f"{field[:40]!r} is not a number. Leave a field empty where a value is missing.", line
        ) from None


def _check_size(rows: int, width: int, lines: Sequence[str], first: int, path: Path) -> None:
    """Refuse a table that would be far larger than its text, so that a few long lines cannot fill the memory."""
    text = sum(map(len, lines))
    if rows * width > 2 * text + 100_000:
        raise FileError(
            path,
            f"{rows} rows of {width} columns do not fit into {text} characters; most rows are cut short.",
            first + 1,
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
