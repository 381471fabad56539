"""Forward kinematics of whole clips."""

from __future__ import annotations

from supple.kernels import quat
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, kernel


@kernel(MATRIX, CUBE, MATRIX, INTS, OUT_CUBE, OUT_CUBE)
def pose_clip(root, rotations, offsets, parents, positions, turned):
    r"""World pose of every joint in every frame.

    .. math:: R_j = R_{p(j)} r_j, \qquad x_j = x_{p(j)} + R_{p(j)} o_j

    ``root`` (F, 3) [m], ``rotations`` (F, J, 4) local, ``offsets`` (J, 3) [m], ``parents`` (J,) with every
    parent before its children; ``positions`` (F, J, 3) and ``turned`` (F, J, 4) are written in full.
    """
    for f in range(rotations.shape[0]):
        positions[f, 0] = root[f]
        turned[f, 0] = rotations[f, 0]
        for j in range(1, rotations.shape[1]):
            p = parents[j]
            quat.rotate_add(turned[f, p], offsets[j], positions[f, p], positions[f, j])
            quat.multiply(turned[f, p], rotations[f, j], turned[f, j])


@kernel(MATRIX, CUBE, CUBE, INTS, OUT_CUBE, OUT_CUBE)
def pose_stretching_clip(root, rotations, offsets, parents, positions, turned):
    """The same with ``offsets`` (F, J, 3) that change from frame to frame."""
    for f in range(rotations.shape[0]):
        positions[f, 0] = root[f]
        turned[f, 0] = rotations[f, 0]
        for j in range(1, rotations.shape[1]):
            p = parents[j]
            quat.rotate_add(turned[f, p], offsets[f, j], positions[f, p], positions[f, j])
            quat.multiply(turned[f, p], rotations[f, j], turned[f, j])
