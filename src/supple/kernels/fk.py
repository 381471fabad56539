"""Forward kinematics: from local rotations to the world."""

from __future__ import annotations

from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, OUT_MATRIX, VECTOR, dense


@dense()
def hang(base, q, offset, rotation, position, turned):
    """Pose one joint below its parent; written out, because reading everything before writing is faster by a fifth."""
    w, x, y, z = q[0], q[1], q[2], q[3]
    vx, vy, vz = offset[0], offset[1], offset[2]
    rw, rx, ry, rz = rotation[0], rotation[1], rotation[2], rotation[3]
    tx = 2.0 * (y * vz - z * vy)
    ty = 2.0 * (z * vx - x * vz)
    tz = 2.0 * (x * vy - y * vx)
    position[0] = base[0] + vx + w * tx + y * tz - z * ty
    position[1] = base[1] + vy + w * ty + z * tx - x * tz
    position[2] = base[2] + vz + w * tz + x * ty - y * tx
    turned[0] = w * rw - x * rx - y * ry - z * rz
    turned[1] = w * rx + x * rw + y * rz - z * ry
    turned[2] = w * ry - x * rz + y * rw + z * rx
    turned[3] = w * rz + x * ry - y * rx + z * rw


@dense(VECTOR, MATRIX, MATRIX, INTS, OUT_MATRIX, OUT_MATRIX)
def pose_frame(root, rotations, offsets, parents, positions, turned):
    r"""World pose of every joint in one frame.

    .. math:: R_j = R_{p(j)} r_j, \qquad x_j = x_{p(j)} + R_{p(j)} o_j

    ``root`` (3,) [m], ``rotations`` (J, 4) local, ``offsets`` (J, 3) [m], ``parents`` (J,) with every parent
    before its children; ``positions`` (J, 3) and ``turned`` (J, 4) are written in full.
    """
    for i in range(3):
        positions[0, i] = root[i]
    for i in range(4):
        turned[0, i] = rotations[0, i]
    for j in range(1, rotations.shape[0]):
        p = parents[j]
        hang(positions[p], turned[p], offsets[j], rotations[j], positions[j], turned[j])


@dense(MATRIX, CUBE, MATRIX, INTS, OUT_CUBE, OUT_CUBE)
def pose_clip(root, rotations, offsets, parents, positions, turned):
    """World pose of every frame: ``root`` (F, 3), ``rotations`` and ``turned`` (F, J, 4), ``positions`` (F, J, 3)."""
    for f in range(rotations.shape[0]):
        pose_frame(root[f], rotations[f], offsets, parents, positions[f], turned[f])


@dense(MATRIX, CUBE, CUBE, INTS, OUT_CUBE, OUT_CUBE)
def pose_stretching_clip(root, rotations, offsets, parents, positions, turned):
    """The same with ``offsets`` (F, J, 3) that change from frame to frame."""
    for f in range(rotations.shape[0]):
        pose_frame(root[f], rotations[f], offsets[f], parents, positions[f], turned[f])
