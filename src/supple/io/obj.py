"""Meshes as Wavefront OBJ files, in metres, +Y up."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np

from supple.core.arrays import frozen
from supple.core.skinning.mesh import Mesh
from supple.errors import FileError
from supple.io.source import decode, load_bytes

SUFFIX = ".obj"
_MOST_FACES = 2_000_000
_FAR = 1e6  # [m]


def read_mesh(path: Path | str) -> Mesh:
    """The surface in an OBJ file; faces with more than three corners are cut into fans."""
    path = Path(path)
    text, _ = decode(load_bytes(path), path)
    vertices: list[list[float]] = []
    triangles: list[tuple[int, int, int]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        word, *rest = line.split() or [""]
        try:
            if word == "v":
                vertices.append([float(value) for value in rest[:3]])
            elif word == "f":
                corners = [_corner(item, len(vertices)) for item in rest]
                triangles += [(corners[0], a, b) for a, b in pairwise(corners[1:])]
        except ValueError:
            raise FileError(path, f"{line[:60]!r} is not understood.", line=number) from None
        if len(triangles) > _MOST_FACES:
            raise FileError(path, f"a mesh has at most {_MOST_FACES} triangles; simplify it.", line=number)
    return _checked(vertices, triangles, path)


def _checked(vertices: list[list[float]], triangles: list[tuple[int, int, int]], path: Path) -> Mesh:
    if not triangles or any(len(vertex) != 3 for vertex in vertices):
        raise FileError(path, "no faces were found, or a vertex does not have three numbers.")
    places, faces = np.array(vertices), np.array(triangles)
    if len(far := np.flatnonzero(~(np.abs(places) < _FAR).all(axis=1))):
        found = ", ".join(f"{value:g}" for value in places[far[0]])
        raise FileError(
            path,
            f"vertices must be finite numbers of metres below {_FAR:g}; vertex {far[0] + 1} is at {found}. Scale it.",
        )
    if faces.min() < 0 or faces.max() >= len(places):
        raise FileError(path, f"a face names a vertex that is not there; there are {len(places)}.")
    return Mesh(frozen(places), frozen(faces))


def _corner(item: str, count: int) -> int:
    """``7``, ``7/1/3`` or ``-1`` (the last one) as a number from 0."""
    number = int(item.partition("/")[0])
    if number == 0 or -number > count:  # they count from 1; 0 would be whichever comes next
        raise ValueError
    return number - 1 if number > 0 else count + number
