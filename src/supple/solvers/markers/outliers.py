"""Markers that cannot be where they are said to be: distances on a rigid segment tell, and so does the solved pose."""

from __future__ import annotations

import numpy as np

from supple.solvers.markers.actor import Actor

FAR = 0.060  # [m] off a distance or the pose, at least, for a marker to be dropped; times the body's size
_TIMES = 6.0  # ... and this many times what is usual for that marker


def broken_distances(actor: Actor, targets: np.ndarray) -> np.ndarray:
    """(F, M) bool: markers whose distances to most others on their segment are wrong.

    The actor's places are the measure. Of a segment with two markers nobody can tell which one is wrong.
    """
    bad = np.zeros(targets.shape[:2], bool)
    for joint in np.unique(actor.joints):
        members = np.flatnonzero(actor.joints == joint)
        if len(members) >= 3:
            bad[:, members] = _of_segment(actor.places[members], targets[:, members], actor.size)
    return bad


def _of_segment(places: np.ndarray, points: np.ndarray, size: float) -> np.ndarray:
    wanted = np.linalg.norm(places[:, None] - places[None], axis=2)
    found = np.linalg.norm(points[:, :, None] - points[:, None], axis=3)
    off = np.abs(found - wanted)
    known = np.isfinite(off) & ~np.eye(len(places), dtype=bool)
    usual = median_of(np.where(known, off, np.nan))
    wrong = np.nan_to_num(off) > np.maximum(size * FAR, _TIMES * usual)
    bad = np.zeros(points.shape[:2], bool)
    frames = np.flatnonzero(wrong.any(axis=(1, 2)))
    for f in frames:
        bad[f] = _worst_out(wrong[f], known[f])
    return bad


def median_of(values: np.ndarray) -> np.ndarray:
    """The median over frames of what is seen of (F, ...); 0 where nothing is. One sort for all columns."""
    counts = np.isfinite(values).sum(axis=0)
    ordered = np.sort(values, axis=0)  # what is missing comes last
    low, high = (
        np.take_along_axis(ordered, at[None], axis=0)[0] for at in (np.maximum(counts - 1, 0) // 2, counts // 2)
    )
    return np.asarray(np.where(counts > 0, 0.5 * (low + high), 0.0))


def _worst_out(wrong: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Take out the marker with most wrong distances until those left agree; ties between two take nobody out."""
    out = np.zeros(len(wrong), bool)
    for _ in range(len(wrong)):
        live = known & ~out[None] & ~out[:, None]
        counts, mates = (wrong & live).sum(axis=1), live.sum(axis=1)
        worst = int(np.argmax(counts))
        if counts[worst] < 2 or 2 * counts[worst] <= mates[worst]:
            break
        out[worst] = True
    return out


def far_from_pose(off: np.ndarray, size: float) -> np.ndarray:
    """(F, M) bool: markers that miss (F, M) [m] the solved pose of a body by far more than they usually do."""
    seen = np.isfinite(off)
    return seen & (np.nan_to_num(off) > np.maximum(size * FAR, _TIMES * median_of(off)))


def reinstated(dropped: np.ndarray) -> np.ndarray:
    """(M,) how often each marker came back after it had been dropped."""
    return (dropped[:-1] & ~dropped[1:]).sum(axis=0)
