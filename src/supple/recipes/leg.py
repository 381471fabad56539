"""Two bones that reach a point, in closed form."""

from __future__ import annotations

import numpy as np

from supple.core import quaternions


def reach(
    hip: np.ndarray, ankle: np.ndarray, lateral: np.ndarray, thigh: float, shank: float
) -> tuple[np.ndarray, np.ndarray]:
    """World rotations (F, 4) of the thigh and angles (F,) of the knee [rad] that put the ankle in place.

    ``hip`` and ``ankle`` are (F, 3) and must be within reach; the knee bends about the direction that is
    square to the leg and nearest to ``lateral`` (F, 3), and forward. At rest the leg points down -Y.
    """
    along = ankle - hip
    distance = np.linalg.norm(along, axis=1, keepdims=True)
    down = along / distance
    side = lateral - down * np.sum(lateral * down, axis=1, keepdims=True)
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    knee = np.pi - _angle(distance[:, 0], thigh, shank)
    lift = _angle(np.full(len(hip), shank), thigh, distance[:, 0])[:, None]  # from the hip-ankle line to the thigh
    bone = np.cos(lift) * down + np.sin(lift) * np.cross(down, side)
    frame = np.stack([side, -bone, np.cross(bone, side)], axis=-1)
    return quaternions.from_matrix(frame), knee


def _angle(opposite: np.ndarray, a: float | np.ndarray, b: float | np.ndarray) -> np.ndarray:
    """The angle between two sides of a triangle."""
    return np.arccos(np.clip((a * a + b * b - opposite * opposite) / (2.0 * a * b), -1.0, 1.0))
