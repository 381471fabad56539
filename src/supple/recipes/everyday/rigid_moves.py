"""A whole figure moved in the world, as if the camera had been elsewhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion, first_moving_frame


def moved_motion(motion: Motion, rotation: np.ndarray, translation: np.ndarray) -> Motion:
    """A motion turned by ``rotation`` (4,) about the origin, then shifted [m]; per frame where they have (n, ...) rows.

    Rest rows in front stay where they are: they show a rest pose and no place.
    """
    start = first_moving_frame(motion)
    root = motion.root_positions.copy()
    root[start:] = quaternions.rotate(rotation, root[start:]) + translation
    if not rotation[..., 1:].any():  # every digit of the turns stays
        return replace(motion, root_positions=root)
    rotations = motion.rotations.copy()
    rotations[start:, 0] = quaternions.normalized(quaternions.multiply(rotation, rotations[start:, 0]))
    return replace(motion, root_positions=root, rotations=rotations)


def about(pivot: np.ndarray, rotation: np.ndarray, shift: np.ndarray) -> np.ndarray:
    """(..., 3) the translation that goes with a rotation about a place, and a shift after it."""
    return np.asarray(pivot + shift - quaternions.rotate(rotation, pivot))
