"""One rigid skeleton over time, from nodes that may scale and shear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.errors import FileError
from supple.io.nearest import nearest_rotations

_ENDLESS = 1e15  # [m]


@dataclass(frozen=True, slots=True)
class Rigid:
    """What nodes amount to: rotations (F, J, 4) and offsets (F, J, 3), the root's in the world."""

    rotations: np.ndarray
    offsets: np.ndarray


def unit(q: np.ndarray) -> np.ndarray:
    """Quaternions scaled to unit length, those that are so already left as they are."""
    off = np.abs(np.einsum("...i,...i->...", q, q) - 1.0) > 1e-14
    return np.where(off[..., None], quaternions.normalized(q), q) if off.any() else q


def rigid_in_world(places: np.ndarray, linears: np.ndarray, parents: Sequence[int]) -> Rigid:
    """From joints' places (J, F, 3) in the world and linear maps (J, F, 3, 3) to it, whatever they scale or shear.

    The joints come out where they are, each turned by the nearest rotation.
    """
    turned = nearest_rotations(linears)
    rotations, offsets = turned.copy(), places.copy()
    parent = np.asarray(parents[1:], dtype=np.int64)
    back = quaternions.conjugate(turned[parent])
    offsets[1:] = quaternions.rotate(back, places[1:] - places[parent])
    rotations[1:] = unit(quaternions.multiply(back, turned[1:]))
    return Rigid(rotations.transpose(1, 0, 2).copy(), offsets.transpose(1, 0, 2).copy())


def refuse_endless(path: Path, poses: Rigid) -> None:
    """Scales and translations may multiply to anything, down a chain of nodes."""
    for array in (poses.offsets, poses.rotations):
        if not (np.abs(array) < _ENDLESS).all():  # false for NaN too
            frame, joint = (int(k) for k in np.argwhere(~(np.abs(array) < _ENDLESS))[0][:2])
            raise FileError(
                path, f"joint {joint} of the figure lies beyond all bounds in frame {frame}. Is it damaged?"
            )
