"""The ground and the toes of one frame of a stream."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.core.arrays import frozen
from supple.core.pose import WorldPose
from supple.core.skeleton import Skeleton
from supple.solvers.cleanup import floor_pass
from supple.solvers.cleanup.figure import Figure
from supple.solvers.cleanup.ground import Ground
from supple.solvers.cleanup.limbs import bones_of, limb_rows
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.settings import CleanSettings


@dataclass(frozen=True, slots=True, eq=False)
class Cleared:
    """Keeps the frames of one figure above one ground."""

    skeleton: Skeleton
    limbs: Sequence[Limb]
    figure: Figure
    settings: CleanSettings
    ground: Ground

    def frame(
        self, root: np.ndarray, rotations: np.ndarray, offsets: np.ndarray, planted: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The frame with free ends lifted out of the ground and toes bent out of it."""
        from supple.kernels.cleanup.limb import reach

        pose = self._posed(root, rotations, offsets)
        lifted = floor_pass.lifted(self.figure, pose, self.ground, planted[None])
        if lifted is not None:
            rows, scales, turns = limb_rows(self.limbs), np.ones(planted[None].shape), rotations[None].copy()
            reach(
                pose.positions, pose.rotations, self.skeleton.parents, rows.bases, rows.middles, rows.ends, rows.axes,
                lifted.active, lifted.positions, lifted.rotations, np.zeros((1, 3)), self.settings.stretch or 0.0,
                self.settings.damping_from, self.settings.swivel, turns, scales,
            )  # fmt: skip
            rotations, offsets = turns[0], offsets.copy()
            for limb, scale in zip(self.limbs, scales[0], strict=True):
                if scale != 1.0:
                    offsets[bones_of(self.skeleton, limb)] *= scale
            pose = self._posed(root, rotations, offsets)
        bent = floor_pass.bent_toes(self.figure, pose, rotations[None], self.ground)
        return root, rotations if bent is None else bent[0], offsets

    def _posed(self, root: np.ndarray, rotations: np.ndarray, offsets: np.ndarray) -> WorldPose:
        from supple.kernels.fk import pose_stretching_clip

        positions, turned = np.zeros((1, *offsets.shape)), np.zeros((1, *rotations.shape))
        pose_stretching_clip(root[None], rotations[None], offsets[None], self.skeleton.parents, positions, turned)
        return WorldPose(frozen(positions), frozen(turned))
