"""A clip while it is worked on: arrays that change, and how they are posed and reached, without a motion for each step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.arrays import frozen
from supple.core.motion import Motion
from supple.core.pose import WorldPose
from supple.core.skeleton import Skeleton
from supple.solvers.cleanup.limbs import LimbRows
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.targets import Targets


@dataclass(slots=True, eq=False)
class Working:
    """Frames of a skeleton; nobody else holds these arrays."""

    skeleton: Skeleton
    roots: np.ndarray  # (F, 3) [m]
    rotations: np.ndarray  # (F, J, 4) local
    offsets: np.ndarray | None  # (F, J, 3) [m]; None: the skeleton's

    def posed(self) -> WorldPose:
        """Where every joint is now."""
        from supple.kernels import fk

        frames, joints = self.rotations.shape[:2]
        positions, turned = np.zeros((frames, joints, 3)), np.zeros((frames, joints, 4))
        if self.offsets is None:
            fk.pose_clip(self.roots, self.rotations, self.skeleton.offsets, self.skeleton.parents, positions, turned)
        else:
            fk.pose_stretching_clip(self.roots, self.rotations, self.offsets, self.skeleton.parents, positions, turned)
        return WorldPose(frozen(positions), frozen(turned))

    def reach(
        self, pose: WorldPose, rows: LimbRows, targets: Targets, displacement: np.ndarray, settings: CleanSettings
    ) -> np.ndarray:
        """Turn the active limbs so that they reach from this ``pose`` of the clip; returns their scales (F, L)."""
        from supple.kernels.cleanup.limb import reach

        scales = np.ones(targets.active.shape)
        reach(
            pose.positions, pose.rotations, self.skeleton.parents, rows.bases, rows.middles, rows.ends, rows.axes,
            targets.active, targets.positions, targets.rotations, displacement, settings.stretch or 0.0,
            settings.damping_from, settings.swivel, self.rotations, scales,
        )  # fmt: skip
        return scales

    def stretch(self, bones: list[list[int]], scales: np.ndarray) -> None:
        """Scale the bones of each limb by (F, L)."""
        if (scales == 1.0).all():
            return
        if self.offsets is None:
            self.offsets = np.tile(self.skeleton.offsets, (len(self.roots), 1, 1))
        for limb, joints in enumerate(bones):
            for joint in joints:
                self.offsets[:, joint] *= scales[:, limb, None]


def working_copy(motion: Motion) -> Working:
    """A motion to work on."""
    offsets = None if motion.offsets is None else motion.offsets.copy()
    return Working(motion.skeleton, motion.root_positions.copy(), motion.rotations.copy(), offsets)
