"""The parameters of constraints, from all their frames at once.

The thesis averages those of single displacements, whose axes are noisy where a frame turns little. Here a line or
point is what stays best: the point p of the joint and the place q that minimise the squares of R_i p + t_i - q, and
the axis that all rotations share best.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.detect.geometric.displacements import Path

_UNKNOWN = 1e-3  # share of the largest curvature below which a direction says nothing about p


@dataclass(frozen=True, slots=True, eq=False)
class Fits:
    """Parameters of n constraints."""

    origin: np.ndarray  # (n, 3) [m]
    direction: np.ndarray  # (n, 3) unit, of the axis that keeps its direction best
    stray: np.ndarray  # (n,) how far the point that should be still is from its place, at most [m]


def fitted(path: Path, matrices: np.ndarray, frames: np.ndarray, starts: np.ndarray, free: np.ndarray) -> Fits:
    """Fits of consecutive groups of frame numbers; group k begins at ``frames[starts[k]]``.

    ``free`` (n,) is how many directions of p the group leaves open: 3 for spaces (p is the joint), 1 for lines, 0.
    """
    counts = np.diff(np.append(starts, len(frames)))
    group = np.repeat(np.arange(len(starts)), counts)

    def mean(values: np.ndarray) -> np.ndarray:
        sums = np.add.reduceat(values, starts, axis=0)
        return sums / counts.reshape(-1, *[1] * (values.ndim - 1))

    middle = mean(path.positions[frames])
    turned, away = matrices.take(frames, axis=0), path.positions[frames] - middle[group]
    turn = mean(turned)
    curvature = np.eye(3) - np.swapaxes(turn, 1, 2) @ turn
    pull = mean(np.einsum("nj,nji->ni", away, turned))
    values, vectors = np.linalg.eigh(curvature)
    known = (np.arange(3) >= free[:, None]) & (values > _UNKNOWN * np.maximum(values[:, 2:], 1e-12))
    inverse = np.where(known, 1.0 / np.where(known, values, 1.0), 0.0)
    along = (pull[:, None, :] @ vectors)[:, 0]
    local = -(vectors @ (inverse * along)[:, :, None])[..., 0]
    still = (turn @ local[:, :, None])[..., 0]
    off = np.einsum("nij,nj->ni", turned, local[group]) + away - still[group]
    direction = (turn @ vectors[:, :, :1])[..., 0]
    return Fits(
        origin=middle + still,
        direction=direction / np.maximum(np.linalg.norm(direction, axis=1, keepdims=True), 1e-300),
        stray=np.sqrt(np.maximum.reduceat((off**2).sum(axis=1), starts)),
    )


def mean_rotations(q: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """(n, 4) the means of groups of rotations (F, 4), of which group k begins at ``starts[k]``.

    The mean in the tangent plane of a first, linear mean; quaternions of either sign are welcome.
    """
    counts = np.diff(np.append(starts, len(q)))
    group = np.repeat(np.arange(len(starts)), counts)
    same = np.sum(q * q[starts][group], axis=1, keepdims=True) >= 0.0
    reference = quaternions.normalized(np.add.reduceat(np.where(same, q, -q), starts, axis=0))
    off = quaternions.multiply(quaternions.conjugate(reference)[group], q)
    off = np.where(off[:, :1] < 0.0, -off, off)
    tangent = np.add.reduceat(quaternions.log(off), starts, axis=0) / counts[:, None]
    return quaternions.multiply(reference, quaternions.exp(tangent))
