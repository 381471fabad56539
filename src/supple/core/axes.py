"""Other people's axes: exact changes between a file's up axis and Supple's +Y.

Each change is a rotation that only swaps axes and signs, so that converting there and back
returns the same bits.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

Up = Literal["x", "y", "z", "-x", "-y", "-z"]

# For every up axis: where each component of a Supple vector comes from, and its sign.
_FROM_FILE: dict[str, tuple[tuple[int, int, int], tuple[float, float, float]]] = {
    "y": ((0, 1, 2), (1.0, 1.0, 1.0)),
    "z": ((0, 2, 1), (1.0, 1.0, -1.0)),
    "x": ((1, 0, 2), (-1.0, 1.0, 1.0)),
    "-y": ((0, 1, 2), (1.0, -1.0, -1.0)),
    "-z": ((0, 2, 1), (1.0, -1.0, 1.0)),
    "-x": ((1, 0, 2), (1.0, -1.0, 1.0)),
}
UPS = tuple(_FROM_FILE)


def vectors_from(up: str, v: np.ndarray) -> np.ndarray:
    """Vectors (..., 3) of a world whose up axis is ``up``, in Supple's world."""
    if up == "y":
        return v
    source, sign = _FROM_FILE[up]
    return v[..., source] * np.array(sign)


def vectors_to(up: str, v: np.ndarray) -> np.ndarray:
    """Vectors (..., 3) of Supple's world, in a world whose up axis is ``up``."""
    if up == "y":
        return v
    source, sign = _FROM_FILE[up]
    out = np.zeros(v.shape)
    for k in range(3):
        out[..., source[k]] = sign[k] * v[..., k]
    return out


def rotations_from(up: str, q: np.ndarray) -> np.ndarray:
    """Rotations (..., 4) of a world whose up axis is ``up``, in Supple's world."""
    return q if up == "y" else np.concatenate([q[..., :1], vectors_from(up, q[..., 1:])], axis=-1)


def rotations_to(up: str, q: np.ndarray) -> np.ndarray:
    """Rotations (..., 4) of Supple's world, in a world whose up axis is ``up``."""
    return q if up == "y" else np.concatenate([q[..., :1], vectors_to(up, q[..., 1:])], axis=-1)
