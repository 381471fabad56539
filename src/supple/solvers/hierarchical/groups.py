"""Which frames tell a joint what it has to do: those in which something is asked of what it carries."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from supple.solvers.hierarchical.problem import Problem


def groups(problem: Problem, frames: np.ndarray, joints: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Numbers of ``frames`` (n,) and columns of displacements, for joints that are told in the same frames.

    choice: a frame in which only the feet are asked says nothing about an arm. If it did, an arm that is asked in one
    frame of many would be held back by all the others.
    """
    told = np.ones((len(joints) + 1, len(frames)), bool)  # the root's travel first
    for n, joint in enumerate(joints):
        told[n + 1] = _told(problem, int(joint))[frames]
    masks, which = np.unique(told, axis=0, return_inverse=True)
    for number, mask in enumerate(masks):
        if mask.any():
            members = np.flatnonzero(which.ravel() == number)
            yield np.flatnonzero(mask), (3 * members[:, None] + np.arange(3)).ravel()


def _told(problem: Problem, joint: int) -> np.ndarray:
    """(F,) bool: whether something is asked of what a joint carries."""
    stop = problem.motion.skeleton.subtree_stops()[joint]
    carried = [n for n, limb in enumerate(problem.limbs) if joint <= limb.end < stop]
    points = (problem.points.joint >= joint) & (problem.points.joint < stop)
    riders = (problem.asks.riders >= joint) & (problem.asks.riders < stop) & problem.asks.asked
    told = problem.asks.asked[:, carried].any(axis=1) | problem.points.asked[:, points].any(axis=1)
    return np.asarray(told | riders.any(axis=1))
