"""Supple's own lossless arrays in NumPy's container."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from supple.io.formats import Format
from supple.io.options import Encoded, ReadOptions, WriteOptions

if TYPE_CHECKING:
    from supple.core.motion import Motion


def _read(path: Path, options: ReadOptions) -> Motion:
    from supple.io.npz_reader import read

    return read(path, options)


def _encode(motion: Motion, path: Path, options: WriteOptions) -> Encoded:
    from supple.io.npz_writer import encode

    return encode(motion, path, options)


FORMAT = Format(
    name="npz",
    title="Supple arrays (NumPy npz)",
    suffixes=(".npz",),
    read=_read,
    encode=_encode,
    keeps=("every number, bit by bit", "degrees of freedom and limits", "rest rows", "where the motion came from"),
    drops=("the layout of the text file a motion was read from",),
)
