"""Nodes over time, and the one rigid skeleton that they amount to.

glTF lets every node scale; a skeleton of Supple does not. Uniform scale only stretches what hangs below, so
it moves into the offsets and nothing is lost. Scale that differs by direction shears what hangs below: the
joints still come out where the file puts them, each turned by the nearest rotation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.io.gltf.curves import CurveGroup, sample
from supple.io.gltf.schema import Node
from supple.io.nearest import nearest_rotations
from supple.io.rigid import Rigid, rigid_in_world, unit

_UNIFORM = 1e-5  # scale that differs less than this by direction is rounding


@dataclass(frozen=True, slots=True)
class Locals:
    """Each node's own translation, rotation and scale, over F frames."""

    translation: np.ndarray  # (N, F, 3)
    rotation: np.ndarray  # (N, F, 4), unit, (w, x, y, z)
    scale: np.ndarray  # (N, F, 3)

    @property
    def uniform(self) -> bool:
        """Whether all scale alike in all directions, and none mirrors."""
        mean = self.scale.mean(axis=2, keepdims=True)
        return bool((mean > 0.0).all() and (np.abs(self.scale - mean) <= _UNIFORM * mean).all())


def of_nodes(nodes: Sequence[Node]) -> tuple[Locals, list[int]]:
    """Nodes at rest (one frame), and which of them have a matrix that is no translation, rotation and scale."""
    translation = np.array([n.translation for n in nodes])
    rotation = unit(np.array([n.rotation for n in nodes])[:, [3, 0, 1, 2]])
    scale = np.array([n.scale for n in nodes])
    odd = []
    for k, node in enumerate(nodes):
        if node.matrix is not None:
            translation[k], rotation[k], scale[k], fits = _parts(np.array(node.matrix).reshape(4, 4).T)
            if not fits:
                odd.append(k)
    return Locals(translation[:, None], rotation[:, None], scale[:, None]), odd


def _parts(m: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, bool]:
    """Translation, rotation and scale of a matrix (4, 4), and whether they make it up."""
    scale = np.sqrt(np.sum(m[:3, :3] ** 2, axis=0))
    if np.linalg.det(m[:3, :3]) < 0.0:
        scale[0] = -scale[0]
    turn = nearest_rotations(m[:3, :3] / np.where(scale == 0.0, 1.0, scale))
    back = quaternions.to_matrix(turn) * scale
    return m[:3, 3], turn, scale, bool(np.abs(back - m[:3, :3]).max() <= 1e-4 * max(np.abs(scale).max(), 1e-12))


def at_times(rest: Locals, groups: Sequence[CurveGroup], at: np.ndarray, near: float) -> Locals:
    """Nodes at some times (F,): at rest but for what the curves move."""
    now = Locals(*(np.repeat(a, len(at), axis=1) for a in (rest.translation, rest.rotation, rest.scale)))
    for group in groups:
        getattr(now, group.path)[group.rows] = sample(group, at, near)
    return now


def rigid(now: Locals, parents: Sequence[int], above: int) -> Rigid:
    """One rigid skeleton over all frames.

    The first ``above`` nodes are the root's ancestors, topmost first, which are folded into it; ``parents``
    counts from the root.
    """
    return _similar(now, parents, above) if now.uniform else _sheared(now, parents, above)


def _similar(now: Locals, parents: Sequence[int], above: int) -> Rigid:
    """Uniform scale: rotations stay as they are, offsets take the scale of all that is above."""
    frames = now.scale.shape[1]
    place, turn, size = np.zeros((frames, 3)), quaternions.identity(frames), np.ones((frames, 1))
    for k in range(above):
        place = place + quaternions.rotate(turn, size * now.translation[k])
        turn, size = quaternions.multiply(turn, now.rotation[k]), size * now.scale[k].mean(axis=1, keepdims=True)
    own = now.scale[above:].mean(axis=2)  # (J, F)
    sizes = np.zeros(own.shape)
    sizes[0] = size[:, 0]  # what stretches each joint's own offset
    for j in range(1, len(own)):
        sizes[j] = sizes[parents[j]] * own[parents[j]]
    offsets = (sizes[:, :, None] * now.translation[above:]).transpose(1, 0, 2).copy()
    rotations = now.rotation[above:].transpose(1, 0, 2).copy()
    if above:
        offsets[:, 0] = place + quaternions.rotate(turn, offsets[:, 0])
        rotations[:, 0] = unit(quaternions.multiply(turn, rotations[:, 0]))
    return Rigid(rotations, offsets)


def _sheared(now: Locals, parents: Sequence[int], above: int) -> Rigid:
    """Any scale: the file's own matrices place the joints; rotations and offsets are worked out from them."""
    local = quaternions.to_matrix(now.rotation) * now.scale[:, :, None, :]  # (N, F, 3, 3)
    places, linears = np.zeros(now.translation.shape), np.zeros(local.shape)
    up = [*range(-1, above), *(above + p for p in parents[1:])]  # each node's parent, ancestors included
    for k, p in enumerate(up):
        if p < 0:
            places[k], linears[k] = now.translation[k], local[k]
        else:
            places[k] = places[p] + (linears[p] @ now.translation[k][:, :, None])[..., 0]
            linears[k] = linears[p] @ local[k]
    return rigid_in_world(places[above:], linears[above:], parents)
