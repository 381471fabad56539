"""The ground as a mesh: a Wavefront OBJ file in metres, +Y up, seen from above."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from supple.core.ground import Grid
from supple.errors import FileError
from supple.io.obj import read_mesh

_CELL = 0.02  # [m] how finely a mesh is looked at; edges of steps become as wide
_MOST_CELLS = 1500  # to either side; larger grounds are looked at more coarsely
_MOST_FACES = 200_000


def read_ground(path: Path) -> Grid:
    """The highest surface above every place; beside the mesh and through its holes, as low as its lowest point."""
    mesh = read_mesh(path)
    if len(mesh.faces) > _MOST_FACES:
        raise FileError(path, f"a ground has at most {_MOST_FACES} triangles, and this {len(mesh.faces)}; simplify it.")
    vertices, triangles = mesh.vertices, mesh.faces
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    xs, zs = (_places(low[k], high[k]) for k in (0, 2))
    if len(xs) < 2 or len(zs) < 2:
        raise FileError(path, "this mesh has no surface that can be seen from above. Is +Y its up axis?")
    heights = np.full((len(xs), len(zs)), -np.inf)
    for corners in vertices[triangles]:
        _raise(heights, xs, zs, corners)
    known = np.isfinite(heights)
    return Grid(xs, zs, np.where(known, heights, low[1]), known)


def _places(low: float, high: float) -> np.ndarray:
    count = int(np.ceil((high - low) / _CELL)) + 1
    return np.linspace(low, high, min(count, _MOST_CELLS)) if high > low else np.array([low])


def _raise(heights: np.ndarray, xs: np.ndarray, zs: np.ndarray, corners: np.ndarray) -> None:
    """Lift the places below one triangle (3, 3) to it, in place."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    twice = (bx - ax) * (cz - az) - (cx - ax) * (bz - az)
    if twice == 0.0:
        return  # upright: it has no place below it
    i = slice(np.searchsorted(xs, corners[:, 0].min()), np.searchsorted(xs, corners[:, 0].max(), side="right"))
    k = slice(np.searchsorted(zs, corners[:, 2].min()), np.searchsorted(zs, corners[:, 2].max(), side="right"))
    x, z = xs[i, None], zs[None, k]
    u = ((x - ax) * (cz - az) - (cx - ax) * (z - az)) / twice
    v = ((bx - ax) * (z - az) - (x - ax) * (bz - az)) / twice
    inside = (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1.0 + 1e-9)
    there = ay + u * (by - ay) + v * (cy - ay)
    heights[i, k] = np.where(inside, np.maximum(heights[i, k], there), heights[i, k])
