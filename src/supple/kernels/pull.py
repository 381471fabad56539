"""How far a pose is from another one, along its own degrees of freedom."""

from __future__ import annotations

from supple.kernels import rotvec, vectors
from supple.kernels.dof_kinds import BALL, PARENT, SLIDE
from supple.kernels.jit import INTS, MATRIX, OUT_VECTOR, VECTOR, kernel


@kernel()
def turn_between(q, goal, own_frame):
    """The rotation vector from ``q`` to ``goal`` the short way, in the joint's own frame or in its parent's.

    Not contracted: from a pose to itself it is nothing, to the last bit.
    """
    sign = 1.0 if own_frame else -1.0
    w = q[0] * goal[0] + q[1] * goal[1] + q[2] * goal[2] + q[3] * goal[3]
    x = q[0] * goal[1] - q[1] * goal[0] - sign * (q[2] * goal[3] - q[3] * goal[2])
    y = q[0] * goal[2] - q[2] * goal[0] - sign * (q[3] * goal[1] - q[1] * goal[3])
    z = q[0] * goal[3] - q[3] * goal[0] - sign * (q[1] * goal[2] - q[2] * goal[1])
    if w < 0.0:
        w, x, y, z = -w, -x, -y, -z
    scale = rotvec.unit_angle(w) if w > rotvec.WIDE else rotvec.full_angle(x * x + y * y + z * z, w)
    return scale * x, scale * y, scale * z


@kernel(VECTOR, MATRIX, VECTOR, MATRIX, INTS, INTS, MATRIX, OUT_VECTOR)
def pull_to(root, rotations, goal_root, goal_rotations, dof_start, dof_kind, dof_axes, out):
    r"""The step (D,) [m, rad] that leads from a pose to a goal pose.

    .. math:: \delta = x^* - x, \qquad \delta = \log(q^{-1} q^*), \qquad
              \delta = a \cdot \log(q^{-1} q^*), \qquad \delta = a \cdot \log(q^* q^{-1})

    for SLIDE, BALL (three entries), BODY and PARENT: exact for travel and balls, and for hinges whose goal differs
    by a turn about their axis; otherwise the part of the turn that the hinge can make. For travel and balls it is
    also minus the gradient of half the squared distance.
    """
    for j in range(rotations.shape[0]):
        d = dof_start[j]
        while d < dof_start[j + 1]:
            if dof_kind[d] == SLIDE:
                out[d] = 0.0
                for i in range(3):
                    out[d] += dof_axes[d, i] * (goal_root[i] - root[i])
                d += 1
                continue
            q, goal = vectors.turn_of(rotations, j), vectors.turn_of(goal_rotations, j)
            x, y, z = turn_between(q, goal, dof_kind[d] != PARENT)
            if dof_kind[d] == BALL:
                out[d], out[d + 1], out[d + 2] = x, y, z
                d += 3
            else:
                out[d] = x * dof_axes[d, 0] + y * dof_axes[d, 1] + z * dof_axes[d, 2]
                d += 1
