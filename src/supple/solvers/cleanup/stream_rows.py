"""What a stream holds of the last frames: the poses that came, and what every step made of them."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from supple.core import quaternions
from supple.solvers.cleanup.bench import Bench, empty_bench


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """N frames of J joints and L limbs. Frame ``base`` of the stream is row 0; a stream keeps count of that."""

    bench: Bench
    roots: np.ndarray  # (N, 3) as pushed [m]
    rotations: np.ndarray  # (N, J, 4) as pushed
    offsets: np.ndarray  # (N, J, 3) as pushed [m]
    positions: np.ndarray  # (N, J, 3) of the joints in the world [m]
    turned: np.ndarray  # (N, J, 4)
    active: np.ndarray  # (N, L) bool
    wanted_shifts: np.ndarray  # (N, 3) of the root, frame by frame [m]
    shifts: np.ndarray  # (N, 3) smooth
    solved: np.ndarray  # (N, J, 4) local turns
    spread: np.ndarray  # (N, L) scales of the limbs' bones as plants have them, and as that dies out
    scales: np.ndarray  # (N, L) eased
    eased: np.ndarray  # (N, L) how much more limbs bend for that [rad]
    changes: np.ndarray  # (N, L, 3, 3) of the limbs' joints [rad]

    def __len__(self) -> int:
        return len(self.roots)

    def forget(self, count: int) -> None:
        """Drop the first rows; the others move up."""
        for part in (self, self.bench):
            for field in fields(part):
                array = getattr(part, field.name)
                if isinstance(array, np.ndarray):
                    array[: len(self) - count] = array[count:].copy()

    def clear(self, row: int) -> None:
        """Make a row as new: nothing is planted, nothing is changed."""
        self.bench.ids[row], self.bench.states[row], self.active[row] = -1, 0, False
        self.wanted_shifts[row], self.shifts[row], self.eased[row], self.changes[row] = 0.0, 0.0, 0.0, 0.0
        self.spread[row], self.scales[row] = 1.0, 1.0


def empty_rows(rows: int, joints: int, limbs: int) -> Rows:
    """Room for so many frames."""
    return Rows(
        bench=empty_bench(rows, limbs),
        roots=np.zeros((rows, 3)),
        rotations=quaternions.identity(rows, joints),
        offsets=np.zeros((rows, joints, 3)),
        positions=np.zeros((rows, joints, 3)),
        turned=quaternions.identity(rows, joints),
        active=np.zeros((rows, limbs), bool),
        wanted_shifts=np.zeros((rows, 3)),
        shifts=np.zeros((rows, 3)),
        solved=quaternions.identity(rows, joints),
        spread=np.ones((rows, limbs)),
        scales=np.ones((rows, limbs)),
        eased=np.zeros((rows, limbs)),
        changes=np.zeros((rows, limbs, 3, 3)),
    )
