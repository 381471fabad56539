"""A figure on its ground: on what it stands in each frame, how far that moves, and how deep its feet are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.solvers.cleanup.figure import Figure, figure_of
from supple.solvers.cleanup.ground import Ground, ground_of
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.plants import find_plants
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.working import LimbSet, Posed, limb_set


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """L limbs in n frames."""

    figure: Figure
    limbs: LimbSet
    ground: Ground | None
    stands: np.ndarray  # (n, L, 2) bool: on which of its two tips

    def of(self, frames: np.ndarray) -> Scene:
        """The same in some of the frames."""
        return replace(self, stands=self.stands[frames])

    def depths(self, pose: Posed, which: np.ndarray) -> np.ndarray:
        """(n, M, 4) how deep tips, stiff toes and the tips of toes of M limbs are in the ground [m], negative above."""
        if self.ground is None:
            return np.full((len(self.stands), len(which), 4), -self.figure.leg)
        figure, ends, toes = self.figure, self.figure.ends[which], self.figure.toes[which]
        tips = np.where(toes[:, None] >= 0, figure.toe_tips[which], figure.points[which, 2])
        beyond = points_at(pose, np.where(toes >= 0, toes, ends), tips[:, None])
        places = np.concatenate([points_at(pose, ends, figure.points[which]), beyond], axis=2)
        return np.asarray(self.ground.heights(places[..., 0], places[..., 2]) - places[..., 1])

    def moved(self, pose: Posed, given: Posed, which: np.ndarray) -> np.ndarray:
        """(n, M, 2, 3) by what the tips of M limbs are elsewhere than in the pose that is ``given`` [m]."""
        ends, tips = self.figure.ends[which], self.figure.tips[which]
        return points_at(pose, ends, tips) - points_at(given, ends, tips)

    def slid(self, pose: Posed, given: Posed, which: np.ndarray) -> np.ndarray:
        """(n, M) how far those of them are that stand [m]."""
        away = np.linalg.norm(self.moved(pose, given, which), axis=-1)
        return np.asarray(np.max(away * self.stands[:, which], axis=2))


def scene_of(motion: Motion, contacts: Contacts, limbs: Sequence[Limb]) -> Scene:
    """What a motion stands on by its contacts, in all of its frames, rest rows counted."""
    plants = find_plants(motion, contacts, limbs)
    stands = np.zeros((motion.frames, len(limbs), 2), bool)
    for plant in plants.plants:
        stands[plant.start : plant.stop, plant.limb, plant.tip] = True
    return Scene(
        figure_of(motion.skeleton, limbs, plants.tips), limb_set(motion.skeleton, limbs),
        ground_of(CleanSettings(), contacts.floor), stands,
    )  # fmt: skip


def points_at(pose: Posed, joints: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(n, M, k, 3) where points (M, k, 3) of joints (M,) are."""
    turned = quaternions.rotate(pose.rotations[:, joints][:, :, None], points[None])
    return np.asarray(pose.positions[:, joints][:, :, None] + turned)
