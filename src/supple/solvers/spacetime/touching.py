r"""Contact that emerges: what a point may not do while it pushes.

A point that carries the force :math:`f` (in body weights) at the height :math:`h` above the ground, and that is
:math:`\Delta` further along it at the next sample, has to make vanish

.. math:: f_n h, \qquad f_n \Delta + f_t |\Delta| / \mu.

The first is that nothing pushes in the air. The second is Coulomb's law: a point that pushes stays, or it slides and
friction is as large as its cone allows, against the way it slides. Both are products, so that a point is free to choose
what gives way: its force, or where it is. Steps between samples are used in place of velocities because they add up to
the whole way, without a rest.
"""

from __future__ import annotations

import numpy as np

from supple.solvers.spacetime.groups import Group
from supple.solvers.spacetime.motion_rows import Equations, Posed, pulled
from supple.solvers.spacetime.scene import Scene

_LEVEL = [0, 2]  # the axes along the ground
_DEEP = 0.2  # ground gives way: how much a way into it counts against one along it
_STILL = 1e-6  # [m] steps below this have no direction


def touching_groups(
    scene: Scene, eq: Equations, pose: Posed, forces: np.ndarray, tight: float, slopes: bool
) -> list[Group]:
    """Rows of all points that may push with forces (S, P, 3) [N], counted by the share ``tight``."""
    problem, groups = scene.problem, []
    for c, span in enumerate(problem.contacts):
        at = eq.point(span.number, span.point)
        moved = None
        if slopes:
            moved = pulled(scene.tree, pose, eq.point_jacobian(span.number, at), reach=_reach(scene, c))
        own = forces[:, c] / problem.figure.weight
        groups.append(_lift(scene, c, at, own, moved, tight))
        groups.append(_slip(scene, c, at, own, moved, tight))
    return groups


def misplaced(scene: Scene, groups: list[Group], below: list[np.ndarray], tight: float) -> np.ndarray:
    """(n, 4) how far points push in the air and slip in 0.1 s, by their share of the body's weight, and a fifth of how
    far they are ``below`` the ground [m]."""
    weights, share = scene.problem.weights, scene.share
    lifts = [g.misses[:, 0] / np.sqrt(tight * weights.lift * share) for g in groups[::2]]
    slips = [g.misses * (0.1 / share[:-1] / np.sqrt(tight * weights.slip * share[:-1]))[:, None] for g in groups[1::2]]
    deep = [_DEEP * np.maximum(depth, 0.0) for depth in below]
    rows = [np.column_stack([a[:-1], b, c[:-1]]) for a, b, c in zip(lifts, slips, deep, strict=True)]
    return np.concatenate(rows) if rows else np.zeros((0, 4))


def _lift(scene: Scene, c: int, at: np.ndarray, own: np.ndarray, moved: np.ndarray | None, tight: float) -> Group:
    """Nothing pushes in the air."""
    problem = scene.problem
    above = np.maximum(at[:, 1] - problem.contacts[c].place[1], 0.0)
    weight = np.sqrt(tight * problem.weights.lift * scene.share)
    group = Group(np.arange(len(at)), (weight * own[:, 1] * above)[:, None], reach=_reach(scene, c))
    if moved is not None:
        group.by_d = (weight * own[:, 1] * (above > 0.0))[:, None, None] * moved[:, 1:2]
        by = np.zeros((len(at), 1, 3))
        by[:, 0, 1] = weight * above / problem.figure.weight
        group.by_force[c] = by
    return group


def _slip(scene: Scene, c: int, at: np.ndarray, own: np.ndarray, moved: np.ndarray | None, tight: float) -> Group:
    """What pushes stays, or slides against its friction."""
    problem = scene.problem
    step, force = np.diff(at[:, _LEVEL], axis=0), 0.5 * (own[1:] + own[:-1])
    length = np.sqrt(np.sum(step**2, axis=1) + _STILL**2)
    across = force[:, _LEVEL] / problem.friction
    weight = np.sqrt(tight * problem.weights.slip * scene.share[:-1])[:, None]
    misses = weight * (force[:, 1:2] * step + across * length[:, None])
    group = Group(np.arange(len(step)), misses, reach=_reach(scene, c))
    if moved is not None:
        slope = force[:, 1, None, None] * np.eye(2) + across[:, :, None] * (step / length[:, None])[:, None]
        slope = weight[:, :, None] * slope
        group.by_d, group.by_next = -slope @ moved[:-1, _LEVEL], slope @ moved[1:, _LEVEL]
        by = np.zeros((len(step), 2, 3))
        by[:, :, 1] = step
        by[:, 0, 0] = by[:, 1, 2] = length / problem.friction
        group.by_force[c] = weight[:, :, None] * by / problem.figure.weight
    return group


def _reach(scene: Scene, c: int) -> int:
    return int(scene.tree.reach_of[scene.problem.contacts[c].number])
