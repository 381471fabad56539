r"""Rows of a Jacobian as statics: how a weighed motion depends on a joint is the torque that the weight makes about it.

.. math:: f \cdot \frac{\partial p}{\partial\theta_d} = f \cdot \bigl(w_d \times (p - x_j)\bigr) = w_d \cdot \tau_j,
          \qquad \tau_j = (p - x_j) \times f, \qquad \tau_{parent} = \tau_j + (x_j - x_{parent}) \times f

A force f at a point and a moment on a joint (the weight of its angular velocity) are carried from joint to parent,
one cross product per joint and row; each column is one dot product. What pulls at two joints, as a target that rides
with a joint does, goes on as one above the joint where their ways to the root meet: opposite forces cancel there.

The rows of a task, up to three, climb together: forces, torques and moments are three vectors each, of which
``count`` are written to ``rows`` from ``first`` on.

The layout of the columns is that of :mod:`supple.kernels.jacobians`; ``recruited`` (K, D) says which of them
task k has. Arrays are passed one by one: a tuple of them would be counted at every use, which costs more than the sums.
"""

from __future__ import annotations

from supple.kernels import vectors
from supple.kernels.dof_kinds import SLIDE
from supple.kernels.jit import dense


@dense()
def add_column(along, rows, first, count, d):
    """Add the numbers of one column to up to three rows."""
    rows[first, d] += along[0]
    if count > 1:
        rows[first + 1, d] += along[1]
    if count > 2:
        rows[first + 2, d] += along[2]


@dense()
def add_joint(joint, force, torque, dof_start, dof_kind, axes, recruited, k, rows, first, count):
    """Add the columns of one joint: travel feels the force, a turn the torque about the joint."""
    for d in range(dof_start[joint], dof_start[joint + 1]):
        if recruited[k, d]:
            felt = force if dof_kind[d] == SLIDE else torque
            add_column(vectors.each_dot(vectors.row_of(axes, d), felt), rows, first, count, d)


@dense()
def climb(joint, stop, force, torque, parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count):
    """Add the columns from ``joint`` up to, without, its ancestor ``stop`` (-1: all); returns the torque about it."""
    while joint != stop:
        add_joint(joint, force, torque, dof_start, dof_kind, axes, recruited, k, rows, first, count)
        parent = parents[joint]
        if parent >= 0:
            arm = vectors.minus(vectors.row_of(positions, joint), vectors.row_of(positions, parent))
            torque = vectors.each_plus(torque, vectors.each_cross(arm, force))
        joint = parent
    return torque


@dense()
def meeting(a, b, parents):
    """The deepest joint that is above both or one of them."""
    while a != b:
        if a > b:
            a = parents[a]
        else:
            b = parents[b]
    return a


@dense()
def torque_of(joint, place, force, moment, positions):
    """The torque about ``joint`` of a force at a place in the world and of a moment."""
    arm = vectors.minus(place, vectors.row_of(positions, joint))
    return vectors.each_plus(moment, vectors.each_cross(arm, force))


@dense()
def add_pair(
    joint, other, value, place, force, back, moment, counter,
    parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count,
):  # fmt: skip
    """Add the columns of two joints: ``force`` at ``value`` and ``moment``, ``back`` at ``place`` and ``counter``."""
    meet = meeting(joint, other, parents)
    torque = torque_of(joint, value, force, moment, positions)
    torque = climb(
        joint, meet, force, torque, parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count
    )  # fmt: skip
    against = torque_of(other, place, back, counter, positions)
    against = climb(
        other, meet, back, against, parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count
    )  # fmt: skip
    left, both = vectors.each_plus(force, back), vectors.each_plus(torque, against)
    climb(meet, -1, left, both, parents, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count)


@dense()
def add_mass(force, loads, moments, dof_start, dof_kind, axes, positions, recruited, k, rows, first, count):
    """Add the columns of a force on the centre of mass, which every joint feels by the share that hangs on it."""
    share = 1.0 / loads[0]
    for j in range(loads.shape[0]):
        arm = vectors.minus(vectors.row_of(moments, j), vectors.scaled(loads[j], vectors.row_of(positions, j)))
        torque = vectors.each_cross(vectors.scaled(share, arm), force)
        add_joint(j, force, torque, dof_start, dof_kind, axes, recruited, k, rows, first, count)
