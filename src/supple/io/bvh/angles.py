"""Angles of BVH rows as quaternions, in NumPy only: the same bits whatever else is loaded."""

from __future__ import annotations

import numpy as np

from supple.core import quaternions
from supple.io.bvh.layout import Nodes, columns

_HALF_DEGREE = np.pi / 360.0
_BLOCK = 1 << 15  # angles that are worked on at a time: they stay in the cache
_EVEN = {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


def rotations(nodes: Nodes, values: np.ndarray) -> np.ndarray:
    """Local rotations (F, J, 4) of rows (F, C), hemisphere continuous in time.

    A joint turns by the product of its rotations in the order written: ``Zrotation Yrotation Xrotation``
    is ``Rz Ry Rx``.
    """
    out = quaternions.identity(len(values), len(nodes))
    groups = _groups(nodes)
    used = np.array([c for _, _, cols in groups for c in cols.ravel()], dtype=np.intp)
    if len(used) == 0:
        return out
    step = max(1, _BLOCK // len(used))
    for start in range(0, len(values), step):
        half = values[start : start + step].take(used, axis=1)
        half *= _HALF_DEGREE
        sine, cosine = np.sin(half), np.cos(half)
        block = out[start : start + step]
        _fill(block, groups, sine, cosine)
        _align(block, out[max(start - 1, 0)])
    return out


def _groups(nodes: Nodes) -> list[tuple[tuple[int, ...], np.ndarray, np.ndarray]]:
    """Joints with the same order of axes: (axes, joints (G,), columns (n, G))."""
    found: dict[tuple[int, ...], list[tuple[int, list[int]]]] = {}
    for j, cols in columns(nodes, "rotation").items():
        found.setdefault(nodes[j].axes("rotation"), []).append((j, cols))
    return [
        (axes, np.array([j for j, _ in members]), np.array([cols for _, cols in members]).T)
        for axes, members in found.items()
    ]


def _fill(
    out: np.ndarray,
    groups: list[tuple[tuple[int, ...], np.ndarray, np.ndarray]],
    sine: np.ndarray,
    cosine: np.ndarray,
) -> None:
    place = 0
    for axes, joints, cols in groups:
        size = len(joints)
        parts = []
        for _ in axes:
            parts.append((cosine[:, place : place + size], sine[:, place : place + size]))
            place += size
        joint_slice = _as_slice(joints)
        for component, value in _product(axes, parts):
            out[:, joint_slice, component] = value


def _product(axes: tuple[int, ...], parts: list[tuple[np.ndarray, np.ndarray]]) -> list[tuple[int, np.ndarray]]:
    """The components of the product of one to three turns about different axes."""
    ca, sa = parts[0]
    if len(axes) == 1:
        return [(0, ca), (1 + axes[0], sa)]
    a, b = axes[:2]
    c = 3 - a - b
    even = (a, b, c) in _EVEN
    cb, sb = parts[1]
    cacb, sacb, casb, sasb = ca * cb, sa * cb, ca * sb, sa * sb
    if len(axes) == 2:
        return [(0, cacb), (1 + a, sacb), (1 + b, casb), (1 + c, sasb if even else -sasb)]
    cc, sc = parts[2]
    if even:
        return [(0, cacb * cc - sasb * sc), (1 + a, sacb * cc + casb * sc),
                (1 + b, casb * cc - sacb * sc), (1 + c, cacb * sc + sasb * cc)]  # fmt: skip
    return [(0, cacb * cc + sasb * sc), (1 + a, sacb * cc - casb * sc),
            (1 + b, casb * cc + sacb * sc), (1 + c, cacb * sc - sasb * cc)]  # fmt: skip


def _as_slice(joints: np.ndarray) -> slice | np.ndarray:
    """Evenly spaced joints as a slice, which is several times as fast as a list."""
    if len(joints) == 1:
        return slice(int(joints[0]), int(joints[0]) + 1)
    step = int(joints[1] - joints[0])
    if (np.diff(joints) == step).all():
        return slice(int(joints[0]), int(joints[-1]) + 1, step)
    return joints


def _align(q: np.ndarray, before: np.ndarray) -> None:
    """Choose signs in place so that neighbours in time lie in one hemisphere, the first one with ``before`` (J, 4)."""
    turns = np.zeros(q.shape[:2], bool)
    turns[0] = np.einsum("ji,ji->j", q[0], before) < 0.0
    turns[1:] = np.einsum("fji,fji->fj", q[1:], q[:-1]) < 0.0
    if turns.any():
        np.negative(q, out=q, where=np.logical_xor.accumulate(turns, axis=0)[..., None])
