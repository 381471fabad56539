"""Objects on joints: one mesh for each, rigid with it, as on robots and jointed dolls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.arrays import frozen, rebuilt, sealed
from supple.core.skinning.mesh import Mesh
from supple.core.skinning.skin import Bind, Skin
from supple.errors import InvalidValueError


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """An object and how it sits in the frame of its joint."""

    mesh: Mesh
    offset: np.ndarray = (0.0, 0.0, 0.0)  # type: ignore[assignment]  # (3,) [m]
    turn: np.ndarray = quaternions.IDENTITY  # type: ignore[assignment]  # (4,)

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        object.__setattr__(self, "offset", sealed(self.offset, (3,), "offset"))
        object.__setattr__(self, "turn", sealed(quaternions.normalized(np.asarray(self.turn)), (4,), "turn"))


def map_objects(parts: Mapping[str, Part], bind: Bind) -> Skin:
    """The parts, each on the joint that names it, as one skin."""
    if not parts:
        raise InvalidValueError("no parts were given; name at least one joint and its mesh.")
    joints = [bind.skeleton.index(name) for name in parts]
    counts = [len(part.mesh.vertices) for part in parts.values()]
    starts = np.cumsum([0, *counts[:-1]])
    vertices = [_placed(part, bind, joint) for part, joint in zip(parts.values(), joints, strict=True)]
    faces = [part.mesh.faces + start for part, start in zip(parts.values(), starts, strict=True)]
    mesh = Mesh(frozen(np.concatenate(vertices)), frozen(np.concatenate(faces)))
    carried = np.repeat(joints, counts)[:, None]
    return Skin(mesh, bind, carried, np.ones(carried.shape))


def _placed(part: Part, bind: Bind, joint: int) -> np.ndarray:
    own = part.offset + quaternions.rotate(part.turn, part.mesh.vertices)
    return np.asarray(bind.positions[joint] + quaternions.rotate(bind.rotations[joint], own))
