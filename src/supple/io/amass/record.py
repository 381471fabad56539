"""What an AMASS file said, kept to be said again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.axes import vectors_from
from supple.io.amass.layouts import Layout


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """The numbers of a file in its own order of joints, units and axes."""

    layout: Layout
    poses: np.ndarray  # (F, n, 3) [rad]
    trans: np.ndarray  # (F, 3)
    betas: np.ndarray  # (B,)
    gender: str
    rate: float  # [1/s]


def standing(up: str) -> np.ndarray:
    """The turn (4,) from a world whose up axis is ``up`` to Supple's.

    SMPL's bodies stand along +Y in their own frame whatever the world's up axis is; so only the pelvis turns with it.
    """
    return quaternions.from_matrix(vectors_from(up, np.eye(3)).T)
