"""The working arrays of a cleanup: as many rows as the clip has frames, or as a stream holds at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions


@dataclass(frozen=True, slots=True, eq=False)
class Bench:
    """What is known of L limbs in N frames; the steps fill it from top to bottom."""

    ends: np.ndarray  # (N, L, 3) end joints as they are [m]
    turns: np.ndarray  # (N, L, 4)
    ids: np.ndarray  # (N, L, 2) which plant holds a tip; -1: none
    places: np.ndarray  # (N, L, 2, 3) where the tips are held [m]
    states: np.ndarray  # (N, L) nothing, one tip, or all of the pose is known
    changes: np.ndarray  # (N, L, 3) how whole poses are turned [rad]
    positions: np.ndarray  # (N, L, 3) where the end joints should be [m]
    rotations: np.ndarray  # (N, L, 4)
    since: np.ndarray  # (N, L) frames from the last whole pose on in which one tip stands; -1: there was none
    stood: np.ndarray  # (N, L, 3) how far the end joint was moved there [m]


def empty_bench(rows: int, limbs: int) -> Bench:
    """Nothing is planted, nothing is told."""
    return Bench(
        ends=np.zeros((rows, limbs, 3)),
        turns=quaternions.identity(rows, limbs),
        ids=np.full((rows, limbs, 2), -1),
        places=np.zeros((rows, limbs, 2, 3)),
        states=np.zeros((rows, limbs), np.int64),
        changes=np.zeros((rows, limbs, 3)),
        positions=np.zeros((rows, limbs, 3)),
        rotations=quaternions.identity(rows, limbs),
        since=np.full((rows, limbs), -1),
        stood=np.zeros((rows, limbs, 3)),
    )
