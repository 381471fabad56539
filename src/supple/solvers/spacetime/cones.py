"""Friction cones: how far a force is outside, and how that changes."""

from __future__ import annotations

import numpy as np


def beyond_cone(forces: np.ndarray, normal: np.ndarray, friction: float) -> tuple[np.ndarray, np.ndarray]:
    """(n, 3) from the nearest force inside the cone to each force, and the derivatives (n, 3, 3)."""
    up = forces @ normal
    side = forces - up[:, None] * normal
    length = np.linalg.norm(side, axis=1)
    inside, pulled = length <= friction * up, friction * length <= -up
    unit = side / np.where(length > 0.0, length, 1.0)[:, None]
    # On the outside of the cone's surface: the nearest point is along the edge e = (normal + mu unit) / sqrt(1 + mu^2).
    edge = (normal + friction * unit) / np.sqrt(1.0 + friction**2)
    along = np.sum(forces * edge, axis=1)
    out = forces - np.maximum(along, 0.0)[:, None] * edge
    out[inside], out[pulled] = 0.0, forces[pulled]
    level = np.eye(3) - np.outer(normal, normal)
    turn = (level - unit[:, :, None] * unit[:, None, :]) * (friction / np.sqrt(1.0 + friction**2))
    share = along / np.where(length > 0.0, length, 1.0)
    slope = np.eye(3) - edge[:, :, None] * edge[:, None, :] - share[:, None, None] * turn
    slope[inside], slope[pulled] = 0.0, np.eye(3)
    return out, slope


def into_cone(forces: np.ndarray, normal: np.ndarray, friction: float) -> np.ndarray:
    """The nearest forces (n, 3) inside the cone."""
    return forces - beyond_cone(forces, normal, friction)[0]
