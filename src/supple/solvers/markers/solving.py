"""From markers to poses, with the actor known: swaps, outliers, tracking, recovery, refinement, guesses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.runs import runs_of
from supple.core.threads import one_blas_thread
from supple.solvers.markers.actor import Actor, Columns, columns_of
from supple.solvers.markers.outliers import broken_distances, far_from_pose
from supple.solvers.markers.posing import Poses, marker_points, misses, spread_out, track
from supple.solvers.markers.refining import noise_of, refine, systems
from supple.solvers.markers.segments import CHAINS
from supple.solvers.markers.starting import first_pose, segment_markers
from supple.solvers.markers.swaps import Swap, find_swaps, swapped_by_pose, undone

_SEEN = 2e-4  # [m2/rad2] markers that move by less than 14 mm per radian do not tell an angle
_CLOSE = 1e-3  # [m, rad] a smaller step ends a frame; all frames take one more together
_LOST_FRAME = 0.050  # [m] mean miss of a limb, at least, from which a frame is begun anew; times the body's size
_PART = 1000  # frames whose systems are made at a time: they are large
_TRIES = 12  # stretches of frames that are begun anew


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """Poses of all frames, and what became of the markers."""

    actor: Actor
    poses: Poses
    targets: np.ndarray  # (F, M, 3) with labels put back where they were swapped [m]
    dropped: np.ndarray  # (F, M) bool: seen but not believed
    swaps: tuple[Swap, ...]
    guessed: np.ndarray  # (F, J) bool: joints that rest on too little data
    unseen: tuple[str, ...]  # joints with a turn that these markers can never tell
    steps: int  # of all frames together
    off: np.ndarray  # (F, M) how far markers are from the pose [m], dropped ones too; NaN where missing


def solve_poses(
    actor: Actor,
    points: np.ndarray,
    frame_time: float,
    *,
    start: Poses | None = None,
    active: np.ndarray | None = None,
    refined: bool = True,
) -> Solved:
    """Solve a capture (F, M, 3) of the actor's markers, NaN where missing.

    ``start`` are poses to begin at, of every frame; ``active`` (D,) says what may move, and all else stays as it
    starts.
    """
    with one_blas_thread():
        return _solve(actor, points, frame_time, start, active, refined)


def _solve(
    actor: Actor, points: np.ndarray, frame_time: float, start: Poses | None, active: np.ndarray | None, refined: bool
) -> Solved:
    columns = columns_of(actor)
    swaps = find_swaps(actor.labels, points, frame_time, actor.size)
    targets = undone(actor.labels, points, swaps)
    dropped = broken_distances(actor, targets)
    poses, steps = _tracked(columns, targets, _weights(targets, dropped), start, active)
    for _ in range(2):
        far = far_from_pose(misses(actor, poses, targets), actor.size)
        more = swapped_by_pose(actor.labels, targets, marker_points(actor, poses), far)
        if not more and (far == dropped).all():
            break
        swaps += more
        targets, dropped = undone(actor.labels, targets, more), far
        poses, again = _tracked(columns, targets, _weights(targets, dropped), poses, active)
        steps += again
    weights = _weights(targets, dropped)
    if not refined:
        pivots = _pivots(columns, targets, weights, poses)
    else:
        residual = np.where(weights[..., None] > 0.0, targets - marker_points(actor, poses), np.nan)
        better, pivots = refine(columns, targets, weights, poses, frame_time, noise_of(residual))
        poses = better if active is None else _only(columns, poses, better, active)
    off = misses(actor, poses, targets)
    guessed, unseen = _guessed(columns, pivots, poses)
    return Solved(actor, poses, targets, far_from_pose(off, actor.size), tuple(swaps), guessed, unseen, steps, off)


def _weights(targets: np.ndarray, dropped: np.ndarray) -> np.ndarray:
    return np.asarray((np.isfinite(targets).all(axis=2) & ~dropped) * 1.0)


def _only(columns: Columns, poses: Poses, better: Poses, active: np.ndarray) -> Poses:
    """The poses with the joints that may move as they are in ``better``."""
    joints = np.unique(columns.joint[active])
    rotations = poses.rotations.copy()
    rotations[:, joints] = better.rotations[:, joints]
    return Poses(better.roots if active[0] else poses.roots, rotations)


def _tracked(
    columns: Columns, targets: np.ndarray, weights: np.ndarray, start: Poses | None, active: np.ndarray | None
) -> tuple[Poses, int]:
    """Every frame from its own pose where there is one; else from the best frame to both ends."""
    if start is not None:
        poses, steps = track(columns, targets, weights, start, np.arange(len(targets)), active=active, own_start=True)
        return poses, int(steps.sum())
    first = int(np.argmax(weights.sum(axis=1)))
    begun, _ = first_pose(columns.actor, np.where(weights[first][:, None] > 0.0, targets[first], np.nan))
    poses, forward = track(
        columns, targets, weights, spread_out(begun, 0, len(targets)), np.arange(first, len(targets)), enough=_CLOSE
    )
    poses, back = track(columns, targets, weights, poses, np.arange(first, -1, -1), enough=_CLOSE)
    return _recovered(columns, targets, weights, poses), int(forward.sum() + back.sum())


def _recovered(columns: Columns, targets: np.ndarray, weights: np.ndarray, poses: Poses) -> Poses:
    """Stretches where a limb was lost are begun anew from nothing; the better pose of each frame stays."""
    off = _mean_miss(columns.actor, targets, weights, poses)
    for begin, end in _lost(columns.actor, targets, weights, poses):
        inside = np.arange(begin, end)
        best = int(inside[np.argmax(weights[inside].sum(axis=1))])
        seen = np.where(weights[best][:, None] > 0.0, targets[best], np.nan)
        if np.isfinite(seen).all(axis=1).sum() < 4:
            continue
        begun, _ = first_pose(columns.actor, seen)
        fresh = spread_out(begun, 0, len(targets))
        fresh, _ = track(columns, targets, weights, fresh, np.arange(best, end))
        fresh, _ = track(columns, targets, weights, fresh, np.arange(best, begin - 1, -1))
        better = inside[_mean_miss(columns.actor, targets, weights, fresh)[inside] < off[inside]]
        poses.roots[better], poses.rotations[better] = fresh.roots[better], fresh.rotations[better]
    return poses


def _lost(actor: Actor, targets: np.ndarray, weights: np.ndarray, poses: Poses) -> list[tuple[int, int]]:
    """Frames [start, stop) in which the markers of a chain miss by far more than usual; the longest stretches."""
    lost = np.zeros(len(targets), bool)
    for segments in CHAINS.values():
        which = segment_markers(actor, segments)
        if which.any():
            off = _mean_miss(actor, targets, weights * which, poses)
            lost |= off > max(actor.size * _LOST_FRAME, 4.0 * float(np.median(off)))
    return sorted(runs_of(lost), key=lambda run: run[0] - run[1])[:_TRIES]


def _mean_miss(actor: Actor, targets: np.ndarray, weights: np.ndarray, poses: Poses) -> np.ndarray:
    off = np.where(weights > 0.0, misses(actor, poses, targets), 0.0)
    return np.asarray(off.sum(axis=1) / np.maximum((weights > 0.0).sum(axis=1), 1))


def _pivots(columns: Columns, targets: np.ndarray, weights: np.ndarray, poses: Poses) -> np.ndarray:
    """(F, D) how well each degree of freedom is seen."""
    pivots = np.zeros((len(targets), len(columns)))
    for begin in range(0, len(targets), _PART):
        part = slice(begin, begin + _PART)
        some = Poses(poses.roots[part], poses.rotations[part])
        pivots[part] = systems(columns, targets[part], weights[part], some)[2]
    return pivots


def _guessed(columns: Columns, pivots: np.ndarray, poses: Poses) -> tuple[np.ndarray, tuple[str, ...]]:
    """Joints that the markers of a frame do not tell though all markers would, and those that they never tell."""
    few = np.linspace(0, len(pivots) - 1, min(len(pivots), 25)).astype(int)
    at = Poses(poses.roots[few], poses.rotations[few])
    posed = marker_points(columns.actor, at)
    whole = np.median(systems(columns, posed, np.ones(posed.shape[:2]), at)[2], axis=0)
    can = whole >= _SEEN
    dark = (pivots < np.minimum(_SEEN, 0.05 * whole)) & can
    names = columns.actor.skeleton.names
    guessed = np.zeros((len(pivots), len(names)), bool)
    for d in np.flatnonzero(can):
        guessed[:, columns.joint[d]] |= dark[:, d]
    unseen = tuple(dict.fromkeys(names[int(j)] for j in columns.joint[~can]))
    return guessed, unseen
