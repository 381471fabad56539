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
    members: dict[bytes, list[int]] = {np.ones(len(frames), bool).tobytes(): [0]}  # the root's travel, in all of them
    for n, joint in enumerate(joints, start=1):
        members.setdefault(_told(problem, int(joint))[frames].tobytes(), []).append(n)
    for mask, numbers in members.items():
        told = np.flatnonzero(np.frombuffer(mask, bool))
        if len(told):
            yield told, (3 * np.array(numbers)[:, None] + np.arange(3)).ravel()


def _told(problem: Problem, joint: int) -> np.ndarray:
    """(F,) bool: whether something is asked of what a joint carries."""
    stop = problem.motion.skeleton.subtree_stops()[joint]
    carried = [n for n, limb in enumerate(problem.limbs) if joint <= limb.end < stop]
    points = (problem.points.joint >= joint) & (problem.points.joint < stop)
    riders = (problem.asks.riders >= joint) & (problem.asks.riders < stop) & problem.asks.asked
    told = problem.asks.asked[:, carried].any(axis=1) | problem.points.asked[:, points].any(axis=1)
    return np.asarray(told | riders.any(axis=1))
