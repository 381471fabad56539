"""A figure at rest: in its bind pose, else as the scene stands without a take."""

from __future__ import annotations

import numpy as np

from supple.io.fbx.figures import Figure
from supple.io.fbx.scene import Scene


def rest_matrices(scene: Scene, figure: Figure) -> tuple[np.ndarray, str]:
    """(1, J, 4, 3) joint to world by columns, and where it comes from, in words.

    choice: a bind pose counts when it has the root and at least half of the joints; a joint that it lacks keeps its
    place in its parent.
    """
    standing = np.array([scene.nodes[node].world for node in figure.nodes]).reshape(-1, 4, 3)
    bind = {node: np.array(matrix).reshape(4, 3) for node, matrix in scene.bind if np.isfinite(matrix).all()}
    bound = [node in bind for node in figure.nodes]
    if not bound[0] or sum(bound) < 0.5 * len(bound):
        return standing[None], "the scene as it stands without a take"
    placed = standing.copy()
    for j, node in enumerate(figure.nodes):
        parent = figure.parents[j]
        placed[j] = bind[node] if bound[j] else _carried(standing[j], standing[parent], placed[parent])
    return placed[None], "the bind pose"


def _carried(matrix: np.ndarray, before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """A matrix (4, 3) that goes with its parent's change from ``before`` to ``after``."""
    return np.hstack([matrix, _LAST]) @ np.linalg.pinv(np.hstack([before, _LAST])) @ after


_LAST = np.array([[0.0], [0.0], [0.0], [1.0]])
