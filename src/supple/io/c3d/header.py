"""The first block of a C3D file: where things are, and how many there should be."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.errors import FileError
from supple.io.c3d.numbers import INTEL, MACHINES, Machine

BLOCK = 512  # bytes
_KEY = 0x50
_EVENT_KEY = 12345


@dataclass(frozen=True, slots=True)
class Header:
    """What the header block declares; nothing here is believed before it fits the length of the file."""

    machine: Machine
    parameter_start: int  # byte
    parameter_stop: int  # byte, as declared
    data_start: int  # byte, 0 when not stated
    points: int
    analog_numbers: int  # per frame, all channels together
    first_frame: int  # counted from 1
    last_frame: int
    scale: float  # negative: numbers are floats
    analog_per_frame: int  # samples of one channel
    rate: float  # [Hz]
    events: tuple[tuple[str, float], ...]  # (label, seconds)
    warnings: tuple[str, ...] = ()


def read_header(data: bytes, path: Path) -> Header:
    """Check that this is a C3D file and read its first block."""
    if len(data) < 2 * BLOCK:
        raise FileError(path, f"{len(data)} bytes are too few for a C3D file, which has at least 1024.")
    if data[1] != _KEY:
        raise FileError(path, f"this is no C3D file: its second byte is {data[1]:#04x}, not 0x50. Is the suffix right?")
    start = (data[0] - 1) * BLOCK
    if start < BLOCK or start + 4 > len(data):
        raise FileError(path, f"the parameters should start in block {data[0]}, which the file does not have.")
    machine, warnings = _machine(data[start + 3])
    words = machine.words(data[:BLOCK])
    floats = machine.floats(data[12:16] + data[20:24])
    return Header(
        machine=machine,
        parameter_start=start,
        parameter_stop=min(len(data), start + data[start + 2] * BLOCK) if data[start + 2] else len(data),
        data_start=(int(words[8]) - 1) * BLOCK if words[8] > 1 else 0,
        points=int(words[1]),
        analog_numbers=int(words[2]),
        first_frame=int(words[3]),
        last_frame=int(words[4]),
        scale=float(floats[0]),
        analog_per_frame=int(words[9]),
        rate=float(floats[1]),
        events=_events(data, words, machine),
        warnings=warnings,
    )


def _machine(code: int) -> tuple[Machine, tuple[str, ...]]:
    if code in MACHINES:
        return MACHINES[code], ()
    return INTEL, (f"the processor type {code} is not known (84, 85, 86); the numbers were read as Intel's.",)


def _events(data: bytes, words: np.ndarray, machine: Machine) -> tuple[tuple[str, float], ...]:
    """Up to 18 events of the header; newer files have them in the EVENT group."""
    if words[149] != _EVENT_KEY:
        return ()
    count = min(int(words[150]), 18)
    times = machine.floats(data[304 : 304 + 4 * count])
    labels = [data[396 + 4 * k : 400 + 4 * k].decode("latin-1").strip("\0 ") for k in range(count)]
    return tuple((label, float(t)) for label, t in zip(labels, times, strict=True) if label and np.isfinite(t))
