"""Frames solved from their neighbours, and the best way through all that was found.

A frame may end in another of several good postures than the frame before it. So a run that jumps is solved again: each
frame from its source; from the first to the last and back, each from what its neighbour was changed by; and of all
poses that a frame was brought to, those are taken that cost little and go well together. Runs begin and end
where wishes do, so this does not depend on where a clip begins.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from supple.solvers.prioritized.frames import Poses, solve_following, solve_frames
from supple.solvers.prioritized.span import Solved, costs_of

_SAME = 1e-8  # of the height squared: ways that differ by less are one, and the first of them is taken
_TOGETHER = 10.0  # how much the square of a joint's jump counts, against the square of a miss


def other_ways(solved: Solved, run: np.ndarray, poses: Poses, cap: int, threads: int = 1) -> list[Poses]:
    """Poses whose frames of a run (n,) are solved each from its source, from the first to the last, and back."""
    ways = [_from_source(solved, run, poses) for _ in range(3)]
    searches: list[Callable[[], None]] = [
        lambda: solve_following(solved.problem, run, solved.working, ways[1], cap),
        lambda: solve_following(solved.problem, run[::-1], solved.working, ways[2], cap),
        lambda: solve_frames(solved.problem, [run], solved.working, ways[0], cap),
    ]
    with ThreadPoolExecutor(min(threads, len(searches))) as pool:
        list(map(_called, searches) if threads == 1 else pool.map(_called, searches))
    return ways


def _called(search: Callable[[], None]) -> None:
    search()


def _from_source(solved: Solved, run: np.ndarray, poses: Poses) -> Poses:
    """A copy of poses with those that attract in a run."""
    out = replace(poses, **{name: getattr(poses, name).copy() for name in Poses.__slots__})
    _, root, rotations, *_ = solved.problem.parts[2]
    out.root[run], out.rotations[run] = root[run], rotations[run]
    return out


def choose(solved: Solved, ways: list[Poses], run: np.ndarray) -> None:
    """Write into the first of several ``ways`` the best path through all of them, frame by frame of a run (n,).

    choice: all that is missed counts alike here. Where two ways miss wishes of different strength, the shorter miss may
    win; but ways differ by posture far more often than by what they miss.
    """
    placed = [solved.seen.copy() for _ in ways]
    costs = np.stack([costs_of(solved, way, at, run) for way, at in zip(ways, placed, strict=True)], axis=1)  # (n, W)
    places = np.stack([at[run] for at in placed], axis=1) - solved.seen[run][:, None]
    costs += _SAME * solved.plan.size**2 * np.arange(len(ways))
    picked = best_path(costs, _TOGETHER * _squared_jumps(places))
    for way in range(1, len(ways)):
        frames = run[picked == way]
        for mine, other in zip(ways[0].arrays, ways[way].arrays, strict=True):
            mine[frames] = other[frames]


def best_path(costs: np.ndarray, joined: np.ndarray) -> np.ndarray:
    """(n,) which of W ways each of n frames takes, so that ``costs`` (n, W) and those of every passage are least.

    ``joined`` (n - 1, W, W) is what it costs to pass from a way to another.
    """
    total, came = costs[0], np.zeros(costs.shape, np.int64)
    for f in range(1, len(costs)):
        through = total[:, None] + joined[f - 1]
        came[f] = through.argmin(axis=0)
        total = through.min(axis=0) + costs[f]
    picked = np.zeros(len(costs), np.int64)
    picked[-1] = total.argmin()
    for f in range(len(costs) - 1, 0, -1):
        picked[f - 1] = came[f, picked[f]]
    return picked


def _squared_jumps(places: np.ndarray) -> np.ndarray:
    """(n - 1, W, W) between displacements (n, W, J, 3) of consecutive frames."""
    between = places[1:, None] - places[:-1, :, None]
    return np.asarray(np.sum(between**2, axis=(-2, -1)))
