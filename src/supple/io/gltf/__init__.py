"""glTF 2.0: a skinned skeleton with animation, as one ``.glb`` or as ``.gltf``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from supple.io.formats import Format
from supple.io.options import Encoded, ReadOptions, WriteOptions

if TYPE_CHECKING:
    from supple.core.motion import Motion


def _read(path: Path, options: ReadOptions) -> Motion:
    from supple.io.gltf.reader import read

    return read(path, options)


def _encode(motion: Motion, path: Path, options: WriteOptions) -> Encoded:
    from supple.io.gltf.writer import encode

    return encode(motion, path, options)


FORMAT = Format(
    name="gltf",
    title="glTF 2.0",
    suffixes=(".glb", ".gltf"),
    read=_read,
    encode=_encode,
    keeps=(
        "names, bone lengths and rest pose exactly",
        "rotations and paths as 32-bit numbers (about a micrometre on a person)",
        "the frame time, end sites, degrees of freedom, limits and rest rows (in extras that other programs ignore)",
    ),
    drops=(
        "digits beyond 32-bit numbers, in rotations and paths",
        "meshes, materials and cameras of the glTF file a motion was read from: a plain body is drawn instead",
        "scale of joints: it is folded into the bones' lengths",
    ),
)
