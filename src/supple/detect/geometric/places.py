"""Points that ride with the joint, seen from the world and from the joint."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.contacts import Vec3
from supple.core.quaternions import to_matrix
from supple.detect.geometric.displacements import Path
from supple.detect.geometric.pieces import dot, minus


class Places:
    """Changes points between the world (or the reference) and the joint, at single frames.

    In plain numbers: for a handful of frames, arrays take four times as long.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.matrices = to_matrix(path.rotations)  # (F, 3, 3)
        self.axes = np.swapaxes(self.matrices, 1, 2)  # (F, 3, 3) directions of the joint's axes, one per row

    def local(self, place: Vec3, frame: int) -> Vec3:
        """Where a place is for the joint, in a frame."""
        x, y, z = self.axes[frame].tolist()
        away = minus(place, self.path.positions[frame].tolist())
        return dot(away, x), dot(away, y), dot(away, z)

    def spread(self, place: Vec3, frames: Sequence[int]) -> float:
        """How far the points of the joint that are at ``place`` in the frames are from the first of them [m]."""
        first, *others = (self.local(place, frame) for frame in frames)
        steps = (minus(other, first) for other in others)
        return float(max(dot(step, step) for step in steps) ** 0.5)
