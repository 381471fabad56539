r"""Displacements of a motion: what takes one pose to another, and back.

.. math:: p = p_0 + v_0, \qquad q_j = q_{0,j} \exp(v_j)

Rotation vectors multiply on the right, in the joint's own frame. Levels are composed, never summed:
:math:`\exp(v) \exp(w) \ne \exp(v + w)`.
"""

from __future__ import annotations

from supple.kernels import vectors
from supple.kernels.cleanup.blending import turn_by, unit_turn, vector_of
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, OUT_MATRIX, dense


@dense()
def between(before, after):
    """The rotation vector, in the joint's frame, from one unit quaternion to another."""
    w = before[0] * after[0] + before[1] * after[1] + before[2] * after[2] + before[3] * after[3]
    u, v = (before[1], before[2], before[3]), (after[1], after[2], after[3])
    side = vectors.cross(u, v)
    x = before[0] * v[0] - after[0] * u[0] - side[0]
    y = before[0] * v[1] - after[0] * u[1] - side[1]
    z = before[0] * v[2] - after[0] * u[2] - side[2]
    return vector_of((w, x, y, z))


@dense(MATRIX, INTS, OUT_MATRIX, OUT_CUBE)
def displace(displacements, joints, roots, rotations):
    """Move ``roots`` (F, 3) and turn ``joints`` (n,) of ``rotations`` (F, J, 4) by rows (3 + 3 n) of displacements.

    A row of nothing but zeros leaves every number of its frame as it is.
    """
    for f in range(displacements.shape[0]):
        for i in range(3):
            if displacements[f, i] != 0.0:
                roots[f, i] += displacements[f, i]
        for n in range(joints.shape[0]):
            at, j = 3 + 3 * n, joints[n]
            v = (displacements[f, at], displacements[f, at + 1], displacements[f, at + 2])
            if v == vectors.NONE:
                continue
            q = unit_turn(vectors.product(vectors.turn_of(rotations[f], j), turn_by(v)))
            rotations[f, j, 0], rotations[f, j, 1], rotations[f, j, 2], rotations[f, j, 3] = q


@dense(MATRIX, CUBE, MATRIX, CUBE, INTS, OUT_MATRIX)
def displacements_of(roots, rotations, new_roots, new_rotations, joints, out):
    """What takes one motion to another: ``out`` (F, 3 + 3 n) for the root's travel and the turns of ``joints`` (n,)."""
    for f in range(out.shape[0]):
        for i in range(3):
            out[f, i] = new_roots[f, i] - roots[f, i]
        for n in range(joints.shape[0]):
            at, j = 3 + 3 * n, joints[n]
            v = between(vectors.turn_of(rotations[f], j), vectors.turn_of(new_rotations[f], j))
            out[f, at], out[f, at + 1], out[f, at + 2] = v
