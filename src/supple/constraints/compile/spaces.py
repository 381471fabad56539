"""The axes along which offsets and moves are meant."""

from __future__ import annotations

import numpy as np

from supple.constraints import model
from supple.constraints.compile.scene import Scene
from supple.constraints.names import Names
from supple.core import quaternions
from supple.core.roles import SIDES
from supple.errors import DocumentError

_UP = np.array([0.0, 1.0, 0.0])
_ALONG_BACK = 0.1  # how much the back says about where a body faces, against the line through the hips


def along(scene: Scene, space: str, vector: model.Vec3) -> np.ndarray:
    """A vector given along the axes of a space, in the world over all frames of the source (F, 3)."""
    axes = space_axes(scene, space)
    return quaternions.rotate(axes, np.array(vector)) if np.any(vector) else np.zeros((scene.frames, 3))


def space_axes(scene: Scene, space: str) -> np.ndarray:
    """How the axes of a space are turned in the source (F, 4): "world", "facing", or those of a joint."""
    if space == "world":
        return quaternions.identity(scene.frames)
    if space == "facing":
        return facing_axes(scene)
    return scene.pose.rotations[:, scene.names.joint(space)]


def facing_axes(scene: Scene) -> np.ndarray:
    """Axes (F, 4) with +Y up and +Z where the hips face, level, frame by frame.

    choice: forward is at right angles to the line through the hips (or shoulders), and where that line stands upright,
    as on a body that lies on its side, where the belly faces. No smoothing: it would make a cut of a clip differ.
    """
    p, names = scene.pose.positions, scene.names
    left, right = (p[:, names.joint(f"{side}_{_pair(names)}")] for side in SIDES)
    across = _unit(left - right)
    back = _unit(p[:, _top(names)] - 0.5 * (left + right))
    ahead = np.cross(across, _UP + _ALONG_BACK * back)
    yaw = np.arctan2(ahead[:, 0], ahead[:, 2])
    return quaternions.continuous(quaternions.about_axis("y", yaw))


def _pair(names: Names) -> str:
    for part in ("hip", "shoulder"):
        if {f"{side}_{part}" for side in SIDES} <= names.roles.keys():
            return part
    raise DocumentError(
        'space = "facing" needs hips to know where the figure faces; it has no left_hip and right_hip. '
        "Say in a roles document which joints they are (`supple print roles`)."
    )


def _top(names: Names) -> int:
    """The upper end of the back; without one, the hips say it all."""
    for role in ("neck", "head", "chest", "spine"):
        if role in names.roles:
            return names.joint(role)
    return 0


def _unit(vectors: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(length > 0.0, length, 1.0))
