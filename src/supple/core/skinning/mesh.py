"""A surface of triangles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.arrays import frozen, rebuilt, sealed
from supple.errors import InvalidValueError


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Vertices and the triangles between them."""

    vertices: np.ndarray  # (V, 3) [m]
    faces: np.ndarray  # (T, 3) int64, numbers of vertices

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        object.__setattr__(self, "vertices", sealed(self.vertices, ("V", 3), "vertices"))
        object.__setattr__(self, "faces", sealed(self.faces, ("T", 3), "faces", np.int64))
        if not len(self.vertices):
            raise InvalidValueError("a mesh needs at least one vertex.")
        if bad := np.flatnonzero(~np.isfinite(self.vertices).all(axis=1)).tolist():
            raise InvalidValueError(f"vertex {bad[0]} of the mesh is {self.vertices[bad[0]]}; give finite numbers.")
        outside = self.faces[(self.faces < 0) | (self.faces >= len(self.vertices))]
        if outside.size:
            raise InvalidValueError(f"a face names vertex {outside[0]}; the mesh has {len(self.vertices)}.")

    def __repr__(self) -> str:
        return f"<Mesh: {len(self.vertices)} vertices, {len(self.faces)} triangles>"

    def normals(self) -> np.ndarray:
        """(V, 3) unit normals, those of the triangles about each vertex weighted by their areas."""
        a, b, c = (self.vertices[self.faces[:, k]] for k in range(3))
        across = np.cross(b - a, c - a)
        total = np.zeros_like(self.vertices)
        for k in range(3):
            np.add.at(total, self.faces[:, k], across)
        length = np.sqrt(np.sum(total**2, axis=1, keepdims=True))
        up = np.array([0.0, 1.0, 0.0])  # a vertex of no triangle, or of a flat one, has no normal of its own
        return frozen(np.where(length > 0.0, total / np.where(length > 0.0, length, 1.0), up))
