"""What places ride with: a treadmill's belt, or a joint of the figure. Plants are found in its frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import WorldPose
from supple.solvers.cleanup.bench import Bench
from supple.solvers.cleanup.plants import Plant
from supple.solvers.cleanup.working import Posed


@dataclass(frozen=True, slots=True, eq=False)
class Carriers:
    """A frame of reference for every limb in every frame."""

    positions: np.ndarray  # (F, L, 3) [m]
    rotations: np.ndarray  # (F, L, 4)
    riding: np.ndarray  # (F, L) bool: the limb's place moves with the root

    def enter(self, bench: Bench) -> None:
        """See the end joints from their carriers."""
        back = quaternions.conjugate(self.rotations)
        bench.ends[:] = quaternions.rotate(back, bench.ends - self.positions)
        bench.turns[:] = quaternions.multiply(back, bench.turns)

    def seen(
        self, span: slice, limb: int, places: np.ndarray, turns: np.ndarray | None
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """World poses (n, 3) and (n, 4) of a limb's end in some frames as its carrier has them."""
        back = quaternions.conjugate(self.rotations[span, limb])
        there = np.asarray(quaternions.rotate(back, places - self.positions[span, limb]))
        return there, None if turns is None else quaternions.multiply(back, turns)

    def leave(self, bench: Bench) -> None:
        """See targets and places from the world again."""
        bench.positions[:] = self.positions + quaternions.rotate(self.rotations, bench.positions)
        bench.rotations[:] = quaternions.multiply(self.rotations, bench.rotations)
        pairs = self.positions[:, :, None] + quaternions.rotate(self.rotations[:, :, None], bench.places)
        bench.places[:] = np.where(bench.ids[..., None] >= 0, pairs, bench.places)


def carriers_of(
    motion: Motion,
    pose: Posed | WorldPose,
    plants: Sequence[Plant],
    limbs: int,
    belt: tuple[float, float, float] | None,
) -> Carriers | None:
    """None: all places stand still in the world."""
    if belt is None and all(plant.reference is None for plant in plants):
        return None
    positions, rotations = np.zeros((motion.frames, limbs, 3)), quaternions.identity(motion.frames, limbs)
    riding = np.zeros((motion.frames, limbs), bool)
    if belt is not None:
        positions += belt_shift(belt, motion.frame_time, np.arange(motion.frames))[:, None]
    for plant in plants:
        if plant.reference is not None:
            span = slice(plant.start, plant.stop)
            positions[span, plant.limb] = pose.positions[span, plant.reference]
            rotations[span, plant.limb] = pose.rotations[span, plant.reference]
            riding[span, plant.limb] = True
    return Carriers(positions, rotations, riding)


def belt_shift(belt: tuple[float, float, float], frame_time: float, frames: np.ndarray) -> np.ndarray:
    """(n, 3) how far a belt has gone by certain frames [m]."""
    return np.asarray(frames[:, None] * (np.array(belt) * frame_time))
