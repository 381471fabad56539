r"""Points that have to be at places, each at its own time.

A miss :math:`m` longer than half of the body counts as :math:`m \sqrt{L/|m|}`, with :math:`L` that length: what is out
of reach would else count so much that no step is taken at all.
"""

from __future__ import annotations

import numpy as np

from supple.solvers.spacetime.groups import Group
from supple.solvers.spacetime.motion_rows import equations, placed, posed, pulled
from supple.solvers.spacetime.scene import Scene

_NEAR = 0.5  # of the body's height


def goal_misses(scene: Scene, points: np.ndarray) -> np.ndarray:
    """(G, 3) from each place to its point, of a displacement by control points (points, nv) [m]."""
    eq = placed(scene.tree, posed(scene.problem.figure, scene.goals, points))
    ways = [eq.point(g.number, g.point, np.array([k]))[0] - g.place for k, g in enumerate(scene.problem.goals)]
    return np.array(ways).reshape(-1, 3)


def goal_groups(scene: Scene, points: np.ndarray, slopes: bool) -> list[Group]:
    """All of them as one group."""
    problem = scene.problem
    if not problem.goals:
        return []
    weight = np.sqrt(problem.weights.plant)
    misses, slope = _shortened(goal_misses(scene, points), _NEAR * problem.height)
    group = Group(np.arange(len(misses)), weight * misses, at_goals=True)
    if slopes:
        pose = posed(problem.figure, scene.goals, points)
        eq = equations(problem.figure, scene.tree, pose, [], {0: np.arange(6)})
        group.by_d = np.zeros((len(misses), 3, scene.tree.directions))
        for k, goal in enumerate(problem.goals):
            one = np.array([k])
            moved = eq.point_jacobian(goal.number, eq.point(goal.number, goal.point, one), one)
            group.by_d[k] = weight * slope[k] @ pulled(scene.tree, pose, moved, one)[0]
    return [group]


def _shortened(misses: np.ndarray, near: float) -> tuple[np.ndarray, np.ndarray]:
    """(G, 3) and how it changes with the misses (G, 3, 3)."""
    length = np.linalg.norm(misses, axis=1)
    far = length > near
    share = np.sqrt(near / np.where(far, length, near))
    unit = np.where(far, 1.0 / np.where(far, length, 1.0), 0.0)[:, None] * misses
    slope = share[:, None, None] * (np.eye(3) - 0.5 * unit[:, :, None] * unit[:, None, :])
    return share[:, None] * misses, slope
