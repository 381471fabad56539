"""A clip while it is worked on: arrays that change, without a motion for each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.core.motion import Motion
from supple.core.pose import WorldPose
from supple.core.skeleton import Skeleton
from supple.solvers.cleanup.limbs import LimbRows, bones_of, limb_rows
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.settings import Manner
from supple.solvers.cleanup.targets import Targets


class Posed(NamedTuple):
    """A world pose whose arrays are used again."""

    positions: np.ndarray  # (F, J, 3) [m]
    rotations: np.ndarray  # (F, J, 4)


class LimbSet(NamedTuple):
    """Limbs as kernels take them."""

    rows: LimbRows
    bones: list[list[int]]  # of each limb the joints whose offsets are its length


def limb_set(skeleton: Skeleton, limbs: Sequence[Limb]) -> LimbSet:
    """The limbs of a skeleton."""
    return LimbSet(limb_rows(limbs), [bones_of(skeleton, limb) for limb in limbs])


@dataclass(slots=True, eq=False)
class Working:
    """Frames of a skeleton; nobody else holds these arrays."""

    skeleton: Skeleton
    roots: np.ndarray  # (F, 3) [m]
    rotations: np.ndarray  # (F, J, 4) local
    offsets: np.ndarray | None  # (F, J, 3) [m]; None: the skeleton's

    def posed(self, into: Posed | None = None) -> Posed:
        """Where every joint is now, in arrays of its own or ``into`` those that are there."""
        from supple.kernels import fk

        frames, joints = self.rotations.shape[:2]
        positions, turned = into or Posed(np.zeros((frames, joints, 3)), np.zeros((frames, joints, 4)))
        if self.offsets is None:
            fk.pose_clip(self.roots, self.rotations, self.skeleton.offsets, self.skeleton.parents, positions, turned)
        else:
            fk.pose_stretching_clip(self.roots, self.rotations, self.offsets, self.skeleton.parents, positions, turned)
        return Posed(positions, turned)

    def some(self, frames: np.ndarray) -> Working:
        """A copy of a few frames."""
        offsets = None if self.offsets is None else self.offsets[frames]
        return Working(self.skeleton, self.roots[frames], self.rotations[frames], offsets)

    def take(self, frames: np.ndarray, other: Working) -> None:
        """Put frames of a copy back; one that stretches makes all of them do."""
        self.rotations[frames] = other.rotations
        if other.offsets is not None:
            self._own_offsets()[frames] = other.offsets

    def _own_offsets(self) -> np.ndarray:
        if self.offsets is None:
            self.offsets = np.tile(self.skeleton.offsets, (len(self.roots), 1, 1))
        return self.offsets

    def reach(
        self,
        pose: Posed | WorldPose,
        rows: LimbRows,
        targets: Targets,
        displacement: np.ndarray,
        manner: Manner,
        bends: np.ndarray | None = None,
    ) -> np.ndarray:
        """Turn the active limbs so that they reach from this ``pose`` of the clip; returns their scales (F, L).

        Where ``bends`` (F, L) are not NaN, limbs bend so far and only come near.
        """
        from supple.kernels.cleanup.limb import reach

        bends = np.full(targets.active.shape, np.nan) if bends is None else bends
        scales = np.ones(targets.active.shape)
        reach(
            pose.positions, pose.rotations, self.skeleton.parents, rows.bases, rows.middles, rows.ends, rows.axes,
            targets.active, targets.positions, targets.rotations, bends, displacement, *manner,
            self.rotations, scales,
        )  # fmt: skip
        return scales

    def stretch(self, bones: list[list[int]], scales: np.ndarray) -> None:
        """Scale the bones of each limb by (F, L)."""
        from supple.kernels.cleanup.stretching import stretch

        if (scales == 1.0).all():
            return
        which = np.full(len(self.skeleton), -1)
        for limb, joints in enumerate(bones):
            which[joints] = limb
        if self.offsets is None:
            self.offsets = np.zeros((len(self.roots), len(self.skeleton), 3))
            stretch(self.skeleton.offsets[None], which, scales, self.offsets)
        else:
            stretch(self.offsets, which, scales, self.offsets)


def working_copy(motion: Motion) -> Working:
    """A motion to work on."""
    offsets = None if motion.offsets is None else motion.offsets.copy()
    return Working(motion.skeleton, motion.root_positions.copy(), motion.rotations.copy(), offsets)
