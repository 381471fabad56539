r"""The ground reaction, split between the points that touch the ground.

In every frame the contact forces :math:`f_k` are those that leave least of the root's force and moment unexplained,

.. math:: \min_f \; |F - \textstyle\sum_k f_k|^2 / W^2 + |M - \sum_k (c_k - p) \times f_k|^2 / (W h)^2
          + \epsilon \sum_k |f_k|^2 / W^2,

with every :math:`f_k` inside its friction cone: a sum, with weights that are not negative, of edges of a pyramid inside
the cone. This is a problem of non-negative least squares.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_EDGES = 8  # of the pyramid
_EVENLY = 1e-4  # how much an even spread counts


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Contact forces and what they leave unexplained."""

    forces: np.ndarray  # (S, P, 3) [N]
    residual_force: np.ndarray  # (S, 3) [N]
    residual_moment: np.ndarray  # (S, 3) about the root [Nm]


def cone_edges(normal: np.ndarray, friction: float) -> np.ndarray:
    """(3, E) edges of a pyramid inside the friction cone about a normal."""
    normal = normal / np.linalg.norm(normal)
    side = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    side /= np.linalg.norm(side)
    other = np.cross(normal, side)
    angles = 2.0 * np.pi * np.arange(_EDGES) / _EDGES
    return normal[:, None] + friction * (side[:, None] * np.cos(angles) + other[:, None] * np.sin(angles))


def split_reaction(
    force: np.ndarray, moment: np.ndarray, arms: np.ndarray, touching: np.ndarray, *, weight: float, height: float,
    friction: float, normal: np.ndarray,
) -> Split:  # fmt: skip
    """Split force and moment (S, 3) over points at ``arms`` (S, P, 3) from the root where they touch (S, P)."""
    from scipy.optimize import nnls

    edges = cone_edges(normal, friction)
    count, points = touching.shape
    forces = np.zeros((count, points, 3))
    left_force, left_moment = np.array(force), np.array(moment)
    for s in range(count):
        active = np.flatnonzero(touching[s])
        if not len(active):
            continue
        columns = np.concatenate(
            [
                np.concatenate([edges / weight, np.cross(arms[s, k][:, None], edges, axis=0) / (weight * height)])
                for k in active
            ],
            axis=1,
        )
        even = _EVENLY * np.eye(columns.shape[1]) / weight
        goal = np.concatenate([force[s] / weight, moment[s] / (weight * height), np.zeros(columns.shape[1])])
        shares = nnls(np.concatenate([columns, even]), goal)[0].reshape(len(active), _EDGES)
        forces[s, active] = shares @ edges.T
        left_force[s] -= forces[s].sum(axis=0)
        left_moment[s] -= np.cross(arms[s, active], forces[s, active]).sum(axis=0)
    return Split(forces, left_force, left_moment)
