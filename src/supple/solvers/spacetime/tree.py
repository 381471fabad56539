"""A figure's model as arrays, for kernels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.dynamics.figure import Figure


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """Joints of a rigid-body model: the world, the root's travel, the root's turn, and balls."""

    parents: np.ndarray  # (N,)
    turns: np.ndarray  # (N, 3, 3) how each joint sits in its parent's frame
    places: np.ndarray  # (N, 3) [m]
    moved_by: tuple[np.ndarray, ...]  # of each joint: the velocities that move it
    columns: np.ndarray  # (n + 1,) where the displacement of each turning joint stands among its directions
    axes: np.ndarray  # (n, 3) of joints that turn about one axis only; zeros for balls

    @property
    def directions(self) -> int:
        """How many numbers displace the figure: the root's travel, balls, and hinges about their axes."""
        return int(self.columns[-1])


def tree_of(figure: Figure) -> Tree:
    """Read a model once."""
    model = figure.model
    placed = [model.jointPlacements[j] for j in range(model.njoints)]
    own = [1 if joint in figure.axes else 3 for joint in figure.joints]
    return Tree(
        np.array(list(model.parents), dtype=np.int64),
        np.ascontiguousarray(np.stack([p.rotation for p in placed])),
        np.stack([p.translation for p in placed]),
        tuple(np.flatnonzero(moves) for moves in figure.supports),
        np.concatenate([[3], 3 + np.cumsum(own)]),
        np.stack([figure.axes.get(joint, np.zeros(3)) for joint in figure.joints]),
    )
