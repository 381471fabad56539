"""Points that ride with the joint, seen from the world and from the joint."""

from __future__ import annotations

import numpy as np

from supple.core.contacts import Vec3
from supple.core.quaternions import to_matrix
from supple.detect.geometric.displacements import Path


class Places:
    """Changes points between the world (or the reference) and the joint, at single frames."""

    def __init__(self, path: Path) -> None:
        self.positions = path.positions
        self.matrices = to_matrix(path.rotations)  # (F, 3, 3)

    def local(self, place: Vec3, frames: list[int]) -> np.ndarray:
        """(n, 3) where a place is for the joint, in each of the frames."""
        away = np.array(place) - self.positions[frames]
        return np.asarray((away[:, None, :] @ self.matrices[frames])[:, 0])

    def moved(self, place: Vec3, start: int, end: int) -> float:
        """How far the point of the joint that is at ``place`` in frame ``start`` is from it in frame ``end`` [m]."""
        return self.spread(place, [start, end])

    def spread(self, place: Vec3, frames: list[int]) -> float:
        """How far the points of the joint that are at ``place`` in the frames are from the first of them [m]."""
        local = self.local(place, frames)
        return float(np.sqrt(((local - local[0]) ** 2).sum(axis=1).max()))
