"""Nothing below the ground: free feet are lifted, toes bend up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.core.arrays import frozen
from supple.solvers.cleanup.figure import Figure
from supple.solvers.cleanup.ground import Ground
from supple.solvers.cleanup.settings import CleanSettings, Manner
from supple.solvers.cleanup.targets import Targets
from supple.solvers.cleanup.working import LimbSet, Posed, Working

_CLEAR = 1e-12  # [m] less than this below the ground is on it
ROUNDED = 2.5e-6  # of a leg: what files round; a straight knee would answer to less with a thousand times as much
_ROUNDING = 1e-12  # of a product of scales
# choice: where limbs may stretch, bones of one that is lifted give first and its knee hardly if it is nearly straight,
# which else would follow the depth from frame to frame; beyond the limit the knee does the rest.
_DAMPED = 1e-3  # [rad] as ``damping_from`` of the settings
_ROUNDS = 6  # of toes that bend out of a ground that is not level


def find_tips(figure: Figure, pose: Posed) -> np.ndarray:
    """(F, L, 3, 3) where the points of all limbs are, of which the first two are their tips [m]."""
    return _carried(figure.ends, figure.points, pose)


def _carried(joints: np.ndarray, points: np.ndarray, pose: Posed) -> np.ndarray:
    """(F, L, n, 3) where ``points`` (L, n, 3) are that some ``joints`` (L,) of a pose carry [m]."""
    from supple.kernels.cleanup import ground as kernels

    tips = np.zeros((len(pose.positions), *points.shape))
    kernels.find_tips(0, len(tips), joints, points, pose.positions, pose.rotations, tips)
    return tips


def depths(figure: Figure, pose: Posed, ground: Ground) -> np.ndarray:
    """(F, L) how far the deepest point of each end is in the ground [m]; negative above."""
    return depths_of(figure.ends, figure.points, pose, ground)


def depths_of(joints: np.ndarray, points: np.ndarray, pose: Posed, ground: Ground) -> np.ndarray:
    """(F, L) the same of ``points`` (L, 3, 3) that some ``joints`` (L,) of a pose carry."""
    from supple.kernels.cleanup.ground import find_lowest

    if not ground.is_flat:
        return ground.deepest(_carried(joints, points, pose))
    lowest = np.zeros((len(pose.positions), len(joints)))
    find_lowest(joints, points, pose.positions, pose.rotations, lowest)
    return np.asarray(ground.levels[0] - lowest)


def sunken(deepest: np.ndarray, planted: np.ndarray, clear: float = 0.0) -> np.ndarray:
    """(F, L) how deep free ends are in the ground [m], by :func:`depths`; 0 where none is by more than ``clear``."""
    return np.where(planted | (deepest <= max(clear, _CLEAR)), 0.0, deepest)


def lift(
    clip: Working,
    pose: Posed,
    figure: Figure,
    limbs: LimbSet,
    deep: np.ndarray,
    scales: np.ndarray,
    settings: CleanSettings,
) -> np.ndarray:
    """Move free ends that are ``deep`` (F, L) in the ground straight up, in the clip and its pose.

    ``scales`` (F, L) are what limbs were stretched by already, and become what they are stretched by altogether, which
    stays within the settings. Returns the frames in which an end was lifted.
    """
    frames = np.flatnonzero(deep.any(axis=1))
    if frames.size:
        few, there = clip.some(frames), Posed(pose.positions[frames], pose.rotations[frames])
        places = there.positions.take(figure.ends, axis=1)
        places[..., 1] += deep[frames]
        turns = there.rotations.take(figure.ends, axis=1)
        targets = Targets(frozen(deep[frames] > 0.0), frozen(places), frozen(turns))
        scales[frames] *= _raise(few, there, limbs, targets, scales[frames], settings.manner)
        clip.take(frames, few)
        pose.positions[frames], pose.rotations[frames] = few.posed()
    return frames


def _raise(
    few: Working, pose: Posed, limbs: LimbSet, targets: Targets, before: np.ndarray, manner: Manner
) -> np.ndarray:
    """Reach from limbs that are scaled by ``before`` (n, L); returns by how much more they are now.

    Where both together are more than the settings allow, it is what they allow, and the limb turns further instead.
    """
    still = np.zeros((len(before), 3))
    more = few.reach(pose, limbs.rows, targets, still, manner._replace(damping_from=_DAMPED))
    most = manner.stretch
    allowed = np.clip(before * more, 1.0 - most, 1.0 + most)
    beyond = targets.active & (np.abs(before * more - allowed) > _ROUNDING)
    more = np.where(beyond, allowed / before, more)
    few.stretch(limbs.bones, more)
    if beyond.any():
        few.reach(few.posed(), limbs.rows, replace(targets, active=beyond), still, manner._replace(stretch=0.0))
    return more


def bend_toes(
    figure: Figure, pose: Posed, rotations: np.ndarray, ground: Ground, before: np.ndarray | None = None
) -> int:
    """Bend toes whose tips are in the ground up in the local turns ``rotations`` (F, J, 4), which ``pose`` shows.

    How far they had to, in the W frames ``before`` (W, L), dies out over as many frames, and is brought up to date;
    None: each frame by itself. Returns in how many frames one was in the ground.
    """
    from supple.kernels.cleanup import ground as kernels

    limbs = np.flatnonzero(figure.toes >= 0)
    if not limbs.size:
        return 0
    joints, ends, axes = figure.toes[limbs], figure.toe_tips[limbs], figure.toe_axes[limbs]
    tips = _carried(joints, ends[:, None], pose)[:, :, 0]
    bent = rotations.take(joints, axis=1)
    below = np.zeros(len(rotations), bool)
    for _ in range(1 if ground.is_flat else _ROUNDS):
        heights = ground.heights(tips[..., 0], tips[..., 2])
        sunk = (tips[..., 1] < heights - _CLEAR).any(axis=1)
        if not sunk.any():
            break
        below |= sunk
        kernels.bend_toes(
            0, len(bent), joints, ends, pose.positions, axes, pose.rotations, rotations, heights, bent, tips
        )
    if before is not None and (below.any() or before.any()):
        bent = _eased(figure, limbs, pose, rotations, ground, before, bent, tips)
    rotations[:, joints] = bent
    return int(below.sum())


def _eased(
    figure: Figure,
    limbs: np.ndarray,
    pose: Posed,
    rotations: np.ndarray,
    ground: Ground,
    before: np.ndarray,
    bent: np.ndarray,
    tips: np.ndarray,
) -> np.ndarray:
    """The turns ``bent`` (F, n, 4) of the toes of some ``limbs`` (n,) with bends that die out, noted in ``before``.

    ``tips`` (F, n, 3) are used up. A toe that points down and back, as that of a foot behind the body may, is lower
    where it is bent up more: where it would be in the ground it is bent as it needs.
    """
    from supple.kernels.cleanup import toes as kernels

    joints, ends, axes = figure.toes[limbs], figure.toe_tips[limbs], figure.toe_axes[limbs]
    known, angles, eased = np.zeros((len(before) + len(bent), len(limbs))), np.zeros(bent.shape[:2]), bent.copy()
    known[: len(before)], needs = before[:, limbs], known[len(before) :]
    kernels.find_needs(bent, joints, rotations, axes, needs)
    kernels.die_out(known, angles)
    kernels.bend_on(joints, ends, axes, pose.positions, pose.rotations, rotations, needs, angles, eased, tips)
    before[:, limbs] = known[len(bent) :]
    sunk = (tips[..., 1] < ground.heights(tips[..., 0], tips[..., 2])) & (angles > needs)
    eased[sunk] = bent[sunk]
    return eased
