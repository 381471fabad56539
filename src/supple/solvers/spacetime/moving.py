r"""What it costs to move a joint that is harder to use than it was for the person who was captured.

A muscle has to overcome its load and what resists inside of it, which grows with its speed: at its full strength
:math:`S` it stands still, at its fastest :math:`W` nothing is left for a load. The straight line through both ends of
that curve (Hill's) gives what is asked of a joint with torque :math:`\tau` and speed :math:`\omega`:
:math:`a = |\tau|/S + |\omega|/W`, and its square is between one and two times
:math:`e = (\tau/S)^2 + (\omega/W)^2`, which is smooth.

Where effort counts :math:`h` times (ratios, lost strength), :math:`(h - 1)\,e` more is paid than by the person who was
captured. The speeds of the example are those which that person chose, at the price that they have for everybody: for
:math:`h = 1` only torques count, as before.
"""

from __future__ import annotations

import numpy as np

from supple.solvers.spacetime.groups import Group
from supple.solvers.spacetime.motion_rows import Posed
from supple.solvers.spacetime.scene import Scene
from supple.solvers.spacetime.tree import Tree


def moving_groups(scene: Scene, pose: Posed, slopes: bool) -> list[Group]:
    """A group for each joint whose effort counts more than once."""
    problem, groups = scene.problem, []
    if problem.hardship is None or problem.weights.effort == 0.0:
        return []
    beyond = np.maximum(problem.hardship.reshape(-1, 3) - 1.0, 0.0)
    for joint in np.flatnonzero(beyond.any(axis=1)) + 1:  # the root comes first, and has no muscles
        counts = problem.weights.effort * beyond[joint - 1] / problem.weights.fastest**2
        scale = np.sqrt(scene.share[:, None] * counts)
        reach = int(scene.tree.reach_of[joint + 2])  # the world and the root's travel come before the root's turn
        group = Group(np.arange(len(scale)), scale * pose.turned.velocity[:, joint], reach=reach)
        if slopes:
            _differentiate(group, scene.tree, pose, int(joint), scale)
        groups.append(group)
    return groups


def _differentiate(group: Group, tree: Tree, pose: Posed, joint: int, scale: np.ndarray) -> None:
    """A change of the displacement turns the frame by eta = J d, and its speed by eta' + omega x eta."""
    value, rate, _ = (jacobian[:, joint] for jacobian in pose.jacobian)
    spun = np.cross(pose.turned.velocity[:, joint, None], np.swapaxes(value, 1, 2))
    by_d, by_first = rate + np.swapaxes(spun, 1, 2), value
    directions = tree.reaches[group.reach]
    own = np.arange(*tree.columns[joint : joint + 2])
    axes = tree.axes[joint][:, None] if len(own) == 1 else np.eye(3)
    rows, at = np.zeros((3, len(scale), 3, len(directions))), np.searchsorted(directions, own)
    rows[0][:, :, at] = scale[:, :, None] * (by_d @ axes)
    rows[1][:, :, at] = scale[:, :, None] * (by_first @ axes)
    group.by_d, group.by_rates = rows[0], (rows[1], rows[2])
