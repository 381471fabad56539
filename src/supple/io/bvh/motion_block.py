"""The MOTION block: frame count and time as declared, and the rows of numbers that are really there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from supple.errors import FileError
from supple.io.bvh.layout import SURELY_A_RATE
from supple.io.numbers import Numbers, plain_float, read_numbers

_START = re.compile(rb"(?:^|\})[ \t]*(MOTION)\b", re.IGNORECASE | re.MULTILINE)
_FRAMES = re.compile(rb"\s*Frames\s*:?[ \t]*([^\s:]*)", re.IGNORECASE)
_FRAME_TIME = re.compile(rb"\s*Frame\s*Time\s*:?[ \t]*([^\s:]*)", re.IGNORECASE)
_WHOLE = re.compile(r"[+-]?[0-9]{1,40}")
_DEFAULT_FRAME_TIME = 1.0 / 30.0
_SLOW = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """What the motion block holds; no rows at all for a file that shows only a rest pose."""

    values: np.ndarray  # (F, C)
    frame_time: float  # [s]
    frame_time_text: str  # as written; "" where it is missing or was not seconds
    warnings: tuple[str, ...]


def find(data: bytes) -> int:
    """Where the word MOTION stands, or the end of the data."""
    match = _START.search(data)
    return match.start(1) if match else len(data)


def read(data: bytes, start: int, width: int, path: Path) -> Block:
    """Read the block that starts at ``start``; ``width`` numbers make a row."""
    if start >= len(data):
        return Block(np.zeros((0, width)), _DEFAULT_FRAME_TIME, "", ("there is no MOTION block: a rest pose.",))
    header = read_header(data, start, path)
    warnings = [*header.warnings]
    numbers = read_numbers(memoryview(data)[header.place :])
    values = _rows(numbers, header.declared, width, _Where(data, header.place, header.line, path), warnings)
    return Block(values, header.frame_time, header.frame_time_text, (*warnings, *count_warnings(header, len(values))))


class Header(NamedTuple):
    """What stands before the rows."""

    place: int  # where it ends
    line: int  # the line on which it ends
    declared: int | None  # frames
    frame_time: float  # [s]
    frame_time_text: str  # as written; "" where it is missing or was not seconds
    warnings: tuple[str, ...]


def count_warnings(header: Header, rows: int) -> tuple[str, ...]:
    """What is to be said where another number of rows was found than declared."""
    if rows == 0:
        return ("the MOTION block has no frames: a rest pose.",)
    if header.declared is None:
        return (f"the number of frames is not stated; {rows} rows were found and read.",)
    if rows != header.declared:
        return (f"the file declares {header.declared} frames but holds {rows} rows; all {rows} were read.",)
    return ()


def cut_off_warning(line: int, count: int, width: int) -> str:
    """What is to be said of a last row that is not whole."""
    return f"line {line}: the last row has {count} of {width} numbers and was dropped. Is the file cut off?"


def read_header(data: bytes, start: int, path: Path) -> Header:
    """The lines after the word MOTION, which stands at ``start``."""
    place = start + len(b"MOTION")
    warnings: list[str] = []
    declared, seconds, text = None, None, ""
    while True:
        if seconds is None and (match := _FRAME_TIME.match(data, place)):
            seconds, text = _frame_time(match, data, path, warnings)
        elif declared is None and (match := _FRAMES.match(data, place)):
            declared = _frame_count(match, data, path)
        else:
            break
        place = match.end()
    if seconds is None:
        seconds = _DEFAULT_FRAME_TIME
        warnings.append(f"there is no Frame Time; {seconds:.6g} s (30 frames per second) is assumed.")
    return Header(place, _line(data, place), declared, seconds, text, tuple(warnings))


def _frame_count(match: re.Match[bytes], data: bytes, path: Path) -> int:
    text = match[1].decode("utf-8", "replace")
    if _WHOLE.fullmatch(text) is None:
        raise FileError(path, f"Frames: needs a whole number; found {text[:40]!r}.", _line(data, match.start(1)))
    return int(text)


def _frame_time(match: re.Match[bytes], data: bytes, path: Path, warnings: list[str]) -> tuple[float, str]:
    text = match[1].decode("utf-8", "replace")
    value, line = plain_float(text), _line(data, match.start(1))
    if not value > 0.0 or 1.0 / value == float("inf"):
        raise FileError(path, f"Frame Time must be a positive number of seconds; found {text[:40]!r}.", line)
    if value >= SURELY_A_RATE:
        warnings.append(
            f"line {line}: a frame time of {text} s is not plausible; it was taken as {value:g} frames per second."
        )
        return 1.0 / value, ""
    if value > _SLOW:
        warnings.append(f"line {line}: a frame time of {text} s is long. Is it right?")
    return value, text


@dataclass(frozen=True, slots=True)
class _Where:
    """The rows' place in the file, for messages."""

    data: bytes
    place: int
    line: int
    path: Path

    def error(self, line: int, message: str) -> FileError:
        return FileError(self.path, message, self.line + line)

    def word(self, line: int, index: int) -> str:
        """Word ``index`` of a line after the header."""
        place = self.place
        for _ in range(line):
            place = self.data.index(b"\n", place) + 1
        return self.data[place:].split(None, index + 1)[index][:40].decode("utf-8", "replace")


def _rows(numbers: Numbers, declared: int | None, width: int, where: _Where, warnings: list[str]) -> np.ndarray:
    """Cut the stream of numbers into rows of ``width``, and say where the file did not."""
    values, ends = numbers.values, numbers.line_ends
    line = len(ends)  # the line on which reading stopped
    if not numbers.complete:
        before = int(ends[-1]) if line else 0
        word = where.word(line, len(values) - before)
        if declared is None or width == 0 or declared <= 0 or before < declared * width:
            raise where.error(line, _not_a_number(word))
        warnings.append(f"line {where.line + line}: what follows the last frame, from {word!r} on, was ignored.")
        values = values[:before]
    if width == 0:
        if len(values):
            raise where.error(0, f"no joint has channels, yet there are {len(values)} numbers.")
        return np.zeros((0, 0))
    counts = np.diff(ends[ends <= len(values)], prepend=0, append=len(values))
    lines = np.flatnonzero(counts)
    odd = lines[counts[lines] != width]
    if len(odd):
        _check_odd_lines(counts, lines, odd, declared, width, where, warnings)
    rows = len(values) // width
    return values[: rows * width].reshape(rows, width)


def _check_odd_lines(
    counts: np.ndarray, lines: np.ndarray, odd: np.ndarray, declared: int | None, width: int, where: _Where,
    warnings: list[str],
) -> None:  # fmt: skip
    """Decide what lines of another length than a row mean."""
    total, first = int(counts.sum()), int(odd[0])
    left = total % width
    if first == lines[-1] and counts[first] < width:
        warnings.append(cut_off_warning(where.line + first, int(counts[first]), width))
        return
    in_rows = 2 * len(odd) < len(lines)  # most lines are rows: the odd ones are mistakes, not a way of writing
    if (in_rows and total != (declared or 0) * width) or _other_width(counts[lines], width):
        raise where.error(
            first, f"this row has {counts[first]} numbers; the channels of all joints make {width}. Repair the row."
        )
    how = "all frames stand on one line" if len(lines) == 1 else "rows are split over lines"
    tail = f"; {left} numbers at the end make no whole row and were dropped" if left else ""
    warnings.append(f"{how}: the numbers were read as a stream, {width} to a frame{tail}.")


def _other_width(counts: np.ndarray, width: int) -> bool:
    """Whether all lines agree on a length that neither holds whole rows nor divides one."""
    usual = int(counts[0])
    return len(counts) > 2 and bool((counts[:-1] == usual).all()) and usual % width != 0 and width % usual != 0


def _not_a_number(word: str) -> str:
    if word.lower().lstrip("+-")[:3] in ("nan", "inf"):
        return f"{word!r} is not a number that a joint can have. Repair the row, or export the motion again."
    return f"found {word!r} where a number should be."


def _line(data: bytes, place: int) -> int:
    return data.count(b"\n", 0, place) + 1
