"""The parameter section of a C3D file: groups of named arrays."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from supple.io.c3d.header import Header
from supple.io.c3d.numbers import Machine

_TEXT, _BYTE, _SHORT, _FLOAT = -1, 1, 2, 4


@dataclass(frozen=True, slots=True)
class Parameter:
    """One array, still in the bytes of the file."""

    kind: int  # -1 text, 1 bytes, 2 integers, 4 floats
    dims: tuple[int, ...]  # first index fastest
    raw: bytes
    machine: Machine

    def numbers(self) -> np.ndarray:
        """All values in the order of the file, as floats; none for text."""
        if self.kind == _SHORT:
            return self.machine.shorts(self.raw).astype(np.float64)
        if self.kind == _FLOAT:
            with np.errstate(invalid="ignore"):  # the bytes of a signalling NaN
                return self.machine.floats(self.raw).astype(np.float64)
        return np.frombuffer(self.raw, np.int8).astype(np.float64) if self.kind == _BYTE else np.zeros(0)

    def texts(self) -> list[str]:
        """All strings without the blanks at their ends; none for numbers."""
        if self.kind != _TEXT:
            return []
        length = self.dims[0] if self.dims else 1
        if length == 0:
            return [""] * min(math.prod(self.dims[1:]), 255)
        pieces = (self.raw[k : k + length] for k in range(0, len(self.raw), length))
        return [_decoded(piece) for piece in pieces]


def _decoded(piece: bytes) -> str:
    try:
        return piece.decode("utf-8").strip("\0 \t\r\n")
    except UnicodeDecodeError:
        return piece.decode("latin-1").strip("\0 \t\r\n")


class Parameters:
    """All parameters by (group, name), upper case; what is absent reads as empty."""

    def __init__(self, found: dict[tuple[str, str], Parameter], warnings: tuple[str, ...]) -> None:
        self._found = found
        self.warnings = warnings

    def numbers(self, group: str, name: str) -> np.ndarray:
        """Values in the order of the file."""
        found = self._found.get((group, name))
        return found.numbers() if found else np.zeros(0)

    def counts(self, group: str, name: str) -> np.ndarray:
        """Values that are counts: 16-bit integers without a sign."""
        values = self.numbers(group, name)
        found = self._found.get((group, name))
        return np.where(values < 0.0, values + 65536.0, values) if found and found.kind == _SHORT else values

    def number(self, group: str, name: str) -> float:
        """The first value, or NaN."""
        values = self.numbers(group, name)
        return float(values[0]) if len(values) else float("nan")

    def texts(self, group: str, name: str) -> list[str]:
        """All strings."""
        found = self._found.get((group, name))
        return found.texts() if found else []

    def text(self, group: str, name: str) -> str:
        """The first string, or ``""``."""
        return next(iter(self.texts(group, name)), "")

    def long_numbers(self, group: str, name: str) -> np.ndarray:
        """Values of a list that goes on under NAME2, NAME3, ... because one list ends at 255."""
        return np.concatenate([self.numbers(group, piece) for piece in self._pieces(group, name)])

    def long_texts(self, group: str, name: str) -> list[str]:
        """Strings of a list that goes on under NAME2, NAME3, ..."""
        return [text for piece in self._pieces(group, name) for text in self.texts(group, piece)]

    def _pieces(self, group: str, name: str) -> list[str]:
        pieces = [name]
        while (group, f"{name}{len(pieces) + 1}") in self._found:
            pieces.append(f"{name}{len(pieces) + 1}")
        return pieces


def read_parameters(data: bytes, header: Header) -> Parameters:
    """Walk the section record by record; a record that does not fit its own length is left out with a warning."""
    groups: dict[int, str] = {}
    found: dict[tuple[int, str], Parameter] = {}
    broken = 0
    at, stop = header.parameter_start + 4, header.parameter_stop
    while at + 4 <= stop:
        name_length, group = abs(_signed(data[at])), _signed(data[at + 1])
        link = at + 2 + name_length
        if name_length == 0 or link + 2 > stop:
            break
        name = data[at + 2 : link].decode("latin-1").strip("\0 ").upper()
        step = header.machine.word(data[link : link + 2])
        record_stop = min(link + step, stop) if step else stop
        if group < 0:
            groups.setdefault(-group, name)
        elif group > 0:
            parameter = _parameter(data[link + 2 : record_stop], header.machine)
            if parameter is None:
                broken += 1
            else:
                found.setdefault((group, name), parameter)
        if step == 0:
            break
        at = link + max(step, 2)
    named = {(groups.get(number, ""), name): parameter for (number, name), parameter in found.items()}
    warnings = (f"{broken} parameters are longer than their own records and were left out.",) if broken else ()
    return Parameters(named, warnings)


def _parameter(record: bytes, machine: Machine) -> Parameter | None:
    if len(record) < 2:
        return None
    kind, rank = _signed(record[0]), record[1]
    if kind not in (_TEXT, _BYTE, _SHORT, _FLOAT) or len(record) < 2 + rank or rank > 7:
        return None
    dims = tuple(record[2 : 2 + rank])
    size = abs(kind) * math.prod(dims)
    raw = record[2 + rank : 2 + rank + size]
    return Parameter(kind, dims, raw, machine) if len(raw) == size else None


def _signed(byte: int) -> int:
    return byte - 256 if byte > 127 else byte
