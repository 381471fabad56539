"""A motion for formats without rest rotations: at rest every joint's frame is the world's. In file units and axes.

With the rest orientation W and the local rotation r of each joint, its aligned rotation is
``W(parent) r W(joint)^-1``. Offsets turn with the parent's frame, so no joint moves by that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.axes import rotations_to, vectors_to
from supple.core.freedom import Freedom
from supple.core.motion import Motion
from supple.io.file_axes import freedoms_to


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """Joints in the order of the motion's skeleton."""

    offsets: np.ndarray  # (J, 3) at rest, in world axes [file unit]
    rotations: np.ndarray  # (F, J, 4) from the rest pose, in world axes at rest
    roots: np.ndarray  # (F, 3) [file unit]
    moved: np.ndarray | None  # (F, J, 3) how far joints are from their place at rest [file unit]
    rest: np.ndarray  # (J, 4) world rotations of the rest pose
    freedoms: tuple[Freedom, ...]  # about axes in each joint's own frame at rest, which ``rest`` turns into the world
    unit: float  # metres per file unit

    @property
    def more_decimals(self) -> int:
        """How many more decimals a length needs than one in metres, for a unit that is larger."""
        return max(0, math.ceil(math.log10(self.unit)))


def align(motion: Motion, scale: float, up: str) -> Aligned:
    """Align a motion; ``scale`` is metres per file unit."""
    skeleton = motion.skeleton
    local = rotations_to(up, skeleton.rest_rotations)
    offsets = vectors_to(up, skeleton.offsets) / scale
    rotations = rotations_to(up, motion.rotations)
    moved = None if motion.offsets is None else vectors_to(up, motion.offsets - skeleton.offsets) / scale
    rest = _world_rest(local, skeleton.parents)
    if (np.abs(local[:, 1:]) > 0.0).any():
        above = np.concatenate([quaternions.identity(1), rest[skeleton.parents[1:]]])
        offsets = quaternions.rotate(above, offsets)
        moved = None if moved is None else quaternions.rotate(above, moved)
        rotations = quaternions.multiply(quaternions.multiply(above, rotations), quaternions.conjugate(rest))
    if moved is not None:
        moved[:, 0] = 0.0  # the root's path says where the root is
    roots = vectors_to(up, motion.root_positions) / scale
    return Aligned(offsets, rotations, roots, moved, rest, freedoms_to(up, skeleton.freedoms), scale)


def _world_rest(local: np.ndarray, parents: np.ndarray) -> np.ndarray:
    world = local.copy()
    for joint in range(1, len(local)):
        world[joint] = quaternions.multiply(world[parents[joint]], local[joint])
    return quaternions.normalized(world)
