"""H-Anim figures in X3D's XML encoding."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from supple.io.formats import Format
from supple.io.options import Encoded, ReadOptions, WriteOptions

if TYPE_CHECKING:
    from supple.core.motion import Motion


def _read(path: Path, options: ReadOptions) -> Motion:
    from supple.io.hanim.reader import read

    return read(path, options)


def _encode(motion: Motion, path: Path, options: WriteOptions) -> Encoded:
    from supple.io.hanim.writer import encode

    return encode(motion, path, options)


FORMAT = Format(
    name="hanim",
    title="H-Anim humanoid in X3D (XML)",
    suffixes=(".x3d",),
    read=_read,
    encode=_encode,
    keeps=(
        "rotations to 1e-9 rad and positions to 1e-9 of their size",
        "joint names, end sites, limits, stiffness, the humanoid's own description",
        "the frame time, rest rows, bones that stretch",
    ),
    drops=(
        "rest rotations: H-Anim joints are aligned with the world at rest, poses are kept",
        "hinges: they become ball joints that may not turn about the other axes",
        "skin, displacers, segments' shapes, named poses and everything else in the scene",
    ),
)
