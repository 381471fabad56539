r"""Where a skin's vertices are while its skeleton moves.

.. math:: v' = \sum_i w_i\, M_i B_i^{-1} v, \qquad \sum_i w_i = 1

with the world transforms :math:`M_i` of joints in a frame, and :math:`B_i` in the bind pose.
"""

from __future__ import annotations

import numpy as np

from supple.core import quaternions
from supple.core.arrays import frozen
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.skinning.agreeing import check_axes
from supple.core.skinning.skin import Skin


def deform(skin: Skin, motion: Motion) -> np.ndarray:
    """(F, V, 3) the vertices in all frames of a motion [m].

    The motion's skeleton must be that of the skin, with the same axes in every joint; bones may be longer or shorter.
    """
    check_axes(skin.bind.skeleton, motion.skeleton)
    world = world_pose(motion)
    out = np.zeros((motion.frames, len(skin.mesh.vertices), 3))
    for k in range(skin.joints.shape[1]):
        carried = np.flatnonzero(skin.weights[:, k])  # most vertices have fewer joints than there is room for
        joints = skin.joints[carried, k]
        own = _in_joint(skin, carried, joints)
        moved = world.positions[:, joints] + quaternions.rotate(world.rotations[:, joints], own)
        out[:, carried] += skin.weights[carried, k][:, None] * moved
    return frozen(out)


def _in_joint(skin: Skin, vertices: np.ndarray, joints: np.ndarray) -> np.ndarray:
    """(n, 3) where vertices (n,) sit in the frames of joints (n,)."""
    away = skin.mesh.vertices[vertices] - skin.bind.positions[joints]
    return quaternions.rotate(quaternions.conjugate(skin.bind.rotations[joints]), away)
