"""Where a motion comes back to itself: pairs of frames with the same pose and the same movement."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose
from supple.core.threads import one_blas_thread
from supple.recipes.everyday.ground_moves import GROUND, Travel, yaw_between

SHORTEST_S = 0.5  # a person does little that repeats in less
_LOOKS = 15.0  # [1/s] frames at which cycles may begin, at first; around the best all are looked at
_MOST = 1200  # frames looked at first, at most
_AHEAD_S = 0.1  # what moves at another speed is as far apart as it will be so much later
_HIPS = 0.25  # weight of the way of the hips, as a share of the body
_AS_GOOD = 1.5  # a cycle this much worse than the best is as good, and the shortest of them is taken
_NOISE_M = 0.005  # for a person of the reference height: differences that nobody sees
_ANOTHER_STAND = 0.1  # of the cycle's extent: what a point that stands at one end only counts, per point of four


@dataclass(frozen=True, slots=True, kw_only=True)
class Cycle:
    """The frames ``[start, stop)``; frame ``stop`` looks like ``start``."""

    start: int
    stop: int
    mismatch_m: float  # of pose and movement at both ends: root mean square over the body [m]
    extent_m: float  # how far the cycle goes from its first pose [m]

    @property
    def mismatch(self) -> float:
        """What is missing to a whole cycle, as a share of how far the body moves in it."""
        return self.mismatch_m / max(self.extent_m, 1e-9)


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What a body looks like in every frame, wherever it is and whichever way it heads."""

    poses: np.ndarray  # (F, n) distances between rows are root mean squares over the body [m]
    movements: np.ndarray  # (F, m) the same for what happens within a short time
    planted: np.ndarray  # (F, p) which points stand


def looks(motion: Motion, pose: WorldPose, way: Travel, contacts: Contacts | None) -> Looks:
    """Joints seen from the hips, weighted by the lengths of their bones, so that fingers count little."""
    headings = np.unwrap(yaw_between(way.turns[:1], way.turns))
    back = quaternions.about_axis("y", -headings)
    seen = quaternions.rotate(back[:, None], pose.positions - (way.places * GROUND)[:, None])
    weights = np.sqrt(_weights(motion, way.joint))[:, None]
    speeds = np.gradient(seen, axis=0) if motion.frames > 1 else np.zeros_like(seen)
    hips = quaternions.rotate(back, np.gradient(way.places, axis=0)) if motion.frames > 1 else np.zeros((1, 3))
    ahead = _AHEAD_S / motion.frame_time
    flat = len(seen), -1
    moves = np.concatenate([(speeds * weights).reshape(flat), np.sqrt(_HIPS) * hips], axis=1) * ahead
    return Looks((seen * weights).reshape(flat), moves, _planted(motion, contacts))


def best_cycle(motion: Motion, found: Looks, size: float, shortest_s: float, longest_s: float | None) -> Cycle | None:
    """The shortest of the cycles that close about as well as the best; None where the clip is too short for any.

    How well a cycle closes is how far its ends are apart, as a share of how far it goes in between, so that standing
    still is no cycle.
    """
    first, last = first_moving_frame(motion), motion.frames - 1
    rows, columns = (np.arange(first, last + 1, step) for step in _strides(motion.fps, last - first + 1))
    least = max(2, round(shortest_s / motion.frame_time))
    most = last - first if longest_s is None else round(longest_s / motion.frame_time)
    with one_blas_thread():
        apart, extent = _distances(found, rows, columns)
    gaps = columns[None, :] - rows[:, None]
    score = (apart + _NOISE_M * size) / (extent + _NOISE_M * size)
    score[(gaps < least) | (gaps > most)] = np.inf
    if not np.isfinite(score).any():
        return None
    good = score <= _AS_GOOD * score.min()
    shortest = np.where(good, gaps, gaps.max() + 1).min()
    score[~good | (gaps > 1.1 * shortest)] = np.inf
    i, j = np.unravel_index(int(np.argmin(score)), score.shape)
    around = int(rows[1] - rows[0]) if len(rows) > 1 else 1
    return _refined(found, int(rows[i]), int(columns[j]), around, (first, last), (least, most))


def _strides(fps: float, frames: int) -> tuple[int, int]:
    """At which frames cycles are thought to begin, and at which to end: more of those, since lengths matter."""
    return max(1, round(fps / _LOOKS), -(-frames // _MOST)), max(1, -(-frames // (3 * _MOST)))


def cycle_at(found: Looks, start: int, stop: int) -> Cycle:
    """What is known about a cycle that somebody chose."""
    apart, extent = _distances(found, np.array([start]), np.arange(start, stop + 1))
    return Cycle(start=start, stop=stop, mismatch_m=float(apart[0, -1]), extent_m=float(extent[0, -1]))


def _weights(motion: Motion, hips: int) -> np.ndarray:
    """(J,) shares of the body: half of each bone at either end. What lies above the hips is no body."""
    bones = np.linalg.norm(motion.skeleton.offsets, axis=1)
    while hips >= 0:
        bones[hips] = 0.0
        hips = int(motion.skeleton.parents[hips])
    share = 0.5 * bones
    np.add.at(share, motion.skeleton.parents[1:], 0.5 * bones[1:])
    total = share.sum()
    return share / total if total > 0.0 else np.full(len(share), 1.0 / len(share))


def _planted(motion: Motion, contacts: Contacts | None) -> np.ndarray:
    points = sorted({c.point for c in contacts.contacts}) if contacts else []
    planted = np.zeros((motion.frames, len(points)))
    for c in contacts.contacts if contacts else ():
        planted[c.start : c.stop, points.index(c.point)] = 1.0
    return planted


def _distances(found: Looks, rows: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n, m) how far frames are apart, and how far the body goes from the first on the way to the second [m]."""
    poses = _squares(found.poses, rows, columns)
    apart = np.sqrt(poses + _squares(found.movements, rows, columns))
    extent = np.maximum.accumulate(np.where(columns >= rows[:, None], np.sqrt(poses), 0.0), axis=1)
    if found.planted.shape[1]:
        others = _squares(found.planted, rows, columns) / max(4, found.planted.shape[1])
        apart = apart + _ANOTHER_STAND * others * extent
    return apart, extent


def _squares(values: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """(n, m) squared distances between rows of values."""
    middle = values.mean(axis=0)
    a, b = values[rows] - middle, values[columns] - middle
    return np.maximum(np.sum(a * a, axis=1)[:, None] + np.sum(b * b, axis=1) - 2.0 * a @ b.T, 0.0)


def _refined(
    found: Looks, start: int, stop: int, step: int, bounds: tuple[int, int], lengths: tuple[int, int]
) -> Cycle:
    """The best pair of frames around a coarse one."""
    first, last = bounds
    begin = np.arange(max(first, start - step), min(last, start + step) + 1)
    end = np.arange(max(first, stop - step), min(last, stop + step) + 1)
    apart = sum(
        np.sum((rows[begin][:, None] - rows[end][None, :]) ** 2, axis=2) for rows in (found.poses, found.movements)
    )
    gaps = end[None, :] - begin[:, None]
    apart = np.where((gaps < lengths[0]) | (gaps > lengths[1]), np.inf, apart)
    i, j = np.unravel_index(int(np.argmin(apart)), apart.shape)
    return cycle_at(found, int(begin[i]), int(end[j]))
