"""Which joints carry each vertex of a mesh."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.arrays import rebuilt, sealed
from supple.core.motion import Motion, rest_pose
from supple.core.pose import posed_frames, world_rotations
from supple.core.skeleton import Skeleton
from supple.core.skinning.mesh import Mesh
from supple.errors import InvalidValueError

_WHOLE = 1e-6  # how far the weights of a vertex may be from one together


@dataclass(frozen=True, slots=True, eq=False)
class Bind:
    """The pose in which a mesh was modelled around a skeleton."""

    skeleton: Skeleton
    positions: np.ndarray  # (J, 3) of the joints in the world [m]
    rotations: np.ndarray  # (J, 4) joint to world

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        joints = len(self.skeleton)
        object.__setattr__(self, "positions", sealed(self.positions, (joints, 3), "positions"))
        object.__setattr__(self, "rotations", sealed(self.rotations, (joints, 4), "rotations"))


def bind_of(figure: Skeleton | Motion, frame: int = 0) -> Bind:
    """The rest pose of a skeleton, or one frame of a motion, to bind a mesh in."""
    motion = rest_pose(figure) if isinstance(figure, Skeleton) else figure
    if not 0 <= frame < motion.frames:
        raise InvalidValueError(f"frame {frame} is not inside this motion's 0:{motion.frames}.")
    return Bind(motion.skeleton, posed_frames(motion, slice(frame, frame + 1))[0], world_rotations(motion, frame))


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """A mesh in its bind pose, and the joints that carry each vertex, by weights that are one together.

    With one joint a vertex it is a *simple* skin; object mapping is one whose parts are rigid with their joints.
    """

    mesh: Mesh
    bind: Bind
    joints: np.ndarray  # (V, K) int64
    weights: np.ndarray  # (V, K)

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        count = len(self.mesh.vertices)
        object.__setattr__(self, "joints", sealed(self.joints, (count, "K"), "joints", np.int64))
        object.__setattr__(self, "weights", sealed(self.weights, self.joints.shape, "weights"))
        outside = self.joints[(self.joints < 0) | (self.joints >= len(self.bind.skeleton))]
        if outside.size:
            raise InvalidValueError(f"a vertex hangs on joint {outside[0]}; there are {len(self.bind.skeleton)}.")
        _check_weights(self.weights)

    def __repr__(self) -> str:
        return f"<Skin: {len(self.mesh.vertices)} vertices on {len(np.unique(self.joints))} joints>"


def _check_weights(weights: np.ndarray) -> None:
    sums = weights.sum(axis=1)
    wrong = np.flatnonzero(~((weights >= 0.0).all(axis=1) & (np.abs(sums - 1.0) <= _WHOLE))).tolist()
    if wrong:
        found = f"weights {weights[wrong[0]].tolist()}, {sums[wrong[0]]:.6g} together"
        raise InvalidValueError(
            f"vertex {wrong[0]} has {found}. Weights are not negative and one together; divide by their sum."
        )
