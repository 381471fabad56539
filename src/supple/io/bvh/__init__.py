"""Biovision hierarchy (BVH): the joint tree and its channels, then one row of numbers per frame."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from supple.io.formats import Format
from supple.io.options import Encoded, ReadOptions, WriteOptions

if TYPE_CHECKING:
    from supple.core.motion import Motion


def _read(path: Path, options: ReadOptions) -> Motion:
    from supple.io.bvh.reader import read

    return read(path, options)


def _encode(motion: Motion, path: Path, options: WriteOptions) -> Encoded:
    from supple.io.bvh.writer import encode

    return encode(motion, path, options)


FORMAT = Format(
    name="bvh",
    title="Biovision hierarchy (BVH)",
    suffixes=(".bvh",),
    read=_read,
    encode=_encode,
    keeps=(
        "names, offsets, end sites and channel layout of a BVH file",
        "the file's own numbers wherever the pose is unchanged, angles beyond 360 degrees included",
        "the frame time as it was written",
        "bones that stretch, as position channels",
    ),
    drops=(
        "joint limits and axes of hinges",
        "rest rotations: the zero pose of a BVH file has none",
        "units and up axis, which the format cannot state",
        "further figures of a file with several roots",
    ),
)
