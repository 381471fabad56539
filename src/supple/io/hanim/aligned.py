"""A motion as H-Anim has it: all joints aligned with the world at rest, centres in the humanoid.

With the rest orientation W and the local rotation r of each joint, H-Anim's rotation is
``W(parent) r W(joint)^-1``; the world positions stay what they are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import axes, quaternions
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """Numbers for the file, in its units and axes."""

    centers: np.ndarray  # (J, 3)
    turns: np.ndarray  # (J, 4) rest orientations in the world
    rotations: np.ndarray  # (F, J, 4)
    shifts: dict[int, np.ndarray]  # joint -> (F, 3) translations that are not zero


def aligned(motion: Motion, unit: float, up: str) -> Aligned:
    """Align a motion; ``unit`` is metres per file unit."""
    skeleton = motion.skeleton
    centers, turns = _rest(skeleton)
    parents = np.maximum(skeleton.parents, 0)
    above = turns[parents]
    above[0] = quaternions.IDENTITY
    rotations = quaternions.multiply(quaternions.multiply(above, motion.rotations), quaternions.conjugate(turns))
    shifts = {0: motion.root_positions - centers[0]}
    if motion.offsets is not None:
        for j in range(1, len(skeleton)):
            shifts[j] = quaternions.rotate(above[j], motion.offsets[:, j] - skeleton.offsets[j])
    return Aligned(
        axes.vectors_to(up, centers) / unit,
        turns,
        axes.rotations_to(up, rotations),
        {j: axes.vectors_to(up, shift) / unit for j, shift in shifts.items() if np.abs(shift).max() > 0.0},
    )


def _rest(skeleton: Skeleton) -> tuple[np.ndarray, np.ndarray]:
    """World positions (J, 3) and orientations (J, 4) of the rest pose."""
    positions, turns = skeleton.offsets.copy(), skeleton.rest_rotations.copy()
    for j in range(1, len(skeleton)):
        parent = skeleton.parents[j]
        positions[j] = positions[parent] + quaternions.rotate(turns[parent], skeleton.offsets[j])
        turns[j] = quaternions.multiply(turns[parent], skeleton.rest_rotations[j])
    return positions, turns
