"""Arrays into NumPy's container; the same arrays always give the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

import numpy as np

NO_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can state


def packed(arrays: Mapping[str, np.ndarray]) -> bytes:
    """The bytes of an ``.npz`` that :func:`numpy.load` opens without pickle."""
    stream = io.BytesIO()
    # Stored, not deflated: float64 hardly shrinks, reading is fast, and no version of zlib changes the bytes.
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            archive.writestr(_member(name), _npy(np.asarray(array)))
    return stream.getvalue()


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(f"{name}.npy", date_time=NO_DATE)
    info.create_system, info.external_attr = 3, 0o644 << 16  # the same on every platform
    return info


def _npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    little = array.astype(array.dtype.newbyteorder("<"), copy=False)
    np.lib.format.write_array(stream, np.ascontiguousarray(little).reshape(array.shape), (1, 0), allow_pickle=False)
    return stream.getvalue()
