r"""Jacobians of points, orientations and the centre of mass, for one pose.

A column of a Jacobian is one degree of freedom. Their layout is described by four arrays, made once per skeleton:

- ``dof_start`` (J + 1,): joint j has the columns ``dof_start[j]`` to ``dof_start[j + 1]``;
- ``dof_kind`` (D,): SLIDE, BALL, BODY or PARENT, see :mod:`supple.kernels.dof_kinds`;
- ``dof_axes`` (D, 3): the unit axis, in the frame that the kind says;
- ``parents`` (J,).

A solver first calls :func:`world_axes`, once per pose; then the rows of each task are cross products:

.. math:: \frac{\partial p}{\partial\theta_d} = w_d \times (p - x_{j(d)}), \qquad
          \frac{\partial\omega}{\partial\dot\theta_d} = w_d, \qquad
          \frac{\partial c}{\partial\theta_d} = \frac{M_{j(d)}}{M}\, w_d \times (c_{j(d)} - x_{j(d)})

for a turn about the world axis :math:`w_d` at joint j(d), and :math:`w_d`, 0, :math:`w_d` for the travelling root. Only
the columns of a joint's ancestors (and its own) are not zero. Nothing is allocated.
"""

from __future__ import annotations

from supple.kernels import quat
from supple.kernels.dof_kinds import BALL, BODY, SLIDE
from supple.kernels.jit import INTS, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, dense


@dense(MATRIX, INTS, INTS, INTS, MATRIX, OUT_MATRIX)
def world_axes(turned, parents, dof_start, dof_kind, dof_axes, axes):
    """The axis of every degree of freedom in the world: ``turned`` (J, 4) to ``axes`` (D, 3), written in full."""
    for j in range(parents.shape[0]):
        d = dof_start[j]
        while d < dof_start[j + 1]:
            if dof_kind[d] == BALL:
                quat.axes_of(turned[j], axes[d : d + 3])
                d += 3
                continue
            if dof_kind[d] == BODY:
                quat.rotate(turned[j], dof_axes[d], axes[d])
            elif dof_kind[d] == SLIDE or parents[j] < 0:
                axes[d, 0], axes[d, 1], axes[d, 2] = dof_axes[d, 0], dof_axes[d, 1], dof_axes[d, 2]
            else:
                quat.rotate(turned[parents[j]], dof_axes[d], axes[d])
            d += 1


@dense(INTS, MATRIX, MATRIX, MATRIX, OUT_MATRIX)
def world_points(joints, offsets, positions, turned, out):
    """Points fixed to ``joints`` (K,), at ``offsets`` (K, 3) in their frames [m]: ``out`` (K, 3) in the world."""
    for k in range(joints.shape[0]):
        j = joints[k]
        quat.rotate_add(turned[j], offsets[k], positions[j], out[k])


@dense()
def add_point_rows(point, joint, parents, dof_start, dof_kind, axes, positions, out):
    """The rows of one world point (3,) on ``joint``, into ``out`` (3, D); columns of other joints are left alone."""
    while joint >= 0:
        x, y, z = point[0] - positions[joint, 0], point[1] - positions[joint, 1], point[2] - positions[joint, 2]
        for d in range(dof_start[joint], dof_start[joint + 1]):
            a, b, c = axes[d, 0], axes[d, 1], axes[d, 2]
            if dof_kind[d] == SLIDE:
                out[0, d], out[1, d], out[2, d] = a, b, c
            else:
                out[0, d], out[1, d], out[2, d] = b * z - c * y, c * x - a * z, a * y - b * x
        joint = parents[joint]


@dense()
def add_turn_rows(joint, parents, dof_start, dof_kind, axes, out):
    """The rows of the angular velocity of ``joint``, into ``out`` (3, D); columns of other joints are left alone."""
    while joint >= 0:
        for d in range(dof_start[joint], dof_start[joint + 1]):
            if dof_kind[d] != SLIDE:
                out[0, d], out[1, d], out[2, d] = axes[d, 0], axes[d, 1], axes[d, 2]
        joint = parents[joint]


@dense(MATRIX, INTS, INTS, INTS, INTS, MATRIX, MATRIX, OUT_MATRIX)
def position_jacobian(points, joints, parents, dof_start, dof_kind, axes, positions, out):
    """How K world points (K, 3) on ``joints`` (K,) move, three rows each: ``out`` (3 K, D), written in full."""
    out[:] = 0.0
    for k in range(joints.shape[0]):
        add_point_rows(
            points[k], joints[k], parents, dof_start, dof_kind, axes, positions, out[3 * k : 3 * k + 3]
        )  # fmt: skip


@dense(INTS, INTS, INTS, INTS, MATRIX, OUT_MATRIX)
def orientation_jacobian(joints, parents, dof_start, dof_kind, axes, out):
    """The world angular velocity of K joints, three rows each: ``out`` (3 K, D), written in full."""
    out[:] = 0.0
    for k in range(joints.shape[0]):
        add_turn_rows(joints[k], parents, dof_start, dof_kind, axes, out[3 * k : 3 * k + 3])


@dense(MATRIX, MATRIX, INTS, VECTOR, MATRIX, OUT_VECTOR, OUT_MATRIX)
def gather_mass(positions, turned, parents, masses, centres, loads, moments):
    r"""Mass and first moment of everything that hangs on each joint, itself included.

    .. math:: M_j = \sum_{i \in sub(j)} m_i, \qquad M_j c_j = \sum_{i \in sub(j)} m_i\,(x_i + R_i s_i)

    ``masses`` (J,) [kg] and ``centres`` (J, 3), each segment's own in its joint's frame [m]; ``loads`` (J,) [kg] and
    ``moments`` (J, 3) [kg m] are written in full. The body's centre of mass is ``moments[0] / loads[0]``.
    """
    for j in range(parents.shape[0]):
        loads[j] = masses[j]
        quat.rotate_add(turned[j], centres[j], positions[j], moments[j])
        for i in range(3):
            moments[j, i] *= masses[j]
    for j in range(parents.shape[0] - 1, 0, -1):
        loads[parents[j]] += loads[j]
        for i in range(3):
            moments[parents[j], i] += moments[j, i]


@dense(VECTOR, MATRIX, INTS, INTS, MATRIX, MATRIX, OUT_MATRIX)
def mass_jacobian(loads, moments, dof_start, dof_kind, axes, positions, out):
    r"""How the centre of mass moves: ``out`` (3, D), written in full, from what :func:`gather_mass` found.

    :math:`M_j (c_j - x_j)` is the moment about the joint, so no joint without mass is divided by.
    """
    share = 1.0 / loads[0]
    for j in range(loads.shape[0]):
        x = share * (moments[j, 0] - loads[j] * positions[j, 0])
        y = share * (moments[j, 1] - loads[j] * positions[j, 1])
        z = share * (moments[j, 2] - loads[j] * positions[j, 2])
        for d in range(dof_start[j], dof_start[j + 1]):
            a, b, c = axes[d, 0], axes[d, 1], axes[d, 2]
            if dof_kind[d] == SLIDE:
                out[0, d], out[1, d], out[2, d] = a, b, c
            else:
                out[0, d], out[1, d], out[2, d] = b * z - c * y, c * x - a * z, a * y - b * x
