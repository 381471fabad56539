"""Frames of a motion file line by line: slower, for files that are odd, and to say where they are wrong."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from supple.errors import FileError
from supple.io.acclaim.bonedata import number
from supple.io.acclaim.model import Bone, column_starts
from supple.io.quoting import quoted, shortened

_MEMORY = 32 << 20  # a small file may need so many bytes for its rows, and 8 times its own size
_FEW = 5  # names or numbers listed in a warning

Rows = tuple[tuple[str, ...], np.ndarray, np.ndarray, list[str]]


@dataclass(slots=True)
class _Table:
    """The frames seen so far."""

    starts: dict[str, int]
    values: array[float]
    row: array[float]  # of the current frame; starts as a copy of the one before
    numbers: list[int] = field(default_factory=list)
    last_seen: dict[str, int] = field(default_factory=dict)  # bone -> frame
    counts: dict[str, int] = field(default_factory=dict)
    unknown: dict[str, int] = field(default_factory=dict)  # name -> first line
    twice: int = 0


def parse_rows(text: str, path: Path, moving: dict[str, Bone]) -> Rows:
    """Names, frame numbers, values and warnings."""
    names = tuple(moving)
    starts = column_starts(names, moving)
    width = sum(len(bone.dofs) for bone in moving.values())
    folded = {name.lower(): name for name in names}
    table = _Table(starts, array("d"), array("d", bytes(8 * width)))
    lines = text.split("\n")
    last = max((k for k, line in enumerate(lines, 1) if line.strip()), default=0)
    cut = False
    for at, raw in enumerate(lines, 1):
        words = raw.partition("#")[0].split()
        if not words or words[0][0] == ":":
            continue
        if len(words) == 1 and words[0].isdecimal():
            _start_frame(table, words[0], path, at, len(text))
            continue
        try:
            _read_bone(table, words, moving, folded, path, at)
        except FileError:
            if at != last or len(table.numbers) < 2:
                raise
            cut = True
    _check_found(table, moving, path)
    return _finished(table, moving, cut, width)


def _start_frame(table: _Table, word: str, path: Path, at: int, size: int) -> None:
    if table.numbers:
        table.values.extend(table.row)
    table.numbers.append(int(word[:18]))
    if len(table.values) * 8 > 8 * size + _MEMORY:
        raise FileError(path, f"frame {word[:18]} and those before it hold too few of the skeleton's values.", at)


def _read_bone(
    table: _Table, words: list[str], moving: dict[str, Bone], folded: dict[str, str], path: Path, at: int
) -> None:
    name = words[0] if words[0] in moving else folded.get(words[0].lower(), "")
    if not name:
        table.unknown.setdefault(words[0], at)
        return
    if not table.numbers:
        raise FileError(path, f"values for {quoted(name)} stand before the first frame number.", at)
    dofs = moving[name].dofs
    if len(words) != 1 + len(dofs):
        raise FileError(
            path,
            f"{quoted(name)} has {len(words) - 1} values, but the skeleton gives it {len(dofs)} ({' '.join(dofs)}). "
            "Is this the right .asf?",
            at,
        )
    start, frame, shown = table.starts[name], len(table.numbers), quoted(name)
    for k, word in enumerate(words[1:]):
        table.row[start + k] = number(word, path, at, f"a value of {shown}")
    if table.last_seen.get(name) == frame:
        table.twice += 1
    else:
        table.counts[name] = table.counts.get(name, 0) + 1
    table.last_seen[name] = frame


def _check_found(table: _Table, moving: dict[str, Bone], path: Path) -> None:
    if not table.numbers:
        raise FileError(path, "there are no frames. Is the file cut off?")
    if not table.counts:
        line = next(iter(table.unknown.values()), None)
        raise FileError(path, "no bone of the skeleton has values here. Is this the right .asf?", line)


def _finished(table: _Table, moving: dict[str, Bone], cut: bool, width: int) -> Rows:
    table.values.extend(table.row)
    warnings: list[str] = []
    frames = len(table.numbers)
    listed = tuple(name for name in moving if name in table.counts)
    incomplete = [name for name in listed if table.counts[name] < frames]
    late = [name for name in incomplete if table.counts[name] == frames - 1 and table.last_seen[name] == frames - 1]
    if frames > 1 and (cut or (late and late == incomplete)):
        warnings.append(f"the last frame ({table.numbers[-1]}) is not complete and was left out.")
        table.numbers.pop()
        frames -= 1
        incomplete = [name for name in incomplete if name not in late]
    values = np.frombuffer(table.values)[: frames * width].reshape(frames, width)
    _complain(table, incomplete, warnings)
    missing = [name for name in moving if name not in table.counts]
    keep = [k for name in listed for k in range(table.starts[name], table.starts[name] + len(moving[name].dofs))]
    kept = values[:, keep] if missing else values.copy()
    return listed, np.array(table.numbers, np.int64), kept, warnings


def _complain(table: _Table, incomplete: list[str], warnings: list[str]) -> None:
    if incomplete:
        some = ", ".join(map(shortened, incomplete[:_FEW]))
        warnings.append(f"{len(incomplete)} bones lack values in some frames, where the last ones are held: {some}.")
    if table.twice:
        warnings.append(f"{table.twice} times a bone has two lines in one frame; the later one counts.")
    if table.unknown:
        some = ", ".join(f"{quoted(name)} (line {line})" for name, line in list(table.unknown.items())[:_FEW])
        warnings.append(f"values of {len(table.unknown)} bones that the skeleton does not have were left out: {some}.")
    steps = np.diff(np.array(table.numbers, np.int64))
    if (steps != 1).any():
        k = int(np.argmax(steps != 1))
        warnings.append(
            f"frame numbers do not rise by one in {int((steps != 1).sum())} places (first: {table.numbers[k]} is "
            f"followed by {table.numbers[k + 1]}); the frames were taken in the order of the file, evenly spaced."
        )
