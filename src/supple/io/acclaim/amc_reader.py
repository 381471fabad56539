"""The text of a motion file into an :class:`Amc`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from supple.io.acclaim.amc_rows import parse_rows
from supple.io.acclaim.model import Amc, Asf, Bone
from supple.io.quoting import shortened

_FRAME_TIME = re.compile(r"frame time\s+(\S+)\s+s\b", re.IGNORECASE)
_REST_ROWS = re.compile(r"rest rows\s+(\d+)", re.IGNORECASE)
_BLOCK = 1 << 16  # characters that are split at once: large enough to be fast, small enough to need little memory
_LARGEST = 1e12


def parse_amc(text: str, path: Path, asf: Asf) -> Amc:
    """Parse a motion file for the bones of ``asf``.

    Files in which all frames look alike, as programs write them, are read in columns; every other
    file, and every error, goes line by line.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    header, start = _header(text)
    stated = stated_in(header)
    stated.setdefault("degrees", asf.degrees)
    moving = asf.moving()
    quick = _regular(text, start, moving)
    if quick is None:
        names, numbers, values, warnings = parse_rows(text, path, moving)
    else:
        (names, numbers, values), warnings = quick, []
    stated["rest_rows"] = min(stated.get("rest_rows", 0), len(values))
    names, values = _completed(names, values, moving, warnings)
    return Amc(header=header, names=names, numbers=numbers, values=values, warnings=tuple(warnings), **stated)


def _header(text: str) -> tuple[tuple[str, ...], int]:
    """The lines before the first frame, and where that begins."""
    lines: list[str] = []
    at = 0
    while at < len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        line = text[at:stop].strip()
        if line and line[0] not in ":#":
            break
        if line:
            lines.append(line)
        at = stop + 1
    return tuple(lines), at


def stated_in(header: tuple[str, ...]) -> dict[str, Any]:
    """Angle unit, frame time and rest rows, where header lines or Supple's comments state them."""
    found: dict[str, Any] = {}
    for line in header:
        word, _, rest = line.lower().partition(" ")
        if word in (":degrees", ":radians"):
            found["degrees"] = word == ":degrees"
        elif word == ":samples-per-second" and 1e-6 < (rate := _positive(rest)) < 1e6:
            found["frame_time"] = 1.0 / rate
        elif (match := _FRAME_TIME.search(line)) and (seconds := _positive(match[1])):
            found["frame_time"] = seconds
        elif match := _REST_ROWS.search(line):
            found["rest_rows"] = int(match[1][:9])
    return found


def _positive(text: str) -> float:
    """A positive number, 0 where there is none."""
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if 0.0 < value < float("inf") else 0.0


def _regular(text: str, start: int, moving: dict[str, Bone]) -> tuple[tuple[str, ...], np.ndarray, np.ndarray] | None:
    """Frames that all look like the first one, read by columns; None where something differs."""
    layout = _first_frame(text, start, moving)
    if layout is None:
        return None
    names, width = layout
    parts: list[np.ndarray] = []
    rest: list[str] = []
    for block in _blocks(text, start):
        tokens = rest + block.split()
        whole = len(tokens) // width * width
        columns = _columns(tokens, whole, width, names, moving)
        if columns is None:
            return None
        parts.append(columns)
        rest = tokens[whole:]
    if rest:
        return None
    table = np.concatenate(parts)
    numbers, values = table[:, 0], np.ascontiguousarray(table[:, 1:])
    if (np.diff(numbers) != 1.0).any() or not (np.abs(values) <= _LARGEST).all():
        return None
    return names, numbers.astype(np.int64), values


def _first_frame(text: str, start: int, moving: dict[str, Bone]) -> tuple[tuple[str, ...], int] | None:
    """Names in the order of the first frame and how many words a frame has, if all is in order."""
    names: list[str] = []
    width = 1
    for k, line in enumerate(text[start : start + _BLOCK].split("\n")):
        words = line.split()
        if k == 0:
            if len(words) != 1 or not words[0].isdecimal():
                return None
        elif len(words) == 1 and words[0].isdecimal():
            break
        elif words:
            bone = moving.get(words[0])
            if bone is None or len(words) != 1 + len(bone.dofs):
                return None
            names.append(words[0])
            width += len(words)
    return (tuple(names), width) if len(set(names)) == len(names) and len(names) == len(moving) else None


def _blocks(text: str, start: int) -> Iterator[str]:
    while start < len(text):
        stop = text.find("\n", start + _BLOCK)
        stop = len(text) if stop < 0 else stop
        yield text[start:stop]
        start = stop


def _columns(
    tokens: list[str], whole: int, width: int, names: tuple[str, ...], moving: dict[str, Bone]
) -> np.ndarray | None:
    """(n, 1 + C) frame numbers and values of n whole frames."""
    count = whole // width
    columns: list[list[str]] = [tokens[0:whole:width]]
    at = 1
    for name in names:
        if tokens[at:whole:width] != [name] * count:
            return None
        for _ in moving[name].dofs:
            at += 1
            columns.append(tokens[at:whole:width])
        at += 1
    table = np.zeros((count, len(columns)))
    if not columns[0] or not all(map(str.isdecimal, columns[0])):
        return None if columns[0] else table
    try:
        for k, column in enumerate(columns):
            if "_" in "".join(column):  # 1_000 is Python's spelling, not a file's
                return None
            table[:, k] = list(map(float, column))
    except ValueError:
        return None
    return table


def _completed(
    names: tuple[str, ...], values: np.ndarray, moving: dict[str, Bone], warnings: list[str]
) -> tuple[tuple[str, ...], np.ndarray]:
    """Bones that never get a value stay at rest."""
    known = set(names)
    missing = tuple(name for name in moving if name not in known)
    if not missing:
        return names, values
    warnings.append(f"{len(missing)} bones have no values and stay at rest: {', '.join(map(shortened, missing[:5]))}.")
    extra = sum(len(moving[name].dofs) for name in missing)
    return (*names, *missing), np.concatenate([values, np.zeros((len(values), extra))], axis=1)


def at_rest(asf: Asf) -> Amc:
    """One frame of nothing but zeros."""
    moving = asf.moving()
    names = tuple(moving)
    count = sum(len(bone.dofs) for bone in moving.values())
    return Amc(names=names, degrees=asf.degrees, numbers=np.ones(1, np.int64), values=np.zeros((1, count)), rest_rows=1)
