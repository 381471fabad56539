"""Binary FBX (7.4) from a tree of records, honest or not."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

_MAGIC = b"Kaydara FBX Binary  \x00\x1a\x00"


@dataclass(frozen=True)
class Packed:
    """A deflated array of 64-bit numbers that may lie about its count and size."""

    data: bytes
    count: int
    size: int | None = None


@dataclass(frozen=True)
class Record:
    name: str
    values: Sequence[object] = ()
    children: Sequence[Record] = ()


def binary(records: Sequence[Record], version: int = 7400) -> bytes:
    """The file."""
    out = bytearray(_MAGIC + struct.pack("<I", version))
    for record in records:
        _append(out, record)
    return bytes(out) + b"\0" * 13 + b"\0" * 160


def figure_records(extra: Sequence[Record] = ()) -> list[Record]:
    """Two bones, one below the other."""
    objects = [
        Record("Model", [1, "Hips\x00\x01Model", "LimbNode"], [_at(0.0, 90.0, 0.0)]),
        Record("Model", [2, "Spine\x00\x01Model", "LimbNode"], [_at(0.0, 20.0, 0.0)]),
        *(Record("NodeAttribute", [k, "\x00\x01NodeAttribute", "LimbNode"]) for k in (3, 4)),
        *extra,
    ]
    links = [Record("C", ["OO", a, b]) for a, b in ((1, 0), (2, 1), (3, 1), (4, 2))]
    header = Record("FBXHeaderExtension", [], [Record("FBXVersion", [7400])])
    return [header, Record("Objects", [], objects), Record("Connections", [], links)]


def packed(numbers: Sequence[float], **lies: int) -> Packed:
    """An array as it should be, but for what is told otherwise."""
    data = zlib.compress(struct.pack(f"<{len(numbers)}d", *numbers))
    return Packed(data, lies.get("count", len(numbers)), lies.get("size"))


def _at(*place: float) -> Record:
    return Record("Properties70", [], [Record("P", ["Lcl Translation", "Lcl Translation", "", "A", *place])])


def _append(out: bytearray, record: Record) -> None:
    start = len(out)
    properties = b"".join(_value(v) for v in record.values)
    name = record.name.encode()
    out += b"\0" * 12 + struct.pack("<B", len(name)) + name + properties
    for child in record.children:
        _append(out, child)
    if record.children:
        out += b"\0" * 13
    out[start : start + 12] = struct.pack("<III", len(out), len(record.values), len(properties))


def _value(value: object) -> bytes:
    if isinstance(value, Packed):
        size = len(value.data) if value.size is None else value.size
        return b"d" + struct.pack("<III", value.count, 1, size) + value.data
    if isinstance(value, str):
        data = value.encode()
        return b"S" + struct.pack("<I", len(data)) + data
    return b"L" + struct.pack("<q", value) if isinstance(value, int) else b"D" + struct.pack("<d", value)
