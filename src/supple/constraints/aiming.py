"""The way round from where an eye looks to where it should look."""

from __future__ import annotations

import numpy as np

_IN_LINE = 1e-9  # [rad] directions nearer than this to opposite say nothing about the way round


def looked_at(eye: np.ndarray, look: np.ndarray, place: np.ndarray, share: np.ndarray) -> np.ndarray:
    """A place (m, 3) to look at on the way from the direction ``look`` to a place, by a share (m,).

    choice: the direction turns along the great circle, in step with the share, and what is looked at stays as far from
    the eye as the place is; a straight line between two places could pass through the eye.
    """
    way = place - eye
    distance = np.linalg.norm(way, axis=-1, keepdims=True)
    toward = way / np.where(distance > 0.0, distance, 1.0)
    return np.asarray(eye + distance * _turned(look, toward, share[:, None]))


def _turned(start: np.ndarray, end: np.ndarray, share: np.ndarray) -> np.ndarray:
    """From one unit vector (m, 3) to another along the great circle; between opposite ones round the vertical."""
    cosine = np.sum(start * end, axis=-1, keepdims=True)
    side = end - cosine * start
    sine = np.linalg.norm(side, axis=-1, keepdims=True)
    side = np.where((sine < _IN_LINE) & (cosine < 0.0), np.cross([0.0, 1.0, 0.0], start), side)
    length = np.linalg.norm(side, axis=-1, keepdims=True)
    angle = share * np.arctan2(sine, cosine)
    return np.asarray(np.cos(angle) * start + np.sin(angle) * side / np.where(length > 0.0, length, 1.0))
