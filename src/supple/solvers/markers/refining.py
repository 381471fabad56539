r"""All frames together: markers where they are seen, and a path that does not jerk, above all where they are not.

.. math:: \min_\delta \sum_t \lVert r_t - J_t \delta_t \rVert^2
          + \sum_t \lVert a_t + \delta_{t-1} - 2\delta_t + \delta_{t+1} \rVert_W^2

with :math:`a_t` the second differences of the path. The weight W compares the noise of the markers with how fast people
accelerate, so that well seen frames keep their pose (there is no lag, since both directions of time count the same)
and a limb without markers goes on with its momentum from both sides. The system has a block of D x D per frame and
five diagonals in time. It is solved by conjugate gradients (:mod:`supple.kernels.markers.coupled`), or directly where
long gaps make these slow.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.dof_kinds import SLIDE
from supple.solvers.markers.actor import Columns
from supple.solvers.markers.posing import Poses, misses

_TURNING = 100.0  # [rad/s2] how fast joints accelerate
_TRAVELLING = 20.0  # [m/s2] the same of the root
_NOISE = (0.0003, 0.010)  # [m] of markers from frame to frame
_TO_NEUTRAL = 1e-7  # [m2/rad2]
_LOSS_SCALE = 0.2  # [m] wide, since what is wrong was dropped before, and what is left has to pull from afar
_BLOCK = 1500  # frames that are solved at a time
_OVERLAP = 60  # frames on either side that a block shares with the next
_PASSES = 10
_TRIES = 6
_FIRST_DAMPING = 1e-4  # [m2/rad2]
_LITTLE = 1e-3  # part of the cost: a pass that gains less is the last
_LONGEST = 0.5  # [m, rad] of one pass
_SMALL = 0.01  # [m, rad] a pass with shorter steps is the last
_MOST_STEPS = 25  # of conjugate gradients; long gaps are solved directly
_ENOUGH = 1e-3  # of the first residual, in the measure of the preconditioner


def noise_of(off: np.ndarray) -> float:
    """How much residuals (F, M, 3) [m] change from frame to frame, as the spread of one coordinate."""
    change = np.diff(off, axis=0)
    change = change[np.isfinite(change)]
    typical = float(np.median(np.abs(change))) * 1.4826 / np.sqrt(2.0) if len(change) else _NOISE[0]
    return float(np.clip(typical, *_NOISE))


def refine(
    columns: Columns, targets: np.ndarray, weights: np.ndarray, poses: Poses, frame_time: float, noise: float
) -> tuple[Poses, np.ndarray]:
    """Smoother poses, and how well each degree of freedom is seen (F, D); ``weights`` (F, M) are 0 without a marker."""
    roots, rotations, pivots = poses.roots.copy(), poses.rotations.copy(), np.zeros((len(targets), len(columns)))
    if len(targets) < 3:
        return poses, systems(columns, targets, weights, poses)[2]
    strength = _strength(columns, frame_time, noise)
    for start in range(0, len(targets), _BLOCK):
        first, last = max(0, start - _OVERLAP), min(len(targets), start + _BLOCK + _OVERLAP)
        part = slice(first, last)
        better, seen = _refine_block(
            columns, targets[part], weights[part], Poses(poses.roots[part], poses.rotations[part]), strength
        )
        keep = slice(start, min(len(targets), start + _BLOCK))
        inner = slice(start - first, keep.stop - first)
        roots[keep], rotations[keep], pivots[keep] = better.roots[inner], better.rotations[inner], seen[inner]
    return Poses(roots, rotations), pivots


def _strength(columns: Columns, frame_time: float, noise: float) -> np.ndarray:
    usual = np.where(columns.kind == SLIDE, _TRAVELLING, _TURNING) * frame_time**2
    return np.asarray((noise / usual) ** 2)


def _refine_block(
    columns: Columns, targets: np.ndarray, weights: np.ndarray, poses: Poses, strength: np.ndarray
) -> tuple[Poses, np.ndarray]:
    """Gauss-Newton passes; one that makes things worse is done again with shorter steps."""
    from supple.kernels.markers.clip import step_clip

    cost, damping = np.inf, 0.0
    for _ in range(_PASSES):
        blocks, push, pivots = systems(columns, targets, weights, poses)
        second = np.diff(_speeds(columns, poses), axis=0)
        push -= strength * _second_transposed(second, len(targets))
        if np.isinf(cost):
            cost = _cost(columns, targets, weights, poses, strength)
        for _ in range(_TRIES):
            if damping > 0.0:
                blocks[:, np.arange(len(columns)), np.arange(len(columns))] += damping
            step = _solve(columns, blocks, push, strength)
            if step is None:
                damping = max(10.0 * damping, _FIRST_DAMPING)
                continue
            moved = Poses(poses.roots.copy(), poses.rotations.copy())
            step_clip(np.clip(step, -_LONGEST, _LONGEST), *columns.ranges, moved.roots, moved.rotations)
            after = _cost(columns, targets, weights, moved, strength)
            if after <= cost:
                break
            damping = max(10.0 * damping, _FIRST_DAMPING)
        else:
            break
        poses, gained, cost, damping = moved, cost - after, after, 0.1 * damping
        if np.abs(step).max() < _SMALL or gained < _LITTLE * cost:
            break
    return poses, pivots


def _speeds(columns: Columns, poses: Poses) -> np.ndarray:
    from supple.kernels.markers.clip import velocities

    speeds = np.zeros((len(poses.roots) - 1, len(columns)))
    velocities(poses.roots, poses.rotations, columns.start, columns.kind, columns.axes, speeds)
    return speeds


def _cost(columns: Columns, targets: np.ndarray, weights: np.ndarray, poses: Poses, strength: np.ndarray) -> float:
    """What the passes make smaller."""
    off = misses(columns.actor, poses, targets) ** 2
    loss = np.where(weights > 0.0, weights * off / (1.0 + off / _LOSS_SCALE**2), 0.0)
    bend = np.diff(_speeds(columns, poses), axis=0) ** 2
    return float(loss.sum() + (strength * bend).sum())


def systems(
    columns: Columns, targets: np.ndarray, weights: np.ndarray, poses: Poses
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Normal equations (F, D, D) and (F, D) of all frames, and how well each degree of freedom is seen (F, D)."""
    from supple.kernels.markers.clip import systems as kernel

    frames, dofs = len(targets), len(columns)
    blocks, push, pivots = np.zeros((frames, dofs, dofs)), np.zeros((frames, dofs)), np.zeros((frames, dofs))
    points = np.zeros(targets.shape)
    settings = np.array([_LOSS_SCALE, _TO_NEUTRAL])
    kernel(np.ascontiguousarray(targets), np.ascontiguousarray(weights, float), settings, *columns.arrays,
           poses.roots, poses.rotations, blocks, push, pivots, points)  # fmt: skip
    return blocks, push, pivots


def _second_transposed(second: np.ndarray, frames: int) -> np.ndarray:
    """The transposed second difference of (F - 2, D): (F, D)."""
    out = np.zeros((frames, second.shape[1]))
    out[:-2] += second
    out[1:-1] -= 2.0 * second
    out[2:] += second
    return out


def _solve(columns: Columns, blocks: np.ndarray, push: np.ndarray, strength: np.ndarray) -> np.ndarray | None:
    """Solve (blocks + second differences weighted by ``strength``) x = push; None where that is not definite."""
    from supple.kernels.markers.coupled import solve

    x = np.zeros_like(push)
    steps = solve(blocks, push, strength, columns.above, _MOST_STEPS, _ENOUGH, x)
    if steps >= 0:
        return x
    try:
        return _solve_directly(blocks, push, strength)
    except np.linalg.LinAlgError:
        return None


def _solve_directly(blocks: np.ndarray, push: np.ndarray, strength: np.ndarray) -> np.ndarray:
    """The same by a banded Cholesky factorisation, which long gaps do not slow down."""
    from scipy.linalg import solveh_banded

    frames, dofs = push.shape
    bands = np.zeros((2 * dofs + 1, frames, dofs))
    for k in range(dofs):
        bands[k, :, : dofs - k] = np.diagonal(blocks, -k, axis1=1, axis2=2)
    for k, diagonal in enumerate(_second_bands(frames)):
        bands[k * dofs] += diagonal[:, None] * strength
    return np.asarray(
        solveh_banded(bands.reshape(2 * dofs + 1, -1), push.ravel(), lower=True, check_finite=False)
    ).reshape(push.shape)


def _second_bands(frames: int) -> np.ndarray:
    """(3, F) the diagonals of the squared second difference."""
    bands = np.zeros((3, frames))
    bands[0, :-2] += 1.0
    bands[0, 1:-1] += 4.0
    bands[0, 2:] += 1.0
    bands[1, :-2] -= 2.0
    bands[1, 1:-1] -= 2.0
    bands[2, :-2] += 1.0
    return bands
