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
    reaches: tuple[np.ndarray, ...]  # the first: all directions; the others: those that move a limb or what it carries
    turning: tuple[np.ndarray, ...]  # of each reach: the turning joints, by their order, whose directions it has
    reach_of: np.ndarray  # (N,) of each joint: the directions that its torque, and points on it, depend on

    @property
    def directions(self) -> int:
        """How many numbers displace the figure: the root's travel, balls, and hinges about their axes."""
        return int(self.columns[-1])


def tree_of(figure: Figure) -> Tree:
    """Read a model once."""
    model = figure.model
    placed = [model.jointPlacements[j] for j in range(model.njoints)]
    own = [1 if joint in figure.axes else 3 for joint in figure.joints]
    columns = np.concatenate([[3], 3 + np.cumsum(own)])
    reaches, reach_of = _reaches(figure, columns)
    return Tree(
        np.array(list(model.parents), dtype=np.int64),
        np.ascontiguousarray(np.stack([p.rotation for p in placed])),
        np.stack([p.translation for p in placed]),
        tuple(np.flatnonzero(moves) for moves in figure.supports),
        columns,
        np.stack([figure.axes.get(joint, np.zeros(3)) for joint in figure.joints]),
        reaches,
        tuple(np.flatnonzero(np.isin(columns[:-1], reach)) for reach in reaches),
        reach_of,
    )


def _reaches(figure: Figure, columns: np.ndarray) -> tuple[tuple[np.ndarray, ...], np.ndarray]:
    """What a joint's torque depends on: turns of the joints above it, and of those that it carries.

    All joints of a limb have the same, up to where it branches off.
    """
    count = figure.model.njoints
    starts = [figure.model.joints[number].idx_v for number in range(1, count)]
    above = np.zeros((count, count), bool)
    above[:, 1:] = figure.supports[:, starts]
    related = above | above.T
    owner = np.concatenate([[1, 1, 1], np.repeat(np.arange(2, count), np.diff(columns))])
    found: dict[tuple[int, ...], int] = {tuple(range(int(columns[-1]))): 0}
    of = [found.setdefault(tuple(np.flatnonzero(related[number, owner])), len(found)) for number in range(1, count)]
    return tuple(np.array(reach) for reach in found), np.array([0, *of])
