"""Markers that keep their distances belong to one segment: groups, and which segment each may be."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.solvers.markers.average import Tagged, average_actor
from supple.solvers.markers.posing import at_rest, world
from supple.solvers.markers.segments import SEGMENTS, joint_name

_KEPT = 0.012  # [m] by which the distance of two markers on one segment may change
_NEAR = 0.55  # [m] two markers of one segment are not farther apart
_FRAMES = 400
_WHOLE = 8  # groups that a whole body has at least


class Group(NamedTuple):
    """Markers that keep their distances."""

    markers: tuple[int, ...]
    change: float  # [m] the largest spread of a distance among them
    segment: str  # what they may be, "" where nothing fits


def rigid_groups(points: np.ndarray) -> list[tuple[list[int], float]]:
    """Groups of markers of a capture (F, M, 3) by complete linkage, the largest first, and how distances change."""
    sample = points[:: max(1, len(points) // _FRAMES)]
    change = _changes(sample)
    groups = [[m] for m in range(points.shape[1])]
    while len(groups) > 1:
        worst = np.array([[change[np.ix_(a, b)].max() if a is not b else np.inf for b in groups] for a in groups])
        i, j = np.unravel_index(int(np.argmin(worst)), worst.shape)
        if worst[i, j] > _KEPT:
            break
        groups[i] = groups[i] + groups[j]
        del groups[j]
    sized = [(sorted(g), float(change[np.ix_(g, g)].max()) if len(g) > 1 else 0.0) for g in groups]
    return sorted(sized, key=lambda entry: (-len(entry[0]), entry[0]))


def _changes(sample: np.ndarray) -> np.ndarray:
    """(M, M) the spread of each distance [m], infinite for markers that are far apart or never seen together."""
    count = sample.shape[1]
    out = np.full((count, count), np.inf)
    for a in range(count):
        apart = np.linalg.norm(sample - sample[:, a : a + 1], axis=2)
        for b in range(count):
            some = apart[np.isfinite(apart[:, b]), b]
            if a == b:
                out[a, b] = 0.0
            elif len(some) >= 3 and np.median(some) < _NEAR:
                low, high = np.quantile(some, [0.05, 0.95])
                out[a, b] = high - low
    return out


def guess_segments(points: np.ndarray, known: dict[int, str]) -> list[Group]:
    """Groups and what they may be: the segment of those labels in it that are ``known``, else by where they are.

    Nobody can tell left from right by points alone: a body is taken to face the way it goes.
    """
    groups = rigid_groups(points)
    named: dict[int, str] = {}
    for g, (members, _) in enumerate(groups):
        votes = [known[m] for m in members if m in known]
        if votes:
            named[g] = max(set(votes), key=votes.count)
    if len(named) < len(groups) and len(groups) >= _WHOLE:  # of a part of a body nobody knows which
        named |= _by_place(points, groups, named)
    return [Group(tuple(members), change, named.get(g, "")) for g, (members, change) in enumerate(groups)]


def _by_place(points: np.ndarray, groups: list[tuple[list[int], float]], named: dict[int, str]) -> dict[int, str]:
    """Match groups to the segments of an average person who stands the same way."""
    from scipy.optimize import linear_sum_assignment

    segments = [s for s in SEGMENTS if s not in named.values() and s != "neck"]
    frame = int(np.argmax(np.isfinite(points).all(axis=2).sum(axis=1)))
    free = [
        g for g in range(len(groups)) if g not in named and np.isfinite(points[frame, groups[g][0]]).all(axis=1).any()
    ]
    if not segments or not free:
        return {}
    places = _relative(points, frame, [groups[g][0] for g in free])
    middles = _middles(segments)
    cost = np.linalg.norm(places[:, None] - middles[None], axis=2)
    rows, columns = linear_sum_assignment(cost)
    return {free[r]: segments[c] for r, c in zip(rows, columns, strict=True) if cost[r, c] < 0.2}


def _relative(points: np.ndarray, frame: int, groups: list[list[int]]) -> np.ndarray:
    """(G, 3) centres of groups in statures: to the left, up from the ground, forward."""
    seen = points[frame][np.isfinite(points[frame]).all(axis=1)]
    ground, tall = float(seen[:, 1].min()), float(np.ptp(seen[:, 1])) or 1.0
    centre = np.median(seen, axis=0)
    path = np.array([np.nanmedian(f, axis=0) for f in points[:: max(1, len(points) // 50)] if np.isfinite(f).any()])
    way = (path[-1] - path[0]) * [1.0, 0.0, 1.0]
    if np.linalg.norm(way) < 0.3:
        spread = np.linalg.svd((seen - centre)[:, [0, 2]])[2][1]
        way = np.array([spread[0], 0.0, spread[1]])
    forward = way / np.linalg.norm(way)
    left = np.cross([0.0, 1.0, 0.0], forward)
    middles = np.array([np.nanmean(points[frame, g], axis=0) for g in groups])
    off = middles - centre
    return np.stack([off @ left, middles[:, 1] - ground, off @ forward], axis=1) / tall


def _middles(segments: list[str]) -> np.ndarray:
    """(S, 3) the middles of segments of an average person with hanging arms, in statures."""
    actor = average_actor([Tagged(segment, segment) for segment in SEGMENTS])
    positions, _ = world(actor, at_rest(actor, 1, arms="down"))
    skeleton, out = actor.skeleton, []
    ground = float(positions[0, :, 1].min())
    for segment in segments:
        j = skeleton.index(joint_name(segment))
        ends = [positions[0, c] for c in skeleton.children(j)] if segment not in ("pelvis",) else []
        place = np.mean([positions[0, j], *ends[:1]], axis=0)
        out.append((place - [0.0, ground, 0.0]) / actor.stature)
    return np.array(out)
