"""The limbs of a figure as kernels read them, and the bones that they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.core.skeleton import Skeleton
from supple.solvers.cleanup.limbs_of import Limb


class LimbRows(NamedTuple):
    """L limbs as kernels read them."""

    bases: np.ndarray  # (L,)
    middles: np.ndarray  # (L,)
    ends: np.ndarray  # (L,)
    axes: np.ndarray  # (L, 3)
    ranks: np.ndarray  # (L,)


def limb_rows(limbs: Sequence[Limb]) -> LimbRows:
    """The numbers of limbs, side by side."""
    columns = ([getattr(limb, name) for limb in limbs] for name in ("base", "middle", "end"))
    bases, middles, ends = (np.array(column, dtype=np.int64) for column in columns)
    axes = np.array([limb.axis for limb in limbs]).reshape(-1, 3)
    return LimbRows(bases, middles, ends, axes, np.array([limb.rank for limb in limbs], dtype=np.int64))


def bones_of(skeleton: Skeleton, limb: Limb) -> list[int]:
    """The joints whose offsets are the bones of a limb, from the end up to the one below the base."""
    joint, bones = limb.end, []
    while joint != limb.base:
        bones.append(joint)
        joint = int(skeleton.parents[joint])
    return bones
