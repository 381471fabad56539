"""Where the end effectors have to be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.arrays import rebuilt, sealed


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """Wanted world poses of the L limbs' end joints; frames are those of the motion that is cleaned."""

    active: np.ndarray  # (F, L) bool: whether this limb is told anything in this frame
    positions: np.ndarray  # (F, L, 3) [m]; where nothing is told, any number
    rotations: np.ndarray  # (F, L, 4) joint to world, unit

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        object.__setattr__(self, "active", sealed(self.active, ("F", "L"), "active", np.bool_))
        frames, limbs = self.active.shape
        object.__setattr__(self, "positions", sealed(self.positions, (frames, limbs, 3), "positions"))
        object.__setattr__(self, "rotations", sealed(self.rotations, (frames, limbs, 4), "rotations"))
