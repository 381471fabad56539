"""Free feet near plants keep their own way in the world, whatever the root does, and come from and to plants on it."""

from __future__ import annotations

import numpy as np

from supple.core.arrays import frozen
from supple.core.pose import WorldPose
from supple.solvers.cleanup.figure import Figure
from supple.solvers.cleanup.floor_pass import depths_of
from supple.solvers.cleanup.ground import Ground
from supple.solvers.cleanup.root import gaussian
from supple.solvers.cleanup.root_rigid import near
from supple.solvers.cleanup.settings import Windows
from supple.solvers.cleanup.targets import Targets
from supple.solvers.cleanup.working import Posed

_UP = np.array([0.0, 1.0, 0.0])


def guided(
    pose: Posed | WorldPose,
    figure: Figure,
    limbs: np.ndarray,
    targets: Targets,
    windows: Windows,
    ground: Ground | None,
) -> Targets:
    """The targets, and for free frames of some ``limbs`` (L,) near targets others, which need not be met.

    Near is within the blend window of the limb's own, where it comes from or goes to one, or where the root may move.
    """
    from supple.kernels.cleanup.guiding import guide

    active = targets.active
    mask = near(active, windows.blend)
    mask |= near(np.any(active, axis=1), windows.root)[:, None]
    mask &= ~active & limbs
    if not mask.any():
        return targets
    ends, turns = pose.positions.take(figure.ends, axis=1), pose.rotations.take(figure.ends, axis=1)
    positions, rotations, firm = targets.positions.copy(), targets.rotations.copy(), np.zeros(active.shape)
    shifts, twists = np.zeros(positions.shape), np.zeros(positions.shape)
    guide(windows.blend, active, mask, ends, turns, shifts, twists, positions, rotations, firm)
    if ground is not None:
        lifts = _lifts(figure, mask, active | mask, positions, rotations, ground, windows.blend)
        positions[..., 1] += lifts * (1.0 - firm)
    return Targets(frozen(active | mask), frozen(positions), frozen(rotations), frozen(firm))


def _lifts(
    figure: Figure,
    mask: np.ndarray,
    touched: np.ndarray,
    positions: np.ndarray,
    rotations: np.ndarray,
    ground: Ground,
    window: int,
) -> np.ndarray:
    """(F, L) smooth heights by which ends in some frames are lifted so that no tip is in the ground [m].

    Toward frames that are not ``touched`` (F, L) they become what a single frame needs.
    """
    from supple.kernels.cleanup.root import smooth_rows
    from supple.kernels.cleanup.widening import furthest_rows

    deep = depths_of(np.arange(len(figure.ends)), figure.points, Posed(positions, rotations), ground)
    lifts = np.where(mask, np.maximum(deep, 0.0), 0.0)
    half = window // 2
    for limb in np.flatnonzero(lifts.any(axis=0)):
        held, smooth = np.zeros((len(lifts), 3)), np.zeros((len(lifts), 3))
        furthest_rows(lifts[:, limb, None] * _UP, half, held)
        smooth_rows(held, gaussian(half), smooth)  # nowhere below what it was made of: it looks as far as that was held
        share = _inside(touched[:, limb], half)
        lifts[:, limb] = share * smooth[:, 1] + (1.0 - share) * lifts[:, limb]
    return lifts


def _inside(mask: np.ndarray, window: int) -> np.ndarray:
    """(F,) from 0 in frames outside of a mask to 1 in those further than ``window`` inside: there nothing jumps."""
    outside = np.flatnonzero(~mask)
    if not outside.size:
        return np.ones(len(mask))
    at = np.arange(len(mask))
    after = np.searchsorted(outside, at)
    ahead = np.where(after < len(outside), outside[np.minimum(after, len(outside) - 1)] - at, len(mask))
    behind = np.where(after > 0, at - outside[np.maximum(after - 1, 0)], len(mask))
    t = np.clip(np.minimum(ahead, behind) / (window + 1.0), 0.0, 1.0)
    return np.asarray(t * t * (3.0 - 2.0 * t))
