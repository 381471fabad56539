"""The ground and the toes of one frame of a stream, in the order of time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.skeleton import Skeleton
from supple.solvers.cleanup import floor_pass
from supple.solvers.cleanup.figure import Figure
from supple.solvers.cleanup.ground import Ground
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.working import LimbSet, Working


@dataclass(frozen=True, slots=True, eq=False)
class Cleared:
    """Keeps the frames of one figure above one ground."""

    skeleton: Skeleton
    limbs: LimbSet
    figure: Figure
    settings: CleanSettings
    ground: Ground
    bent: np.ndarray  # (W, L) how far toes had to bend in the last frames; changes with each [rad]

    def frame(
        self, root: np.ndarray, rotations: np.ndarray, offsets: np.ndarray, planted: np.ndarray, scales: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The frame with free ends lifted out of the ground and toes bent out of it, in place.

        ``scales`` (L,) are those that the offsets have of the limbs already.
        """
        one = Working(self.skeleton, root[None], rotations[None], offsets[None])
        pose = one.posed()
        deep = floor_pass.sunken(floor_pass.depths(self.figure, pose, self.ground), planted[None])
        floor_pass.lift(one, pose, self.figure, self.limbs, deep, scales[None].copy(), self.settings)
        floor_pass.bend_toes(self.figure, pose, one.rotations, self.ground, self.bent)
        return root, rotations, offsets
