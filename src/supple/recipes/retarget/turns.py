"""Turns of many frames at once."""

from __future__ import annotations

import numpy as np

from supple.core import quaternions

_Z = np.array([0.0, 0.0, 1.0])


def aimed(frames: np.ndarray, way: np.ndarray) -> np.ndarray:
    """Frames (F, 4) turned the short way so that their z points along ``way`` (F, 3); not where that is nothing."""
    length = np.linalg.norm(way, axis=1, keepdims=True)
    there = length[:, 0] > 0.0
    unit = np.where(there[:, None], way / np.where(length > 0.0, length, 1.0), 0.0)
    z = quaternions.rotate(frames, _Z)
    turn = np.concatenate([1.0 + np.sum(z * unit, axis=1, keepdims=True), np.cross(z, unit)], axis=1)
    good = there & (turn[:, 0] > 1e-9)  # opposite directions have no short way
    return np.where(good[:, None], quaternions.multiply(quaternions.normalized(turn), frames), frames)


def about(axes: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """(F, 4) turns about unit axes (F, 3) by angles (F,) [rad]."""
    half = 0.5 * angles[:, None]
    return np.concatenate([np.cos(half), np.sin(half) * axes], axis=1)


def angle_about(axes: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """(F,) from ``start`` to ``end`` (F, 3), both across unit ``axes`` (F, 3) [rad]."""
    return np.arctan2(np.sum(axes * np.cross(start, end), axis=1), np.sum(start * end, axis=1))


def frames_along(z: np.ndarray, axis: np.ndarray) -> np.ndarray:
    """(F, 4) frames with unit ``z`` (F, 3) and x as near to ``axis`` (F, 3) as can be."""
    x = axis - np.sum(axis * z, axis=1, keepdims=True) * z
    x = x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-300)
    return quaternions.from_matrix(np.stack([x, np.cross(z, x), z], axis=-1))
