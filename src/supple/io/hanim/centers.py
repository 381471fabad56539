"""A motion as H-Anim has it: joints by their centres in the humanoid at rest, and shifted from there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.freedom import Freedom
from supple.core.motion import Motion
from supple.io.aligned import align


@dataclass(frozen=True, slots=True, eq=False)
class Centered:
    """Numbers for the file, in its units and axes."""

    centers: np.ndarray  # (J, 3)
    turns: np.ndarray  # (J, 4) rest orientations in the world
    rotations: np.ndarray  # (F, J, 4)
    shifts: dict[int, np.ndarray]  # joint -> (F, 3) translations that are not zero
    freedoms: tuple[Freedom, ...]  # about axes in each joint's own frame at rest


def centered(motion: Motion, unit: float, up: str) -> Centered:
    """The numbers of a motion; ``unit`` is metres per file unit."""
    aligned = align(motion, unit, up)
    centers = aligned.offsets.copy()
    for j, parent in enumerate(motion.skeleton.parents.tolist()[1:], start=1):
        centers[j] += centers[parent]
    shifts = {0: aligned.roots - centers[0]}
    if aligned.moved is not None:
        shifts |= {j: aligned.moved[:, j] for j in range(1, len(centers))}
    moving = {j: shift for j, shift in shifts.items() if np.abs(shift).max() > 0.0}
    return Centered(centers, aligned.rest, aligned.rotations, moving, aligned.freedoms)
