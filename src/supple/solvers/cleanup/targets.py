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
    firm: np.ndarray | None = None  # (F, L) 1 where a pose has to be met, less where a limb is on its way; None: all 1

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        object.__setattr__(self, "active", sealed(self.active, ("F", "L"), "active", np.bool_))
        frames, limbs = self.active.shape
        object.__setattr__(self, "positions", sealed(self.positions, (frames, limbs, 3), "positions"))
        object.__setattr__(self, "rotations", sealed(self.rotations, (frames, limbs, 4), "rotations"))
        firm = np.ones((frames, limbs)) if self.firm is None else self.firm
        object.__setattr__(self, "firm", sealed(firm, (frames, limbs), "firm"))

    def moments(self, first: int) -> Targets:
        """These from the frame ``first`` on."""
        firm = None if self.firm is None else self.firm[first:]
        return Targets(self.active[first:], self.positions[first:], self.rotations[first:], firm)

    @property
    def met(self) -> np.ndarray:
        """(F, L) whether this pose has to be met."""
        return np.asarray(self.active & (self.firm == 1.0))
