"""An actor from a capture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.threads import one_blas_thread
from supple.solvers.markers.actor import Actor, columns_of
from supple.solvers.markers.average import Tagged, average_actor
from supple.solvers.markers.estimating import estimate
from supple.solvers.markers.gauging import gauged, loosened, zeroed
from supple.solvers.markers.posing import Poses, misses, spread_out, track
from supple.solvers.markers.starting import estimated_stature, first_pose

_FRAMES = 40  # of the capture, by which the actor is estimated
_CANDIDATES = 3  # frames that are tried as the first
_ROUGH = 0.010  # [m] noise while the actor is still an average person
_TRACKED = 4000  # frames that are looked at in a long capture
_ROUNDS = 2


def rest_frames(targets: np.ndarray) -> list[int]:
    """Frames that are good to begin with: most markers seen, the body tall; the best first, apart from each other."""
    seen = np.isfinite(targets).all(axis=2)
    counts = seen.sum(axis=1)
    if counts.max(initial=0) == 0:
        return [0]
    heights = np.where(seen, targets[..., 1], np.nan)
    good = np.flatnonzero(counts >= counts.max() - max(1, int(0.03 * counts.max())))
    tall = np.nanmax(heights[good], axis=1) - np.nanmin(heights[good], axis=1)
    order = good[np.argsort(-np.round(tall, 2), kind="stable")]
    chosen: list[int] = []
    for frame in order:
        if all(abs(frame - other) > len(targets) // 10 for other in chosen):
            chosen.append(int(frame))
        if len(chosen) == _CANDIDATES:
            break
    return chosen


def make_actor(tagged: Sequence[Tagged], targets: np.ndarray, rest: int | None = None) -> tuple[Actor, int, float]:
    """The actor of a capture (F, M, 3), the frame taken for rest, and the mean miss [m] of an average person there."""
    with one_blas_thread():
        return _make(tagged, targets, rest)


def _make(tagged: Sequence[Tagged], targets: np.ndarray, rest: int | None) -> tuple[Actor, int, float]:
    candidates = [rest] if rest is not None else rest_frames(targets)
    if len(candidates) > 1:
        average = average_actor(tagged)
        candidates.sort(key=lambda frame: first_pose(average, targets[frame])[1])
    first = candidates[0]
    stature, poses, miss = estimated_stature(tagged, targets[first])
    average = average_actor(tagged, stature)
    actor = loosened(average)
    at_first = targets[first : first + 1]
    actor, poses = estimate(actor, tagged, at_first, poses, targets[first], noise=_ROUGH, rounds=4)
    for _ in range(_ROUNDS):
        frames, start = _chosen_frames(actor, targets, poses, first)
        actor, some = estimate(actor, tagged, targets[frames], start, targets[first])
        poses = Poses(some.roots[:1], some.rotations[:1])
    actor = gauged(actor, list(tagged), some, average)
    return zeroed(actor, some) if rest is not None else actor, first, miss


def _chosen_frames(actor: Actor, targets: np.ndarray, at_first: Poses, first: int) -> tuple[np.ndarray, Poses]:
    """Frames spread over the capture in which most is seen, the first of all in front, and their poses."""
    columns, seen = columns_of(actor), np.isfinite(targets).all(axis=2)
    stride = max(1, len(targets) // _TRACKED)
    forward, back = np.arange(first, len(targets), stride), np.arange(first, -1, -stride)
    start = spread_out(at_first, 0, len(targets))
    poses, _ = track(columns, targets, seen * 1.0, start, forward, most_steps=15)
    poses, _ = track(columns, targets, seen * 1.0, poses, back, most_steps=15)
    usable = np.zeros(len(targets), bool)
    usable[forward] = usable[back] = True
    off = np.where(seen, misses(actor, poses, targets), 0.0).sum(axis=1) / np.maximum(seen.sum(axis=1), 1)
    usable &= seen.sum(axis=1) >= 0.6 * seen.sum(axis=1).max()
    usable &= ~(off > 3.0 * np.median(off[usable]) + 0.005)
    usable[first] = True
    frames = np.array([first, *_best_of_bins(np.flatnonzero(usable), seen.sum(axis=1), first)])
    return frames, Poses(poses.roots[frames], poses.rotations[frames])


def _best_of_bins(usable: np.ndarray, counts: np.ndarray, first: int) -> list[int]:
    chosen = []
    for part in np.array_split(usable, min(_FRAMES, len(usable))):
        best = int(part[np.argmax(counts[part])])
        if best != first:
            chosen.append(best)
    return chosen
