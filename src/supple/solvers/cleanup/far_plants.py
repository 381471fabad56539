"""Known places that a limb cannot come near are left alone, so that they do not drag the whole body along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.core.pose import WorldPose
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.plants import Plant
from supple.solvers.cleanup.working import Posed

_REACH = 1.5  # choice: in lengths of the limb from its base; half of one is more than a root is moved for a foot


class Sorted(NamedTuple):
    """Plants that are cleaned, and those that are not, with how far they are out of reach [m]."""

    near: tuple[Plant, ...]
    far: tuple[Plant, ...]
    apart: tuple[float, ...]


def by_reach(plants: Sequence[Plant], pose: Posed | WorldPose, limbs: Sequence[Limb]) -> Sorted:
    """Which plants limbs can come near; places that ride with something are taken to be."""
    near, far, apart = [], [], []
    for plant in plants:
        away = 0.0
        if plant.known is not None and plant.reference is None:
            away = beyond(plant.known, slice(plant.start, plant.stop), pose, limbs[plant.limb])
        if away > 0.0:
            far.append(plant)
            apart.append(away)
        else:
            near.append(plant)
    return Sorted(tuple(near), tuple(far), tuple(apart))


def beyond(places: np.ndarray, span: slice, pose: Posed | WorldPose, limb: Limb) -> float:
    """How much further than the limb is long places (3,) or (n, 3) are in the nearest frame; 0: not too far [m]."""
    base, middle, end = (pose.positions[span, joint] for joint in (limb.base, limb.middle, limb.end))
    length = np.linalg.norm(middle - base, axis=1) + np.linalg.norm(end - middle, axis=1)
    away = np.linalg.norm(base - places, axis=1)
    return float((away - length).min()) if (away > _REACH * length).all() else 0.0
