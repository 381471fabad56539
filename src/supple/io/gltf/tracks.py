"""Nodes over time, and the one rigid skeleton that they amount to.

glTF lets every node scale; a skeleton of Supple does not. Uniform scale only stretches what hangs below, so
it moves into the offsets and nothing is lost. Scale that differs by direction shears what hangs below: the
joints still come out where the file puts them, each turned by the nearest rotation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.io.gltf.curves import Curve, sample, unit
from supple.io.gltf.schema import Node

_UNIFORM = 1e-5  # scale that differs less than this by direction is rounding


@dataclass(frozen=True, slots=True)
class Track:
    """A node's own translation, rotation and scale, over F frames or for all of them (one row)."""

    translation: np.ndarray  # (F or 1, 3)
    rotation: np.ndarray  # (F or 1, 4), unit, (w, x, y, z)
    scale: np.ndarray  # (F or 1, 3)

    @property
    def uniform(self) -> bool:
        """Whether it scales alike in all directions, and does not mirror."""
        mean = self.scale.mean(axis=1, keepdims=True)
        return bool((mean > 0.0).all() and (np.abs(self.scale - mean) <= _UNIFORM * mean).all())


@dataclass(frozen=True, slots=True)
class Rigid:
    """What the tracks amount to: rotations (F, J, 4) and offsets (F, J, 3), the root's in the world."""

    rotations: np.ndarray
    offsets: np.ndarray


IDENTITY = Track(np.zeros((1, 3)), quaternions.identity(1), np.ones((1, 3)))


def of_node(node: Node) -> tuple[Track, bool]:
    """A node at rest, and whether its matrix was no plain translation, rotation and scale."""
    if node.matrix is not None:
        return _of_matrix(np.array(node.matrix).reshape(4, 4).T)
    q = np.array(node.rotation)[[3, 0, 1, 2]]
    return Track(np.array([node.translation]), unit(q[None]), np.array([node.scale])), False


def at_times(rest: Track, paths: Mapping[str, Curve] | None, at: np.ndarray, near: float) -> Track:
    """A node at some times (F,); without curves it is the node at rest."""
    if not paths:
        return rest
    values = {path: sample(curve, at, near) for path, curve in paths.items()}
    return Track(
        values.get("translation", rest.translation),
        values.get("rotation", rest.rotation),
        values.get("scale", rest.scale),
    )


def _of_matrix(m: np.ndarray) -> tuple[Track, bool]:
    scale = np.sqrt(np.sum(m[:3, :3] ** 2, axis=0))
    if np.linalg.det(m[:3, :3]) < 0.0:
        scale[0] = -scale[0]
    turn = nearest_rotations((m[:3, :3] / np.where(scale == 0.0, 1.0, scale))[None])
    back = quaternions.to_matrix(turn)[0] * scale
    odd = bool(np.abs(back - m[:3, :3]).max() > 1e-4 * max(np.abs(scale).max(), 1e-12))
    return Track(m[None, :3, 3], turn, scale[None]), odd


def nearest_rotations(m: np.ndarray) -> np.ndarray:
    """Quaternions (n, 4) of the rotations nearest to matrices (n, 3, 3), whatever they scale or mirror."""
    u, _, vt = np.linalg.svd(m)
    u[..., 2] *= np.sign(np.linalg.det(u @ vt))[..., None]
    return quaternions.from_matrix(u @ vt)


def rigid(tracks: Sequence[Track], parents: Sequence[int], ancestors: Sequence[Track], frames: int) -> Rigid:
    """One rigid skeleton over all frames; the ancestors of the root are folded into it."""
    if all(t.uniform for t in (*tracks, *ancestors)):
        return _similar(tracks, parents, ancestors, frames)
    return _sheared(tracks, parents, ancestors, frames)


def _similar(tracks: Sequence[Track], parents: Sequence[int], ancestors: Sequence[Track], frames: int) -> Rigid:
    """Uniform scale: rotations stay as they are, offsets take the scale of all that is above."""
    place, turn, size = np.zeros((1, 3)), quaternions.identity(1), np.ones((1, 1))
    for track in ancestors:
        place = place + quaternions.rotate(turn, size * track.translation)
        turn, size = quaternions.multiply(turn, track.rotation), size * track.scale[:, :1]
    rotations, offsets = np.zeros((frames, len(tracks), 4)), np.zeros((frames, len(tracks), 3))
    sizes: list[np.ndarray] = []
    for j, track in enumerate(tracks):
        above = size if j == 0 else sizes[parents[j]]
        offsets[:, j] = above * track.translation
        rotations[:, j] = track.rotation
        sizes.append(above * track.scale.mean(axis=1, keepdims=True))
    if ancestors:
        offsets[:, 0] = place + quaternions.rotate(turn, offsets[:, 0])
        rotations[:, 0] = unit(quaternions.multiply(turn, rotations[:, 0]))
    return Rigid(rotations, offsets)


def _sheared(tracks: Sequence[Track], parents: Sequence[int], ancestors: Sequence[Track], frames: int) -> Rigid:
    """Any scale: the file's own matrices place the joints; rotations and offsets are worked out from them."""
    place, linear = np.zeros((1, 3)), np.eye(3)[None]
    for track in ancestors:
        place, linear = _below(place, linear, track)
    places: list[np.ndarray] = []
    linears: list[np.ndarray] = []
    turns: list[np.ndarray] = []
    rotations, offsets = np.zeros((frames, len(tracks), 4)), np.zeros((frames, len(tracks), 3))
    for j, track in enumerate(tracks):
        p = parents[j]
        above, bent = (place, linear) if j == 0 else (places[p], linears[p])
        at, matrix = _below(above, bent, track)
        turn = nearest_rotations(matrix)
        places.append(at)
        linears.append(matrix)
        turns.append(turn)
        if j == 0:
            offsets[:, 0], rotations[:, 0] = at, turn
            continue
        back = quaternions.conjugate(turns[p])
        step = at - places[p]
        offsets[:, j] = quaternions.rotate(back, step)
        rotations[:, j] = unit(quaternions.multiply(back, turn))
    return Rigid(rotations, offsets)


def _below(place: np.ndarray, linear: np.ndarray, track: Track) -> tuple[np.ndarray, np.ndarray]:
    """World place (n, 3) and matrix (n, 3, 3) of a node under a parent with such."""
    at = place + (linear @ track.translation[:, :, None])[..., 0]
    return at, linear @ (quaternions.to_matrix(track.rotation) * track.scale[:, None, :])
