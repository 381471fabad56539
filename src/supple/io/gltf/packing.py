"""Arrays into one binary buffer, each with the records that let a reader find it."""

from __future__ import annotations

from typing import Any

import numpy as np

ARRAY_BUFFER, ELEMENT_BUFFER = 34962, 34963
_COMPONENTS = {"|u1": 5121, "<u2": 5123, "<u4": 5125, "<f4": 5126}
_TYPES = {1: "SCALAR", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


class Packing:
    """A buffer under construction."""

    def __init__(self) -> None:
        self.accessors: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self._chunks: list[bytes] = []
        self._size = 0

    def add(self, array: np.ndarray, *, target: int = 0, bounds: bool = False, normalized: bool = False) -> int:
        """Append an array (n, width); returns the number of its accessor. ``bounds`` states least and greatest."""
        data = array.astype(array.dtype.newbyteorder("<"), copy=False)
        view: dict[str, Any] = {"buffer": 0, "byteOffset": self._size, "byteLength": data.nbytes}
        if target:
            view["target"] = target
        self._append(data.tobytes())
        kind = _COMPONENTS[data.dtype.str]
        accessor: dict[str, Any] = {"bufferView": len(self.views), "componentType": kind}
        accessor |= {"count": len(data), "type": _TYPES[data.shape[1]]}
        if normalized:
            accessor["normalized"] = True
        if bounds:
            accessor |= {"min": data.min(axis=0).tolist(), "max": data.max(axis=0).tolist()}
        self.views.append(view)
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def _append(self, chunk: bytes) -> None:
        padded = chunk + b"\0" * (-len(chunk) % 4)
        self._chunks.append(padded)
        self._size += len(padded)

    def joined(self) -> bytes:
        """The whole buffer."""
        return b"".join(self._chunks)
