"""NumPy arrays from a zip that a stranger made: nothing is unpacked or allocated before its size is checked."""

from __future__ import annotations

import io
import math
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from supple.errors import FileError

_GROWTH, _GRACE = 4, 16 * 2**20  # unpacked bytes allowed: four times the file, and 16 MiB
_MAX_MEMBERS = 1000
_WIDEST = {"f": 8, "i": 8, "u": 8, "b": 1}  # [bytes]; text may be wider
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_HEADER = re.compile(
    rb"\{'descr': '([<>|=]?[a-zA-Z]\d{0,9})', 'fortran_order': (True|False), 'shape': \(([\d, ]{0,100})\), \}\s*"
)
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError,
    ValueError, NotImplementedError, RuntimeError, OverflowError, KeyError, IndexError,
)  # fmt: skip


def member_names(path: Path, data: bytes) -> set[str]:
    """The names of the arrays in an npz, after a check that unpacking it is safe."""
    with _opened(path, data) as archive:
        return {info.filename.removesuffix(".npy") for info in archive.infolist()}


def load_arrays(
    path: Path, data: bytes, wanted: Mapping[str, tuple[str, int | tuple[int, ...]]]
) -> dict[str, np.ndarray]:
    """The wanted arrays that are there; ``wanted`` gives the allowed dtype kinds and numbers of dimensions."""
    arrays = {}
    with _opened(path, data) as archive:
        for info in archive.infolist():
            name = info.filename.removesuffix(".npy")
            if name in wanted:
                arrays[name] = _array(path, name, _unpacked(path, archive, info), *wanted[name])
    return arrays


def _opened(path: Path, data: bytes) -> zipfile.ZipFile:
    if data[:2] != b"PK":
        raise FileError(path, f"this is no npz (a zip of arrays); it starts with {data[:8]!r}.")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN as error:
        raise FileError(path, f"the zip is damaged ({error}). Was it copied in full?") from None
    infos = archive.infolist()
    if len(infos) > _MAX_MEMBERS or len({info.filename for info in infos}) != len(infos):
        raise FileError(path, f"the zip has {len(infos)} members, too many or of the same name.")
    unpacked, allowed = sum(info.file_size for info in infos), _GROWTH * len(data) + _GRACE
    if unpacked > allowed:
        raise FileError(
            path,
            f"the zip unpacks to {unpacked} bytes, more than {allowed} for a file of {len(data)}. "
            "If you trust it, save it again without compression.",
        )
    return archive


def _unpacked(path: Path, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    try:
        if info.compress_type not in _METHODS or info.flag_bits & 0x1:
            raise NotImplementedError("encrypted, or compressed in an unusual way")
        with archive.open(info) as stream:
            raw = stream.read(info.file_size)
            if len(raw) != info.file_size:
                raise EOFError("it ends early")
            return raw
    except _BROKEN as error:
        raise FileError(path, f"{info.filename} cannot be unpacked: {error}. Is the file damaged?") from None


def _array(path: Path, name: str, raw: bytes, kinds: str, dimensions: int | tuple[int, ...]) -> np.ndarray:
    dtype, fortran, shape, start = _header(path, name, raw)
    allowed = (dimensions,) if isinstance(dimensions, int) else dimensions
    if dtype.kind not in kinds or len(shape) not in allowed:
        due = " or ".join(map(str, allowed))
        raise FileError(
            path, f"the array {name!r} has type {dtype} and shape {shape}; {due} dimensions of {kinds!r} are due."
        )
    widest = _WIDEST.get(dtype.kind)
    if dtype.itemsize == 0 or (widest is not None and dtype.itemsize > widest):
        most = "text of no length" if dtype.itemsize == 0 else f"numbers of {dtype.itemsize} bytes"
        raise FileError(path, f"the array {name!r} holds {most} ({dtype}), which Supple does not write.")
    size, held = math.prod(shape) * dtype.itemsize, len(raw) - start
    if size != held:
        raise FileError(path, f"the array {name!r} states shape {shape}, which takes {size} bytes, but holds {held}.")
    flat = np.frombuffer(raw, dtype, offset=start)
    if dtype.kind == "b":
        flat = flat.view(np.uint8) != 0  # a byte of 2 is no bool
    elif dtype.kind == "U":
        _check_text(path, name, flat)
    return flat.reshape(shape, order="F" if fortran else "C")


def _check_text(path: Path, name: str, flat: np.ndarray) -> None:
    codes = flat.view(flat.dtype.str[0] + "u4")
    if ((codes > 0x10FFFF) | ((codes >= 0xD800) & (codes < 0xE000))).any():
        raise FileError(path, f"the array {name!r} holds numbers that are no characters. Is the file damaged?")


def _header(path: Path, name: str, raw: bytes) -> tuple[np.dtype, bool, tuple[int, ...], int]:
    """Type, order and shape, and where the numbers start; only what NumPy itself writes is taken."""
    wide = raw[6:7] in (b"\x02", b"\x03")
    begin = 12 if wide else 10
    length = int.from_bytes(raw[8:begin], "little")
    match = _HEADER.fullmatch(raw[begin : begin + min(length, 1000)])
    if raw[:6] != b"\x93NUMPY" or not match:
        raise FileError(path, f"the array {name!r} has no header as NumPy writes it. Is the file damaged?")
    try:
        dtype = np.dtype(match[1].decode())
        shape = tuple(int(part) for part in match[3].split(b",") if part.strip())
    except (TypeError, ValueError):
        raise FileError(path, f"the array {name!r} has a type or shape that cannot be: {match[0]!r}.") from None
    return dtype, match[2] == b"True", shape, begin + length
