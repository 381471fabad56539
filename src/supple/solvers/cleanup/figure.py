"""The limbs of a figure as arrays, which is how kernels take them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.core.quaternions import conjugate, rotate
from supple.core.skeleton import Skeleton
from supple.solvers.cleanup.limbs_of import Limb, leg_length

_FLAT = 1e-6  # relative: tips and end joint on one line


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """L limbs of a skeleton."""

    joints: np.ndarray  # (L, 3) base, middle, end
    ends: np.ndarray  # (L,) the last of them
    tips: np.ndarray  # (L, 2, 3) in the frames of the ends [m]
    points: np.ndarray  # (L, 3, 3) the tips and that of toes without a joint (else the second again): not in the ground
    soles: np.ndarray  # (L, 3) which way is up on a sole, unit, in the frames of the ends; zero: not known
    toes: np.ndarray  # (L,) joints that bend beyond the end; -1: none
    toe_tips: np.ndarray  # (L, 3) their tips in the frames of those joints [m]
    toe_axes: np.ndarray  # (L, 3) unit, in the frame of the toes' parent; a positive turn lifts them
    feet: np.ndarray  # (L,) bool: limbs that are legs
    leg: float  # the length of a leg [m]: what counts as near, deep or rounded is a share of it

    @property
    def jointless_toes(self) -> np.ndarray:
        """(L,) which feet have toes without a joint."""
        return np.asarray((self.points[:, 2] != self.points[:, 1]).any(axis=1))


def figure_of(skeleton: Skeleton, limbs: Sequence[Limb], tips: np.ndarray) -> Figure:
    """Limbs with their ``tips`` (L, 2, 3)."""
    count = len(limbs)
    soles, axes = np.zeros((count, 3)), np.zeros((count, 3))
    toes, toe_tips = np.full(count, -1), np.zeros((count, 3))
    points, along = np.concatenate([tips, tips[:, 1:]], axis=1), tips[:, 1] - tips[:, 0]
    across = np.cross(along, -tips[:, 1])  # about it the sole turns toward the ankle
    ups = np.cross(across, along)
    for k, limb in enumerate(limbs):
        if limb.toe is None and limb.toe_tip is not None:
            points[k, 2] = limb.toe_tip
        size = float(np.linalg.norm(across[k]))
        if size <= _FLAT * max(1e-12, float(tips[k, 1] @ tips[k, 1])):
            continue
        soles[k] = ups[k] / np.linalg.norm(ups[k])
        if limb.toe is not None and limb.toe_tip is not None:
            toes[k], toe_tips[k] = limb.toe, limb.toe_tip
            axes[k] = _seen_by_parent(skeleton, limb.toe, limb.end, across[k] / size)
    joints = np.array([(limb.base, limb.middle, limb.end) for limb in limbs], np.int64).reshape(count, 3)
    return Figure(
        joints,
        joints[:, 2].copy(),
        np.ascontiguousarray(tips),
        points,
        soles,
        toes,
        toe_tips,
        axes,
        np.array([limb.rank == 0 for limb in limbs], bool),
        leg_length(limbs),
    )


def _seen_by_parent(skeleton: Skeleton, toe: int, end: int, vector: np.ndarray) -> np.ndarray:
    """A vector of the end's frame in the frame of the toes' parent; joints between (a midfoot) as they are at rest."""
    between, joint = [], int(skeleton.parents[toe])
    while joint != end:
        between.append(joint)
        joint = int(skeleton.parents[joint])
    for joint in reversed(between):
        vector = rotate(conjugate(skeleton.rest_rotations[joint]), vector)
    return vector
