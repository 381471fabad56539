"""Quaternions on NumPy arrays: (w, x, y, z), the last axis, any leading shape.

What the readers need without loading a compiler. The kernels have their own, and the tests
compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

IDENTITY = (1.0, 0.0, 0.0, 0.0)
_BLOCK = 128  # frames that are compared at a time, while they are in the cache
_OPPOSITE = 1e-12  # one plus the cosine, from which two directions are opposite
_SMALL = 1e-12  # sine of half an angle, below which the next term vanishes
_AXIS = {"x": 0, "y": 1, "z": 2}


def identity(*shape: int) -> np.ndarray:
    """Quaternions of no rotation, ``shape + (4,)``."""
    q = np.zeros((*shape, 4))
    q[..., 0] = 1.0
    return q


def multiply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The rotation ``b`` followed by ``a``: ``R(a) R(b)``."""
    aw, ax, ay, az = (a[..., k] for k in range(4))
    bw, bx, by, bz = (b[..., k] for k in range(4))
    w = aw * bw - ax * bx - ay * by - az * bz
    out = np.zeros((*w.shape, 4))
    out[..., 0] = w
    out[..., 1] = aw * bx + ax * bw + ay * bz - az * by
    out[..., 2] = aw * by - ax * bz + ay * bw + az * bx
    out[..., 3] = aw * bz + ax * by - ay * bx + az * bw
    return out


def conjugate(q: np.ndarray) -> np.ndarray:
    """The inverse of unit quaternions."""
    return q * np.array([1.0, -1.0, -1.0, -1.0])


def rotate(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Vectors ``v`` (..., 3) turned by ``q`` (..., 4)."""
    w, x, y, z = (q[..., k] for k in range(4))
    a, b, c = (v[..., k] for k in range(3))
    s, t, u = 2.0 * (y * c - z * b), 2.0 * (z * a - x * c), 2.0 * (x * b - y * a)  # np.cross takes four times as long
    out = np.zeros((*s.shape, 3))
    out[..., 0] = a + w * s + (y * u - z * t)
    out[..., 1] = b + w * t + (z * s - x * u)
    out[..., 2] = c + w * u + (x * t - y * s)
    return out


def normalized(q: np.ndarray) -> np.ndarray:
    """Quaternions scaled to unit length; zero becomes no rotation."""
    norm = np.sqrt(np.sum(q * q, axis=-1, keepdims=True))
    unit = q / np.where(norm > 0.0, norm, 1.0)
    return np.where(norm > 0.0, unit, np.array(IDENTITY))


def continuous(q: np.ndarray) -> np.ndarray:
    """Signs chosen along the first axis so that neighbours lie in one hemisphere.

    A new array where a sign has to change, otherwise ``q`` itself.
    """
    turns = np.zeros(q[1:].shape[:-1], bool)
    for start in range(0, len(turns), _BLOCK):
        stop = min(start + _BLOCK, len(turns))
        products = q[start + 1 : stop + 1] * q[start:stop]
        w, x, y, z = (products[..., k] for k in range(4))
        turns[start:stop] = (w + x) + (y + z) < 0.0
    if not turns.any():
        return q
    odd = (np.cumsum(turns, axis=0) & 1).astype(bool)
    out = q.copy()
    out[1:][odd] *= -1.0
    return out


def about_axis(axis: int | str, angle: np.ndarray) -> np.ndarray:
    """Rotations by ``angle`` [rad] (...) about a coordinate axis, ``(..., 4)``."""
    index = _AXIS[axis] if isinstance(axis, str) else axis
    half = 0.5 * np.asarray(angle, dtype=np.float64)
    q = np.zeros((*half.shape, 4))
    q[..., 0] = np.cos(half)
    q[..., 1 + index] = np.sin(half)
    return q


def from_euler(angles: np.ndarray, order: Sequence[str]) -> np.ndarray:
    """The product of turns about coordinate axes, in the order written.

    ``angles`` is (..., n) [rad] and ``order`` names n axes: ``"zyx"`` gives ``Rz Ry Rx``, which is
    what a BVH file with the channels Zrotation Yrotation Xrotation means.
    """
    q = about_axis(order[0], angles[..., 0])
    for k in range(1, len(order)):
        q = multiply(q, about_axis(order[k], angles[..., k]))
    return q


def to_matrix(q: np.ndarray) -> np.ndarray:
    """Rotation matrices (..., 3, 3)."""
    w, x, y, z = (q[..., k] for k in range(4))
    m = np.zeros((*q.shape[:-1], 3, 3))
    m[..., 0, 0] = 1.0 - 2.0 * (y * y + z * z)
    m[..., 0, 1] = 2.0 * (x * y - w * z)
    m[..., 0, 2] = 2.0 * (x * z + w * y)
    m[..., 1, 0] = 2.0 * (x * y + w * z)
    m[..., 1, 1] = 1.0 - 2.0 * (x * x + z * z)
    m[..., 1, 2] = 2.0 * (y * z - w * x)
    m[..., 2, 0] = 2.0 * (x * z - w * y)
    m[..., 2, 1] = 2.0 * (y * z + w * x)
    m[..., 2, 2] = 1.0 - 2.0 * (x * x + y * y)
    return m


def from_matrix(m: np.ndarray) -> np.ndarray:
    """Unit quaternions of rotation matrices (..., 3, 3), accurate for every angle."""
    diagonal = np.diagonal(m, axis1=-2, axis2=-1)
    trace = diagonal.sum(axis=-1)
    # Four times the square of each component; the largest is never small, so divide by that one.
    squares = np.concatenate([(1.0 + trace)[..., None], 1.0 - trace[..., None] + 2.0 * diagonal], axis=-1)
    q = np.zeros(squares.shape)
    candidates = np.stack([_column(m, k, squares) for k in range(4)], axis=-2)
    best = np.argmax(squares, axis=-1)
    q[...] = np.take_along_axis(candidates, best[..., None, None], axis=-2)[..., 0, :]
    return normalized(q)


def _column(m: np.ndarray, k: int, squares: np.ndarray) -> np.ndarray:
    x, y, z = m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1]
    xy, xz, yz = m[..., 0, 1] + m[..., 1, 0], m[..., 0, 2] + m[..., 2, 0], m[..., 1, 2] + m[..., 2, 1]
    rows = {0: (squares[..., 0], x, y, z), 1: (x, squares[..., 1], xy, xz),
            2: (y, xy, squares[..., 2], yz), 3: (z, xz, yz, squares[..., 3])}  # fmt: skip
    return np.stack(rows[k], axis=-1)


def mean(q: np.ndarray) -> np.ndarray:
    """The rotation (4,) nearest to all of ``q`` (n, 4), whatever their signs."""
    return np.asarray(np.linalg.eigh(q.T @ q)[1][:, -1])


def arc(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The shortest turns (..., 4) that take directions ``a`` (..., 3) of any length to ``b``; of opposite ones any
    half turn, of none no turn.
    """
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    w, v = lengths + np.sum(a * b, axis=-1), np.cross(a, b)
    opposite = w < _OPPOSITE * lengths
    across = np.cross(a, np.eye(3)[np.argmin(np.abs(a), axis=-1)])
    q = np.concatenate([np.where(opposite, 0.0, w)[..., None], np.where(opposite[..., None], across, v)], axis=-1)
    none = ~(lengths > 0.0)
    return normalized(np.where(none[..., None], [1.0, 0.0, 0.0, 0.0], q))


def slerp(a: np.ndarray, b: np.ndarray, t: np.ndarray) -> np.ndarray:
    """The turn from ``a`` to ``b`` (..., 4), taken the short way to the share ``t`` (...)."""
    dot = np.sum(a * b, axis=-1)
    b = np.where(dot[..., None] < 0.0, -b, b)
    angle = np.arccos(np.clip(np.abs(dot), 0.0, 1.0))
    sine = np.sin(angle)
    near = sine < 1e-8  # then the chord is the arc to 1e-16
    safe = np.where(near, 1.0, sine)
    wa = np.where(near, 1.0 - t, np.sin((1.0 - t) * angle) / safe)
    wb = np.where(near, t, np.sin(t * angle) / safe)
    return normalized(wa[..., None] * a + wb[..., None] * b)


def log(q: np.ndarray) -> np.ndarray:
    """Rotation vectors (..., 3) [rad] of up to a full turn; a negative real part means the long way."""
    length = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(length, q[..., :1])
    return np.asarray(np.where(length > _SMALL, angle / np.where(length > _SMALL, length, 1.0), 2.0) * q[..., 1:])


def exp(v: np.ndarray) -> np.ndarray:
    """The turns (..., 4) of rotation vectors (..., 3) [rad]."""
    half = 0.5 * np.linalg.norm(v, axis=-1, keepdims=True)
    return np.concatenate([np.cos(half), 0.5 * np.sinc(half / np.pi) * v], axis=-1)
