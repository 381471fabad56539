"""Arrays into NumPy's container; the same arrays always give the same bytes."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterable, Mapping
from typing import IO, NamedTuple

import numpy as np

NO_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can state


class Blocks(NamedTuple):
    """An array of float64 that comes in blocks of its rows."""

    shape: tuple[int, ...]
    blocks: Iterable[np.ndarray]


def packed(arrays: Mapping[str, np.ndarray]) -> bytes:
    """The bytes of an ``.npz`` that :func:`numpy.load` opens without pickle."""
    stream = io.BytesIO()
    pack(stream, arrays)
    return stream.getvalue()


def pack(stream: IO[bytes], arrays: Mapping[str, np.ndarray | Blocks]) -> None:
    """Write the same into a file."""
    # Stored, not deflated: float64 hardly shrinks, reading is fast, and no version of zlib changes the bytes.
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            if isinstance(array, Blocks):
                _write_blocks(archive, _member(name), array)
            else:
                archive.writestr(_member(name), _npy(np.asarray(array)))


def _write_blocks(archive: zipfile.ZipFile, member: zipfile.ZipInfo, array: Blocks) -> None:
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, {"descr": "<f8", "fortran_order": False, "shape": array.shape})
    member.file_size = len(head.getvalue()) + 8 * math.prod(array.shape)  # which is stated before the numbers are seen
    with archive.open(member, "w") as stream:
        stream.write(head.getvalue())
        for block in array.blocks:
            stream.write(block.astype("<f8", copy=False).tobytes())


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(f"{name}.npy", date_time=NO_DATE)
    info.create_system, info.external_attr = 3, 0o644 << 16  # the same on every platform
    return info


def _npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    little = array.astype(array.dtype.newbyteorder("<"), copy=False)
    np.lib.format.write_array(stream, np.ascontiguousarray(little).reshape(array.shape), (1, 0), allow_pickle=False)
    return stream.getvalue()
