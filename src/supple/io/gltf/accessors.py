"""Typed arrays out of untrusted buffers: every bound is checked before a byte is touched."""

from __future__ import annotations

import numpy as np

from supple.errors import FileError
from supple.io.gltf.buffers import load_buffer
from supple.io.gltf.container import Opened
from supple.io.gltf.schema import Accessor, BufferView, Sparse

_DTYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_INDEX_TYPES = (5121, 5123, 5125)
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
HUGE = 1e12  # no metre, second or scale of a figure is beyond this
_SPARE = 1 << 16  # bytes that may be decoded beyond four times the buffers


class Arrays:
    """The accessors of one document, decoded once each.

    The total work is bounded by the size of the buffers, not by what the document declares: a file may
    read its own bytes a few times over, not thousands of times.
    """

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.path = opened.path
        self._buffers: dict[int, memoryview] = {}
        self._decoded: dict[tuple[int, str], np.ndarray] = {}
        self._used = 0

    @property
    def bytes_loaded(self) -> int:
        """Bytes of the document and of the buffers in other files."""
        outside = sum(len(b) for b in self._buffers.values() if b is not self.opened.binary)
        return self.opened.size + outside

    def get(self, index: int, kind: str, what: str) -> np.ndarray:
        """Accessor ``index`` as float64 (count, width); ``kind`` is its type, ``what`` names it in errors."""
        if (index, kind) not in self._decoded:
            self._decoded[index, kind] = self._decode(index, kind, what)
        return self._decoded[index, kind]

    def _decode(self, index: int, kind: str, what: str) -> np.ndarray:
        accessors = self.opened.document.accessors
        if index >= len(accessors):
            raise FileError(self.path, f"{what} is accessor {index}, but the file lists {len(accessors)}.")
        accessor = accessors[index]
        if accessor.type != kind:
            raise FileError(
                self.path, f"{what} (accessor {index}) must be of type {kind}; it is {accessor.type[:20]!r}."
            )
        where = f"accessor {index} ({what})"
        dtype = self._dtype(accessor.component_type, where)
        raw = self._elements(accessor, dtype, where)
        if accessor.sparse is not None:
            raw = self._replaced(raw, accessor.sparse, where)
        values = _scaled(raw, accessor.normalized)
        if not (np.abs(values) <= HUGE).all():  # false for NaN too
            entry = int(np.argwhere(~(np.abs(values) <= HUGE))[0][0])
            raise FileError(self.path, f"{where} holds a number that is not finite or beyond bounds, at entry {entry}.")
        return values

    def _dtype(self, component_type: int, where: str) -> np.dtype:
        if component_type not in _DTYPES:
            raise FileError(self.path, f"{where} has the component type {component_type}, which glTF does not know.")
        return np.dtype(_DTYPES[component_type])

    def _elements(self, accessor: Accessor, dtype: np.dtype, where: str) -> np.ndarray:
        width = _WIDTHS[accessor.type]
        if accessor.buffer_view is not None:
            return self._slice(accessor.buffer_view, accessor.byte_offset, accessor.count, width, dtype, where)
        self._spend(accessor.count * width * dtype.itemsize, where)
        return np.zeros((accessor.count, width), dtype)

    def _slice(
        self, view_index: int, offset: int, count: int, width: int, dtype: np.dtype, where: str, *, packed: bool = False
    ) -> np.ndarray:
        """``count`` rows of a buffer view, as they stand in the file."""
        view, data = self._view(view_index, where)
        row = width * dtype.itemsize
        stride = row if packed or not view.byte_stride else view.byte_stride
        if stride < row or stride > 252:  # the standard's own ceiling
            raise FileError(self.path, f"{where} has a stride of {stride} bytes for elements of {row}.")
        if count == 0:
            return np.zeros((0, width), dtype)
        end = offset + stride * (count - 1) + row
        if end > view.byte_length:
            raise FileError(
                self.path,
                f"{where} needs {end} bytes for {count} entries; its buffer view {view_index} has {view.byte_length}.",
            )
        self._spend(count * row, where)
        start = view.byte_offset + offset
        return np.ndarray((count, width), dtype, data, start, (stride, dtype.itemsize)).copy()

    def _view(self, index: int, where: str) -> tuple[BufferView, memoryview]:
        views = self.opened.document.buffer_views
        if index >= len(views):
            raise FileError(self.path, f"{where} uses buffer view {index}, but the file lists {len(views)}.")
        view = views[index]
        packing = [name for name in view.extensions if "compression" in name]
        if packing:
            raise FileError(self.path, f"{where} is packed with {packing[0]}. Export the file without compression.")
        if view.buffer not in self._buffers:
            self._buffers[view.buffer] = load_buffer(self.opened, view.buffer)
        data = self._buffers[view.buffer]
        if view.byte_offset + view.byte_length > len(data):
            raise FileError(
                self.path,
                f"buffer view {index} ends at byte {view.byte_offset + view.byte_length}, "
                f"but buffer {view.buffer} has {len(data)}. Is the file cut short?",
            )
        return view, data

    def _replaced(self, raw: np.ndarray, sparse: Sparse, where: str) -> np.ndarray:
        """The elements of ``raw`` with the few sparse ones put in place."""
        kind = sparse.indices.component_type
        if kind not in _INDEX_TYPES:
            raise FileError(self.path, f"{where} has sparse indices of component type {kind}.")
        places, values = sparse.indices, sparse.values
        index = self._slice(
            places.buffer_view, places.byte_offset, sparse.count, 1, np.dtype(_DTYPES[kind]), where, packed=True
        )[:, 0]
        new = self._slice(
            values.buffer_view, values.byte_offset, sparse.count, raw.shape[1], raw.dtype, where, packed=True
        )
        if len(index) and int(index.max()) >= len(raw):
            raise FileError(self.path, f"{where} replaces entry {index.max()}, but has only {len(raw)} entries.")
        raw[index] = new
        return raw

    def _spend(self, size: int, where: str) -> None:
        self._used += size
        if self._used > 4 * self.bytes_loaded + _SPARE:
            raise FileError(self.path, f"{where} asks for {size} bytes; the arrays would be far larger than the file.")


def _scaled(raw: np.ndarray, normalized: bool) -> np.ndarray:
    """Integers as shares of their range where the accessor says so."""
    values = raw.astype(np.float64)
    if normalized and raw.dtype.kind in "iu":
        values /= float(np.iinfo(raw.dtype).max)
        np.maximum(values, -1.0, out=values)
    return values
