"""MOT and STO to signals."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import numpy as np

from supple.core.arrays import frozen
from supple.core.markers import Signals
from supple.core.provenance import Provenance
from supple.errors import FileError
from supple.io.marker_labels import check_count, unique_labels
from supple.io.mot.forces import force_column
from supple.io.number_table import TableShape, delimiter_of, lines_of, read_table, split_line
from supple.io.options import ReadOptions
from supple.io.source import decode, load_bytes

_HEADER_LINES = 1000
_LONGEST_ENTRY = 200  # characters
_ENTRY = re.compile(r"^\s*(\w+)\s*(?:=|\s)\s*(.*?)\s*$")
_SHIFT = re.compile(r"_t[xyz]$|/(value_)?t[xyz]$")
_ANGLE = re.compile(r"angle|flexion|rotation|tilt|_list|adduction|bending|extension|pro_sup|deviation|_dev_|_flex")
_FORCE_UNITS = {"force": "N", "point": "m", "moment": "N m"}


def read(path: Path, options: ReadOptions) -> Signals:
    """Read an OpenSim table. Its columns have units of their own, so a unit or up axis given for all is not used."""
    text, encoding_words = decode(load_bytes(path), path)
    lines = list(islice(lines_of(text), _HEADER_LINES))
    label_row, stated = _header(lines, path)
    delimiter = "\t" if "\t" in lines[label_row].strip() else delimiter_of(lines[label_row].strip())
    fields = split_line(lines[label_row].rstrip("\t ,"), delimiter)
    check_count(len(fields), "columns", path)
    table = read_table(text, TableShape(first=label_row + 1, width=len(fields), delimiter=delimiter), path)
    if len(fields) < 2 or len(table.values) == 0:
        raise FileError(
            path, f"the table has {len(fields)} columns and {len(table.values)} rows. Is it cut off?", label_row + 1
        )
    times, values, time_words = _rising(table.values[:, 0], table.values[:, 1:])
    if len(times) == 0:
        raise FileError(path, f"the first column, {fields[0]!r}, holds no times.", label_row + 2)
    labels, renamed = unique_labels(fields[1:])
    angles, angle_reason = _angle_unit(stated, labels, values)
    said = _count_words(stated, len(table.values), len(fields))
    return Signals(
        labels,
        frozen(np.ascontiguousarray(values)),
        frozen(times),
        tuple(_unit(label, angles) for label in labels),
        Provenance(
            source=path.name,
            format="mot",
            decisions=(("angles", angle_reason),) if angle_reason else (),
            warnings=(*encoding_words, *table.warnings, *renamed, *time_words, *said, *_unused(options)),
        ),
    )


def _header(lines: list[str], path: Path) -> tuple[int, dict[str, str]]:
    """The row of the column names, and what the lines above it state, by lower-case key."""
    stated: dict[str, str] = {}
    ended = False
    for k, line in enumerate(lines):
        words = line.strip(" \t\r,")
        if words.lower() == "endheader":
            ended = True
        elif words and (ended or re.match(r"^time\b", words, re.IGNORECASE)):
            return k, stated
        elif match := _ENTRY.match(words[:_LONGEST_ENTRY]):
            stated.setdefault(match[1].lower(), match[2])
    raise FileError(path, "there is no line 'endheader' and no column 'time'. Is this an OpenSim table?", 1)


def _rising(times: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """Rows whose time rises; repeated and unreadable times are left out."""
    best = np.maximum.accumulate(np.where(np.isfinite(times), times, -np.inf))
    keep = np.isfinite(times)
    keep[1:] &= times[1:] > best[:-1]
    lost = int((~keep).sum())
    said = (f"{lost} rows whose time does not rise were left out.",) if lost else ()
    return times[keep].copy(), values[keep], said


def _angle_unit(stated: dict[str, str], labels: tuple[str, ...], values: np.ndarray) -> tuple[str, str]:
    said = stated.get("indegrees", "").lower()
    if said in ("yes", "true", "1"):
        return "deg", "degrees, the file says so"
    angles = [c for c, label in enumerate(labels) if force_column(label) is None and _ANGLE.search(label.lower())]
    if not angles:
        return "", ""
    if said:
        return "rad", "radians, the file says so"
    largest = float(np.nanmax(np.abs(values[:, angles]), initial=0.0))
    unit = "deg" if largest > 7.0 else "rad"
    return (
        unit,
        f"{'degrees' if unit == 'deg' else 'radians'}: the file does not say, and its largest angle is {largest:.4g}",
    )


def _unit(label: str, angles: str) -> str:
    force = force_column(label)
    if force is not None:
        return _FORCE_UNITS[force.kind]
    if _SHIFT.search(label.lower()):
        return "m"
    return angles if _ANGLE.search(label.lower()) else ""


def _unused(options: ReadOptions) -> tuple[str, ...]:
    if options.unit_scale is None and options.up is None:
        return ()
    return ("the columns of a table have units of their own; the units and axes given were not used.",)


def _count_words(stated: dict[str, str], rows: int, columns: int) -> tuple[str, ...]:
    said = []
    for keys, found, what in ((("nrows", "datarows"), rows, "rows"), (("ncolumns", "datacolumns"), columns, "columns")):
        for key in keys:
            count = stated.get(key, str(found))
            if count != str(found):
                said.append(f"{key} says {count}, the table has {found} {what}; those were read.")
    return tuple(said)
