"""The centre of pressure, and how far it is from what the body stands on."""

from __future__ import annotations

from itertools import combinations

import numpy as np


def pressure_centre(root: np.ndarray, force: np.ndarray, moment: np.ndarray, height: np.ndarray) -> np.ndarray:
    """(S, 3) where on the level ``height`` (S,) the force at the ``root`` (S, 3) and its moment act alone.

    NaN where nothing presses down.
    """
    fx, fy, fz = force.T
    pressing = fy > 0.05 * np.abs(force).max(initial=1.0)
    safe = np.where(pressing, fy, np.nan)
    down = height - root[:, 1]
    x = root[:, 0] + (moment[:, 2] + down * fx) / safe
    z = root[:, 2] + (down * fz - moment[:, 0]) / safe
    return np.stack([x, np.where(pressing, height, np.nan), z], axis=1)


def outside(point: np.ndarray, support: np.ndarray) -> float:
    """How far a point (2,) is outside the hull of points (P, 2) of the same plane; 0 inside [m]."""
    if any(_in_triangle(point, support[list(three)]) for three in combinations(range(len(support)), 3)):
        return 0.0
    pairs = list(combinations(range(len(support)), 2)) or [(0, 0)]
    return min(_from_segment(point, support[i], support[k]) for i, k in pairs)


def _in_triangle(p: np.ndarray, corners: np.ndarray) -> bool:
    a, b, c = corners
    signs = [float(_turn(u, v, p)) for u, v in ((a, b), (b, c), (c, a))]
    return (min(signs) >= 0.0 or max(signs) <= 0.0) and abs(float(_turn(a, b, c))) > 0.0


def _turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _from_segment(p: np.ndarray, a: np.ndarray, b: np.ndarray) -> float:
    way = b - a
    square = float(way @ way)
    share = min(max(float((p - a) @ way) / square, 0.0), 1.0) if square > 0.0 else 0.0
    return float(np.linalg.norm(p - a - share * way))
